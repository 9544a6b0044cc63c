// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/roof/measured_roof.h"

#include "core/agent/roof/kernel_cases.h"
#include "core/agent/roof/stream.h"
#include "core/base/propagate.h"
#include "core/exec/program.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/measure/sampling.h"
#include "core/measure/statistics.h"
#include "core/measure/stopwatch.h"
#include "core/ops/work.h"

#include <algorithm>
#include <array>

namespace edgewright::agent {

using measure::Arithmetic;
using measure::KernelTime;
using measure::LevelBandwidth;
using measure::LevelSource;
using measure::Roof;
using measure::ThreadRoof;

namespace {

// Shares of the time: of the curve once, of the others for each number of threads.
constexpr double CurveShare = 0.08, SweepShare = 0.06, BandwidthShare = 0.2, KernelShare = 0.2;
constexpr std::array Accesses{Access::Read, Access::Copy, Access::Triad};

// As long as kernels take, which see no shorter burst of a high clock.
std::int64_t turnsOf(const kernels::PeakLoop& loop) { return 8'000'000 / loop.accumulators; }

measure::Subject peakSubject(const kernels::PeakLoop& loop, int threads) {
    return {"", [&loop, threads](const RunContext&) -> Result<void> {
                kernels::parallelFor(threads, threads, [&](std::int64_t, int) {
                    alignas(64) std::array<float, 64> memory;
                    for (std::size_t i = 0; i < memory.size(); ++i)
                        memory[i] = static_cast<float>(i + 1);
                    loop.run(turnsOf(loop), memory.data());
                });
                return {};
            }};
}

double rateOf(const kernels::PeakLoop& loop, int threads, double seconds) {
    return loop.macs * static_cast<double>(turnsOf(loop)) * threads / seconds / 1e9;
}

class RoofMeasurement {
public:
    RoofMeasurement(const protocol::RoofOrder& order, const RunContext& run, const measure::Machine& machine)
        : m_order(order), m_run(run), m_machine(machine) {}

    Result<std::shared_ptr<const Roof>> measured() {
        auto roof = std::make_shared<Roof>();
        roof->isa = kernels::nameOf(kernels::isaInUse());
        roof->machine = m_machine;
        roof->before = measure::conditionsNow();
        std::vector<int> counts = m_order.threads;
        if (counts.empty()) counts = {1, roof->machine.threads};
        for (int& each : counts)
            each = std::max(each, 1);
        std::ranges::sort(counts);
        counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
        m_sharesLeft =
            CurveShare + (SweepShare + BandwidthShare + KernelShare) * static_cast<double>(counts.size());
        ASSIGN_OR_RETURN(m_cases, kernelCases());
        for (const KernelCase& each : m_cases)
            m_programs.emplace_back(each.graph, each.opsets);
        if (roof->machine.memoryBytes > 0)
            m_memoryBytes = std::min(m_order.memoryBytes, roof->machine.memoryBytes / 4);

        RETURN_IF_ERROR(measureCurve(*roof));
        std::vector<measure::Cache> caches = roof->machine.caches;
        if (!caches.empty())
            roof->levelSource = LevelSource::System;
        else if (caches = levelsOf(roof->curve); !caches.empty())
            roof->levelSource = LevelSource::Curve;
        for (const int threads : counts) {
            ThreadRoof on;
            on.threads = threads;
            RETURN_IF_ERROR(measurePeaks(on));
            RETURN_IF_ERROR(measureBandwidth(on, caches));
            RETURN_IF_ERROR(measureKernels(on, roof->kernels));
            roof->threads.push_back(std::move(on));
        }
        roof->after = measure::conditionsNow();
        roof->seconds = m_watch.elapsed().wall;
        return std::shared_ptr<const Roof>(std::move(roof));
    }

private:
    // Seconds of each subject: of the median run, and of the fastest tenth.
    struct Times {
        std::vector<double> median, fast;
    };
    Result<Times> times(const std::vector<measure::Subject>& subjects, double share) {
        constexpr double Least = 1e-3; // seconds
        measure::Effort effort;
        effort.warmups = 0; // the first run is kept apart
        effort.minBlocks = 7;
        effort.seconds = std::max((m_order.seconds - m_watch.elapsed().wall) * share / m_sharesLeft, Least);
        m_sharesLeft = std::max(m_sharesLeft - share, share);
        const RunContext quiet{m_run.stop, nullptr};
        ASSIGN_OR_RETURN(const auto samples,
                         measure::sample(subjects, effort, quiet, [&](const measure::Samples&) { report(); }));
        if (m_run.stopped()) return cancelled();
        report();
        Times result;
        for (std::size_t i = 0; i < subjects.size(); ++i) {
            std::vector<double> seconds = samples.wall(i);
            std::ranges::sort(seconds);
            result.median.push_back(measure::quantile(seconds, 0.5));
            result.fast.push_back(measure::quantile(seconds, 0.1));
        }
        return result;
    }

