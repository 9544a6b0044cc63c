// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/npy.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/onnx/arrays/npy_strings.h"
#include "core/onnx/reading/tensor_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <set>
#include <string_view>

namespace edgewright::onnx {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

constexpr std::string_view Magic = "\x93NUMPY";
constexpr std::size_t LongestHeader = 1 << 16;
constexpr std::size_t LargestRank = 32; // NumPy's own limit

struct Code {
    std::string_view text; // without the byte order
    DataType type;
};
constexpr std::array<Code, 12> Codes{{
    {"f2", DataType::Float16},
    {"f4", DataType::Float32},
    {"f8", DataType::Float64},
    {"i1", DataType::Int8},
    {"i2", DataType::Int16},
    {"i4", DataType::Int32},
    {"i8", DataType::Int64},
    {"u1", DataType::UInt8},
    {"u2", DataType::UInt16},
    {"u4", DataType::UInt32},
    {"u8", DataType::UInt64},
    {"b1", DataType::Bool},
}};

struct Header {
    DataType type = DataType::Undefined;
    bool bigEndian = false;
    bool fortran = false;
    Dims dims;
    StringCode strings; // where the type is String

    std::int64_t elementBytes() const {
        return type == DataType::String ? strings.bytes() : ir::bitWidth(type) / 8;
    }
};

// Python's dictionary literal, as far as the format allows: string keys; strings, True, False and tuples as
// values.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text) : m_text(text) {}

