// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/element_sink.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/packed.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops {

Result<ElementSink> ElementSink::make(KernelContext& context, std::size_t index, ir::DataType type,
                                      const ir::Dims& dims) {
    ElementSink sink;
    sink.m_context = &context;
    sink.m_index = index;
    sink.m_type = type;
    if (type == ir::DataType::String) {
        ASSIGN_OR_RETURN(sink.m_tensor, context.output(index, type, dims));
        const auto size = static_cast<std::int64_t>(sizeof(std::string));
        RETURN_IF_ERROR(context.scratch(sink.m_tensor.elements() * size)); // which counts them
        sink.m_strings.resize(static_cast<std::size_t>(sink.m_tensor.elements()));
        return sink;
    }
    const int bits = ir::bitWidth(type);
    if (bits == 0) return unsupported(say("elements without a type cannot be moved"));
    ASSIGN_OR_RETURN(sink.m_tensor, context.output(index, type, dims));
    sink.m_bytes = bits < 8 ? 1 : static_cast<std::size_t>(bits) / 8;
    if (bits < 8) {
        sink.m_packedBits = bits;
        ASSIGN_OR_RETURN(sink.m_unpacked, context.scratchOf<std::byte>(sink.m_tensor.elements()));
        std::ranges::fill(sink.m_unpacked, std::byte{0});
    }
    return sink;
}

Result<void> ElementSink::makeEmpty(KernelContext& context, std::size_t index, ir::DataType type,
                                    const ir::Dims& dims) {
    ASSIGN_OR_RETURN(auto sink, make(context, index, type, dims));
    return sink.finish();
}

// Claims scratch for as many bytes, which counts them: a few strings may be copied many times.
bool ElementSink::fits(std::int64_t stringBytes) {
    if (m_fault) return false;
    m_stringBytes = checkedAdd(m_stringBytes, stringBytes).value_or(std::numeric_limits<std::int64_t>::max());
    if (m_stringBytes <= m_reserved) return true;
    constexpr std::int64_t MinPiece = 1 << 20;
    const std::int64_t missing = m_stringBytes - m_reserved;
    // Ever larger pieces, so that there are few of them; where one does not fit, no more than is missing.
    auto claimed = m_context->scratch(std::max({missing, m_reserved, MinPiece}));
    if (claimed)
        m_reserved += std::max({missing, m_reserved, MinPiece});
    else if (claimed = m_context->scratch(missing); claimed)
        m_reserved += missing;
    else
        m_fault = claimed.error();
    return !m_fault;
}

void ElementSink::copyStrings(std::int64_t to, const ir::Tensor& from, std::int64_t at, std::int64_t count) {
    std::int64_t bytes = 0;
    for (std::int64_t i = at; i < at + count; ++i)
        bytes += static_cast<std::int64_t>(from.strings()[static_cast<std::size_t>(i)].size());
    if (!fits(bytes)) return;
    std::copy_n(from.strings().begin() + at, count, m_strings.begin() + to);
}

void ElementSink::unpack(std::int64_t to, const ir::Tensor& from, std::int64_t at, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        m_unpacked[static_cast<std::size_t>(to + i)] = static_cast<std::byte>(
            packedAt(from.bytes().data(), static_cast<std::size_t>(at + i), m_packedBits));
}

void ElementSink::fill(std::int64_t to, const ir::Tensor* value, std::int64_t count) {
    if (holdsStrings()) {
        const std::string text = value ? value->strings().front() : std::string();
        const auto bytes = checkedMul(count, static_cast<std::int64_t>(text.size()));
        if (fits(bytes.value_or(std::numeric_limits<std::int64_t>::max())))
            std::fill_n(m_strings.begin() + to, count, text);
        return;
    }
    if (count <= 0) return;
    if (m_packedBits > 0 && value) {
        const unsigned bits = packedAt(value->bytes().data(), 0, m_packedBits);
        std::fill_n(m_unpacked.begin() + to, count, static_cast<std::byte>(bits));
        return;
    }
    std::byte* target = data() + static_cast<std::size_t>(to) * m_bytes;
    if (!value)
        std::memset(target, 0, static_cast<std::size_t>(count) * m_bytes);
    else
        for (std::int64_t i = 0; i < count; ++i, target += m_bytes)
            std::memcpy(target, value->bytes().data(), m_bytes);
}

Result<void> ElementSink::finish() {
    if (m_fault) return *m_fault;
    if (holdsStrings())
        m_context->setOutput(m_index, ir::Tensor::ofStrings(m_tensor.dims(), std::move(m_strings)));
    if (m_packedBits == 0) return {};
    auto bytes = m_tensor.mutableBytes();
    std::ranges::fill(bytes, std::byte{0});
    for (std::size_t i = 0; i < m_unpacked.size(); ++i)
        setPacked(bytes.data(), i, m_packedBits, std::to_integer<unsigned>(m_unpacked[i]));
    return {};
}

std::vector<std::int64_t> rowMajorStrides(const ir::Dims& dims) {
    std::vector<std::int64_t> strides(dims.size(), 1);
    // Beside an extent of 0 the others may be so large that products wrap; nobody walks such a tensor.
    for (std::size_t i = dims.size(); i-- > 1;)
        strides[i - 1] = static_cast<std::int64_t>(static_cast<std::uint64_t>(strides[i]) *
                                                   static_cast<std::uint64_t>(dims[i]));
    return strides;
}

