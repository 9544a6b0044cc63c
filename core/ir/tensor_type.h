// SPDX-License-Identifier: GPL-3.0-or-later
// Element type and shape of a value; an extent may be known, named ("batch"), an expression ("2*seq + 1", see
// dim_expression.h) or unknown.
#pragma once

#include "core/ir/data_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::ir {

// One extent. Known extents are >= 0.
class Dim {
public:
    Dim() = default; // unknown
    Dim(std::int64_t value) : m_value(value) {}
    static Dim named(std::string symbol) {
        Dim dim;
        dim.m_symbol = std::move(symbol);
        return dim;
    }

    bool known() const { return m_value >= 0; }
    std::int64_t value() const { return m_value; } // -1 when not known
    const std::string& symbol() const { return m_symbol; }
    // "3", "batch" or "?".
    std::string text() const;
    friend bool operator==(const Dim&, const Dim&) = default;

private:
    std::int64_t m_value = -1;
    std::string m_symbol;
};

using Dims = std::vector<std::int64_t>; // every extent known

// The kind of a value. A sequence holds tensors of one dtype, an optional one tensor (or sequence) or nothing;
// dtype and shape are then those of the tensors inside. Maps and deeper nestings are Other: shown, but none is
// made in a run.
enum class Container : std::uint8_t { Tensor, Sequence, Optional, OptionalSequence, Other };

struct TensorType {
    DataType dtype = DataType::Undefined;
    std::optional<std::vector<Dim>> shape; // absent: not even the rank is known
    Container container = Container::Tensor;

    TensorType() = default;
    TensorType(DataType type) : dtype(type) {}
    TensorType(DataType type, std::vector<Dim> dims) : dtype(type), shape(std::move(dims)) {}
    TensorType(DataType type, const Dims& dims)
        : dtype(type), shape(std::vector<Dim>(dims.begin(), dims.end())) {}

    static TensorType sequenceOf(TensorType element);

    // The same shape and container with elements of another type.
    TensorType withDtype(DataType type) const;

    bool isTensor() const { return container == Container::Tensor; }
    std::optional<std::size_t> rank() const;
    // Every extent, if all are known.
    std::optional<Dims> dims() const;
    // Element and byte counts of a tensor, if every extent is known and the product stays below 2^63.
    std::optional<std::int64_t> elements() const;
    std::optional<std::int64_t> bytes() const;
    // "float32[1,3,224,224]", "float32[batch,?]", "int64[]" for a scalar, "float32[...]" without a rank,
    // "sequence(float32[2])".
    std::string text() const;
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

// Bytes of `elements` elements; packed types round up. Empty on overflow.
std::optional<std::int64_t> byteCount(DataType type, std::int64_t elements);

} // namespace edgewright::ir
