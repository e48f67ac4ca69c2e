//! Asks the system for the peak memory of this process, if the system reports it.

/// Restarts the system's measurement of this process's peak memory.
pub(super) fn forget() {
    // If the system refuses, memory used earlier counts too.
    let _unless_refused = std::fs::write("/proc/self/clear_refs", "5");
}

/// Peak memory of this process since [`forget`] was called, in bytes; 0 if the system does not report it.
pub(super) fn bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kibibytes.unwrap_or(0_u64) << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn peak_memory_is_at_least_what_is_allocated() {
        let held = vec![1_u8; 1 << 26];
        assert!(bytes() >= held.iter().map(|&byte| u64::from(byte)).sum());
    }
}
