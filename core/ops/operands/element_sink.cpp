// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/element_sink.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/packed.h"
#include "core/ops/operands/parallel.h"

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
    std::byte* const target = data() + static_cast<std::size_t>(to) * m_bytes;
    const std::size_t bytes = static_cast<std::size_t>(count) * m_bytes;
    const auto isZero = [](std::byte byte) { return byte == std::byte{0}; };
    if (!value || std::ranges::all_of(value->bytes().first(m_bytes), isZero)) {
        std::memset(target, 0, bytes);
        return;
    }
    constexpr std::size_t Near = 1 << 14; // elements of any width, which stay in the nearest cache
    std::memcpy(target, value->bytes().data(), m_bytes);
    for (std::size_t done = m_bytes; done < bytes;) {
        const std::size_t piece = std::min({done, Near, bytes - done});
        std::memcpy(target + done, target, piece);
        done += piece;
    }
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

// An axis of the output and the distance of its neighbours in input and output, in elements.
struct Axis {
    std::int64_t extent, from, to;
};

// Squares of the plane that the input's innermost axis and the output's span, for every position on the other
// axes. `transpose` is a kernel for such elements.
template <typename T, typename Transpose>
void transposePlanes(const std::vector<Axis>& axes, std::size_t inner, const T* in, T* out, int threads,
                     Transpose transpose) {
    const Axis rows = axes.back();
    const Axis columns = axes[inner];
    std::vector<Axis> others;
    std::int64_t planes = 1;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
        if (i == inner) continue;
        others.push_back(axes[i]);
        planes *= axes[i].extent;
    }
    constexpr std::int64_t strip = 256; // columns of one task
    const std::int64_t strips = ceilDiv(columns.extent, strip);
    const std::int64_t work = planes * rows.extent * columns.extent * std::int64_t(sizeof(T)) / 8;
    parallelFor(usefulThreads(threads, work, planes * strips), planes * strips, [&](std::int64_t task, int) {
        const std::int64_t first = task % strips * strip;
        std::int64_t from = first;
        std::int64_t to = first * columns.to;
        std::int64_t plane = task / strips;
        for (std::size_t i = others.size(); i-- > 0; plane /= others[i].extent) {
            from += plane % others[i].extent * others[i].from;
            to += plane % others[i].extent * others[i].to;
        }
        transpose(in + from, rows.from, out + to, columns.to, rows.extent,
                  std::min(strip, columns.extent - first));
    });
}

// The nest of loops of gatherByStrides, outermost first; those that it walks as one are joined.
struct Nest {
    ir::Dims extents;
    std::vector<std::int64_t> steps;

    Nest(const ir::Dims& all, const std::vector<std::int64_t>& strides) {
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (all[k] == 1) continue;
            if (!extents.empty() && steps.back() == strides[k] * all[k]) {
                extents.back() *= all[k];
                steps.back() = strides[k];
            } else {
                extents.push_back(all[k]);
                steps.push_back(strides[k]);
            }
        }
    }
    std::int64_t run() const { return extents.empty() ? 1 : extents.back(); }
    std::int64_t stride() const { return steps.empty() ? 1 : steps.back(); } // in a run

    // body(at, from) for each run: its first element in the result, and in the input where `base` is the first.
    template <typename Body>
    void forEachRun(std::int64_t total, std::int64_t base, const Body& body) const {
        const std::size_t outer = extents.empty() ? 0 : extents.size() - 1;
        std::vector<std::int64_t> position(outer, 0);
        for (std::int64_t at = 0; at < total; at += run()) {
            body(at, base);
            for (std::size_t k = outer; k-- > 0;) {
                base += steps[k];
                if (++position[k] < extents[k]) break;
                base -= steps[k] * extents[k];
                position[k] = 0;
            }
        }
    }
};

// Elements of 1 or 4 bytes whose neighbours in the input are not those in the result: in squares. False: there
// is no axis along which they are neighbours.
bool gatherByPlanes(ElementSink& sink, const std::byte* from, const Nest& nest, int threads) {
    const auto inner = std::ranges::find(nest.steps, 1);
    if ((sink.elementBytes() != 1 && sink.elementBytes() != 4) || nest.stride() == 1 ||
        inner == nest.steps.end())
        return false;
    std::vector<Axis> axes(nest.extents.size());
    std::int64_t to = 1;
    for (std::size_t k = axes.size(); k-- > 0; to *= nest.extents[k])
        axes[k] = {nest.extents[k], nest.steps[k], to};
    const auto place = static_cast<std::size_t>(inner - nest.steps.begin());
    if (sink.elementBytes() == 1)
        transposePlanes(axes, place, reinterpret_cast<const std::uint8_t*>(from),
                        reinterpret_cast<std::uint8_t*>(sink.data()), threads,
                        kernels::table().integer->transposeCodes);
    else
        transposePlanes(axes, place, reinterpret_cast<const float*>(from),
                        reinterpret_cast<float*>(sink.data()), threads,
                        kernels::table().elementwise->transpose);
    return true;
}

// Runs that lie in the input as they do in the result: short ones without a call.
void copyRuns(ElementSink& sink, const std::byte* from, const Nest& nest, std::int64_t base) {
    const auto width = static_cast<std::int64_t>(sink.elementBytes());
    const auto size = static_cast<std::size_t>(nest.run() * width);
    std::byte* const to = sink.data();
    const auto copyAll = [&]<std::size_t Size>() {
        nest.forEachRun(sink.elements(), base, [&](std::int64_t at, std::int64_t place) {
            std::memcpy(to + at * width, from + place * width, Size == 0 ? size : Size);
        });
    };
    if (size == 8) return copyAll.operator()<8>();
    if (size == 16) return copyAll.operator()<16>();
    if (size == 32) return copyAll.operator()<32>();
    if (size == 64) return copyAll.operator()<64>();
    copyAll.operator()<0>();
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
    const Nest nest(extents, strides);
    const bool isPlain = !sink.holdsStrings() && ir::bitWidth(in.dtype()) % 8 == 0 && sink.elements() > 0;
    const std::byte* const from = in.bytes().data();
    const auto width = static_cast<std::int64_t>(sink.elementBytes());
    if (isPlain && gatherByPlanes(sink, from + base * width, nest, context.threads())) return sink.finish();
    if (isPlain && nest.stride() == 1) {
        copyRuns(sink, from, nest, base);
        return sink.finish();
    }
    const std::int64_t run = nest.run(), stride = nest.stride();
    nest.forEachRun(sink.elements(), base, [&](std::int64_t at, std::int64_t place) {
        if (stride == 1) {
            sink.copy(at, in, place, run);
        } else if (width == 4) {
            std::byte* const to = sink.data() + at * 4;
            for (std::int64_t i = 0; i < run; ++i)
                std::memcpy(to + i * 4, from + (place + i * stride) * 4, 4);
        } else {
            for (std::int64_t i = 0; i < run; ++i)
                sink.copy(at + i, in, place + i * stride);
        }
    });
    return sink.finish();
}

} // namespace edgewright::ops
