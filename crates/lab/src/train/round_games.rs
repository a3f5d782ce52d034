//! The games of a round, played here or elsewhere.

use std::sync::Arc;

use selforge_agents::Stop;
use selforge_core::Stream;
use selforge_learn::{Aim, Network, SampleSet, Saved, Shape};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::self_play::SelfPlay;
use super::settings::Settings;
use crate::LabError;
use crate::arena::{Order as Game, Plan};
use crate::work::Work;

/// What somebody plays against themselves in a round.
pub(crate) struct RoundGames {
    pub(super) settings: Settings,
    /// The number of the round.
    pub(super) round: u32,
    /// The games, each with its starts.
    pub(super) plans: Vec<Plan>,
    /// The network that plays, also as the bytes of a file; the search if there is none.
    pub(super) network: Option<(Vec<u8>, Arc<Network>)>,
    /// What results look like, where they are wanted.
    pub(super) shape: Option<Shape>,
}

/// A round as it is sent to other machines.
#[derive(Serialize, Deserialize)]
pub(crate) struct Order {
    settings: Settings,
    round: u32,
    games: Vec<Game>,
    network: Option<Bytes>,
}

/// Bytes as text, two digits each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bytes(pub(super) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |value: u8| char::from_digit(u32::from(value), 16).expect("a digit");
        let digits = self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
        serializer.serialize_str(&digits.collect::<String>())
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|value| value as u8);
        let byte = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        let bytes = text.as_bytes().chunks(2).map(byte).collect::<Option<_>>();
        bytes.map(Bytes).ok_or_else(|| serde::de::Error::custom("bytes are two digits each"))
    }
}

impl Work for RoundGames {
    const KIND: &'static str = "train";
    type Order = Order;
    /// The number of a game of the round.
    type Piece = usize;
    /// The samples of a game.
    type Done = Bytes;

    fn order(&self) -> Result<Order, LabError> {
        Ok(Order {
            settings: self.settings.clone(),
            round: self.round,
            games: self.plans.iter().map(Plan::order).collect::<Result<_, _>>()?,
            network: self.network.as_ref().map(|(bytes, _)| Bytes(bytes.clone())),
        })
    }

    fn from_order(order: Order) -> Result<RoundGames, LabError> {
        order.settings.check()?;
        let network = |Bytes(bytes): Bytes| {
            let saved = Saved::from_bytes(&bytes)
                .map_err(|error| LabError::settings(error.to_string(), "a network"))?;
            Ok::<_, LabError>((bytes, Arc::new(saved.network)))
        };
        LabError::require(!order.games.is_empty(), "training without a game", "a game or more")?;
        Ok(RoundGames {
            settings: order.settings,
            round: order.round,
            plans: order.games.into_iter().map(Plan::from_order).collect::<Result<_, _>>()?,
            network: order.network.map(network).transpose()?,
            shape: None,
        })
    }

    fn perform(&self, index: &usize, stop: &Stop) -> Result<Option<Bytes>, LabError> {
        let plan = &self.plans[index % self.plans.len()];
        let number = u64::from(self.round) << 32 | *index as u64;
        let mut seeds = Stream::new(self.settings.seed, "train-game", number);
        let start = seeds.below(1 << 30) as usize;
        let playable = plan.open(start)?;
        let network = self.network.as_ref().map(|(_, network)| network);
        let (settings, seed) = (&self.settings, seeds.bits());
        let set = selforge_games::visit(&playable, SelfPlay { settings, network, seed, stop })?;
        Ok((!stop.is_asked()).then(|| Bytes(set.to_bytes())))
    }

    fn fits(&self, _: &usize, done: &Bytes) -> bool {
        let (Some(shape), Ok(set)) = (self.shape, SampleSet::from_bytes(&done.0)) else {
            return false;
        };
        let share = |share: &f32| (0.0..=1.0).contains(share);
        set.graphs.iter().all(|graph| graph.classes() == shape.classes)
            && set.samples.iter().all(|sample| {
                let cells = set.graphs[usize::from(sample.graph)].cells();
                let inside = |cell: u16| usize::from(cell) < cells;
                sample.view.planes.len() == cells * shape.inputs
                    && sample.view.globals.len() == shape.globals
                    && sample.outcome.iter().all(share)
                    && sample.moves.iter().all(|(aim, likely)| {
                        share(likely)
                            && match *aim {
                                Aim::Pass | Aim::Swap => true,
                                Aim::Place { to } => inside(to),
                                Aim::Step { from, to } => inside(from) && inside(to),
                            }
                    })
            })
    }
}
