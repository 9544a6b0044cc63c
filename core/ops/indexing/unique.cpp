// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <numeric>

namespace edgewright::ops::unique {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferSelected(context));
    for (std::size_t i = 1; i < 4; ++i)
        context.setOutput(i, {ir::DataType::Int64, std::vector<ir::Dim>(1)});
    return {};
}

// Compares two slices of `in` along `axis`: -1, 0 or 1.
class SliceOrder {
public:
    SliceOrder(const ir::Tensor& in, std::size_t axis)
        : m_in(in), m_extent(in.dims()[axis]), m_inner(rowMajorStrides(in.dims())[axis]),
          m_blocks(in.elements() == 0 ? 0 : in.elements() / (m_extent * m_inner)) {}

    int operator()(std::int64_t a, std::int64_t b) const {
        for (std::int64_t block = 0; block < m_blocks; ++block)
            for (std::int64_t i = 0; i < m_inner; ++i) {
                const std::int64_t base = block * m_extent * m_inner + i;
                if (const int order = compare(base + a * m_inner, base + b * m_inner)) return order;
            }
        return 0;
    }

private:
    int compare(std::int64_t x, std::int64_t y) const {
        if (m_in.dtype() == ir::DataType::String) {
            const int order = m_in.strings()[static_cast<std::size_t>(x)].compare(
                m_in.strings()[static_cast<std::size_t>(y)]);
            return order < 0 ? -1 : order > 0;
        }
        if (ir::isFloating(m_in.dtype()))
            return sign(ir::elementAsDouble(m_in, x), ir::elementAsDouble(m_in, y));
        return sign(ir::elementAsInt64(m_in, x), ir::elementAsInt64(m_in, y));
    }
    // A NaN is larger than any number and equal to itself: std::sort needs a total order.
    template <typename T>
    static int sign(T x, T y) {
        if (x != x || y != y) return x == x ? -1 : y == y ? 1 : 0;
        return x < y ? -1 : x > y;
    }

    const ir::Tensor& m_in;
    std::int64_t m_extent;
    std::int64_t m_inner;
    std::int64_t m_blocks;
};

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto selected, selectedAxis(context.node(), *in));
    const auto& [source, axis] = selected;
    const auto extent = static_cast<std::size_t>(source.dims()[axis]);
    constexpr std::size_t maxExtent = std::size_t(1) << 32;
    if (extent > maxExtent) return badInput(say("too many elements"));

    const SliceOrder compare(source, axis);
    std::vector<std::int64_t> order(extent);
    std::iota(order.begin(), order.end(), std::int64_t(0));
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) { return compare(a, b) < 0; });
    struct Group {
        std::int64_t first = 0;
        std::vector<std::int64_t> members;
    };
    std::vector<Group> groups;
    for (const std::int64_t at : order) {
        if (groups.empty() || compare(groups.back().first, at) != 0) groups.push_back({at, {}});
        groups.back().members.push_back(at);
    }
    if (context.node().intOr("sorted", 1) == 0) std::ranges::sort(groups, {}, &Group::first);

    const auto count = static_cast<std::int64_t>(groups.size());
    std::vector<std::int64_t> firsts, inverse(extent), counts;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        firsts.push_back(groups[i].first);
        counts.push_back(static_cast<std::int64_t>(groups[i].members.size()));
        for (const std::int64_t member : groups[i].members)
            inverse[static_cast<std::size_t>(member)] = static_cast<std::int64_t>(i);
    }
    std::vector<std::vector<std::int64_t>> tables(source.dims().size());
    for (std::size_t k = 0; k < tables.size(); ++k) {
        tables[k].resize(k == axis ? firsts.size() : static_cast<std::size_t>(source.dims()[k]));
        std::iota(tables[k].begin(), tables[k].end(), std::int64_t(0));
    }
    tables[axis] = firsts;
    RETURN_IF_ERROR(gatherByTables(context, 0, source, tables));
    Result<void> done;
    if (context.wantsOutput(1)) done = context.writeOutput(1, {count}, firsts);
    if (done && context.wantsOutput(2))
        done = context.writeOutput(2, {static_cast<std::int64_t>(extent)}, inverse);
    if (done && context.wantsOutput(3)) done = context.writeOutput(3, {count}, counts);
    return done;
}

std::optional<std::int64_t> largestExtent(const ir::Node& node, Types inputs,
                                          std::span<const ir::Tensor* const>) {
    return selectableExtent(node, inputs);
}

} // namespace

extern const Operator entry{
    .name = "Unique",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .largestExtent = largestExtent,
    .since = 11,
};

} // namespace edgewright::ops::unique
