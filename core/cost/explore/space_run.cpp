// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/space_run.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <random>

namespace edgewright::cost {

namespace {

constexpr double FirstSlice = 64, MinSlice = 16; // points; the first, while nobody knows how long one takes

std::vector<std::uint64_t> drawnOf(std::uint64_t all, std::uint64_t wanted, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> drawn;
    while (drawn.size() < wanted) {
        while (drawn.size() < wanted)
            drawn.push_back(random() % all);
        std::ranges::sort(drawn);
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    }
    return drawn;
}

} // namespace

Result<SpaceRun> SpaceRun::of(const Workload& workload, DesignSpace space, const Options& options) {
    ASSIGN_OR_RETURN(auto exploration, Exploration::of(workload, std::move(space)));
    SpaceRun made(std::move(exploration));
    const std::uint64_t all = made.spacePoints();
    const bool isSample = options.sample > 0 && options.sample < all;
    const std::uint64_t total = isSample ? options.sample : all;
    if (total > options.most)
        return badInput(isSample ? say("the sample has {1} points, more than the {2} that are kept; take fewer "
                                       "values, or a sample",
                                       total, options.most)
                                 : say("the space has {1} points, more than the {2} that are kept; take fewer "
                                       "values, or a sample",
                                       total, options.most));
    // Nearly all of them are not drawn one by one until none is missing.
    if (isSample && total <= all / 2) made.m_drawn = drawnOf(all, total, options.seed);
    if (isSample && total > all / 2) {
        const std::vector<std::uint64_t> left = drawnOf(all, all - total, options.seed);
        auto next = left.begin();
        for (std::uint64_t index = 0; index < all; ++index)
            if (next != left.end() && *next == index)
                ++next;
            else
                made.m_drawn.push_back(index);
    }
    made.m_total = static_cast<std::size_t>(total);
    made.m_points.reserve(made.m_total);
    return made;
}

bool SpaceRun::advance(int threads, const RunContext& run, std::chrono::milliseconds slice) {
    const double seconds = std::chrono::duration<double>(slice).count();
    const std::size_t done = m_points.size();
    const auto wanted =
        m_pointsPerSecond > 0 ? std::clamp(m_pointsPerSecond * seconds, MinSlice, 1e6) : FirstSlice;
    std::vector<DesignPoint> more(std::min(static_cast<std::size_t>(wanted), m_total - done));
    const auto begin = std::chrono::steady_clock::now();
    const bool good = m_drawn.empty() ? m_exploration.evaluate(done, more, threads, run)
                                      : m_exploration.evaluate(std::span(m_drawn).subspan(done, more.size()),
                                                               more, threads, run);
    if (!good) return false;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    m_pointsPerSecond = static_cast<double>(more.size()) / std::max(took.count(), 1e-6);
    m_points.insert(m_points.end(), more.begin(), more.end());

    // Who was beaten before is beaten still.
    std::vector<DesignPoint> rivals;
    std::vector<std::size_t> places = m_front;
    for (std::size_t i = done; i < m_points.size(); ++i)
        places.push_back(i);
    for (const std::size_t place : places)
        rivals.push_back(m_points[place]);
    std::vector<std::size_t> front;
    for (const std::size_t i : paretoFront(rivals))
        front.push_back(places[i]);
    m_front = std::move(front);
    return true;
}

} // namespace edgewright::cost
