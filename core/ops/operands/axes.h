// SPDX-License-Identifier: GPL-3.0-or-later
// Axes and other small integer lists: negative axes, and parameters that moved from attribute to input with the
// opset.
#pragma once

#include "core/ops/operator.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace edgewright::ops {

// [-rank, rank - 1] -> [0, rank - 1]; BadInput otherwise.
Result<std::int64_t> normaliseAxis(std::int64_t axis, std::int64_t rank);
// Each axis normalised, in the given order; BadInput when one repeats.
Result<std::vector<std::int64_t>> normaliseAxes(std::span<const std::int64_t> axes, std::int64_t rank);

// An integer list that is an attribute in old opsets and an input in new ones.
struct IntList {
    bool present = false;                            // the attribute exists or the input is connected
    std::optional<std::vector<std::int64_t>> values; // empty: not present, or an input that is not known yet

    bool unknown() const { return present && !values; }
    std::vector<std::int64_t> orElse(std::vector<std::int64_t> fallback) const {
        return values ? *values : std::move(fallback);
    }
};

// The attribute wins where both exist. An empty `attribute` or `noInput` asks for one source only.
inline constexpr std::size_t noInput = static_cast<std::size_t>(-1);
IntList intList(const InferContext& context, std::string_view attribute, std::size_t input);
IntList intList(const KernelContext& context, std::string_view attribute, std::size_t input);

// An integer list at inference time where elements may be known as symbols only; unknown Dims where not at all.
struct DimList {
    bool present = false; // the attribute exists or the input is connected
    std::optional<std::vector<ir::Dim>> values;

    bool unknown() const { return present && !values; }
};
DimList dimList(const InferContext& context, std::string_view attribute, std::size_t input);

// Elements of an integer input that is known without running (inference) or always (kernel); else empty.
std::optional<std::vector<std::int64_t>> knownInts(const InferContext& context, std::size_t input);
std::optional<std::vector<std::int64_t>> knownInts(const KernelContext& context, std::size_t input);

} // namespace edgewright::ops
