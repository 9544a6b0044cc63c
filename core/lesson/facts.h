// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers and the places that questions of lessons are about, by key: the answer is what the program
// computes.
#pragma once

#include "core/lesson/lesson.h"
#include "core/measure/statistics.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::lesson {

// The time of the fused graph against that of the original one, in blocks with a run of each; nothing: it was
// not measured.
using Measured = std::optional<measure::Comparison>;

struct Fact {
    std::string_view key;
    std::string_view help; // TRANSLATABLE("Fact", ...), or of a quantity ("Quantity", ...)
    std::string_view unit; // of the number: "B"; empty: it counts
    std::string_view stage;
    std::optional<double> (*of)(const pipeline::Analysis& now, const std::string& name);
    bool needsName = false;        // of a layer or tensor
    std::string_view example = {}; // "0.96 1.03": the name is such a one, not a layer's; empty: it is
    std::optional<double> (*ofMeasured)(const Measured& measured) = nullptr; // else `of`

    std::optional<double> value(const pipeline::Analysis& now, const Measured& measured,
                                const std::string& name) const {
        return ofMeasured ? ofMeasured(measured) : of(now, name);
    }
};
// pipeline::quantities() first.
std::span<const Fact> facts();
bool isQuantity(const Fact& fact);          // one of facts()
const Fact* findFact(std::string_view key); // null: there is none

// An operator or a tensor, by id; of the original graph and of the fused one ids never collide.
struct Spot {
    NodeId node;
    ValueId value;
    friend bool operator==(const Spot&, const Spot&) = default;
};

struct Place {
    std::string_view key, help, stage; // help: TRANSLATABLE("Place", ...)
    std::vector<Spot> (*of)(const pipeline::Analysis& now);
};
std::span<const Place> places();
const Place* findPlace(std::string_view key);

// "conv1", of an operator or a tensor; empty: there is none.
std::string nameOf(const Spot& spot, const pipeline::Analysis& now);

// The operators and tensors that a target is, the one to point at first; empty: there are none, or it is a
// widget.
std::vector<Spot> spotsOf(const Target& target, const pipeline::Analysis& now);
// The stage that knows it; empty: none has to run.
std::string_view stageOf(const Target& target);

} // namespace edgewright::lesson
