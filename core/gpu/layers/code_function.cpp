// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/code_function.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/executor.h"
#include "core/exec/fused/code_map.h"
#include "core/ops/infer.h"

#include <algorithm>
#include <numeric>

namespace edgewright::gpu {

namespace {

constexpr std::int64_t Codes = 256;

Result<ir::Tensor> everyCode(ir::DataType type) {
    ASSIGN_OR_RETURN(ir::Tensor codes, ir::Tensor::unfilled(type, {Codes}));
    const auto bytes = codes.mutableBytes();
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i);
    return codes;
}

} // namespace

std::optional<ir::Graph> codeFunctionOf(const ir::Node& group, ir::Graph body, const ir::Opsets& opsets) {
    if (!exec::CodeMap::make(group, opsets)) return std::nullopt;
    std::erase_if(body.inputs, [&](ValueId id) { return body.value(id).known() != nullptr; });
    if (body.inputs.size() != 1 || body.outputs.size() != 1) return std::nullopt;
    return body;
}

Result<void> lookUp(LayerContext& context, std::size_t input, ir::Graph function, const ir::Opsets& opsets) {
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(input, Numbers::Codes));
    RETURN_IF_ERROR(context.resultDims(Numbers::Any));
    const ValueId code = function.inputs.front();
    for (std::size_t i = 0; i < function.valueCount(); ++i)
        if (ir::Value& each = function.value(ValueId(i)); !each.known()) each.type.shape.reset();
    function.value(code).type = ir::TensorType(context.type(input), ir::Dims{Codes});
    function = ops::inferTypes(std::move(function), opsets).graph;
    ASSIGN_OR_RETURN(const ir::Tensor every, everyCode(context.type(input)));
    ASSIGN_OR_RETURN(const exec::RunResult result, exec::run(function, opsets, {{code, every}}, {}));
    const ir::Tensor& table = result.outputs.front();
    if (table.elements() != Codes || table.dtype() != context.resultType())
        return unsupported(say("it is no function of one code"));
    ASSIGN_OR_RETURN(Array results, arrayOf(table));
    ASSIGN_OR_RETURN(const Operand x, context.input(input));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    const CodeResult kind = results.type() == Type::Int8 ? CodeResult::Codes : CodeResult::Floats;
    context.launch(codeTableLaunch(countOf(dims), kind, x, context.weight(std::move(results)), y));
    return {};
}

} // namespace edgewright::gpu
