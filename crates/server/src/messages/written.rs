//! A part of a message that is written once and sent many times.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A value, or its JSON that is kept for the next message. Boards, positions and the past of a long
/// game are most of what is sent; writing them anew for everyone took most of the time of a move.
#[derive(Clone, Debug)]
pub enum Written<T> {
    Value(T),
    Text(Arc<RawValue>),
}

impl<T> Written<T> {
    /// The value that was written.
    ///
    /// # Errors
    /// If the text is none of this type, which happens only between programs of different versions.
    pub fn into_value(self) -> Result<T, serde_json::Error>
    where
        T: DeserializeOwned,
    {
        match self {
            Written::Value(value) => Ok(value),
            Written::Text(text) => serde_json::from_str(text.get()),
        }
    }
}

impl<T: Serialize> Written<T> {
    /// Writes a value.
    pub(crate) fn text(value: &T) -> Arc<RawValue> {
        let text = serde_json::value::to_raw_value(value);
        text.expect("messages are plain data with texts as keys").into()
    }
}

impl<T: Serialize> PartialEq for Written<T> {
    fn eq(&self, other: &Written<T>) -> bool {
        let text = |written: &Written<T>| match written {
            Written::Value(value) => Written::text(value),
            Written::Text(text) => Arc::clone(text),
        };
        text(self).get() == text(other).get()
    }
}

impl<T: Serialize> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Written::Value(value) => value.serialize(serializer),
            Written::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Written<T>, D::Error> {
        T::deserialize(deserializer).map(Written::Value)
    }
}
