// SPDX-License-Identifier: GPL-3.0-or-later
// An order of nodes in which those of one group follow one another.
#pragma once

#include "core/modules/links.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

// Nodes of one group, producers first.
struct Run {
    std::uint32_t group = 0;
    std::vector<std::uint32_t> places;
};

class Runs {
public:
    explicit Runs(const Links& links);
    // `places` ascending; `groups`: of each place its group, 0 .. count-1. Between any two of the runs data
    // flow in one direction only, that of the result. A group is one run, unless data leave it and come back:
    // then it is cut where that cannot be helped. O((n + edges) log n).
    std::vector<Run> of(std::span<const std::uint32_t> places, std::span<const std::uint32_t> groups,
                        std::size_t count);

private:
    const Links& m_links;
    // By place; those of the present call have its number.
    std::vector<std::uint32_t> m_call, m_group, m_waiting;
    std::uint32_t m_calls = 0;
};

} // namespace edgewright::modules
