// SPDX-License-Identifier: GPL-3.0-or-later
// Gather of codes that share scales in blocks along an axis, as numbers. Codes of uint8 may be packed along the
// last axis.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/packed.h"
#include "core/ops/quantization/packed_weights.h"

namespace edgewright::ops::gather_block_quantized {

namespace {

constexpr std::size_t Codes = 0, Indices = 1, Scales = 2, Zeros = 3;

struct Layout {
    std::size_t gather = 0, quantized = 0; // axes
    std::int64_t block = 0;
    std::int64_t perElement = 1; // codes in an element of the type
    int bits = 4;
};

Result<Layout> layoutOf(const ir::Node& node, ir::DataType type, std::size_t rank) {
    Layout layout;
    const auto axes = static_cast<std::int64_t>(rank);
    ASSIGN_OR_RETURN(const auto gather, normaliseAxis(node.intOr("gather_axis", 0), axes));
    ASSIGN_OR_RETURN(const auto quantized, normaliseAxis(node.intOr("quantize_axis", 1), axes));
    layout.gather = static_cast<std::size_t>(gather);
    layout.quantized = static_cast<std::size_t>(quantized);
    layout.block = node.intOr("block_size", 128);
    if (layout.block < 1) return badInput(say("block_size is {1}", layout.block));
    layout.bits = ir::bitWidth(type);
    if (type != ir::DataType::UInt8) return layout;
    ASSIGN_OR_RETURN(layout.perElement, codesPerByte(node.intOr("bits", 4)));
    layout.bits = static_cast<int>(8 / layout.perElement);
    if (layout.perElement > 1 && (layout.gather + 1 >= rank || layout.quantized + 1 != rank))
        return badInput(
            say("codes that share bytes are gathered along another axis than the last, which has the scales"));
    return layout;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto codes, operand(context, Codes));
    ASSIGN_OR_RETURN(const auto indices, operand(context, Indices));
    ASSIGN_OR_RETURN(const auto scales, operand(context, Scales));
    ir::TensorType out(scales->dtype);
    if (codes->shape && indices->shape) {
        auto shape = *codes->shape;
        ASSIGN_OR_RETURN(const auto layout, layoutOf(context.node(), codes->dtype, shape.size()));
        if (layout.perElement > 1) {
            const auto whole =
                shape.back().known() ? checkedMul(shape.back().value(), layout.perElement) : std::nullopt;
            shape.back() = whole ? ir::Dim(*whole) : ir::Dim();
        }
        const auto at = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(layout.gather));
        shape.insert(at, indices->shape->begin(), indices->shape->end());
        out.shape = std::move(shape);
    }
    context.setOutput(0, std::move(out));
    return {};
}

std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index,
                                           const ir::TensorType& input) {
    return index == Codes ? packedCodes(input, node.intOr("bits", 4)) : std::nullopt;
}

// The codes as [outer, extent, inner] about the axis with the scales; so many scales along it.
struct Blocks {
    std::int64_t extent = 1, inner = 1, count = 1;
};

struct Source {
    Layout layout;
    ir::Dims dims; // in codes
    Blocks blocks;
    const std::byte* codes = nullptr;
    const float* scales = nullptr;
    const std::byte* zeros = nullptr;
    std::int64_t zeroLine = 0; // zero points from one row to the next, where they are packed
    int sign = 0;              // of the codes: the top bit
    int middle = 0;            // the zero point where none is given

    int codeAt(const std::byte* from, std::int64_t at) const {
        return static_cast<int>(packedAt(from, static_cast<std::size_t>(at), layout.bits) ^ unsigned(sign)) -
               sign;
    }
    float operator()(std::int64_t at) const {
        const std::int64_t outer = at / (blocks.extent * blocks.inner);
        const std::int64_t block = at / blocks.inner % blocks.extent / layout.block;
        const std::int64_t scale = (outer * blocks.count + block) * blocks.inner + at % blocks.inner;
        const int zero = zeros ? codeAt(zeros, zeroLine > 0 ? outer * zeroLine + block : scale) : middle;
        return static_cast<float>(codeAt(codes, at) - zero) * scales[scale];
    }
};

Result<Source> sourceOf(const KernelContext& context, const ir::Tensor& scales) {
    ASSIGN_OR_RETURN(const auto codes, operand(context, Codes));
    const ir::DataType type = codes->dtype();
    const bool isSigned = type == ir::DataType::Int4 || type == ir::DataType::Int8;
    if (!isSigned && type != ir::DataType::UInt4 && type != ir::DataType::UInt8)
        return unsupported(say("codes of type {1} are not supported here", ir::dataTypeName(type)));
    Source source;
    source.dims = codes->dims();
    source.codes = codes->bytes().data();
    ASSIGN_OR_RETURN(source.layout, layoutOf(context.node(), type, source.dims.size()));
    const Layout& layout = source.layout;
    if (isSigned) source.sign = 1 << (layout.bits - 1);
    if (type == ir::DataType::UInt8) source.middle = 1 << (layout.bits - 1);
    const auto whole = checkedMul(source.dims.back(), layout.perElement);
    if (!whole) return badInput(say("there are more codes than can be counted"));
    source.dims.back() = *whole;
    ir::Dims expected = source.dims;
    Blocks& blocks = source.blocks;
    blocks.extent = source.dims[layout.quantized];
    blocks.count = expected[layout.quantized] = ceilDiv(blocks.extent, layout.block);
    blocks.inner =
        checkedProduct(std::span(source.dims).subspan(layout.quantized + 1)).value_or(0); // no elements
    if (scales.dims() != expected)
        return badInput(say("the scales are {1} where {2} is expected", scales.type().text(),
                            ir::TensorType(scales.dtype(), expected).text()));
    if (layout.perElement > 1) source.zeroLine = ceilDiv(blocks.count, layout.perElement) * layout.perElement;
    if (!context.node().hasInput(Zeros)) return source;
    ASSIGN_OR_RETURN(const auto zeros, operand(context, Zeros));
    expected[layout.quantized] = ceilDiv(blocks.count, layout.perElement);
    if (zeros->type() != ir::TensorType(type, expected))
        return badInput(say("the zero points are {1} where {2} is expected", zeros->type().text(),
                            ir::TensorType(type, expected).text()));
    source.zeros = zeros->bytes().data();
    return source;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto indices, operand(context, Indices));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, Scales));
    ASSIGN_OR_RETURN(auto source, sourceOf(context, *given));
    ASSIGN_OR_RETURN(const auto scales, asFloat32(context, *given));
    source.scales = scales.as<float>().data();
    const std::int64_t extent = source.dims[source.layout.gather];
    ASSIGN_OR_RETURN(const auto picked, indicesWithin(context, *indices, extent));
    const auto axis = source.dims.begin() + static_cast<std::ptrdiff_t>(source.layout.gather);
    ir::Dims dims(source.dims.begin(), axis);
    dims.insert(dims.end(), indices->dims().begin(), indices->dims().end());
    dims.insert(dims.end(), axis + 1, source.dims.end());
    const std::int64_t inner =
        checkedProduct(std::span(source.dims).subspan(source.layout.gather + 1)).value_or(0); // no elements
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), dims));
    const std::span<float> to = out.data();
    std::size_t at = 0;
    for (std::int64_t base = 0; at < to.size(); base += extent * inner)
        for (const std::int64_t index : picked) {
            if (context.run().stopped()) return cancelled();
            for (std::int64_t i = 0; i < inner; ++i)
                to[at++] = source(base + index * inner + i);
        }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "GatherBlockQuantized",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .packedElements = packedElements,
};

} // namespace edgewright::ops::gather_block_quantized
