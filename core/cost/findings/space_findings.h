// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about a design space, as numbers and in words: the best points, how many none is better than, and
// from where on more of something gains nothing. Found while the space is gone through.
#pragma once

#include "core/cost/explore/best_table.h"
#include "core/cost/explore/tied_best.h"
#include "core/table/answer.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cost {

// Along one axis, all others free, in energy x delay.
struct AxisFinding {
    Axis axis = Axis::Count; // Count: cells, rows x cols together
    // For an axis of numbers: the smallest value whose best point no larger one beats by 1 % or more, the
    // largest value with a point within the constraints, and by how much the largest beats the one before it
    // (1.02: by 2 %).
    double enough = 0, largest = 0, lastGain = 1;
    // For dataflows, splits and rooms for activations their places in the space, for precisions bytes: best
    // first, with what each takes relative to the best.
    std::vector<std::pair<double, double>> ranked;
};

// The price of the clock, on chip; DRAM has a voltage of its own.
struct ClockFinding {
    double slowest = 0, fastest = 0; // GHz
    double energyRatio = 1;          // of an operation at the fastest, in that at the slowest
    double known = 0;                // GHz up to which the table has voltages; 0: it has none
};

struct SpaceFindings {
    DesignSpace space;
    std::uint64_t spacePoints = 0;
    Constraints constraints = {};
    // `within`: possible, and meets the constraints; `optimal` are among these.
    std::size_t points = 0, possible = 0, within = 0, optimal = 0;
    std::string energyUnit = "pJ";
    ops::Uncounted uncounted = {}; // with any, cycles, times and energies are lower bounds
    // By constraint: possible points that meet it, whatever the others say.
    std::vector<std::size_t> meeting = {};
    // While none is within them: the possible point whose largest share of a bound is least.
    std::optional<DesignPoint> nearest = {};
    // The best of those that are within the constraints, each by TiedBest; nothing while there is none.
    struct Best {
        DesignPoint product, fastest, leastEnergy, smallest;
        bool isProductTied = false, isFastestTied = false, isEnergyTied = false; // TiedBest::isTied()
    };
    std::optional<Best> best;
    std::optional<ClockFinding> clock; // where it is varied
    std::vector<AxisFinding> axes;     // those that are varied, while there is a best one
};

class SpaceFinder {
public:
    SpaceFinder(const DesignSpace& space, std::uint64_t spacePoints, const ops::Uncounted& uncounted = {},
                const Constraints& constraints = {});
    const Constraints& constraints() const { return m_found.constraints; }
    // Adds the points that follow those that were added before.
    void add(std::span<const DesignPoint> points);
    // `front`: how many are Pareto optimal within the constraints. Takes time by the values of the axes, not by
    // the points.
    SpaceFindings findings(std::size_t front) const;

private:
    struct Along {
        Axis axis;
        BestTable table;
    };
    SpaceFindings m_found; // without the best points and what is along axes
    TiedBest m_product{Measure::Product}, m_fastest{Measure::Seconds}, m_leastEnergy{Measure::Energy},
        m_smallest{Measure::Area};
    std::vector<Along> m_along;
};

// The findings for all points at once.
SpaceFindings findingsOf(const DesignSpace& space, std::span<const DesignPoint> points, std::size_t front,
                         const ops::Uncounted& uncounted = {}, const Constraints& constraints = {});

// Nothing is claimed that the numbers do not say.
table::Answer answerOf(const SpaceFindings& findings);

// "16 × 32 ws, 96/128/32 KiB", and what else the space varies: "64 KiB for activations", "32 B/cycle", "0.5
// GHz", "2-byte words".
std::string designName(const DesignSpace& space, const Accelerator& accelerator);

} // namespace edgewright::cost