    void report() const {
        const double share = m_watch.elapsed().wall / m_order.seconds;
        m_run.report(static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * 100), 100);
    }

    // With its data where it belongs before each run.
    Result<measure::Subject> streamSubject(Stream& stream, Access access, std::int64_t bytes, bool isMemory,
                                           std::int64_t& passes) const {
        if (m_run.stopped()) return cancelled();
        const double seconds = std::clamp(m_order.seconds * 4e-4, 1e-4, 4e-3);
        passes = passesFor(stream, access, bytes, seconds);
        measure::Subject subject{"", [&stream, access, bytes, passes](const RunContext&) -> Result<void> {
                                     stream.run(access, bytes, passes);
                                     return {};
                                 }};
        if (!isMemory)
            subject.prepare = [&stream, access, bytes](const RunContext&) -> Result<void> {
                stream.run(access, bytes, 1);
                return {};
            };
        return subject;
    }

    Result<void> measureCurve(Roof& roof) {
        const auto sets = workingSets(roof.machine.caches, 1, m_memoryBytes);
        const std::int64_t largest = sets.empty() ? 0 : sets.back().perThread;
        if (largest == 0) return {};
        ASSIGN_OR_RETURN(auto stream, Stream::make(1, largest));
        std::vector<measure::Subject> subjects;
        std::vector<std::int64_t> passes;
        for (std::int64_t bytes = 8192; bytes <= largest; bytes *= 2) {
            ASSIGN_OR_RETURN(auto subject,
                             streamSubject(stream, Access::Read, bytes, false, passes.emplace_back()));
            subjects.push_back(std::move(subject));
            roof.curve.push_back({bytes, 0});
        }
        ASSIGN_OR_RETURN(const auto took, times(subjects, CurveShare));
        for (std::size_t i = 0; i < subjects.size(); ++i)
            roof.curve[i].read = static_cast<double>(roof.curve[i].bytes * passes[i]) / took.median[i] / 1e9;
        return {};
    }

    // Of all loops; the best of each kind are kept for measureKernels.
    Result<void> measurePeaks(ThreadRoof& on) {
        const kernels::PeakLoops& all = *kernels::table().peak;
        std::vector<const kernels::PeakLoop*> loops;
        for (int i = 0; i < all.multiplyAdds; ++i)
            loops.push_back(all.multiplyAdd + i);
        for (int i = 0; i < all.dots; ++i)
            loops.push_back(all.dot + i);
        std::vector<measure::Subject> subjects;
        for (const kernels::PeakLoop* loop : loops)
            subjects.push_back(peakSubject(*loop, on.threads));
        ASSIGN_OR_RETURN(const auto took, times(subjects, SweepShare));
        m_bestLoops = {};
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const bool isDot = i >= static_cast<std::size_t>(all.multiplyAdds);
            double& peak = isDot ? on.int8 : on.float32;
            const double rate = rateOf(*loops[i], on.threads, took.fast[i]);
            if (rate <= peak) continue;
            peak = rate;
            m_bestLoops[isDot ? 1 : 0] = loops[i];
        }
        return {};
    }

