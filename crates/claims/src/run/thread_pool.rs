//! Lends the threads of the pool: to the parts of a long trial, and to claims that are judged on the same trials.

use crate::trial::measuring_for_another;
use perceptron::workers::Workers;
use rayon::prelude::*;

/// The threads of the pool, for parts of a trial that takes many runs.
pub fn threads_of_the_pool() -> Workers {
    Workers::lent(|parts, part| {
        let places = (0..parts).into_par_iter();
        places.for_each(|place| measuring_for_another(|| part(place)));
    })
}

/// The threads of the pool, for claims that hear the same trials; nobody else where there is one thread.
pub fn threads_for_hearings() -> Workers {
    match rayon::current_num_threads() {
        1 => Workers::default(),
        _ => Workers::lent(|parts, part| (0..parts).into_par_iter().for_each(part)),
    }
}
