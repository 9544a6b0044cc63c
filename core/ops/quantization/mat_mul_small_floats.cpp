// SPDX-License-Identifier: GPL-3.0-or-later
// A times transposed weights [N, K] that are floats of four or eight bits (NVFP4; E4M3), with a scale for each
// block of a row. All extents come from the weights.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ir/small_float.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/scalars.h"
#include "core/ops/quantization/packed_weights.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::mat_mul_small_floats {

namespace {

constexpr std::size_t Codes = 1, Scales = 2, Global = 3;

struct Kind {
    ir::DataType type = {}; // of the weights
    std::int64_t perByte = 1;
    std::int64_t block = 0; // where the node names none
    std::size_t bias = 0;
};
// Float4: the scales are E4M3, and input 3 is one of all; input 4 changes nothing. Float8: input 3, where there
// is one, is the scale by which A becomes E4M3, too.
constexpr Kind Float4{ir::DataType::Float4E2M1, 2, 16, 5}, Float8{ir::DataType::Float8E4M3FN, 1, 128, 4};

// Rows of A and columns of the weights, in elements.
struct Extents {
    ir::Dim n, k;
};

template <const Kind& Type>
Result<Extents> extentsOf(const ir::TensorType& a, const ir::TensorType& weights) {
    ASSIGN_OR_RETURN(const auto known, expectRank(weights, 2, "B"));
    if (a.shape && a.shape->empty()) return badInput(say("A is a scalar"));
    Extents e;
    if (known) e = {(*weights.shape)[0], ir::times((*weights.shape)[1], ir::Dim(Type.perByte))};
    if (a.shape && e.k.known() && a.shape->back().known() && e.k != a.shape->back())
        return badInput(say("A is {1} where B is {2}", a.text(), weights.text()));
    return e;
}

template <const Kind& Type>
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weights, operand(context, Codes));
    RETURN_IF_ERROR(operand(context, Scales));
    ASSIGN_OR_RETURN(const auto e, extentsOf<Type>(*a, *weights));
    ir::TensorType out = *a;
    if (out.shape) out.shape->back() = e.n;
    context.setOutput(0, std::move(out));
    return {};
}

template <const Kind& Type>
Result<MatrixProducts> products(const ir::Node&, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto a, ops::extentsOf(inputs, 0));
    RETURN_IF_ERROR(ops::extentsOf(inputs, Codes));
    ASSIGN_OR_RETURN(const auto e, extentsOf<Type>(inputs[0], inputs[Codes]));
    const auto rows = checkedProduct(std::span(a).first(a.size() - 1));
    if (!rows || !e.k.known()) return badInput(say("the operands are too large"));
    return MatrixProducts{{.m = *rows, .n = e.n.value(), .k = e.k.value()}};
}

std::optional<std::int64_t> packedElements(const ir::Node&, std::size_t index, const ir::TensorType& input) {
    return index == Codes ? packedCodes(input, 4) : std::nullopt;
}

template <const Kind& Type>
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto weights,
                     operandOfType(context, Codes, Type.perByte == 2 ? ir::DataType::UInt8 : Type.type));
    ASSIGN_OR_RETURN(const auto symbols, extentsOf<Type>(given->type(), weights->type()));
    if (!symbols.k.known()) return badInput(say("B is {1}", weights->type().text()));
    const std::int64_t n = symbols.n.value(), k = symbols.k.value();
    const std::int64_t block = context.node().intOr("block_size", Type.block);
    if (block < 1) return badInput(say("block_size is {1}", block));
    const std::int64_t blocks = ceilDiv(k, block);
    ASSIGN_OR_RETURN(
        const auto scalesGiven,
        operandOfType(context, Scales, Type.perByte == 2 ? ir::DataType::UInt8 : ir::DataType::Float32));
    if (checkedMul(n, blocks) != scalesGiven->elements())
        return badInput(say("the scales are {1} where {2} rows of {3} are expected", scalesGiven->type().text(),
                            n, blocks));
    float global = 1;
    if (Type.perByte == 2 || context.node().hasInput(Global)) {
        ASSIGN_OR_RETURN(const auto number, numberScalar(context, Global, say("a scale")));
        global = static_cast<float>(number);
    }
    ASSIGN_OR_RETURN(auto a, asFloat32(context, *given));
    if (Type.perByte == 1 && context.node().hasInput(Global)) {
        ASSIGN_OR_RETURN(auto coded, context.scratchTensor(ir::DataType::Float32, a.dims()));
        std::ranges::transform(std::as_const(a).as<float>(), coded.as<float>().begin(), [&](float x) {
            return ir::smallFloatToFloat(Type.type, ir::floatToSmallFloat(Type.type, x / global)) * global;
        });
        a = std::move(coded);
    }
    // A byte, or half of one, stands for these.
    std::array<float, 256> numbers{}, scales{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = ir::smallFloatToFloat(Type.type, static_cast<std::uint8_t>(i));
        scales[i] = ir::smallFloatToFloat(ir::DataType::Float8E4M3FN, static_cast<std::uint8_t>(i));
    }
    const auto codeAt = [bytes = weights->bytes()](std::int64_t at) {
        const auto byte = std::to_integer<std::size_t>(bytes[static_cast<std::size_t>(at / Type.perByte)]);
        return Type.perByte == 1 ? byte : at % 2 == 0 ? byte & 15 : byte >> 4;
    };
    const auto scaleAt = [&](std::int64_t at) {
        const auto place = static_cast<std::size_t>(at);
        return Type.perByte == 2 ? global * scales[scalesGiven->as<std::uint8_t>()[place]]
                                 : scalesGiven->as<float>()[place];
    };
    ir::Dims dims = given->dims();
    dims.back() = n;
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), dims));
    const auto decode = [&](std::int64_t row, float* to) {
        for (std::int64_t column = 0; column < k; ++column) {
            const float number = numbers[codeAt(row * k + column)] * scaleAt(row * blocks + column / block);
            to[column] = Type.perByte == 2 ? roundedTo(number, given->dtype()) : number;
        }
    };
    const std::int64_t rows = n == 0 ? 0 : static_cast<std::int64_t>(out.data().size()) / n;
    std::span<float> scratch;
    RETURN_IF_ERROR(multiplyDecoded(context, std::as_const(a).as<float>().data(), rows, n, k, decode,
                                    out.data().data(), scratch));
    if (context.node().hasInput(Type.bias)) {
        ASSIGN_OR_RETURN(const auto bias, parameter(context, Type.bias, n, say("the bias")));
        for (std::size_t i = 0; i < out.data().size(); ++i)
            out.data()[i] += bias.as<float>()[i % static_cast<std::size_t>(n)];
    }
    out.finish();
    return {};
}

template <const Kind& Type>
constexpr Operator row(std::string_view name, ElementsFunction packed) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .pattern = Pattern::OutFusable,
            .infer = infer<Type>,
            .products = products<Type>,
            .run = run<Type>,
            .packedElements = packed};
}

constexpr std::array Rows{row<Float4>("MatMulBlockQuantizedFp4Weight", packedElements),
                          row<Float8>("MatMulBlockQuantizedFp8Weight", nullptr)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::mat_mul_small_floats
