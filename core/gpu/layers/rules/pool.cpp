// SPDX-License-Identifier: GPL-3.0-or-later
// Pools with windows, the largest one of codes, too, and those of whole planes.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/plane_window.h"

#include <algorithm>
#include <array>

namespace edgewright::gpu::pool_layer {

namespace {

Result<void> makeWindows(LayerContext& context, const ir::Dims& in) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto read, ops::readWindow(node, node.ints("kernel_shape")));
    ASSIGN_OR_RETURN(const auto geometry, ops::geometryOf(read, in));
    ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(geometry));
    if (window.dilationDown != 1 || window.dilationAcross != 1)
        return unsupported(say("its windows have gaps"));
    if (node.intOr("storage_order", 0) != 0) return unsupported(say("its planes are stored by columns"));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    if (const ir::DataType type = context.type(0); type != ir::DataType::Float32) {
        CodePool pool;
        pool.low = boundsOf(type).low, pool.high = boundsOf(type).high;
        context.launch(codePoolLaunch(window, in[0] * in[1], pool, sourceOf(type), x, y));
        return {};
    }
    context.launch(poolLaunch(window, in[0] * in[1], node.is("AveragePool"),
                              node.intOr("count_include_pad", 0) != 0, x, y));
    return {};
}

// Axes of a mean; empty: not those at the end, or not known.
std::vector<std::int64_t> lastAxes(const LayerContext& context, std::size_t rank) {
    std::vector<std::int64_t> axes = context.node().ints("axes");
    if (const ir::Tensor* const given = context.constant(1)) axes = ir::toInt64s(*given);
    for (std::int64_t& each : axes)
        if (each < 0) each += static_cast<std::int64_t>(rank);
    std::ranges::sort(axes);
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i] != static_cast<std::int64_t>(rank - axes.size() + i)) return {};
    return axes;
}

Result<void> make(LayerContext& context) {
    const ir::Node& node = context.node();
    const Numbers numbers =
        node.is("MaxPool") && context.type(0) != ir::DataType::Float32 ? Numbers::Codes : Numbers::Float32;
    ASSIGN_OR_RETURN(const ir::Dims in, context.dims(0, numbers));
    ASSIGN_OR_RETURN(const ir::Dims out, context.resultDims(numbers));
    if (node.is("MaxPool") || node.is("AveragePool")) {
        if (in.size() < 3) return unsupported(say("its input has {1} axes", in.size()));
        return makeWindows(context, in);
    }
    if (node.is("ReduceMean") && lastAxes(context, in.size()).empty())
        return unsupported(say("its mean is not over the last axes"));
    const std::int64_t rows = countOf(out), columns = countOf(in) / rows;
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    if (node.is("GlobalMaxPool")) {
        PlaneWindow window;
        window.width = window.kernelWidth = columns;
        context.launch(poolLaunch(window, rows, false, false, x, y));
    } else {
        context.launch(rowMeanLaunch(rows, columns, x, y));
    }
    return {};
}

bool takes(const ir::Node& node, std::int64_t) {
    constexpr std::array Names{"MaxPool", "AveragePool", "GlobalMaxPool", "GlobalAveragePool", "ReduceMean"};
    return std::ranges::any_of(Names, [&](const char* name) { return node.is(name); });
}

} // namespace

extern const LayerRule entry{"pool", takes, make};

} // namespace edgewright::gpu::pool_layer
