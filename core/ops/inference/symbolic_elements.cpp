// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/symbolic_elements.h"

#include "core/base/checked.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/inference/fold.h"
#include "core/ops/operands/broadcast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace edgewright::ops {

namespace {

using ir::Dim;

// The elements of an input, from either source, with its extents.
struct Operand {
    ir::Dims dims;
    Elements elements;
};

std::optional<Operand> operandOf(const SymbolicInput& input) {
    auto elements = input.value      ? toElements(*input.value)
                    : input.elements ? std::optional(*input.elements)
                                     : std::nullopt;
    const auto dims = input.value  ? std::optional(input.value->dims())
                      : input.type ? input.type->dims()
                                   : std::nullopt;
    if (!elements || !dims || checkedProduct(*dims) != static_cast<std::int64_t>(elements->size()))
        return std::nullopt;
    return Operand{*dims, *std::move(elements)};
}

// ---- Operators that move elements: their kernel moves numbers that stand for the symbols.

struct Mover {
    std::string_view op;
    std::vector<std::size_t> data; // inputs whose elements are moved; empty: all
};

const Mover* moverOf(const ir::Node& node) {
    static const std::vector<Mover> movers{
        {"Compress", {0}},
        {"Concat", {}},
        {"Expand", {0}},
        {"Flatten", {0}},
        {"Gather", {0}},
        {"GatherElements", {0}},
        {"GatherND", {0}},
        {"Identity", {0}},
        {"Pad", {0, 2}},
        {"Reshape", {0}},
        {"ScatterElements", {0, 2}},
        {"ScatterND", {0, 2}},
        {"Slice", {0}},
        {"Split", {0}},
        {"Squeeze", {0}},
        {"Tile", {0}},
        {"Transpose", {0}},
        {"Unsqueeze", {0}},
        {"Where", {1, 2}},
    };
    const auto it = std::ranges::find(movers, node.op, &Mover::op);
    return it == movers.end() || !node.domain.empty() ? nullptr : &*it;
}

template <typename T>
ir::Tensor numbered(const ir::Dims& dims, std::size_t first, std::size_t count) {
    std::vector<T> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<T>(first + i);
    return ir::Tensor::of(dims, numbers);
}

std::optional<ir::Tensor> numbered(ir::DataType type, const ir::Dims& dims, std::size_t first,
                                   std::size_t count) {
    switch (type) {
    case ir::DataType::Int64:
        return numbered<std::int64_t>(dims, first, count);
    case ir::DataType::Int32:
        return numbered<std::int32_t>(dims, first, count);
    case ir::DataType::Float32:
        return numbered<float>(dims, first, count);
    case ir::DataType::Float64:
        return numbered<double>(dims, first, count);
    default:
        return std::nullopt;
    }
}

std::vector<std::optional<Elements>> moved(const Operator& op, const ir::Node& node, std::int64_t opset,
                                           const Mover& mover, std::span<const SymbolicInput> inputs,
                                           std::span<const ir::TensorType> outputs, const RunContext& run) {
    Elements all{Dim(0)}; // all[n]: what the number n stands for; kernels fill with 0
    std::vector<ir::Tensor> tensors(inputs.size());
    std::vector<const ir::Tensor*> pointers(inputs.size(), nullptr);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].type) continue;
        const bool isData = mover.data.empty() || std::ranges::find(mover.data, i) != mover.data.end();
        pointers[i] = inputs[i].value;
        if (isData) {
            const auto data = operandOf(inputs[i]);
            auto numbers = data ? numbered(inputs[i].type->dtype, data->dims, all.size(), data->elements.size())
                                : std::nullopt;
            if (!numbers) return {};
            tensors[i] = *std::move(numbers);
            pointers[i] = &tensors[i];
            all.insert(all.end(), data->elements.begin(), data->elements.end());
        }
        if (!pointers[i]) return {};
    }
    const FoldLimits limits{4096, MaxSymbolicElements, 0};
    const auto results = fold(op, node, opset, pointers, outputs, run, limits);
    std::vector<std::optional<Elements>> found;
    for (std::size_t i = 0; results && i < results->size(); ++i) {
        const ir::Tensor& result = (*results)[i];
        found.emplace_back();
        if (!result.hasData() || !result.isTensor()) continue;
        found.back().emplace();
        for (std::int64_t k = 0; k < result.elements(); ++k) {
            const double number = ir::elementAsDouble(result, k);
            const bool known = number >= 0 && number < static_cast<double>(all.size());
            found.back()->push_back(known ? all[static_cast<std::size_t>(number)] : Dim());
        }
    }
    return found;
}

