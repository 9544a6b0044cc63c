// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/channel_scale.h"

#include "core/base/say.h"
#include "core/ops/normalisation/channel_affine.h"

#include <algorithm>
#include <span>

namespace edgewright::exec {

namespace {

bool isParameter(const ir::TensorType& type, std::int64_t channels) {
    return type.dtype == ir::DataType::Float32 && type.isTensor() && type.dims() == ir::Dims{channels};
}

} // namespace

bool isChannelScale(const ir::Graph& body, const ir::Node& node, std::int64_t opset, const ir::Dims& dims) {
    if (!node.is("BatchNormalization") || node.inputs.size() != 5 || opset < 7 || dims.size() < 2) return false;
    if (node.intOr("training_mode", 0) != 0 || (opset < 9 && node.intOr("spatial", 1) == 0)) return false;
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (node.output(i).valid()) return false;
    for (std::size_t i = 1; i < 5; ++i)
        if (!node.input(i).valid() || !isParameter(body.value(node.input(i)).type, dims[1])) return false;
    return true;
}

Result<void> ChannelScale::update(const ops::KernelContext& context) {
    const bool same =
        std::ranges::all_of(parameters, [&](const GroupOperand& each) { return each.isConstant(context); });
    if (same && constant) return {};
    constant = false;
    std::array<std::span<const float>, 4> given;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const ir::Tensor* found = parameters[i].of(context);
        if (!found || found->dtype() != ir::DataType::Float32 || !found->isTensor() ||
            (i > 0 && found->elements() != static_cast<std::int64_t>(given[0].size())))
            return badInput(
                say("the parameters of BatchNormalization in this group are not float32 of one length"));
        given[i] = found->as<float>();
    }
    const auto& [scale, shift, mean, variance] = given;
    factors.resize(scale.size());
    offsets.resize(scale.size());
    for (std::size_t c = 0; c < scale.size(); ++c) {
        const ops::ChannelAffine affine = ops::channelAffine(scale[c], shift[c], mean[c], variance[c], epsilon);
        factors[c] = static_cast<float>(affine.factor);
        offsets[c] = static_cast<float>(affine.offset);
    }
    constant = same;
    return {};
}

} // namespace edgewright::exec
