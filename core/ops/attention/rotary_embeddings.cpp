// SPDX-License-Identifier: GPL-3.0-or-later
// RotaryEmbedding of the standard, and of com.microsoft before it; that with positions in time, height and
// width, of models that see; and that of Gemma, which is given the angles and what is turned by a right angle.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/attention/attention_rotary.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::rotary_embeddings {

namespace {

Result<RotaryNode> nodeOf(const ir::Node& node) {
    RotaryNode rotary{.heads = node.intOr("num_heads", 0),
                      .rotated = node.intOr("rotary_embedding_dim", 0),
                      .interleaved = node.intOr("interleaved", 0) != 0};
    if (node.domain.empty()) return rotary;
    if (node.intOr("is_packed_batching", 0) != 0) return unsupported(say("a packed batch is not supported"));
    rotary.cosine = 2;
    rotary.sine = 3;
    rotary.positions = 1;
    rotary.onePosition = true;
    if (node.op == "MRotaryEmbedding") {
        const auto sections = node.ints("mrope_section");
        if (sections.size() != 3)
            return badInput(say("mrope_section has {1} numbers where 3 are expected", sections.size()));
        rotary.sections = {sections[0], sections[1], sections[2]};
        rotary.mixed = node.intOr("mrope_layout", 0) != 0;
        rotary.scale = node.floatOr("scale", 1.0f);
    }
    return rotary;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto node, nodeOf(context.node()));
    return inferRotary(context, node);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto node, nodeOf(context.node()));
    return runRotary(context, node);
}

// Angles [batch, length, size], then queries, the same with their halves exchanged and one negated, and keys
// alike, [batch, heads, length, size].
Result<void> inferGemma(InferContext& context) {
    RETURN_IF_ERROR(operand(context, 0));
    for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
        ASSIGN_OR_RETURN(const auto x, operand(context, 2 * i + 1));
        RETURN_IF_ERROR(operand(context, 2 * i + 2));
        RETURN_IF_ERROR(expectRank(*x, 4, i == 0 ? say("the query") : say("the key")));
        if (i < context.node().outputs.size()) context.setOutput(i, *x);
    }
    return {};
}

// As Cast, Mul and Add in the type of queries and keys would compute it.
Result<void> runGemma(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto angles, asFloat32(context, *given));
    if (angles.rank() != 3) return badInput(say("the angles are {1}", given->type().text()));
    for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
        ASSIGN_OR_RETURN(const auto x, floatOperand(context, 2 * i + 1));
        const ir::DataType type = x->dtype();
        ASSIGN_OR_RETURN(const auto other, operandOfType(context, 2 * i + 2, type));
        const ir::Dims& dims = x->dims();
        if (dims.size() != 4 || other->dims() != dims || ir::Dims{dims[0], dims[2], dims[3]} != angles.dims())
            return badInput(say("inputs are {1} and {2} where the angles are {3}", x->type().text(),
                                other->type().text(), given->type().text()));
        if (!context.wantsOutput(i)) continue;
        ASSIGN_OR_RETURN(const auto straight, asFloat32(context, *x));
        ASSIGN_OR_RETURN(const auto turned, asFloat32(context, *other));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, i, type, dims));
        const std::int64_t plane = dims[2] * dims[3];
        for (std::size_t at = 0; at < out.data().size(); ++at) {
            const auto place = static_cast<std::int64_t>(at);
            const std::int64_t batch = place / plane / dims[1];
            const float angle = angles.as<float>()[static_cast<std::size_t>(batch * plane + place % plane)];
            const float along = roundedTo(straight.as<float>()[at] * roundedTo(std::cos(angle), type), type);
            out.data()[at] = along + roundedTo(turned.as<float>()[at] * roundedTo(std::sin(angle), type), type);
        }
        out.finish();
    }
    return {};
}

constexpr Operator row(std::string_view domain, std::string_view name, std::int64_t since) {
    return {.domain = domain,
            .name = name,
            .category = Category::ElementWise,
            .infer = infer,
            .run = run,
            .since = since};
}

constexpr std::array Rows{
    row("", "RotaryEmbedding", 23),
    row("com.microsoft", "RotaryEmbedding", 1),
    row("com.microsoft", "MRotaryEmbedding", 1),
    Operator{.domain = "com.microsoft",
             .name = "GemmaRotaryEmbedding",
             .category = Category::ElementWise,
             .infer = inferGemma,
             .run = runGemma},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::rotary_embeddings
