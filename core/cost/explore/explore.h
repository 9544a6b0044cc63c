// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: what a workload takes on every accelerator of a space, by the rules of
// Mode::Physical — the same function as estimate(), so that a point that is adopted shows its numbers.
#pragma once

#include "core/base/run_context.h"
#include "core/cost/explore/area.h"
#include "core/cost/explore/design_space.h"
#include "core/cost/workload.h"

#include <memory>
#include <span>
#include <vector>

namespace edgewright::cost {

struct DesignPoint {
    std::uint64_t index = 0; // in the space
    double cycles = 0;       // of all layers; +inf: a layer does not fit the SRAMs
    double seconds = 0;      // at the point's clock
    double energy = 0;       // in the unit of its energy table
    double area = 0;         // mm^2 (areaOf)
    double utilization = 0;  // of all MACs it could do
    bool isPossible() const { return cycles < 1e300; }
};

class Exploration {
public:
    // BadInput for a space that points() refuses, a layer that check() does, and an energy table that is none.
    static Result<Exploration> of(const Workload& workload, DesignSpace space);
    Exploration(Exploration&&) noexcept;
    Exploration& operator=(Exploration&&) noexcept;
    ~Exploration();

    const DesignSpace& space() const;
    std::uint64_t points() const;
    const ops::Uncounted& uncounted() const; // of the workload: with any, all costs are lower bounds
    // The points [first, first + into.size()), on so many threads; stops early where `run` says so: then false.
    bool evaluate(std::uint64_t first, std::span<DesignPoint> into, int threads, const RunContext& run) const;
    // The points of these indices, as many as `into` has; fastest in rising order.
    bool evaluate(std::span<const std::uint64_t> indices, std::span<DesignPoint> into, int threads,
                  const RunContext& run) const;

private:
    struct Parts;
    explicit Exploration(std::unique_ptr<const Parts> parts);
    template <typename IndexOf>
    bool evaluateEach(IndexOf indexOf, std::span<DesignPoint> into, int threads, const RunContext& run) const;
    std::unique_ptr<const Parts> m_parts;
};

// The points that no other is better than in all of seconds, energy and area: indices into `points`, by
// seconds. Impossible ones are none of them.
std::vector<std::size_t> paretoFront(std::span<const DesignPoint> points);

} // namespace edgewright::cost
