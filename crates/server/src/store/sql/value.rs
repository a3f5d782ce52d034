//! Values on their way into a database and out of one, of the four kinds that both know.

use std::error::Error;

use rusqlite::types::{FromSql, ToSqlOutput, ValueRef};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{self as postgres, IsNull, Type, to_sql_checked};

use super::StoreError;

/// A value for a query. What may be missing has a kind all the same: PostgreSQL asks for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::store) enum Value<'v> {
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<&'v str>),
    Bytes(Option<&'v [u8]>),
}

/// The values of a query, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::sql::Value::from($value)),*] };
}
pub(in crate::store) use values;

macro_rules! from {
    ($($kind:ty, $value:ident => $made:expr;)*) => {
        $(impl<'v> From<$kind> for Value<'v> {
            fn from($value: $kind) -> Value<'v> {
                $made
            }
        })*
    };
}

from! {
    i64, value => Value::Int(Some(value));
    u32, value => Value::Int(Some(value.into()));
    bool, value => Value::Int(Some(value.into()));
    usize, value => Value::Int(Some(i64::try_from(value).unwrap_or(i64::MAX)));
    Option<i64>, value => Value::Int(value);
    f64, value => Value::Real(Some(value));
    Option<f64>, value => Value::Real(value);
    &'v str, value => Value::Text(Some(value));
    &'v String, value => Value::Text(Some(value));
    Option<&'v str>, value => Value::Text(value);
    &'v Option<String>, value => Value::Text(value.as_deref());
    &'v [u8], value => Value::Bytes(Some(value));
}

impl Value<'_> {
    /// What PostgreSQL calls the kind.
    pub(in crate::store) fn kind(&self) -> Type {
        match self {
            Value::Int(_) => Type::INT8,
            Value::Real(_) => Type::FLOAT8,
            Value::Text(_) => Type::TEXT,
            Value::Bytes(_) => Type::BYTEA,
        }
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Int(Some(value)) => ValueRef::Integer(*value),
            Value::Real(Some(value)) => ValueRef::Real(*value),
            Value::Text(Some(value)) => ValueRef::Text(value.as_bytes()),
            Value::Bytes(Some(value)) => ValueRef::Blob(value),
            _ => ValueRef::Null,
        }))
    }
}

impl postgres::ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Int(value) => value.to_sql(kind, out),
            Value::Real(value) => value.to_sql(kind, out),
            Value::Text(value) => value.to_sql(kind, out),
            Value::Bytes(value) => value.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A row of an answer.
pub(in crate::store) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(&'r tokio_postgres::Row),
}

impl Row<'_> {
    /// The value of a column.
    pub(in crate::store) fn get<T>(&self, column: &str) -> Result<T, StoreError>
    where
        T: FromSql + for<'a> postgres::FromSql<'a>,
    {
        match self {
            Row::Sqlite(row) => Ok(row.get(column)?),
            Row::Postgres(row) => {
                row.try_get(column).map_err(|error| StoreError::Database(error.to_string()))
            }
        }
    }

    /// Whether a column of numbers is not 0.
    pub(in crate::store) fn flag(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.get::<i64>(column)? != 0)
    }
}
