// SPDX-License-Identifier: GPL-3.0-or-later
// Two reports of the same work beside each other, layer by layer: two accelerators, two precisions, before and
// after fusion.
#pragma once

#include "core/cost/systolic.h"

#include <cstddef>
#include <span>
#include <vector>

namespace edgewright::cost {

// The cost of some layers together.
struct Together {
    std::int64_t layers = 0; // 0: there is nothing of it in the other report
    std::int64_t cycles = 0, macs = 0;
    std::int64_t dramBytes = 0;
    std::int64_t movedBytes = 0; // in their time: with what the vector unit moves beside an array, counted once
    SpentCycles spent;
    Energy energy;
    double intensity() const; // MACs per moved byte; 0 without traffic
    double attained() const;  // MACs per cycle; 0 without cycles
    void add(const LayerCost& layer, const Accelerator& accelerator);
};

struct Comparison {
    std::vector<Together> layers; // what the other report takes for the work of each layer of this one
    Together rest;                // what it does beside that
    double seconds = 0;           // of all
    double perCycle = 1;          // cycles of this report's clock in one of the other's
    std::int64_t cycles = 0;
    double energy = 0;
    double area = 0, ownArea = 0; // mm^2, of the other accelerator and of this report's
    bool sameAccelerator = true;  // then its area says nothing
    bool sameEnergyUnit = true;
    std::size_t faster = 0, slower = 0; // layers of this report, by 1 % of their time or more
};

inline constexpr std::size_t NoPartner = static_cast<std::size_t>(-1);

// `partners`: by layer of `other` the layer of `now` that does its work, or NoPartner.
Comparison compare(const CostReport& now, const CostReport& other, std::span<const std::size_t> partners);

} // namespace edgewright::cost
