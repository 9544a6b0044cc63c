// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/regions.h"

#include <algorithm>

namespace edgewright::modules {

namespace {

constexpr int MaxNesting = 32; // then the rest is left as it is

} // namespace

std::vector<Range> regions(std::span<const std::uint32_t> across, std::size_t least, std::size_t most) {
    struct Open {
        Range range;
        int nesting;
    };
    std::vector<Range> found;
    std::vector<Open> open{{{0, across.size()}, 0}};
    while (!open.empty()) {
        const auto [range, nesting] = open.back();
        open.pop_back();
        const auto [begin, end] = range;
        const bool all = nesting == 0;
        if (end - begin < least || end - begin < 2) continue;
        if (!all && end - begin <= most) {
            found.push_back(range);
            continue;
        }
        if (nesting == MaxNesting) continue;
        std::uint32_t fewest = UINT32_MAX;
        for (std::size_t i = begin; i + 1 < end; ++i)
            fewest = std::min(fewest, across[i]);
        for (std::size_t i = begin, from = begin; i < end; ++i)
            if (i + 1 == end || across[i] == fewest) {
                open.push_back({{from, i + 1}, nesting + 1});
                from = i + 1;
            }
    }
    std::ranges::sort(found, {}, &Range::begin);
    return found;
}

std::vector<Range> chunks(std::span<const std::uint32_t> cost, std::size_t count) {
    const std::size_t size = cost.size(),
                      step = std::max<std::size_t>(size / std::max<std::size_t>(count, 1), 2);
    std::vector<Range> found;
    for (std::size_t begin = 0; begin < size;) {
        if (size - begin < 2 * step) {
            found.push_back({begin, size});
            break;
        }
        std::size_t cut = begin + step - 1; // the last item of the chunk
        for (std::size_t i = begin + step / 2; i < begin + step + step / 2; ++i)
            if (cost[i] < cost[cut]) cut = i;
        found.push_back({begin, cut + 1});
        begin = cut + 1;
    }
    return found;
}

} // namespace edgewright::modules
