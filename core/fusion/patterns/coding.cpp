// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/coding.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::fusion {

using ir::DataType;

namespace {

bool isCodeByte(DataType type) { return type == DataType::UInt8 || type == DataType::Int8; }

} // namespace

std::variant<Coding, Obstacle> codingOf(const GraphView& view, const ir::Node& node, DataType type) {
    Coding coding{&node, type, {}, node.input(1), node.input(2)};
    if (node.intOr("block_size", 0) != 0)
        return Obstacle{say("{1} has a scale for each block", node.label()), node.input(1)};
    if (node.intOr("precision", 1) > 1) // 0: none is asked for, 1: float32
        return Obstacle{say("{1} divides in another precision than float32", node.label()), node.input(0)};
    const auto scales = knownFloats(view, coding.scale);
    if (!scales || scales->empty())
        return Obstacle{notConstant(view, say("the scale of {1}", node.label()), coding.scale), coding.scale};
    if (typeOf(view, coding.scale).dtype != DataType::Float32)
        return Obstacle{say("the scale of {1} is {2}, and integer products take float32", node.label(),
                            ir::dataTypeName(typeOf(view, coding.scale).dtype)),
                        coding.scale};
    if (coding.zero.valid() && !knownInts(view, coding.zero))
        return Obstacle{notConstant(view, say("the zero point of {1}", node.label()), coding.zero),
                        coding.zero};
    coding.scales.assign(scales->begin(), scales->end());
    return coding;
}

std::optional<Obstacle> whyNoBytes(const Coding& coding, ValueId codes, bool perTensor) {
    if (!isCodeByte(coding.type))
        return Obstacle{say("the codes at {1} are {2}, and integer products take 8 bits", coding.node->label(),
                            ir::dataTypeName(coding.type)),
                        codes};
    if (perTensor && coding.scales.size() != 1)
        return Obstacle{say("{1} has {2} scales, and a sum over its channels has one only if they share it",
                            coding.node->label(), coding.scales.size()),
                        coding.scale};
    return std::nullopt;
}

ValueId zeroOf(const Coding& coding, const std::string& name, ir::PatchBuilder& patch) {
    if (coding.zero.valid()) return coding.zero;
    return patch.constant(name + "_zero_point", coding.type == DataType::Int8
                                                    ? ir::Tensor::scalar<std::int8_t>(0)
                                                    : ir::Tensor::scalar<std::uint8_t>(0));
}

bool sameCoding(const GraphView& view, const Coding& one, const Coding& other) {
    const auto zero = [&](const Coding& coding) {
        return coding.zero.valid() ? knownInts(view, coding.zero) : std::optional(std::vector<std::int64_t>{0});
    };
    return one.type == other.type && one.scales == other.scales && zero(one) == zero(other);
}

std::optional<Obstacle> whyClipMatters(const GraphView& view, const ir::Node& clip, const Coding& y) {
    const auto bounds = boundsOf(view, clip);
    if (!bounds) {
        const ValueId unknown = unknownBound(view, clip);
        return Obstacle{notConstant(view, say("the bound of {1}", clip.label()), unknown), unknown};
    }
    const auto zeros = y.zero.valid() ? knownInts(view, y.zero) : std::nullopt;
    const auto zero = zeros && !zeros->empty() ? static_cast<std::int32_t>(zeros->front()) : 0;
    const auto range = ops::codeRange(y.type);
    if (!range) return Obstacle{range.error().message, y.scale};
    const auto code = [&](double bound) {
        return ops::toCode(static_cast<float>(bound) / y.scales.front(), zero, *range);
    };
    if (code(bounds->low) == range->low && code(bounds->high) == range->high) return std::nullopt;
    return Obstacle{say("{1} limits to codes from {2} to {3}, and {4} writes all from {5} to {6}", clip.label(),
                        code(bounds->low), code(bounds->high), y.node->label(), range->low, range->high),
                    clip.output(0)};
}

} // namespace edgewright::fusion