    Result<void> measureBandwidth(ThreadRoof& on, const std::vector<measure::Cache>& caches) {
        const auto sets = workingSets(caches, on.threads, m_memoryBytes);
        if (sets.empty()) return {};
        const std::int64_t largest = std::ranges::max_element(sets, {}, &WorkingSet::perThread)->perThread;
        ASSIGN_OR_RETURN(auto stream, Stream::make(on.threads, largest));
        std::vector<measure::Subject> subjects;
        std::vector<std::int64_t> passes;
        for (const WorkingSet& set : sets)
            for (const Access access : Accesses) {
                ASSIGN_OR_RETURN(auto subject, streamSubject(stream, access, set.perThread, set.capacity == 0,
                                                             passes.emplace_back()));
                subjects.push_back(std::move(subject));
            }
        ASSIGN_OR_RETURN(const auto took, times(subjects, BandwidthShare));
        for (std::size_t i = 0; i < sets.size(); ++i) {
            LevelBandwidth level{sets[i].level, sets[i].capacity, sets[i].perThread * on.threads};
            const auto rate = [&](Access access) {
                const std::size_t at = i * Accesses.size() + static_cast<std::size_t>(access);
                return static_cast<double>(level.workingSet * passes[at]) / took.median[at] / 1e9;
            };
            level.read = rate(Access::Read);
            level.copy = rate(Access::Copy);
            level.triad = rate(Access::Triad);
            on.levels.push_back(std::move(level));
        }
        return {};
    }

    // In turn with the best loops. What is faster than every loop raises the peak.
    Result<void> measureKernels(ThreadRoof& on, std::vector<KernelTime>& kernels) {
        std::vector<measure::Subject> subjects;
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            const auto once = [this, i, threads = on.threads](const RunContext& run) -> Result<void> {
                exec::RunOptions options = m_cases[i].options;
                options.threads = threads;
                RETURN_IF_ERROR(m_programs[i].run(m_cases[i].feeds, options, run));
                return {};
            };
            subjects.push_back({m_cases[i].shape, once, once});
        }
        for (const kernels::PeakLoop* loop : m_bestLoops)
            if (loop) subjects.push_back(peakSubject(*loop, on.threads));
        ASSIGN_OR_RETURN(const auto took, times(subjects, KernelShare));
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            const KernelCase& from = m_cases[i];
            const ir::Node& node = from.graph.node(from.graph.order().front());
            kernels.push_back({from.algorithm, from.shape, from.arithmetic, on.threads, took.median[i],
                               ops::macsOf(from.graph, node), ops::bytesOf(from.graph, node)});
            if (!from.everyMac) continue;
            double& peak = from.arithmetic == Arithmetic::Int8 ? on.int8 : on.float32;
            peak = std::max(peak, kernels.back().rate());
        }
        for (std::size_t kind = 0, at = m_cases.size(); kind < m_bestLoops.size(); ++kind) {
            if (!m_bestLoops[kind]) continue;
            double& peak = kind == 1 ? on.int8 : on.float32;
            peak = std::max(peak, rateOf(*m_bestLoops[kind], on.threads, took.fast[at++]));
        }
        return {};
    }

    const protocol::RoofOrder& m_order;
    const RunContext& m_run;
    const measure::Machine& m_machine;
    const measure::Stopwatch m_watch;
    double m_sharesLeft = 1;
    std::int64_t m_memoryBytes = m_order.memoryBytes;
    std::vector<KernelCase> m_cases;
    std::vector<exec::Program> m_programs;                 // of m_cases
    std::array<const kernels::PeakLoop*, 2> m_bestLoops{}; // by Arithmetic
};

} // namespace

Result<std::shared_ptr<const Roof>> measuredRoof(const protocol::RoofOrder& order, const RunContext& run,
                                                 const measure::Machine& machine) {
    return RoofMeasurement(order, run, machine).measured();
}

} // namespace edgewright::agent
