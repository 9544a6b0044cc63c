// SPDX-License-Identifier: GPL-3.0-or-later
// A design space gone through part by part, or a sample of it. What is done stays: a run that was stopped goes
// on where it was, and ends with what one without a stop has.
#pragma once

#include "core/cost/explore/explore.h"

#include <chrono>

namespace edgewright::cost {

class SpaceRun {
public:
    static constexpr std::uint64_t MaxPoints = 2'000'000;
    struct Options {
        std::uint64_t sample = 0; // so many drawn at random, without repeating; 0, or as many as there are: all
        std::uint64_t seed = 1;   // of the sample
        std::uint64_t most = MaxPoints; // that are kept; each takes 48 bytes
    };
    // Errors of Exploration::of; BadInput for more than `most` points, naming both numbers.
    static Result<SpaceRun> of(const Workload& workload, DesignSpace space, const Options& options);

    const DesignSpace& space() const { return m_exploration.space(); }
    std::uint64_t spacePoints() const { return m_exploration.points(); }
    const ops::Uncounted& uncounted() const { return m_exploration.uncounted(); }
    std::size_t total() const { return m_total; } // that will be done
    bool isComplete() const { return m_points.size() == m_total; }
    // The points that are done, by their index in the space. They stay where they are as long as this lives:
    // while advance() runs, other threads may read what they were handed before.
    std::span<const DesignPoint> points() const { return m_points; }
    // paretoFront(points()).
    const std::vector<std::size_t>& front() const { return m_front; }
    // As many more as take about `slice`, on so many threads. False: `run` stopped it; those of this slice are
    // not done.
    bool advance(int threads, const RunContext& run,
                 std::chrono::milliseconds slice = std::chrono::milliseconds(60));

private:
    explicit SpaceRun(Exploration exploration) : m_exploration(std::move(exploration)) {}

    Exploration m_exploration;
    std::vector<std::uint64_t> m_drawn; // rising; empty: all
    std::size_t m_total = 0;
    std::vector<DesignPoint> m_points; // reserved for all
    std::vector<std::size_t> m_front;
    double m_pointsPerSecond = 0; // of the last slice
};

} // namespace edgewright::cost
