// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/measure.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/bench/prepared_work.h"
#include "core/gpu/bench/sampler.h"

#include <algorithm>
#include <deque>

namespace edgewright::gpu {

namespace {

std::size_t largestLaunch(const Work& work) {
    const auto threads = [](const Launch& each) {
        return static_cast<double>(each.grid.x) * each.grid.y * each.grid.z * each.block.x * each.block.y;
    };
    std::size_t largest = 0;
    for (std::size_t i = 1; i < work.launches.size(); ++i)
        if (threads(work.launches[i]) > threads(work.launches[largest])) largest = i;
    return largest;
}

Result<void> tellOccupancy(const Gpu& gpu, const Work& work, const PreparedWork& prepared,
                           KernelResult& result) {
    const std::size_t at = largestLaunch(work);
    const Function& function = prepared.functions()[at];
    const Extent3& block = work.launches[at].block;
    const int threads = static_cast<int>(block.x * block.y * block.z);
    result.registers = function.registers;
    result.localBytes = function.localBytes;
    result.occupancy = occupancyOf(gpu.info().sm, {threads, function.registers, function.sharedBytes});
    ASSIGN_OR_RETURN(result.driverBlocks, gpu.blocksPerMultiprocessor(function, threads));
    return {};
}

// A kernel whose result was compared with its reference.
struct Ready {
    Work work;
    PreparedWork prepared;

    Result<Sampler> sampler(Gpu& gpu, const GpuEffort& effort) {
        return Sampler::of(gpu, prepared.copies(), effort,
                           [this](std::size_t copy) { return prepared.run(copy); });
    }
};

KernelResult untimedOf(const Wanted& wanted) {
    KernelResult result;
    result.kernel = wanted.kernel;
    result.sizes = wanted.sizes;
    result.values = wanted.values;
    return result;
}

// All but times goes into the result.
Result<Ready> readyFor(KernelResult& result, Programs& programs, const Wanted& wanted, const GpuEffort& effort,
                       const RunContext& run) {
    Gpu& gpu = *programs.gpu();
    if (gpu.info().capability < wanted.kernel->capability)
        return unsupported(say("compute capability {1}.{2} is needed, and this GPU has {3}.{4}",
                               wanted.kernel->capability / 10, wanted.kernel->capability % 10,
                               gpu.info().capability / 10, gpu.info().capability % 10));
    ASSIGN_OR_RETURN(Work work, workOf(*wanted.kernel, wanted.sizes, wanted.values));
    result.macs = work.macs;
    result.bytes = work.bytes;
    const std::string what = std::string(wanted.kernel->name) + " " + textOf(wanted.sizes);
    ASSIGN_OR_RETURN(PreparedWork prepared,
                     PreparedWork::of(programs, work, what, effort.onlyChecks ? 1 : effort.maxCopies, 1));
    RETURN_IF_ERROR(tellOccupancy(gpu, work, prepared, result));
    ASSIGN_OR_RETURN(const Array found, prepared.result());
    ASSIGN_OR_RETURN(result.checked, checkedAgainstReference(work, prepared.inputs(), found, {}, run));
    return Ready{std::move(work), std::move(prepared)};
}

Result<void> measureInto(KernelResult& result, Programs& programs, const Libraries* libraries,
                         const Wanted& wanted, const GpuEffort& effort, const RunContext& run) {
    Gpu& gpu = *programs.gpu();
    ASSIGN_OR_RETURN(Ready ready, readyFor(result, programs, wanted, effort, run));
    if (effort.onlyChecks) return {};
    ASSIGN_OR_RETURN(Sampler sampler, ready.sampler(gpu, effort));
    ASSIGN_OR_RETURN(const std::vector<double> samples, sampler.samples(effort, run));
    result.seconds = measure::summaryOf(samples);
    if (!libraries) return {};
    // What it does not do, sizes that are no multiples of 4 in 8 bits for one, is no fault of the kernel.
    const auto start = libraries->sameAs(gpu, ready.work, wanted.sizes, ready.prepared);
    if (!start || !*start) return {};
    auto library = Sampler::of(gpu, ready.prepared.copies(), effort, *start);
    if (!library) return {};
    if (const auto times = library->samples(effort, run))
        result.librarySeconds = measure::summaryOf(*times).median;
    return {};
}

// The rate of a kernel of the catalogue as a roof; nothing where it cannot run.
Result<std::optional<double>> rateOf(Programs& programs, const char* name, const Sizes& sizes,
                                     double (KernelResult::*rate)() const, const GpuEffort& effort,
                                     const RunContext& run) {
    const Kernel* const kernel = findKernel(name);
    ASSIGN_OR_RETURN(const Values values, valuesOf(*kernel));
    ASSIGN_OR_RETURN(const KernelResult result,
                     measureKernel(programs, nullptr, {kernel, sizes, values}, effort, run));
    if (!result.isRight()) return std::optional<double>();
    return std::optional<double>((result.*rate)());
}

Result<GpuRoof> measureRoof(Programs& programs, const GpuEffort& effort, const RunContext& run) {
    const GpuInfo& info = programs.gpu()->info();
    GpuRoof roof;
    roof.peaks = peaksOf(info);
    // 32 blocks on each SM, and arrays of four times the cache, from 1 MiB on.
    const std::int64_t threads = std::int64_t(info.multiprocessors) * 32 * 256;
    const std::int64_t rows = std::clamp<std::int64_t>(4 * info.cacheBytes / 4096, 256, 65536);
    ASSIGN_OR_RETURN(roof.float32, rateOf(programs, "peak_fp32",
                                          {std::clamp<std::int64_t>(threads, 256, 1 << 20), effort.roofSteps},
                                          &KernelResult::macsPerSecond, effort, run));
    const Sizes warps{std::clamp<std::int64_t>(threads / 256, 8, 1 << 15), effort.roofSteps};
    const auto onTensorCores = [&](const char* name) {
        return rateOf(programs, name, warps, &KernelResult::macsPerSecond, effort, run);
    };
    ASSIGN_OR_RETURN(roof.tensorFloat32, onTensorCores("peak_tf32"));
    ASSIGN_OR_RETURN(roof.float16, onTensorCores("peak_fp16"));
    ASSIGN_OR_RETURN(roof.int8, onTensorCores("peak_int8"));
    ASSIGN_OR_RETURN(roof.copy,
                     rateOf(programs, "copy", {rows, 1024}, &KernelResult::bytesPerSecond, effort, run));
    GpuEffort queue = effort;
    queue.sampleSeconds = 1; // as many runs as there may be
    const Kernel* const copy = findKernel("copy");
    ASSIGN_OR_RETURN(const Values values, valuesOf(*copy));
    ASSIGN_OR_RETURN(const KernelResult launched,
                     measureKernel(programs, nullptr, {copy, {1, 1}, values}, queue, run));
    if (launched.isRight()) roof.launchSeconds = launched.seconds.median;
    return roof;
}

} // namespace

Result<KernelResult> measureKernel(Programs& programs, const Libraries* libraries, const Wanted& wanted,
                                   const GpuEffort& effort, const RunContext& run) {
    KernelResult result = untimedOf(wanted);
    const auto measured = measureInto(result, programs, libraries, wanted, effort, run);
    if (measured) return result;
    if (measured.error().code == ErrorCode::Cancelled) return measured.error();
    result.problem = measured.error().message;
    return result;
}

Result<std::vector<InTurn>> measureInTurn(Programs& programs, const std::vector<Wanted>& wanted,
                                          const GpuEffort& effort, const RunContext& run) {
    std::vector<InTurn> kernels(wanted.size());
    std::deque<Ready> held; // samplers refer to them
    std::vector<std::pair<InTurn*, Sampler>> turn;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        KernelResult& result = kernels[i].result = untimedOf(wanted[i]);
        const auto made = [&]() -> Result<void> {
            ASSIGN_OR_RETURN(Ready ready, readyFor(result, programs, wanted[i], effort, run));
            if (!result.isRight()) return {};
            Ready& kept = held.emplace_back(std::move(ready));
            ASSIGN_OR_RETURN(Sampler sampler, kept.sampler(*programs.gpu(), effort));
            turn.emplace_back(&kernels[i], std::move(sampler));
            return {};
        }();
        if (made) continue;
        if (made.error().code == ErrorCode::Cancelled) return made.error();
        result.problem = made.error().message;
    }
    for (std::size_t block = 0; block < effort.samples; ++block) {
        if (run.stopped()) return cancelled();
        for (auto& [kernel, sampler] : turn) {
            ASSIGN_OR_RETURN(kernel->samples.emplace_back(), sampler.sample());
        }
        std::ranges::reverse(turn);
    }
    for (auto& [kernel, sampler] : turn)
        kernel->result.seconds = measure::summaryOf(kernel->samples);
    return kernels;
}

