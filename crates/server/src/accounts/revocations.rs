//! Who is not signed in any more: told at once to the sockets that are open under it.
//!
//! Requests ask the store each time who they come from. A socket asks once, when it is opened, so it
//! must hear of it when a sign-in or a token ends.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver, Sender};

use super::identity::Client;

/// How far a socket may be behind. One that is further behind is closed, and asks again who it is.
const BACKLOG: usize = 256;

/// What has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Revocation {
    /// The sign-in of a browser, by its cookie's digest.
    Cookie(String),
    /// All sign-ins of an account, but that of the browser with this cookie's digest.
    SignIns { account: i64, keep: Option<String> },
    /// The token of this number.
    Token(i64),
    /// All tokens of an account.
    Tokens { account: i64 },
    /// Nobody knows: what other nodes ended could not be heard for a while. Whoever is signed in must ask
    /// again.
    Unheard,
}

impl Revocation {
    /// Whether it ends what a client was recognised by.
    fn ends(&self, client: &Client) -> bool {
        let account = client.account.as_ref().map(|account| account.id);
        match self {
            Revocation::Cookie(digest) => client.cookie.as_ref() == Some(digest),
            Revocation::SignIns { account: of, keep } => {
                account == Some(*of) && client.cookie.is_some() && client.cookie != *keep
            }
            Revocation::Token(token) => client.token == Some(*token),
            Revocation::Tokens { account: of } => account == Some(*of) && client.token.is_some(),
            Revocation::Unheard => account.is_some(),
        }
    }
}

/// Where it is told.
#[derive(Debug)]
pub(crate) struct Revocations(Sender<Revocation>);

impl Default for Revocations {
    fn default() -> Revocations {
        Revocations(broadcast::channel(BACKLOG).0)
    }
}

impl Revocations {
    /// Tells all sockets.
    pub(crate) fn tell(&self, revocation: Revocation) {
        // Nobody may listen.
        let _ = self.0.send(revocation);
    }

    /// To hear of those that concern a client.
    pub(crate) fn listen(&self) -> Receiver<Revocation> {
        self.0.subscribe()
    }
}

/// Waits until a client is not who it was.
pub(crate) async fn revoked(told: &mut Receiver<Revocation>, client: &Client) {
    loop {
        match told.recv().await {
            Ok(revocation) if !revocation.ends(client) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::identity::{Account, ClientId};

    fn client(cookie: Option<&str>, token: Option<i64>) -> Client {
        let account = Account { id: 7, name: "Ada".to_owned(), created: 0 };
        let (id, cookie) = (ClientId::of_account(7), cookie.map(str::to_owned));
        Client { id, address: [127, 0, 0, 1].into(), cookie, token, account: Some(account) }
    }

    #[test]
    fn a_revocation_ends_what_it_names_and_nothing_else() {
        let (browser, program) = (client(Some("one"), None), client(None, Some(3)));
        let ends = |revocation: &Revocation| (revocation.ends(&browser), revocation.ends(&program));
        assert_eq!(ends(&Revocation::Cookie("one".to_owned())), (true, false));
        assert_eq!(ends(&Revocation::Cookie("two".to_owned())), (false, false));
        assert_eq!(ends(&Revocation::Token(3)), (false, true));
        assert_eq!(ends(&Revocation::Tokens { account: 7 }), (false, true));
        let all =
            |keep: Option<&str>| Revocation::SignIns { account: 7, keep: keep.map(str::to_owned) };
        assert_eq!((ends(&all(None)), ends(&all(Some("one")))), ((true, false), (false, false)));
        let other = Revocation::SignIns { account: 8, keep: None };
        assert_eq!(ends(&other), (false, false));
        assert_eq!(ends(&Revocation::Unheard), (true, true));
    }
}
