//! The other nodes: which of them live, in which games their engines think, and who is there.
//!
//! Every node says some times a second that it lives. One that has said nothing for a while is gone:
//! nobody is there any more, and what its engines thought about is for others to think about.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::accounts::identity::{ClientId, random_hex};

/// How often a node says that it lives.
pub(super) const BEAT: Duration = Duration::from_millis(300);

/// A node that has said nothing for so long is gone.
const SILENT: Duration = Duration::from_millis(1_200);

/// The most people that are remembered of one node.
const MOST: usize = 1_000_000;

/// A name that a node gives itself when it starts.
pub(crate) type NodeId = String;

/// A position that an engine thinks about: a game, and the number of its last event.
pub(crate) type Thought = (String, u32);

/// What is known of the others.
#[derive(Debug)]
pub(crate) struct Nodes {
    own: NodeId,
    others: Mutex<HashMap<NodeId, Node>>,
    thinking: Thoughts,
}

/// What engines think about, and how many of them: one that is to stop may do so late.
type Thoughts = Arc<Mutex<HashMap<Thought, usize>>>;

#[derive(Debug)]
struct Node {
    heard: Instant,
    thinking: HashSet<Thought>,
    people: HashSet<ClientId>,
    sockets: HashMap<IpAddr, usize>,
}

impl Node {
    fn new(now: Instant) -> Node {
        Node {
            heard: now,
            thinking: HashSet::new(),
            people: HashSet::new(),
            sockets: HashMap::new(),
        }
    }
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes {
            own: random_hex(8).unwrap_or_default(),
            others: Mutex::default(),
            thinking: Arc::default(),
        }
    }
}

/// An engine of this node thinks, until this is dropped.
#[derive(Debug)]
pub(crate) struct ThinksHere(Thoughts, Thought);

impl Drop for ThinksHere {
    fn drop(&mut self) {
        let mut thinking = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = thinking.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                thinking.remove(&self.1);
            }
        }
    }
}

impl Nodes {
    /// The name of this node.
    pub(crate) fn own(&self) -> &NodeId {
        &self.own
    }

    /// An engine of this node begins to think.
    pub(crate) fn thinks_here(&self, thought: Thought) -> ThinksHere {
        let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        *thinking.entry(thought.clone()).or_insert(0) += 1;
        ThinksHere(Arc::clone(&self.thinking), thought)
    }

    /// What the engines of this node think about.
    pub(super) fn thoughts(&self) -> Vec<Thought> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Whether an engine of another node thinks about this position.
    pub(crate) fn think_about(&self, thought: &Thought) -> bool {
        self.others().values().any(|node| node.thinking.contains(thought))
    }

    /// Whether an engine of another node thinks in a game, about whatever position.
    pub(crate) fn think_in(&self, game: &str) -> bool {
        let in_it = |node: &Node| node.thinking.iter().any(|(its, _)| its == game);
        self.others().values().any(in_it)
    }

    /// Whether another node lives.
    pub(crate) fn knows(&self, node: &NodeId) -> bool {
        self.others().contains_key(node)
    }

    /// Whether somebody is at another node.
    pub(crate) fn has(&self, who: &ClientId) -> bool {
        self.others().values().any(|node| node.people.contains(who))
    }

    /// How many WebSockets a network has open at other nodes; few at one of them are not told.
    pub(crate) fn sockets_of(&self, network: IpAddr) -> usize {
        self.others().values().filter_map(|node| node.sockets.get(&network)).sum()
    }

    /// How many people are at other nodes and not at this one.
    pub(crate) fn people_besides(&self, is_here: impl Fn(&ClientId) -> bool) -> usize {
        let others = self.others();
        let people = others.values().flat_map(|node| &node.people);
        people.filter(|who| !is_here(who)).collect::<HashSet<_>>().len()
    }

    /// Another node lives; whether nobody knew of it.
    pub(super) fn heard(
        &self,
        node: NodeId,
        thinking: Vec<Thought>,
        sockets: Vec<(IpAddr, usize)>,
        now: Instant,
    ) -> bool {
        let mut others = self.others();
        let is_new = !others.contains_key(&node);
        let known = others.entry(node).or_insert_with(|| Node::new(now));
        known.heard = now;
        known.thinking = thinking.into_iter().collect();
        known.sockets = sockets.into_iter().collect();
        is_new
    }

    /// These are at another node, or these as well. A node that is not known has yet to say that it
    /// lives, and is asked then.
    pub(super) fn came(&self, node: &NodeId, people: Vec<ClientId>, all: bool) {
        if let Some(node) = self.others().get_mut(node) {
            if all {
                node.people.clear();
            }
            let room = MOST.saturating_sub(node.people.len());
            node.people.extend(people.into_iter().take(room));
        }
    }

