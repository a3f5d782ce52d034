//! A list that grows and is sent again and again: its elements are kept as the JSON that they are sent as.

/// Elements in JSON, of which any number of the last can be told without writing them anew.
#[derive(Debug, Default)]
pub(super) struct JsonList {
    /// All of them, with commas between.
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
}

impl JsonList {
    /// Adds an element, which is JSON already.
    pub(super) fn push(&mut self, element: &str) {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        self.text.push_str(element);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// Keeps only so many.
    pub(super) fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.text.truncate(self.ends.last().map_or(0, |end| *end as usize));
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Those after the first `count`, with commas between.
    pub(super) fn after(&self, count: usize) -> &str {
        let from = match count.checked_sub(1) {
            None => 0,
            Some(last) => match self.ends.get(last) {
                Some(end) => *end as usize + 1,
                None => return "",
            },
        };
        self.text.get(from..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_its_last_elements_and_loses_them_again() {
        let mut list = JsonList::default();
        assert_eq!((list.after(0), list.after(1), list.len()), ("", "", 0));
        for element in ["1", "\"b\"", "[3]"] {
            list.push(element);
        }
        assert_eq!((list.after(0), list.after(2)), ("1,\"b\",[3]", "[3]"));
        assert_eq!((list.after(3), list.after(9)), ("", ""));
        list.truncate(9);
        assert_eq!(list.len(), 3);
        list.truncate(1);
        list.push("4");
        assert_eq!((list.after(0), list.len()), ("1,4", 2));
        list.truncate(0);
        list.push("5");
        assert_eq!(list.after(0), "5");
    }
}
