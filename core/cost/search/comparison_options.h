// SPDX-License-Identifier: GPL-3.0-or-later
// Options of a comparison of strategies of the search for mappings.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::cost::search {

enum class SpaceKind {
    // Knobs given by hand, as in AutoTVM (Chen et al., NeurIPS 2018): extents that are divisors of the whole,
    // or powers of two.
    Template,
    // From the loop nest, as in Ansor (Zheng et al., OSDI 2020): every loop over a tile may have every extent.
    Generated,
};
std::string_view spaceKindName(SpaceKind kind); // "template", "generated"
std::optional<SpaceKind> spaceKindFrom(std::string_view name);

struct ComparisonOptions {
    SpaceKind space = SpaceKind::Generated;
    std::int64_t trials = 200; // of each strategy that does not enumerate; above 0
    std::uint64_t seed = 1;
    friend bool operator==(const ComparisonOptions&, const ComparisonOptions&) = default;
};

} // namespace edgewright::cost::search
