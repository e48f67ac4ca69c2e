//! Finds the recurrent classes of a closed set: the parts that a random order enters and never leaves.

use super::closed_set::ClosedSet;

/// The communicating classes of the weight vectors of a closed set.
pub(super) struct Classes {
    /// For every vector the number of its class.
    class_of: Vec<u32>,
    /// For every class whether no update leaves it.
    is_recurrent: Vec<bool>,
}

/// The state of Tarjan's search for strongly connected components.
struct ComponentSearch<'a> {
    set: &'a ClosedSet<'a>,
    /// For every vector when it was first met, from 1; 0 before.
    met: Vec<u32>,
    /// For every vector the earliest vector on the stack that it is known to reach.
    reaches: Vec<u32>,
    class_of: Vec<u32>,
    /// Vectors that are met and in no class yet.
    open: Vec<u32>,
    /// The path of the depth-first search: a vector and the next example to show at it.
    path: Vec<(u32, u32)>,
    classes: u32,
    buffer: Vec<i64>,
}

const NO_CLASS: u32 = u32::MAX;

impl Classes {
    /// Finds the classes of a closed set.
    pub(super) fn of(set: &ClosedSet) -> Self {
        let mut search = ComponentSearch {
            set,
            met: vec![0; set.len()],
            reaches: vec![0; set.len()],
            class_of: vec![NO_CLASS; set.len()],
            open: Vec::new(),
            path: Vec::new(),
            classes: 0,
            buffer: vec![0; set.examples().dimension()],
        };
        // Every vector is reached from the first one.
        search.run();
        let mut classes = Self {
            class_of: search.class_of,
            is_recurrent: vec![true; search.classes as usize],
        };
        classes.mark_left(set);
        classes
    }

    fn mark_left(&mut self, set: &ClosedSet) {
        let mut buffer = vec![0; set.examples().dimension()];
        for state in 0..set.len() {
            let class = self.class_of[state];
            let leaves = |example| self.class_of[set.next(state, example, &mut buffer)] != class;
            if (0..set.examples().examples()).any(leaves) {
                self.is_recurrent[class as usize] = false;
            }
        }
    }

    /// The vectors of every recurrent class, in the order of the set; classes are in the order of their first vectors.
    pub(super) fn recurrent(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.is_recurrent.len()];
        for (state, &class) in self.class_of.iter().enumerate() {
            members[class as usize].push(state);
        }
        let with_flags = members.into_iter().zip(&self.is_recurrent);
        let mut recurrent: Vec<_> = with_flags
            .filter(|(_, is_recurrent)| **is_recurrent)
            .map(|(members, _)| members)
            .collect();
        recurrent.sort_unstable_by_key(|members| members[0]);
        recurrent
    }

    /// The vectors that a random order leaves forever, in the order of the set.
    pub(super) fn transient(&self) -> Vec<usize> {
        let is_transient = |state: &usize| !self.is_recurrent[self.class_of[*state] as usize];
        (0..self.class_of.len()).filter(is_transient).collect()
    }
}

impl ComponentSearch<'_> {
    fn run(&mut self) {
        let mut time = 0;
        self.meet(0, &mut time);
        while let Some(&(state, example)) = self.path.last() {
            if (example as usize) < self.set.examples().examples() {
                if let Some(last) = self.path.last_mut() {
                    last.1 += 1;
                }
                let next = self
                    .set
                    .next(state as usize, example as usize, &mut self.buffer);
                if self.met[next] == 0 {
                    self.meet(next as u32, &mut time);
                } else if self.class_of[next] == NO_CLASS {
                    self.reach(state, self.met[next]);
                }
            } else {
                self.leave(state);
            }
        }
    }

    fn meet(&mut self, state: u32, time: &mut u32) {
        *time += 1;
        self.met[state as usize] = *time;
        self.reaches[state as usize] = *time;
        self.open.push(state);
        self.path.push((state, 0));
    }

    fn reach(&mut self, state: u32, time: u32) {
        let reaches = &mut self.reaches[state as usize];
        *reaches = time.min(*reaches);
    }

    /// Ends the search at a vector; if it reaches no earlier open vector, then it and the open vectors after it are one class.
    fn leave(&mut self, state: u32) {
        self.path.pop();
        let reached = self.reaches[state as usize];
        if reached == self.met[state as usize] {
            while let Some(member) = self.open.pop() {
                self.class_of[member as usize] = self.classes;
                if member == state {
                    break;
                }
            }
            self.classes += 1;
        }
        if let Some(&(parent, _)) = self.path.last() {
            self.reach(parent, reached);
        }
    }
}
