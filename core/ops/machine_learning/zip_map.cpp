// SPDX-License-Identifier: GPL-3.0-or-later
// Cannot run: its output is a sequence of maps, and values here are tensors, sequences and optionals.
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/scores.h"

namespace edgewright::ops::zip_map {

namespace {

Result<void> infer(InferContext& context) {
    const auto rows = inferRows(context);
    if (!rows) return rows.error();
    const auto labels = classLabelsOf(context.node(), "classlabels_int64s");
    if (!labels) return labels.error();
    ir::TensorType type(ir::DataType::Float32);
    type.container = ir::Container::Other;
    context.setOutput(0, std::move(type));
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "ZipMap",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
};

} // namespace edgewright::ops::zip_map
