// SPDX-License-Identifier: GPL-3.0-or-later
// Means of windows and of whole planes of codes, QLinearAveragePool and QLinearGlobalAveragePool.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/plane_window.h"

namespace edgewright::gpu::code_pool_layer {

namespace {

Result<PlaneWindow> windowOf(const LayerContext& context, const ir::Dims& in) {
    const ir::Node& node = context.node();
    if (node.op == "QLinearGlobalAveragePool") {
        PlaneWindow whole;
        whole.width = whole.kernelWidth = countOf(in, 2);
        return whole;
    }
    ASSIGN_OR_RETURN(const auto read, ops::readWindow(node, node.ints("kernel_shape")));
    ASSIGN_OR_RETURN(const auto geometry, ops::geometryOf(read, in));
    ASSIGN_OR_RETURN(const PlaneWindow window, planeWindow(geometry));
    if (window.dilationDown != 1 || window.dilationAcross != 1)
        return unsupported(say("its windows have gaps"));
    return window;
}

Result<void> make(LayerContext& context) {
    const ir::Node& node = context.node();
    if (node.intOr("channels_last", 0) != 0) return unsupported(say("its channels are the last axis"));
    const ir::DataType type = context.type(0);
    ASSIGN_OR_RETURN(const ir::Dims in, context.dims(0, Numbers::Codes));
    RETURN_IF_ERROR(context.resultDims(Numbers::Codes));
    if (in.size() < 3) return unsupported(say("its input has {1} axes", in.size()));
    ASSIGN_OR_RETURN(const Coding from, codingOf(context, 1, 2, type));
    ASSIGN_OR_RETURN(const Coding to, codingOf(context, 3, 4, type));
    ASSIGN_OR_RETURN(const PlaneWindow window, windowOf(context, in));
    CodePool pool;
    pool.xZero = from.zero, pool.zero = to.zero;
    pool.low = boundsOf(type).low, pool.high = boundsOf(type).high;
    pool.countsPads = node.intOr("count_include_pad", 0) != 0;
    if (node.op == "QLinearGlobalAveragePool") {
        pool.pooling = CodePooling::WholeSum;
        pool.xScale = from.scale / (to.scale * static_cast<float>(window.width));
    } else {
        pool.pooling = CodePooling::Mean;
        pool.xScale = from.scale, pool.yScale = to.scale;
    }
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    context.launch(codePoolLaunch(window, in[0] * in[1], pool, sourceOf(type), x, y));
    return {};
}

} // namespace

extern const LayerRule entry{"code_pool",
                             [](const ir::Node& node, std::int64_t) {
                                 return node.domain == "com.microsoft" &&
                                        (node.op == "QLinearAveragePool" ||
                                         node.op == "QLinearGlobalAveragePool");
                             },
                             make};

} // namespace edgewright::gpu::code_pool_layer