Result<GpuReport> measureGpu(Programs& programs, const std::vector<Wanted>& wanted, const GpuEffort& effort,
                             const RunContext& run) {
    GpuReport report;
    report.info = programs.gpu()->info();
    report.compiler = programs.compiler().library();
    Libraries libraries;
    if (!effort.onlyChecks) {
        libraries = Libraries::found(std::ranges::any_of(
            wanted, [](const Wanted& each) { return each.kernel->family == Family::Convolution; }));
        if (libraries.products) report.productLibrary = libraries.products->library();
        if (libraries.convolutions) report.convolutionLibrary = libraries.convolutions->library();
        report.libraryProblems = libraries.problems;
        ASSIGN_OR_RETURN(report.roof, measureRoof(programs, effort, run));
    }
    for (const Wanted& each : wanted) {
        run.report(static_cast<std::uint32_t>(report.kernels.size()),
                   static_cast<std::uint32_t>(wanted.size()));
        ASSIGN_OR_RETURN(KernelResult result, measureKernel(programs, &libraries, each, effort, run));
        report.kernels.push_back(std::move(result));
    }
    return report;
}

bool GpuReport::isRight() const { return std::ranges::all_of(kernels, &KernelResult::isRight); }

std::optional<double> shareOfRoof(const GpuRoof& roof, const KernelResult& result) {
    if (result.seconds.median <= 0) return std::nullopt;
    const auto share = [](double rate, std::optional<double> of) -> std::optional<double> {
        if (!of || *of <= 0) return std::nullopt;
        return rate / *of;
    };
    switch (result.kernel->roof) {
    case RoofKind::Float32:
        return share(result.macsPerSecond(), roof.float32 ? roof.float32 : roof.peaks.float32);
    case RoofKind::TensorFloat32:
        return share(result.macsPerSecond(),
                     roof.tensorFloat32 ? roof.tensorFloat32 : roof.peaks.tensorFloat32);
    case RoofKind::Float16:
        return share(result.macsPerSecond(), roof.float16 ? roof.float16 : roof.peaks.float16);
    case RoofKind::Int8:
        return share(result.macsPerSecond(), roof.int8 ? roof.int8 : roof.peaks.int8);
    case RoofKind::Copy:
        return share(result.bytesPerSecond(), roof.copy ? roof.copy : roof.peaks.memory);
    }
    return std::nullopt;
}

std::optional<double> shareOfLibrary(const KernelResult& result) {
    if (!result.librarySeconds || result.seconds.median <= 0) return std::nullopt;
    return *result.librarySeconds / result.seconds.median;
}

} // namespace edgewright::gpu
