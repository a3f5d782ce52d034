//! A bus that is spoken to by TLS, with certificates that are made for the test.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

#[path = "../../server/tests/common/certificate.rs"]
mod certificate;
#[path = "../../server/tests/common/nats.rs"]
mod nats;

use std::path::Path;
use std::sync::mpsc::channel;

use certificate::certificate;
use nats::Nats;
use selforge_bus::{BusError, Client};

#[test]
fn a_bus_is_believed_only_with_a_certificate_for_its_name_that_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let (trusted, key) = certificate(folder.path(), "own", "localhost");
    let (other, _) = certificate(folder.path(), "other", "localhost");
    let Some(nats) = Nats::with_tls(&trusted, &key) else { return };
    let port = nats.url().rsplit_once(':').unwrap().1.to_owned();
    let connect = |address: &str, subjects: Vec<String>, heard| {
        Client::connect(&address.parse().unwrap(), subjects, false, heard)
    };
    let address = |host: &str, roots: &Path| format!("tls://{host}:{port}?ca={}", roots.display());
    let (sender, heard) = channel();
    let hears = connect(
        &address("localhost", &trusted),
        vec!["x".to_owned()],
        Box::new(move |it: selforge_bus::nats::Message| {
            let _ = sender.send(it.body);
        }) as Box<dyn Fn(_) + Send>,
    );
    let _hears = hears.unwrap();
    let says = connect(&address("localhost", &trusted), Vec::new(), Box::new(drop)).unwrap();
    says.publish("x", "hidden");
    assert_eq!(heard.recv().unwrap(), b"hidden");
    for (address, problem) in [
        (address("localhost", &other), "certificate"),
        (address("127.0.0.1", &trusted), "certificate"),
        (format!("nats://localhost:{port}?tls=off"), "wants encryption"),
    ] {
        match connect(&address, Vec::new(), Box::new(drop)) {
            Err(BusError::Unreachable { reason, .. }) => {
                assert!(reason.contains(problem), "{address}: {reason}");
            }
            other => panic!("{address}: {other:?}"),
        }
    }
}
