//! Connections: taking them, and not keeping them for those who only hold them open.
//!
//! `axum::serve` knows no limits of time, so this speaks to hyper itself. A connection has so long to
//! send the head of a request (also the first, and the next one on a connection that is kept), so long
//! for the body, and may not let an answer lie for ever without reading it; a network has so many
//! connections. WebSockets watch over themselves (see `routes::sockets`).
//!
//! When the server stops, open requests are given a moment to end, and then all connections end,
//! whatever clients do.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::app::App;
use crate::exposure::network;
use crate::limits::Limits;

/// How long open requests are waited for when the server stops.
const GRACE: Duration = Duration::from_secs(2);

/// After a connection could not be taken for want of something, so long nothing is tried.
const PAUSE: Duration = Duration::from_millis(100);

/// The longest head of a request, in bytes.
const HEAD: usize = 32 * 1024;

/// Takes connections until `stop` is done, and then sees to it that all of them end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &Arc<App>,
    stop: impl Future<Output = ()>,
) {
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(counted) = OpenConnection::new(app, peer) else { continue };
                let (router, app) = (router.clone(), Arc::clone(app));
                connections.spawn(async move {
                    let _counted = counted;
                    converse(stream, peer, router, &app).await;
                });
            }
            // The client was faster in going away.
            Err(error) if is_clients(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not be taken");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    let ended = async {
        while connections.join_next().await.is_some() {}
        while app.sockets.count() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    if timeout(GRACE, ended).await.is_err() {
        tracing::warn!(connections = connections.len(), "connections that do not end are cut");
    }
    connections.shutdown().await;
}

fn is_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection in the count of its network. Those of a trusted proxy are not counted: it counts
/// itself, and speaks for many.
struct OpenConnection(Arc<App>, Option<SocketAddr>);

impl OpenConnection {
    fn new(app: &Arc<App>, peer: SocketAddr) -> Option<OpenConnection> {
        if app.exposure.trusts(peer.ip()) {
            return Some(OpenConnection(Arc::clone(app), None));
        }
        let most = app.limits.connections_per_address;
        let allowed = app.connections.open(network(peer.ip()), most);
        allowed.then(|| OpenConnection(Arc::clone(app), Some(peer)))
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        if let OpenConnection(app, Some(peer)) = self {
            app.connections.close(network(peer.ip()));
        }
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, app: &App) {
    let Limits { head_time, body_time, write_time, .. } = app.limits;
    send_at_once(&stream);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_time));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(|body| Body::new(TimedBody::new(body, body_time)));
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move { Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|e| match e {})) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut closing: watch::Receiver<bool> = app.closing.clone();
    let stops = async move { drop(closing.wait_for(|closing| *closing).await) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stops => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}

/// Lets a connection send every answer at once: waiting for more to send, as the system does by
/// itself, would keep an engine's move for 40 milliseconds.
fn send_at_once(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::warn!(%error, "answers may be late on a connection");
    }
}

/// The body of a request, which must have come by some time.
struct TimedBody {
    body: Incoming,
    until: Pin<Box<Sleep>>,
}

impl TimedBody {
    fn new(body: Incoming, time: Duration) -> TimedBody {
        TimedBody { body, until: Box::pin(sleep_until(Instant::now() + time)) }
    }
}

/// The body did not come in time.
#[derive(Debug)]
pub(crate) struct TooSlow;

impl fmt::Display for TooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body of the request did not come in time")
    }
}

impl Error for TooSlow {}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.until.as_mut().poll(context).map(|()| Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_are_sent_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let _client = TcpStream::connect(address).await.unwrap();
        let (connection, _) = listener.accept().await.unwrap();
        send_at_once(&connection);
        assert!(connection.nodelay().unwrap());
    }
}
