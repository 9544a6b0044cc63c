// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_rotary.h"

namespace edgewright::ops::rotary_embedding {

namespace {

RotaryNode read(const ir::Node& node) {
    return {.cosine = 1,
            .sine = 2,
            .positions = 3,
            .heads = node.intOr("num_heads", 0),
            .rotated = node.intOr("rotary_embedding_dim", 0),
            .interleaved = node.intOr("interleaved", 0) != 0};
}

Result<void> infer(InferContext& context) { return inferRotary(context, read(context.node())); }
Result<void> run(KernelContext& context) { return runRotary(context, read(context.node())); }

} // namespace

extern const Operator entry{
    .name = "RotaryEmbedding",
    .category = Category::ElementWise,
    .infer = infer,
    .run = run,
    .since = 23,
};

} // namespace edgewright::ops::rotary_embedding
