// SPDX-License-Identifier: GPL-3.0-or-later
// RotaryEmbedding of the standard, and of com.microsoft before it.
#include "core/base/propagate.h"
#include "core/ops/attention/attention_rotary.h"

#include <array>

namespace edgewright::ops::rotary_embeddings {

namespace {

Result<RotaryNode> nodeOf(const ir::Node& node) {
    RotaryNode rotary{.heads = node.intOr("num_heads", 0),
                      .rotated = node.intOr("rotary_embedding_dim", 0),
                      .interleaved = node.intOr("interleaved", 0) != 0};
    if (node.domain.empty()) return rotary;
    if (node.intOr("is_packed_batching", 0) != 0) return unsupported("a packed batch is not supported");
    rotary.cosine = 2;
    rotary.sine = 3;
    rotary.positions = 1;
    rotary.onePosition = true;
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

constexpr Operator row(std::string_view domain, std::int64_t since) {
    return {.domain = domain,
            .name = "RotaryEmbedding",
            .category = Category::ElementWise,
            .infer = infer,
            .run = run,
            .since = since};
}

constexpr std::array Rows{row("", 23), row("com.microsoft", 1)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::rotary_embeddings
