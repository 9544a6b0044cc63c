// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_rotary.h"

namespace edgewright::ops::microsoft_rotary_embedding {

namespace {

Result<RotaryNode> read(const ir::Node& node) {
    if (node.intOr("is_packed_batching", 0) != 0) return unsupported("a packed batch is not supported");
    return RotaryNode{.cosine = 2,
                      .sine = 3,
                      .positions = 1,
                      .onePosition = true,
                      .heads = node.intOr("num_heads", 0),
                      .rotated = node.intOr("rotary_embedding_dim", 0),
                      .interleaved = node.intOr("interleaved", 0) != 0};
}

Result<void> infer(InferContext& context) {
    const auto node = read(context.node());
    return node ? inferRotary(context, *node) : Result<void>(node.error());
}

Result<void> run(KernelContext& context) {
    const auto node = read(context.node());
    return node ? runRotary(context, *node) : Result<void>(node.error());
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "RotaryEmbedding",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::microsoft_rotary_embedding
