// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/layer_context.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/gpu/kernels/parts.h"

#include <algorithm>
#include <span>

namespace edgewright::gpu {

Result<std::vector<float>> numbersOf(const ir::Tensor& tensor) {
    ASSIGN_OR_RETURN(const ir::Tensor numbers, ir::toFloat32(tensor));
    const auto all = numbers.as<float>();
    return std::vector<float>(all.begin(), all.end());
}

const ir::Tensor* LayerContext::constant(std::size_t input) const {
    const ValueId id = m_node.input(input);
    return id.valid() ? m_graph.value(id).known() : nullptr;
}

Result<std::vector<float>> LayerContext::numbers(std::size_t input) const {
    const ir::Tensor* const known = constant(input);
    if (!known) return unsupported(say("input {1} is no constant", input));
    return numbersOf(*known);
}

Type typeOf(ir::DataType type) {
    if (type == ir::DataType::UInt8 || type == ir::DataType::Int8) return Type::Int8;
    return type == ir::DataType::Int32 ? Type::Int32 : Type::Float32;
}

namespace {

bool isTaken(ir::DataType type, Numbers numbers) {
    switch (numbers) {
    case Numbers::Float32:
        return type == ir::DataType::Float32;
    case Numbers::Codes:
        return typeOf(type) == Type::Int8;
    case Numbers::Int32:
        return type == ir::DataType::Int32;
    case Numbers::Any:
        return type == ir::DataType::Float32 || typeOf(type) != Type::Float32;
    }
    return false;
}

std::string textOf(Numbers numbers) {
    switch (numbers) {
    case Numbers::Codes:
        return say("8-bit codes");
    case Numbers::Int32:
        return "int32";
    default:
        return "float32";
    }
}

} // namespace

ir::DataType LayerContext::type(std::size_t input) const {
    return m_node.hasInput(input) ? m_graph.value(m_node.input(input)).type.dtype : ir::DataType::Undefined;
}

Result<ir::Dims> LayerContext::dimsOf(ValueId value, Numbers numbers) const {
    if (!value.valid()) return unsupported(say("an operand is left out"));
    const ir::Value& found = m_graph.value(value);
    if (!found.type.isTensor() || !isTaken(found.type.dtype, numbers))
        return unsupported(
            say("{1} is {2}, not {3}", inQuotes(found.name), found.type.text(), textOf(numbers)));
    const auto dims = found.type.dims();
    if (!dims) return unsupported(say("the extents of {1} are not known before it runs", inQuotes(found.name)));
    constexpr std::int64_t MaxCount = (std::int64_t(1) << 31) - 1;
    const auto count = found.type.elements();
    if (!count || *count > MaxCount)
        return unsupported(say("{1} has more than {2} elements", inQuotes(found.name), MaxCount));
    if (*count == 0) return unsupported(say("{1} has no elements", inQuotes(found.name)));
    return *dims;
}

Result<Operand> LayerContext::operandOf(ValueId value) {
    RETURN_IF_ERROR(dimsOf(value, Numbers::Any));
    ASSIGN_OR_RETURN(const BufferPart found, m_part(value));
    return Operand(found);
}

Array arrayOf(const std::vector<float>& numbers) {
    Array array(Type::Float32, static_cast<std::int64_t>(numbers.size()));
    std::ranges::copy(std::as_bytes(std::span(numbers)), array.bytes().begin());
    return array;
}

Result<Array> arrayOf(const ir::Tensor& constant) {
    const Type type = typeOf(constant.dtype());
    if (type == Type::Float32) {
        ASSIGN_OR_RETURN(const std::vector<float> numbers, numbersOf(constant));
        return arrayOf(numbers);
    }
    Array array(type, constant.elements());
    std::ranges::copy(constant.bytes(), array.bytes().begin());
    return array;
}

Operand LayerContext::weight(std::vector<float> numbers) { return weight(arrayOf(numbers)); }

Operand LayerContext::weight(Array numbers) {
    const std::int64_t count = numbers.count();
    const Type type = numbers.type();
    m_layer.places.push_back(
        {Layer::Place::Kind::Weight, {}, std::make_shared<const Array>(std::move(numbers)), count, type});
    return part(m_layer.places.size() - 1);
}

Operand LayerContext::halfWeight(const std::vector<float>& numbers, std::int64_t rows, std::int64_t columns) {
    const std::int64_t row = halfRow(columns);
    Array halves(Type::Float16, rows * row);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            halves.set(i * row + j, static_cast<double>(numbers[static_cast<std::size_t>(i * columns + j)]));
    return weight(std::move(halves));
}

void LayerContext::convert(Launch launch) {
    this->launch(std::move(launch));
    ++m_layer.conversions;
}

void LayerContext::multiplyHalves(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns,
                                  const Ending& ending, const Operand& a, const Operand& b, const Operand& c) {
    launch(halfProductLaunch(m, n, k, ofColumns, ending, a, b, c, tensorTilesFor(m, n)));
    ++m_layer.halfProducts;
}

Result<void> LayerContext::multiplyCodes(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns,
                                         const CodeEnding& ending, const Operand& a, const Operand& b,
                                         const Operand& c) {
    if (!multipliesCodes()) return unsupported(say("the GPU has no tensor cores for 8-bit codes"));
    launch(codeProductLaunch(m, n, k, ofColumns, ending, a, b, c, tensorTilesFor(m, n)));
    return {};
}

Operand LayerContext::scratch(std::int64_t count, Type type) {
    m_layer.places.push_back({Layer::Place::Kind::Scratch, {}, {}, count, type});
    return part(m_layer.places.size() - 1);
}

bool LayerContext::fillsAll(std::int64_t m, std::int64_t n) const {
    return std::int64_t(piecesOf(m, 128)) * piecesOf(n, 128) >= m_target.multiprocessors;
}

Values LayerContext::tensorTilesFor(std::int64_t m, std::int64_t n) const {
    if (fillsAll(m, n)) return {};
    return defined({{"BM", 64}, {"BN", 64}, {"WM", 32}, {"WN", 32}, {"STAGES", 3}});
}

Values LayerContext::tilesFor(std::int64_t m, std::int64_t n) const {
    if (fillsAll(m, n)) return {};
    return defined({{"BM", 64}, {"BN", 64}, {"BK", 8}, {"WM", 32}, {"WN", 32}, {"DOWN", 8}});
}

Operand from(const Operand& operand, std::int64_t elements) {
    if (const auto* const found = std::get_if<BufferPart>(&operand))
        return part(found->buffer, found->offset + elements);
    return operand;
}

} // namespace edgewright::gpu
