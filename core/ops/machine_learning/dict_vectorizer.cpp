// SPDX-License-Identifier: GPL-3.0-or-later
// Cannot run: its input is a map, and values here are tensors, sequences and optionals.
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operator.h"

#include <algorithm>

namespace edgewright::ops::dict_vectorizer {

namespace {

// The element type is that of the map's values, which no type here can express.
Result<void> infer(InferContext& context) {
    const std::size_t length = std::max(stringList(context.node(), "string_vocabulary").size(),
                                        context.node().ints("int64_vocabulary").size());
    if (length == 0) return badInput("neither string_vocabulary nor int64_vocabulary is given");
    context.setOutput(0, {ir::DataType::Undefined,
                          std::vector<ir::Dim>{ir::Dim(1), ir::Dim(static_cast<std::int64_t>(length))}});
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "DictVectorizer",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
};

} // namespace edgewright::ops::dict_vectorizer
