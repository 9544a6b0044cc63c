// SPDX-License-Identifier: GPL-3.0-or-later
// Axes, permutations and ranges of operators that move elements, whichever way the opset writes them.
#pragma once

#include "core/fusion/rule.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace edgewright::fusion {

using Ints = std::vector<std::int64_t>;

// An integer list that is an attribute in old opsets and an input in new ones. Empty: absent, or computed at
// run time (`isGiven` tells which).
std::optional<Ints> listOf(const GraphView& view, const ir::Node& node, std::string_view attribute,
                           std::size_t input);
bool isGiven(const ir::Node& node, std::string_view attribute, std::size_t input);

// In [0, rank); empty when it is outside [-rank, rank).
std::optional<std::size_t> normalisedAxis(std::int64_t axis, std::size_t rank);
// Likewise for each, all different.
std::optional<std::vector<std::size_t>> normalisedAxes(const Ints& axes, std::size_t rank);

// The axis along which Concat joins.
std::optional<std::size_t> concatAxis(const GraphView& view, const ir::Node& concat);

// The attribute that holds the pads before opset 11.
std::string_view padsAttribute(const GraphView& view);
// The elements that Pad adds to every one of the `rank` axes of its input: begins, then ends; negative where it
// crops. Empty when it is not known.
std::optional<Ints> padsOf(const GraphView& view, const ir::Node& pad, std::size_t rank);
// The number that Pad fills with in mode "constant". Empty when it is not known.
std::optional<double> fillOf(const GraphView& view, const ir::Node& pad);

// Axis i of the output is axis perm[i] of the input. Empty when rank or attribute make no permutation.
using Permutation = std::vector<std::size_t>;
std::optional<Permutation> permutationOf(const GraphView& view, const ir::Node& transpose);
Permutation inverse(const Permutation& perm);
bool isIdentity(const Permutation& perm);
Ints asInts(const Permutation& perm);
ir::TensorType permuted(const ir::TensorType& type, const Permutation& perm);

// The elements that Slice takes along one axis: start, start + step, ... (count elements).
struct Walk {
    std::int64_t start = 0;
    std::int64_t step = 1;
    std::int64_t count = -1; // -1: the whole axis, whose extent is not known
    bool whole() const { return start == 0 && step == 1 && count < 0; }
};

// One per axis of the input; axes that are not sliced are walked as a whole. Empty when a range or an extent
// that matters is not known.
std::optional<std::vector<Walk>> walksOf(const GraphView& view, const ir::Node& slice);
// A Slice of `x` that walks like this, without outputs. Empty when the opset cannot say it.
std::optional<ir::Node> sliceOf(const GraphView& view, ir::PatchBuilder& patch, ValueId x,
                                const std::vector<Walk>& walks, const std::string& name);

} // namespace edgewright::fusion
