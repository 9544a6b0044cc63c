// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that read or write maps. Values here are tensors, sequences and optionals: what reads a map cannot
// run, and in place of the maps that ZipMap writes its scores go on, in the order of the class labels.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::maps {

namespace {

Result<void> inferCastMap(InferContext& context) {
    const std::string to = context.node().stringOr("cast_to", "TO_FLOAT");
    if (to != "TO_FLOAT" && to != "TO_STRING" && to != "TO_INT64")
        return badInput(say("cast_to is '{1}' where TO_FLOAT, TO_STRING or TO_INT64 is expected", to));
    const auto type = to == "TO_FLOAT"    ? ir::DataType::Float32
                      : to == "TO_STRING" ? ir::DataType::String
                                          : ir::DataType::Int64;
    ir::Dim count;
    if (context.node().stringOr("map_form", "DENSE") == "SPARSE") {
        const std::int64_t length = context.node().intOr("max_map", 1);
        if (length < 0) return badInput(say("max_map is {1}", length));
        count = ir::Dim(length);
    }
    context.setOutput(0, {type, std::vector<ir::Dim>{ir::Dim(1), count}});
    return {};
}

// The element type is that of the map's values, which no type here can express.
Result<void> inferDictVectorizer(InferContext& context) {
    const std::size_t length = std::max(stringList(context.node(), "string_vocabulary").size(),
                                        context.node().ints("int64_vocabulary").size());
    if (length == 0) return badInput(say("neither string_vocabulary nor int64_vocabulary is given"));
    context.setOutput(0, {ir::DataType::Undefined,
                          std::vector<ir::Dim>{ir::Dim(1), ir::Dim(static_cast<std::int64_t>(length))}});
    return {};
}

Result<void> inferZipMap(InferContext& context) {
    RETURN_IF_ERROR(inferRows(context));
    RETURN_IF_ERROR(classLabelsOf(context.node(), "classlabels_int64s"));
    ir::TensorType type(context.input(0)->dtype); // of the scores
    type.container = ir::Container::Other;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runZipMap(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto scores, operand(context, 0));
    context.setOutput(0, *scores);
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, bool readsMap, RunFunction run = nullptr) {
    return {.domain = "ai.onnx.ml",
            .name = name,
            .category = Category::DataMovement,
            .infer = infer,
            .run = run,
            .takesContainers = readsMap};
}

constexpr std::array Rows{
    row("CastMap", inferCastMap, true),
    row("DictVectorizer", inferDictVectorizer, true),
    row("ZipMap", inferZipMap, false, runZipMap),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::maps
