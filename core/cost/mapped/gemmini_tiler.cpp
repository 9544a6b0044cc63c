// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/gemmini_tiler.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/cost/mapped/memory_traffic.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::mapped {

namespace {

constexpr std::int64_t MemoryLimit = 1 << 24; // rows

// A tile's part of one dimension, in elements.
struct Span {
    std::int64_t start = 0, length = 0;
};

template <typename Visit>
void forEachSpan(std::int64_t whole, std::int64_t blocks, Visit visit) {
    const std::int64_t step = blocks * ArrayEdge;
    for (std::int64_t start = 0; start < whole; start += step)
        visit(Span{start, std::min(step, whole - start)});
}

double blocksOf(std::int64_t elements) { return static_cast<double>(ceilDiv(elements, ArrayEdge)); }

class TileCosts {
public:
    TileCosts(const Product& product, const GemminiConstants& constants) : m_constants(constants) {
        const auto bytes =
            static_cast<double>(product.m * product.k + product.k * product.n + product.m * product.n);
        if (bytes > constants.level2.bytes) m_missed += constants.outside;
        if (bytes > constants.lastLevel.bytes) m_missed += constants.dram;
    }
    GemminiIteration of(Span m, Span k, Span n, bool complete) const {
        GemminiIteration result;
        result.compute = blocksOf(k.length) * blocksOf(n.length) *
                         gemminiWeightTile(static_cast<double>(m.length), blocksOf(m.length), m_constants);
        result.load = rows(m, k, LoadBytes, 1) + rows(k, n, LoadBytes, 1);
        if (complete) result.store = rows(m, n, StoreBytes, m_constants.written);
        return result;
    }

private:
    double rows(Span rows, Span columns, std::int64_t most, double moved) const {
        const RowTraffic row = rowTraffic(columns.start, columns.length, most);
        return static_cast<double>(rows.length) * (row.requests * m_constants.request +
                                                   row.beats * m_constants.beat + moved * row.lines * m_missed);
    }

    const GemminiConstants& m_constants;
    double m_missed = 0; // cycles of a line
};

} // namespace

ProductTile stockTile(const Product& product, const Memories& memories) {
    const ProductTile all{ceilDiv(product.m, ArrayEdge), ceilDiv(product.k, ArrayEdge),
                          ceilDiv(product.n, ArrayEdge)};
    const std::int64_t sums = memories.accumulatorRows / ArrayEdge / 2;
    const std::int64_t operands = memories.scratchpadRows / ArrayEdge / 2;
    auto edge = static_cast<std::int64_t>(std::sqrt(static_cast<double>(sums)));
    edge = std::max<std::int64_t>(edge, 1);
    ProductTile tile{std::min(all.m, edge), std::min(all.k, std::max<std::int64_t>(operands / 2 / edge, 1)),
                     std::min(all.n, edge)};
    const auto fits = [&](const ProductTile& it) {
        return it.m * it.n <= sums && (it.m + it.n) * it.k <= operands;
    };
    for (bool grew = true; grew;) {
        grew = false;
        for (const auto extent : {&ProductTile::n, &ProductTile::m, &ProductTile::k}) {
            ProductTile larger = tile;
            if (++(larger.*extent) > all.*extent || !fits(larger)) continue;
            tile = larger;
            grew = true;
        }
    }
    return tile;
}

Result<double> stockCycles(const Product& product, const Memories& memories,
                           const GemminiConstants& constants) {
    for (const std::int64_t extent : {product.m, product.k, product.n})
        if (extent < 1 || extent > ProductLimit)
            return badInput(say("a product of {1} x {2} and {3} columns; expected 1 to {4} each", product.m,
                                product.k, product.n, ProductLimit));
    if (memories.scratchpadRows < 4 * ArrayEdge || memories.accumulatorRows < 2 * ArrayEdge ||
        std::max(memories.scratchpadRows, memories.accumulatorRows) > MemoryLimit)
        return badInput(say("a scratchpad of {1} and an accumulator of {2} rows; expected 64 and 32 to {3}",
                            memories.scratchpadRows, memories.accumulatorRows, MemoryLimit));
    const ProductTile tile = stockTile(product, memories);
    const TileCosts costs(product, constants);
    double cycles = TilerCycles + constants.start;
    GemminiIteration last;
    bool isFirst = true;
    forEachSpan(product.m, tile.m, [&](Span m) {
        forEachSpan(product.n, tile.n, [&](Span n) {
            forEachSpan(product.k, tile.k, [&](Span k) {
                last = costs.of(m, k, n, k.start + k.length == product.k);
                cycles += isFirst ? last.load : roundedMaximum(last.load + last.store, last.compute);
                isFirst = false;
            });
        });
    });
    return cycles + last.compute + last.store;
}

} // namespace edgewright::cost::mapped
