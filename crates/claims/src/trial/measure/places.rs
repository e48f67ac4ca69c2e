//! Numbers the columns while the program is compiled, so that a trial finds a value by an index.

/// The index of a name in several lists of names, one after the other; the number of all names if it is in none.
pub(super) const fn place_of(lists: &[&[&str]], name: &str) -> usize {
    let (mut list, mut before) = (0, 0);
    while list < lists.len() {
        if let Some(place) = place_in(lists[list], name) {
            return before + place;
        }
        before += lists[list].len();
        list += 1;
    }
    before
}

const fn place_in(names: &[&str], name: &str) -> Option<usize> {
    let mut place = 0;
    while place < names.len() {
        if is_same(names[place].as_bytes(), name.as_bytes()) {
            return Some(place);
        }
        place += 1;
    }
    None
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    true
}