    Result<Header> parse() {
        Header header;
        std::set<std::string> seen;
        if (!take('{')) return fault("'{'");
        while (!take('}')) {
            const auto key = string();
            if (!key || !take(':')) return fault(say("a key in quotes and ':'"));
            if (*key == "descr") {
                const auto code = string();
                if (!code) return fault(say("a plain element type in quotes (records are not read)"));
                RETURN_IF_ERROR(setType(*code, header));
            } else if (*key == "fortran_order") {
                if (word("True"))
                    header.fortran = true;
                else if (!word("False"))
                    return fault(say("True or False"));
            } else if (*key == "shape") {
                if (!shape(header.dims)) return fault(say("a tuple of at most 32 extents"));
            } else {
                return fault(say("the keys descr, fortran_order and shape only"));
            }
            if (!seen.insert(std::string(*key)).second) return fault(say("each key once"));
            if (!take(',') && !peek('}')) return fault(say("',' or '}'"));
        }
        if (seen.size() != 3) return fault(say("the keys descr, fortran_order and shape, each once"));
        return header;
    }

private:
    Error fault(const std::string& expected) const {
        return badInput(say("has a header that cannot be read at byte {1}; expected {2}", m_at, expected));
    }
    void skipSpace() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n'))
            ++m_at;
    }
    bool peek(char wanted) {
        skipSpace();
        return m_at < m_text.size() && m_text[m_at] == wanted;
    }
    bool take(char wanted) {
        if (!peek(wanted)) return false;
        ++m_at;
        return true;
    }
    bool word(std::string_view wanted) {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(wanted)) return false;
        m_at += wanted.size();
        return true;
    }
    std::optional<std::string_view> string() {
        const char quote = peek('"') ? '"' : '\'';
        if (!take(quote)) return std::nullopt;
        const std::size_t end = m_text.find(quote, m_at);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view result = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        return result;
    }
    bool shape(Dims& dims) {
        if (!take('(')) return false;
        while (!take(')')) {
            skipSpace();
            std::int64_t extent = 0;
            const char* begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), extent);
            if (error != std::errc() || extent < 0 || dims.size() == LargestRank) return false;
            m_at += static_cast<std::size_t>(end - begin);
            dims.push_back(extent);
            if (!take(',') && !peek(')')) return false;
        }
        return true;
    }
    Result<void> setType(std::string_view code, Header& header) const {
        const auto strings = stringCode(code.empty() ? code : code.substr(1));
        if (strings &&
            (code.front() == '<' || code.front() == '>' || (code.front() == '|' && !strings->isUnicode))) {
            header.type = DataType::String;
            header.strings = *strings;
            header.bigEndian = code.front() == '>';
            return {};
        }
        const auto known = std::ranges::find(Codes, code.empty() ? code : code.substr(1), &Code::text);
        const char order = code.empty() ? ' ' : code.front();
        const bool oneByte = known != Codes.end() && ir::bitWidth(known->type) == 8;
        if (known == Codes.end() || !(order == '<' || order == '>' || (order == '|' && oneByte)))
            return unsupported(say("has elements of type '{1}'; expected floats of 2 to 8 bytes, integers of 1 "
                                   "to 8 bytes, bools, or strings (U or S) of a known length",
                                   code.substr(0, 40)));
        header.type = known->type;
        header.bigEndian = order == '>' && !oneByte;
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

// Calls `take` with the place in the file of each element, in row-major order; 0 at the first. In Fortran order
// the first axis runs fastest. There is an element.
template <typename Take>
Result<void> inOrder(const Header& header, std::int64_t elements, const Take& take) {
    const auto rank = header.dims.size();
    Dims index(rank, 0);
    Dims stride(rank, 1); // in elements of the file
    for (std::size_t axis = 1; axis < rank; ++axis) {
        const std::size_t at = header.fortran ? axis : rank - 1 - axis;
        const std::size_t before = header.fortran ? at - 1 : at + 1;
        stride[at] = stride[before] * header.dims[before];
    }
    std::int64_t from = 0;
    for (std::int64_t element = 0; element < elements; ++element) {
        RETURN_IF_ERROR(take(static_cast<std::size_t>(from)));
        for (std::size_t axis = rank; axis-- > 0;) {
            from += stride[axis];
            if (++index[axis] < header.dims[axis]) break;
            from -= stride[axis] * header.dims[axis];
            index[axis] = 0;
        }
    }
    return {};
}

// Element by element, since the order of bytes, of axes, or of both differs.
Result<Tensor> reordered(const Header& header, std::span<const std::byte> bytes) {
    auto tensor = Tensor::allocate(header.type, header.dims);
    if (!tensor || tensor->elements() == 0) return tensor; // beside an extent of 0 the others may be anything
    const auto width = static_cast<std::size_t>(header.elementBytes());
    std::byte* out = tensor->mutableBytes().data();
    RETURN_IF_ERROR(inOrder(header, tensor->elements(), [&](std::size_t from) -> Result<void> {
        const std::byte* in = bytes.data() + from * width;
        if (header.bigEndian)
            std::reverse_copy(in, in + width, out);
        else
            std::memcpy(out, in, width);
        if (header.type == DataType::Bool && std::to_integer<unsigned>(*out) > 1) *out = std::byte(1);
        out += width;
        return {};
    }));
    return tensor;
}

Result<Tensor> readStrings(const Header& header, std::int64_t elements, std::span<const std::byte> bytes,
                           std::int64_t limitBytes) {
    const auto width = static_cast<std::size_t>(header.elementBytes());
    const auto needed = checkedMul(elements, static_cast<std::int64_t>(sizeof(std::string) + width));
    if (!needed || *needed > limitBytes)
        return outOfMemory(say("{1} strings", elements), needed.value_or(INT64_MAX), limitBytes);
    std::vector<std::string> strings;
    strings.reserve(static_cast<std::size_t>(elements));
    if (elements > 0)
        RETURN_IF_ERROR(inOrder(header, elements, [&](std::size_t from) -> Result<void> {
            auto text = stringFrom(header.strings, header.bigEndian, bytes.subspan(from * width, width));
            if (!text) return std::move(text).error().within(say("element {1}", strings.size()));
            strings.push_back(*std::move(text));
            return {};
        }));
    return Tensor::ofStrings(header.dims, std::move(strings));
}

// The elements lie in the file from `begin` on, `size` bytes.
struct Layout {
    Header header;
    std::int64_t elements = 0;
    std::size_t begin = 0, size = 0;
};

Result<Layout> layoutOf(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(Magic) || text.size() < 10)
        return badInput(say("is no NumPy file; expected it to start with \\x93NUMPY"));
    const auto byteAt = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    const std::size_t version = byteAt(6);
    if (version < 1 || version > 3)
        return unsupported(say("has NumPy format version {1}; expected 1, 2 or 3", version));
    const std::size_t start = version == 1 ? 10 : 12;
    std::size_t length = byteAt(8) | byteAt(9) << 8;
    if (version > 1 && text.size() >= start) length |= byteAt(10) << 16 | byteAt(11) << 24;
    if (length > LongestHeader || text.size() < start + length)
        return badInput(
            say("has a header of {1} bytes; expected at most {2}, inside the file", length, LongestHeader));
    ASSIGN_OR_RETURN(auto header, HeaderParser(text.substr(start, length)).parse());

    const auto elements = checkedProduct(header.dims);
    const auto needed = elements ? checkedMul(*elements, header.elementBytes()) : std::nullopt;
    const std::size_t size = bytes.size() - start - length;
    if (!needed || std::cmp_greater(*needed, size))
        return badInput(say("holds {1} bytes of data where {2} asks for {3}", size,
                            ir::TensorType(header.type, header.dims).text(),
                            needed ? std::to_string(*needed) : say("more than there can be")));
    return Layout{std::move(header), *elements, start + length, static_cast<std::size_t>(*needed)};
}

} // namespace

