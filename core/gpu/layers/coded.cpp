// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/coded.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

// Sums wrap around.
int wrapped(std::uint32_t number) { return static_cast<int>(number); }
std::uint32_t wordOf(int number) { return static_cast<std::uint32_t>(number); }

Result<std::vector<int>> wholeNumbersOf(const ir::Tensor& constant) {
    if (!ir::isInteger(constant.dtype()) || !constant.hasData())
        return unsupported(say("{1} are no whole numbers", constant.type().text()));
    std::vector<int> numbers(static_cast<std::size_t>(constant.elements()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<int>(ir::elementAsInt64(constant, static_cast<std::int64_t>(i)));
    return numbers;
}

template <class T>
Result<std::vector<T>> repeated(std::vector<T> numbers, std::size_t input, std::int64_t count) {
    const auto wanted = static_cast<std::size_t>(count);
    if (numbers.size() == 1) numbers.resize(wanted, numbers.front());
    if (numbers.size() != wanted)
        return unsupported(
            say("input {1} has {2} numbers where {3} are expected", input, numbers.size(), wanted));
    return numbers;
}

} // namespace

Result<std::vector<float>> scalesOf(const LayerContext& context, std::size_t input, std::int64_t count) {
    if (context.type(input) != ir::DataType::Float32) return unsupported(say("its scales are no float32"));
    ASSIGN_OR_RETURN(std::vector<float> numbers, context.numbers(input));
    return repeated(std::move(numbers), input, count);
}

Result<std::vector<int>> zerosOf(const LayerContext& context, std::size_t input, ir::DataType type,
                                 std::int64_t count) {
    if (!context.node().hasInput(input)) return std::vector<int>(static_cast<std::size_t>(count), 0);
    const ir::Tensor* const known = context.constant(input);
    if (!known) return unsupported(say("input {1} is no constant", input));
    ASSIGN_OR_RETURN(const std::vector<int> numbers, wholeNumbersOf(*known));
    const CodeBounds bounds = boundsOf(type);
    if (typeOf(type) == Type::Int8 &&
        std::ranges::any_of(numbers, [&](int each) { return each < bounds.low || each > bounds.high; }))
        return unsupported(say("its zero point is no code"));
    return repeated(numbers, input, count);
}

Result<Coding> codingOf(const LayerContext& context, std::size_t scale, std::size_t zero, ir::DataType type) {
    ASSIGN_OR_RETURN(const std::vector<float> scales, scalesOf(context, scale));
    ASSIGN_OR_RETURN(const std::vector<int> zeros, zerosOf(context, zero, type));
    return Coding{scales.front(), zeros.front()};
}

Operand wholeWeight(LayerContext& context, std::span<const int> numbers) {
    Array array(Type::Int32, static_cast<std::int64_t>(numbers.size()));
    std::ranges::copy(std::as_bytes(numbers), array.bytes().begin());
    return context.weight(std::move(array));
}
Operand wholeWeight(LayerContext& context, std::int64_t count, int number) {
    return wholeWeight(context, std::vector<int>(static_cast<std::size_t>(count), number));
}

bool CodeMatrix::hasZeros() const {
    return std::ranges::any_of(zeros, [](int each) { return each != 0; });
}

Result<CodeMatrix> codeMatrixOf(const LayerContext& context, std::size_t input, std::size_t zeros,
                                std::int64_t rows, std::int64_t columns, bool isTurned) {
    const ir::Tensor* const known = context.constant(input);
    if (!known) return unsupported(say("input {1} is no constant", input));
    const int shift = flipOf(known->dtype());
    ASSIGN_OR_RETURN(const std::vector<int> numbers, wholeNumbersOf(*known));
    CodeMatrix matrix{rows, columns, std::vector<int>(numbers.size()), {}};
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            matrix.codes[static_cast<std::size_t>(i * columns + j)] =
                numbers[static_cast<std::size_t>(isTurned ? j * rows + i : i * columns + j)] - shift;
    ASSIGN_OR_RETURN(matrix.zeros, zerosOf(context, zeros, known->dtype(), rows));
    for (int& each : matrix.zeros)
        each -= shift;
    return matrix;
}

Operand codeWeight(LayerContext& context, const CodeMatrix& matrix, std::int64_t row) {
    Array array(Type::Int8, matrix.rows * row);
    for (std::int64_t i = 0; i < matrix.rows; ++i)
        for (std::int64_t j = 0; j < matrix.columns; ++j)
            array.set(i * row + j, matrix.codes[static_cast<std::size_t>(i * matrix.columns + j)]);
    return context.weight(std::move(array));
}

std::vector<int> termsOf(const CodeMatrix& matrix, int otherZero, std::span<const int> bias) {
    std::vector<int> terms(static_cast<std::size_t>(matrix.rows));
    for (std::size_t i = 0; i < terms.size(); ++i) {
        std::uint32_t sum = 0;
        for (std::int64_t j = 0; j < matrix.columns; ++j)
            sum += wordOf(
                matrix.codes[i * static_cast<std::size_t>(matrix.columns) + static_cast<std::size_t>(j)] -
                matrix.zeros[i]);
        terms[i] = wrapped((bias.empty() ? 0 : wordOf(bias[i])) - wordOf(otherZero) * sum);
    }
    return terms;
}

Result<std::vector<int>> biasOf(const LayerContext& context, std::size_t input, std::int64_t count) {
    if (!context.node().hasInput(input)) return std::vector<int>();
    const ir::Tensor* const known = context.constant(input);
    if (!known || known->dtype() != ir::DataType::Int32 ||
        (known->elements() > 1 && known->dims().back() != count))
        return unsupported(say("its bias is no constant row of int32"));
    ASSIGN_OR_RETURN(const std::vector<int> numbers, wholeNumbersOf(*known));
    return repeated(numbers, input, count);
}

Result<void> endInCodes(LayerContext& context, CodeEnding& ending, std::vector<float> multipliers,
                        std::size_t zero) {
    const CodeBounds bounds = boundsOf(context.resultType());
    ASSIGN_OR_RETURN(const std::vector<int> zeros, zerosOf(context, zero, context.resultType()));
    ending.result = CodeResult::Codes;
    ending.zero = zeros.front();
    ending.low = static_cast<float>(bounds.low - ending.zero);
    ending.high = static_cast<float>(bounds.high - ending.zero);
    ending.scales = context.weight(std::move(multipliers));
    return {};
}

} // namespace edgewright::gpu
