//! Runs jobs on the widest vector registers of the processor, where they need instructions for which `pulp` has no common name. Jobs that need only
//! operations common to all registers use `pulp`'s own dispatch.

use super::lanes::kernel::SignSumKernel;
use super::quantized::dot_kernel::DotKernel;
use pulp::{Arch, NullaryFnOnce, Scalar};

/// A kind of vector registers (AVX-512, AVX2 or none) for which all kernels of the fast path exist.
pub(in crate::sample) trait Processor: SignSumKernel + DotKernel {}

impl<P: SignSumKernel + DotKernel> Processor for P {}

/// A computation that can run on every kind of vector registers; [`dispatch`] chooses the one.
pub(in crate::sample) trait Job {
    /// The result of the job.
    type Output;

    /// Runs the job with the kernels of `processor`. Implementations are inlined, so that they are compiled for its vector registers.
    fn run(self, processor: impl Processor) -> Self::Output;
}

/// Runs a job on the widest vector registers of this processor, and returns its result.
pub(in crate::sample) fn dispatch<J: Job>(job: J) -> J::Output {
    match Arch::new() {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(simd) => simd.vectorize(JobOn(simd, job)),
        #[cfg(target_arch = "x86_64")]
        Arch::V3(simd) => simd.vectorize(JobOn(simd, job)),
        _ => job.run(Scalar),
    }
}

/// A job together with the vector registers on which it runs.
struct JobOn<P, J>(P, J);

impl<P: Processor, J: Job> NullaryFnOnce for JobOn<P, J> {
    type Output = J::Output;

    #[inline(always)]
    fn call(self) -> J::Output {
        self.1.run(self.0)
    }
}

/// The results of a job on each kind of registers that this processor has.
#[cfg(test)]
pub(in crate::sample) fn on_each<J: Job + Clone>(job: &J) -> Vec<J::Output> {
    let mut all = vec![job.clone().run(Scalar), dispatch(job.clone())];
    #[cfg(target_arch = "x86_64")]
    {
        let older = pulp::x86::V3::try_new();
        all.extend(older.map(|simd| simd.vectorize(JobOn(simd, job.clone()))));
        let newer = pulp::x86::V4::try_new();
        all.extend(newer.map(|simd| simd.vectorize(JobOn(simd, job.clone()))));
    }
    all
}