    /// Somebody is not at another node any more.
    pub(super) fn left(&self, node: &NodeId, who: &ClientId) {
        if let Some(node) = self.others().get_mut(node) {
            node.people.remove(who);
        }
    }

    /// Nobody can be heard any more: a network that has gone from another node would be held to what it
    /// had there for as long as that lasts.
    pub(super) fn forget_sockets(&self) {
        self.others().values_mut().for_each(|node| node.sockets.clear());
    }

    /// Nobody could be heard until now: that nobody was says nothing.
    pub(super) fn excuse(&self, now: Instant) {
        self.others().values_mut().for_each(|node| node.heard = now);
    }

    /// Forgets nodes that are gone, and names them.
    pub(super) fn bury(&self, now: Instant) -> Vec<NodeId> {
        let mut others = self.others();
        let silent = |node: &Node| now.saturating_duration_since(node.heard) > SILENT;
        let gone = others.iter().filter(|(_, node)| silent(node)).map(|(id, _)| id.clone());
        let gone: Vec<NodeId> = gone.collect();
        others.retain(|id, _| !gone.contains(id));
        gone
    }

    /// Whether this node comes before all others that live, and sees to what one of them has left.
    pub(super) fn is_first(&self) -> bool {
        self.others().keys().all(|other| self.own < *other)
    }

    /// How many others live.
    pub(super) fn count(&self) -> usize {
        self.others().len()
    }

    fn others(&self) -> MutexGuard<'_, HashMap<NodeId, Node>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_falls_silent_takes_its_people_and_thoughts_along() {
        let nodes = Nodes::default();
        let (now, ada) = (Instant::now(), ClientId::guest("ada"));
        let thought = ("game".to_owned(), 3);
        assert!(nodes.heard("x".to_owned(), vec![thought.clone()], Vec::new(), now));
        assert!(nodes.heard("y".to_owned(), Vec::new(), Vec::new(), now + SILENT));
        assert!(!nodes.heard("y".to_owned(), Vec::new(), Vec::new(), now + SILENT));
        nodes.came(&"x".to_owned(), vec![ada.clone()], true);
        assert!(nodes.has(&ada) && nodes.think_about(&thought) && nodes.think_in("game"));
        assert!(!nodes.think_about(&("game".to_owned(), 4)), "that is another position");
        assert_eq!(nodes.people_besides(|_| false), 1);
        assert_eq!(nodes.bury(now + SILENT), Vec::<NodeId>::new());
        assert_eq!(nodes.bury(now + SILENT + BEAT), ["x"]);
        assert!(!nodes.has(&ada) && !nodes.think_about(&thought));
        assert_eq!((nodes.count(), nodes.people_besides(|_| false)), (1, 0));
        nodes.excuse(now + 9 * SILENT);
        assert_eq!(nodes.bury(now + 9 * SILENT), Vec::<NodeId>::new(), "nobody could be heard");
    }

    #[test]
    fn sockets_at_other_nodes_count_until_nobody_can_be_heard() {
        let (nodes, network) = (Nodes::default(), IpAddr::from([10, 0, 0, 1]));
        for (node, count) in [("x", 3), ("y", 4)] {
            nodes.heard(node.to_owned(), Vec::new(), vec![(network, count)], Instant::now());
        }
        assert_eq!(nodes.sockets_of(network), 7);
        nodes.forget_sockets();
        assert_eq!((nodes.sockets_of(network), nodes.count()), (0, 2));
        nodes.heard("x".to_owned(), Vec::new(), vec![(network, 3)], Instant::now());
        assert_eq!(nodes.sockets_of(network), 3);
    }

    #[test]
    fn of_the_nodes_that_live_one_is_first() {
        let nodes = Nodes::default();
        assert!(nodes.is_first(), "alone");
        nodes.heard(format!("{}x", nodes.own()), Vec::new(), Vec::new(), Instant::now());
        assert!(nodes.is_first());
        nodes.heard(String::new(), Vec::new(), Vec::new(), Instant::now());
        assert!(!nodes.is_first());
    }

    #[test]
    fn an_engine_thinks_until_it_is_done() {
        let nodes = Nodes::default();
        let thinks = nodes.thinks_here(("game".to_owned(), 1));
        drop(nodes.thinks_here(("game".to_owned(), 1)));
        assert_eq!(nodes.thoughts(), [("game".to_owned(), 1)]);
        drop(thinks);
        assert_eq!(nodes.thoughts(), []);
    }
}