namespace {

// What one entry of the innermost table run does: copies `count` neighbours from `from`, or fills when `from`
// is -1.
struct Piece {
    std::int64_t from = 0;
    std::int64_t count = 0;
};

std::vector<Piece> pieces(const std::vector<std::int64_t>& table) {
    std::vector<Piece> result;
    for (const std::int64_t entry : table) {
        const bool continues =
            !result.empty() &&
            (entry < 0 ? result.back().from < 0
                       : result.back().from >= 0 && entry == result.back().from + result.back().count);
        if (continues)
            ++result.back().count;
        else
            result.push_back({entry, 1});
    }
    return result;
}

} // namespace

Result<void> gatherByTables(KernelContext& context, std::size_t index, const ir::Tensor& in,
                            const std::vector<std::vector<std::int64_t>>& tables, const ir::Tensor* fill) {
    ir::Dims dims;
    for (const auto& table : tables)
        dims.push_back(static_cast<std::int64_t>(table.size()));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, index, in.dtype(), dims));
    return gatherByTables(sink, in, tables, fill);
}

Result<void> gatherByTables(ElementSink& sink, const ir::Tensor& in,
                            const std::vector<std::vector<std::int64_t>>& tables, const ir::Tensor* fill) {
    const std::int64_t total = sink.elements();
    if (tables.empty()) {
        sink.copy(0, in, 0);
        return sink.finish();
    }
    const std::vector<Piece> inner = pieces(tables.back());
    const auto strides = rowMajorStrides(in.dims());
    const std::size_t outer = tables.size() - 1;
    std::vector<std::size_t> position(outer, 0);
    const auto row = static_cast<std::int64_t>(tables.back().size());
    for (std::int64_t at = 0; at < total; at += row) {
        std::int64_t base = 0;
        bool outside = false;
        for (std::size_t k = 0; k < outer; ++k) {
            const std::int64_t entry = tables[k][position[k]];
            outside = outside || entry < 0;
            base += entry * strides[k];
        }
        if (outside) {
            sink.fill(at, fill, row);
        } else {
            std::int64_t to = at;
            for (const Piece& piece : inner) {
                if (piece.from < 0)
                    sink.fill(to, fill, piece.count);
                else
                    sink.copy(to, in, base + piece.from, piece.count);
                to += piece.count;
            }
        }
        for (std::size_t k = outer; k-- > 0;) {
            if (++position[k] < tables[k].size()) break;
            position[k] = 0;
        }
    }
    return sink.finish();
}

namespace {

// What gatherByStrides copies, as a view, where it is one run of whole bytes.
std::optional<ir::Tensor> contiguousPart(const ir::Tensor& in, const ir::Dims& dims, const ir::Dims& extents,
                                         const std::vector<std::int64_t>& strides, std::int64_t base) {
    const int bits = ir::bitWidth(in.dtype());
    if (in.dtype() == ir::DataType::String || bits % 8 != 0 || !in.owner()) return std::nullopt;
    std::int64_t run = 1;
    for (std::size_t axis = extents.size(); axis-- > 0;) {
        if (extents[axis] != 1 && strides[axis] != run) return std::nullopt;
        run *= extents[axis];
    }
    if (run == 0) return std::nullopt;
    const auto bytes = in.bytes().subspan(static_cast<std::size_t>(base * (bits / 8)),
                                          static_cast<std::size_t>(run * (bits / 8)));
    // Tensors that are shared are never written.
    return ir::Tensor::over(in.dtype(), dims, in.owner(), {const_cast<std::byte*>(bytes.data()), bytes.size()});
}

} // namespace

Result<void> gatherByStrides(KernelContext& context, std::size_t index, const ir::Tensor& in,
                             const ir::Dims& dims, const ir::Dims& extents,
                             const std::vector<std::int64_t>& strides, std::int64_t base) {
    if (context.takesPartsOfInputs())
        if (auto part = contiguousPart(in, dims, extents, strides, base)) {
            context.setOutput(index, *std::move(part));
            return {};
        }
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, index, in.dtype(), dims));
    const std::int64_t total = sink.elements();
    // Axes that the nest walks as one are joined, so that the innermost run is as long as it can be.
    ir::Dims loop;
    std::vector<std::int64_t> step;
    for (std::size_t k = 0; k < extents.size(); ++k) {
        if (extents[k] == 1) continue;
        if (!loop.empty() && step.back() == strides[k] * extents[k]) {
            loop.back() *= extents[k];
            step.back() = strides[k];
        } else {
            loop.push_back(extents[k]);
            step.push_back(strides[k]);
        }
    }
    const std::int64_t run = loop.empty() ? 1 : loop.back();
    const std::int64_t stride = step.empty() ? 1 : step.back();
    const std::size_t outer = loop.empty() ? 0 : loop.size() - 1;
    std::vector<std::int64_t> position(outer, 0);
    for (std::int64_t at = 0; at < total; at += run) {
        if (stride == 1) {
            sink.copy(at, in, base, run);
        } else if (sink.elementBytes() == 4) {
            const std::byte* from = in.bytes().data() + base * 4;
            std::byte* to = sink.data() + at * 4;
            for (std::int64_t i = 0; i < run; ++i)
                std::memcpy(to + i * 4, from + i * stride * 4, 4);
        } else {
            for (std::int64_t i = 0; i < run; ++i)
                sink.copy(at + i, in, base + i * stride);
        }
        for (std::size_t k = outer; k-- > 0;) {
            base += step[k];
            if (++position[k] < loop[k]) break;
            base -= step[k] * loop[k];
            position[k] = 0;
        }
    }
    return sink.finish();
}

} // namespace edgewright::ops