Result<ir::TensorType> npyType(std::span<const std::byte> bytes) {
    ASSIGN_OR_RETURN(const auto layout, layoutOf(bytes));
    return ir::TensorType(layout.header.type, layout.header.dims);
}

Result<Tensor> readNpy(std::shared_ptr<const void> owner, std::span<std::byte> bytes, std::int64_t limitBytes) {
    ASSIGN_OR_RETURN(const auto layout, layoutOf(bytes));
    const Header& header = layout.header;
    const auto used = bytes.subspan(layout.begin, layout.size);
    if (header.type == DataType::String) return readStrings(header, layout.elements, used, limitBytes);
    if (header.bigEndian || (header.fortran && header.dims.size() > 1)) return reordered(header, used);
    return tensorOver(header.type, header.dims, std::move(owner), used);
}

Result<NpyParts> npyParts(const Tensor& tensor) {
    NpyParts parts{{}, tensor};
    std::string descr; // with the byte order
    if (tensor.dtype() == DataType::String) {
        ASSIGN_OR_RETURN(auto points, codePointsOf(tensor));
        parts.data = std::move(points.values);
        descr = "<U" + std::to_string(points.width);
    } else {
        const auto code = std::ranges::find(Codes, tensor.dtype(), &Code::type);
        if (code == Codes.end())
            return unsupported(
                say("NumPy files hold no {1}; write a .pb file instead", ir::dataTypeName(tensor.dtype())));
        descr = (ir::bitWidth(tensor.dtype()) == 8 ? '|' : '<') + std::string(code->text);
    }
    if (tensor.dims().size() > LargestRank) return unsupported(say("NumPy files hold at most 32 axes"));
    std::string shape;
    for (const std::int64_t dim : tensor.dims())
        shape += std::to_string(dim) + ", ";
    if (tensor.dims().size() > 1)
        shape.resize(shape.size() - 2);
    else if (!shape.empty())
        shape.pop_back();
    std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t Prefix = 10, Alignment = 64;
    const std::size_t whole = (Prefix + header.size() + 1 + Alignment - 1) / Alignment * Alignment;
    header.append(whole - Prefix - header.size() - 1, ' ');
    header += '\n';
    const auto low = static_cast<char>(header.size() & 255), high = static_cast<char>(header.size() >> 8);
    parts.header = std::string(Magic) + '\1' + '\0' + low + high + header;
    return parts;
}

} // namespace edgewright::onnx