// ---- Arithmetic

Dim truth(std::optional<bool> value) { return value ? Dim(*value ? 1 : 0) : Dim(); }

// ONNX divides integers towards zero, which is down only where nothing is negative.
Dim quotient(const Dim& a, const Dim& b, bool whole) {
    const Dim result = ir::isNonNegative(a) && ir::isNonNegative(b) ? ir::floorDivide(a, b) : Dim();
    return whole || ir::times(result, b) == a ? result : Dim();
}

Dim remainder(const Dim& a, const Dim& b) { return ir::minus(a, ir::times(quotient(a, b, true), b)); }

// f on the sign of a - b where every extent of the symbols agrees.
template <typename F>
Dim compare(const Dim& a, const Dim& b, F f) {
    const Dim difference = ir::minus(a, b);
    if (const auto sign = ir::signOf(difference)) return truth(f(*sign));
    // Only one of the signs 0 and 1 (or 0 and -1) is open: enough where f answers both alike.
    if (ir::isNonNegative(difference) && f(0) == f(1)) return truth(f(0));
    if (ir::isNonNegative(ir::minus(b, a)) && f(0) == f(-1)) return truth(f(0));
    return {};
}

using Binary = std::function<Dim(const Dim&, const Dim&)>;

Binary binaryOf(const ir::Node& node, bool whole) {
    const std::string& op = node.op;
    if (op == "Add" || op == "Sum") return ir::plus;
    if (op == "Sub") return ir::minus;
    if (op == "Mul") return ir::times;
    if (op == "Div") return [whole](const Dim& a, const Dim& b) { return quotient(a, b, whole); };
    if (op == "Mod" && whole) return remainder;
    if (op == "Max") return ir::maximum;
    if (op == "Min") return ir::minimum;
    if (op == "Equal")
        return [](const Dim& a, const Dim& b) { return compare(a, b, [](int sign) { return sign == 0; }); };
    if (op == "Less")
        return [](const Dim& a, const Dim& b) { return compare(a, b, [](int sign) { return sign < 0; }); };
    if (op == "LessOrEqual")
        return [](const Dim& a, const Dim& b) { return compare(a, b, [](int sign) { return sign <= 0; }); };
    if (op == "Greater")
        return [](const Dim& a, const Dim& b) { return compare(a, b, [](int sign) { return sign > 0; }); };
    if (op == "GreaterOrEqual")
        return [](const Dim& a, const Dim& b) { return compare(a, b, [](int sign) { return sign >= 0; }); };
    return nullptr;
}

std::optional<Operand> combined(const Operand& a, const Operand& b, const Binary& f) {
    const auto plan = broadcastPlan(std::array{a.dims, b.dims});
    if (!plan || plan->elements > MaxSymbolicElements) return std::nullopt;
    Operand result{plan->dims, Elements(static_cast<std::size_t>(plan->elements))};
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            result.elements[static_cast<std::size_t>(at + i)] =
                f(a.elements[static_cast<std::size_t>(offsets[0] + i * plan->inner(0))],
                  b.elements[static_cast<std::size_t>(offsets[1] + i * plan->inner(1))]);
    });
    return result;
}

// Keeps every element: casts between numbers, and rounding of what is whole.
bool keepsElements(const ir::Node& node, const ir::TensorType& output) {
    static constexpr std::array<std::string_view, 5> names{"Cast", "CastLike", "Floor", "Ceil", "Round"};
    const bool number = output.dtype == ir::DataType::Int64 || output.dtype == ir::DataType::Int32 ||
                        output.dtype == ir::DataType::Float32 || output.dtype == ir::DataType::Float64;
    return number && std::ranges::find(names, node.op) != names.end();
}

