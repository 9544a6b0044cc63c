// SPDX-License-Identifier: GPL-3.0-or-later
// An output that is filled with elements of other tensors, whatever their type: bytes or strings.
#pragma once

#include "core/ops/operator.h"

#include <cstring>

namespace edgewright::ops {

class ElementSink {
public:
    // Types that pack several elements into a byte work too, element by element.
    static Result<ElementSink> make(KernelContext& context, std::size_t index, ir::DataType type,
                                    const ir::Dims& dims);

    // An output without elements.
    static Result<void> makeEmpty(KernelContext& context, std::size_t index, ir::DataType type,
                                  const ir::Dims& dims);

    std::int64_t elements() const { return m_tensor.elements(); }
    // 0 for strings, 1 for packed types.
    std::size_t elementBytes() const { return m_bytes; }
    // Element i lies at i * elementBytes().
    std::byte* data() { return m_packedBits > 0 ? m_unpacked.data() : m_tensor.mutableBytes().data(); }
    bool holdsStrings() const { return m_type == ir::DataType::String; }

    // Elements [at, at + count) of `from`, which has the sink's type, to [to, to + count). Both ranges must
    // exist.
    void copy(std::int64_t to, const ir::Tensor& from, std::int64_t at, std::int64_t count = 1) {
        if (holdsStrings()) return copyStrings(to, from, at, count);
        if (m_packedBits > 0) return unpack(to, from, at, count);
        const std::byte* source = from.bytes().data() + static_cast<std::size_t>(at) * m_bytes;
        std::byte* target = data() + static_cast<std::size_t>(to) * m_bytes;
        if (count == 1 && m_bytes == 4)
            std::memcpy(target, source, 4);
        else if (count == 1 && m_bytes == 8)
            std::memcpy(target, source, 8);
        else if (count > 0)
            std::memcpy(target, source, static_cast<std::size_t>(count) * m_bytes);
    }
    // Element 0 of `value` to [to, to + count); zero bytes or empty strings when `value` is null.
    void fill(std::int64_t to, const ir::Tensor* value, std::int64_t count);
    // Hands the output over. Call once everything is written. OutOfMemory where the strings did not fit.
    Result<void> finish();

private:
    bool fits(std::int64_t stringBytes);
    void copyStrings(std::int64_t to, const ir::Tensor& from, std::int64_t at, std::int64_t count);
    void unpack(std::int64_t to, const ir::Tensor& from, std::int64_t at, std::int64_t count);

    KernelContext* m_context = nullptr;
    std::size_t m_index = 0;
    ir::DataType m_type = ir::DataType::Undefined;
    std::size_t m_bytes = 0;
    int m_packedBits = 0; // of an element, where several share a byte
    ir::Tensor m_tensor;
    std::span<std::byte> m_unpacked; // packed types: a byte each until finish()
    std::vector<std::string> m_strings;
    std::int64_t m_stringBytes = 0, m_reserved = 0; // of their contents
    std::optional<Error> m_fault;
};

// Output `index` with out[i0, i1, ...] = in[tables[0][i0], tables[1][i1], ...]; an entry of -1 takes `fill`
// (zero when null). One table per axis of `in`; entries are in [-1, extent).
Result<void> gatherByTables(KernelContext& context, std::size_t index, const ir::Tensor& in,
                            const std::vector<std::vector<std::int64_t>>& tables,
                            const ir::Tensor* fill = nullptr);
// The same into a sink that is there already, which has as many elements as the tables ask for: large tables
// are made when it is known that the result fits into memory.
Result<void> gatherByTables(ElementSink& sink, const ir::Tensor& in,
                            const std::vector<std::vector<std::int64_t>>& tables,
                            const ir::Tensor* fill = nullptr);

// Output `index` of shape `dims`: its elements in row-major order are those that a nest of loops over `extents`
// (outermost first) visits in `in`, starting at `base` and stepping by `strides`. All visited elements must
// exist.
Result<void> gatherByStrides(KernelContext& context, std::size_t index, const ir::Tensor& in,
                             const ir::Dims& dims, const ir::Dims& extents,
                             const std::vector<std::int64_t>& strides, std::int64_t base = 0);

// Elements between neighbours along each axis of a row-major tensor.
std::vector<std::int64_t> rowMajorStrides(const ir::Dims& dims);

} // namespace edgewright::ops
