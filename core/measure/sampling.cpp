// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sampling.h"

#include "core/base/propagate.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace edgewright::measure {

namespace {

constexpr double ReferenceEvery = 0.02; // seconds
constexpr double MaxWallToCpu = 1.05;   // more: something else had the processor meanwhile

Result<Timing> timed(const Subject& subject, const RunContext& run) {
    if (subject.prepare) RETURN_IF_ERROR(subject.prepare(run));
    const Stopwatch watch;
    auto done = subject.run(run);
    const Timing timing = watch.elapsed();
    RETURN_IF_ERROR(done);
    return timing;
}

bool areKnown(const Samples& samples, double uncertainty) {
    for (std::size_t variant = 0; variant < samples.blocks.size(); ++variant)
        if (summaryOf(samples.wall(variant)).uncertainty() > uncertainty) return false;
    return true;
}

// Of a generator that gives the same everywhere; std::shuffle does not.
void shuffle(std::vector<std::size_t>& order, std::mt19937_64& random) {
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random() % left]);
}

} // namespace

std::vector<double> Samples::wall(std::size_t variant) const {
    std::vector<double> wall;
    wall.reserve(blocks[variant].size());
    for (const Timing& timing : blocks[variant])
        wall.push_back(timing.wall);
    return wall;
}

double Samples::disturbed(std::size_t variant, int threads) const {
    const auto& all = blocks[variant];
    if (all.empty() || threads != 1) return 0;
    const auto taken = std::ranges::count_if(
        all, [](const Timing& timing) { return timing.wall > MaxWallToCpu * timing.cpu; });
    return static_cast<double>(taken) / static_cast<double>(all.size());
}

Result<Samples> sample(const std::vector<Subject>& subjects, const Effort& effort, const RunContext& run,
                       const std::function<void(const Samples&)>& afterBlock) {
    const Stopwatch watch;
    Samples samples;
    samples.blocks.resize(subjects.size());
    for (const Subject& subject : subjects) {
        ASSIGN_OR_RETURN(const Timing first, timed(subject, run));
        samples.first.push_back(first);
    }
    samples.warmups.resize(subjects.size(), 0);
    for (int i = 0; i < effort.warmups; ++i)
        for (std::size_t variant = 0; variant < subjects.size(); ++variant) {
            if (run.stopped()) return cancelled();
            if (watch.elapsed().wall >= effort.seconds / 4) continue;
            RETURN_IF_ERROR(subjects[variant].run(run));
            ++samples.warmups[variant];
        }

    std::mt19937_64 random(effort.seed);
    std::vector<std::size_t> order(subjects.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::vector<Timing> block(subjects.size());
    std::size_t nextLook = std::max<std::size_t>(effort.minBlocks, 1);
    const Stopwatch sinceWarm;
    double nextReference = 0;
    for (std::size_t count = 1;; ++count) {
        if (sinceWarm.elapsed().wall >= nextReference) {
            samples.reference.push_back(referenceSeconds());
            nextReference = sinceWarm.elapsed().wall + ReferenceEvery;
        }
        shuffle(order, random);
        for (const std::size_t variant : order) {
            auto timing = timed(subjects[variant], run);
            if (run.stopped()) { // a run that was stopped half way is no sample
                if (samples.blocks.empty() || samples.blocks[0].empty()) return cancelled();
                samples.end = End::Cancelled;
                samples.seconds = watch.elapsed().wall;
                return samples;
            }
            RETURN_IF_ERROR(timing);
            block[variant] = *timing;
        }
        for (std::size_t variant = 0; variant < block.size(); ++variant)
            samples.blocks[variant].push_back(block[variant]);
        samples.seconds = watch.elapsed().wall;
        if (afterBlock) afterBlock(samples);
        run.report(static_cast<std::uint32_t>(std::min(samples.seconds / effort.seconds, 1.0) * 100), 100);
        if (count >=
            nextLook) { // looking each time would cost more than short runs do, and see more than is there
            if (sinceWarm.elapsed().wall >= effort.minSeconds && areKnown(samples, effort.uncertainty)) {
                samples.end = End::Known;
                return samples;
            }
            nextLook = count + std::max<std::size_t>(count / 4, 1);
        }
        if (samples.seconds >= effort.seconds || count >= effort.maxBlocks) return samples;
    }
}

} // namespace edgewright::measure