// One element out of all.
std::optional<Elements> reduced(const ir::Node& node, const Operand& in) {
    Binary join;
    Dim start(0);
    if (node.op == "ReduceProd") {
        join = ir::times;
        start = Dim(1);
    } else if (node.op == "ReduceSum") {
        join = ir::plus;
    } else if ((node.op == "ReduceMax" || node.op == "ReduceMin") && !in.elements.empty()) {
        join = node.op == "ReduceMax" ? ir::maximum : ir::minimum;
        start = in.elements.front();
    } else {
        return std::nullopt;
    }
    for (const Dim& each : in.elements)
        start = join(start, each);
    return Elements{start};
}

std::optional<Elements> computed(const ir::Node& node, std::span<const SymbolicInput> inputs,
                                 const ir::TensorType& output) {
    if (!node.domain.empty() || inputs.empty()) return std::nullopt;
    const auto first = operandOf(inputs[0]);
    if (!first) return std::nullopt;
    if (keepsElements(node, output)) return first->elements;
    if (node.op.starts_with("Reduce")) {
        if (output.elements() != 1 ||
            (first->elements.size() > 1 && node.intOr("noop_with_empty_axes", 0) != 0))
            return std::nullopt;
        return reduced(node, *first);
    }
    if (node.op == "Neg") {
        Elements result;
        for (const Dim& each : first->elements)
            result.push_back(ir::minus(Dim(0), each));
        return result;
    }
    const Binary f = inputs[0].type ? binaryOf(node, ir::isInteger(inputs[0].type->dtype)) : nullptr;
    if (!f || inputs.size() < 2) return std::nullopt;
    std::optional<Operand> result = first;
    for (std::size_t i = 1; result && i < inputs.size(); ++i) {
        const auto next = operandOf(inputs[i]);
        result = next ? combined(*result, *next, f) : std::nullopt;
    }
    return result ? std::optional(std::move(result->elements)) : std::nullopt;
}

} // namespace

std::optional<Elements> toElements(const ir::Tensor& tensor) {
    if (!tensor.hasData() || !tensor.isTensor() || tensor.elements() > MaxSymbolicElements) return std::nullopt;
    Elements result;
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        if (ir::isInteger(tensor.dtype()) || tensor.dtype() == ir::DataType::Bool) {
            result.push_back(ir::integerDim(ir::elementAsInt64(tensor, i)));
        } else if (tensor.dtype() == ir::DataType::Float32 || tensor.dtype() == ir::DataType::Float64) {
            const double number = ir::elementAsDouble(tensor, i);
            constexpr double exact = 16777216.0; // 2^24: whole numbers up to here are exact in every float
            const bool whole = number >= -exact && number <= exact && std::floor(number) == number;
            result.push_back(whole ? ir::integerDim(static_cast<std::int64_t>(number)) : Dim());
        } else {
            return std::nullopt;
        }
    }
    return result;
}

std::optional<ir::Tensor> toTensor(const ir::TensorType& type, const Elements& elements) {
    const auto dims = type.isTensor() ? type.dims() : std::nullopt;
    if (!dims || checkedProduct(*dims) != static_cast<std::int64_t>(elements.size())) return std::nullopt;
    const auto fill = [&]<typename T>(std::vector<T> numbers) -> std::optional<ir::Tensor> {
        for (const Dim& each : elements) {
            const auto number = ir::constantOf(each);
            if (!number || *number != static_cast<std::int64_t>(static_cast<T>(*number))) return std::nullopt;
            numbers.push_back(static_cast<T>(*number));
        }
        return ir::Tensor::of(*dims, numbers);
    };
    switch (type.dtype) {
    case ir::DataType::Int64:
        return fill(std::vector<std::int64_t>());
    case ir::DataType::Int32:
        return fill(std::vector<std::int32_t>());
    case ir::DataType::Bool:
        return fill(std::vector<bool>());
    default:
        return std::nullopt;
    }
}

std::vector<std::optional<Elements>> symbolicOutputs(const Operator& op, const ir::Node& node,
                                                     std::int64_t opset, std::span<const SymbolicInput> inputs,
                                                     std::span<const ir::TensorType> outputs,
                                                     const RunContext& run) {
    if (const Mover* mover = moverOf(node)) return moved(op, node, opset, *mover, inputs, outputs, run);
    if (outputs.size() != 1) return {};
    return {computed(node, inputs, outputs[0])};
}

} // namespace edgewright::ops
