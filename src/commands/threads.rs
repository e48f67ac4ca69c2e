//! Reads the number of threads from the environment, and refuses numbers that no machine can start.

use claims::problem::Problem;

/// Largest number of threads that the program starts, because each needs a stack of its own.
const MOST: usize = 1024;

/// Checks whether the number of threads in `RAYON_NUM_THREADS` can be started; the error is a message for the user.
pub(super) fn checked(requested: Option<&str>) -> Result<(), Problem> {
    let digits = requested.filter(|requested| requested.bytes().all(|byte| byte.is_ascii_digit()));
    match digits {
        // A number that overflows an integer is too large as well.
        Some(count)
            if !count.is_empty() && !count.parse().is_ok_and(|count: usize| count <= MOST) =>
        {
            let message = format!(
                "RAYON_NUM_THREADS asks for {count} threads, and at most {MOST} can be started"
            );
            let help = "set it to the number of processors, or leave it unset";
            Err(Problem::new(message).help(help))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_thread_counts_above_the_maximum_are_refused() {
        for fine in [
            None,
            Some(""),
            Some("0"),
            Some("2"),
            Some("1024"),
            Some("many"),
        ] {
            assert_eq!(checked(fine), Ok(()));
        }
        for wrong in ["1025", "99999999", "99999999999999999999999999"] {
            let words = checked(Some(wrong)).unwrap_err().to_string();
            assert!(
                words.contains(wrong) && words.contains("at most 1024"),
                "{words}"
            );
        }
    }
}
