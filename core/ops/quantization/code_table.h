// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one 8-bit code: dequantize, compute, quantize, once for each of the 256 codes.
#pragma once

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/quantization/codes.h"

#include <array>
#include <limits>

namespace edgewright::ops {

template <typename T>
class CodeTable {
public:
    T operator()(T code) const { return m_entries[static_cast<std::uint8_t>(code)]; }
    T& at(T code) { return m_entries[static_cast<std::uint8_t>(code)]; }
    void lookUp(const T* from, std::int64_t count, T* to) const {
        kernels::table().integer->lookUp(reinterpret_cast<const std::uint8_t*>(from), count,
                                         reinterpret_cast<const std::uint8_t*>(m_entries.data()),
                                         reinterpret_cast<std::uint8_t*>(to));
    }

private:
    std::array<T, 256> m_entries{};
};

// For T = int8_t or uint8_t.
template <typename T, typename F>
CodeTable<T> codeTable(const Coding& x, const Coding& y, F f) {
    const CodeRange range{std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()};
    CodeTable<T> table;
    for (std::int32_t code = range.low; code <= range.high; ++code)
        table.at(static_cast<T>(code)) =
            static_cast<T>(toCode(f(static_cast<float>(code - x.zero) * x.scale) / y.scale, y.zero, range));
    return table;
}

// body(std::type_identity<T>()) with T = int8_t or uint8_t; Unsupported for others.
template <typename F>
Result<void> withByteCode(ir::DataType type, F&& body) {
    if (type == ir::DataType::Int8) return body(std::type_identity<std::int8_t>());
    if (type == ir::DataType::UInt8) return body(std::type_identity<std::uint8_t>());
    return unsupported(say("codes of type {1} are not supported here", ir::dataTypeName(type)));
}

// The table of a node's last run, by the bits of the codes, and what it was made for.
struct KeptTable {
    ir::DataType type;
    Coding x, y;
    CodeTable<std::uint8_t> table;

    bool isOf(ir::DataType other, const Coding& in, const Coding& out) const {
        const auto same = [](const Coding& a, const Coding& b) {
            return a.scale == b.scale && a.zero == b.zero;
        };
        return type == other && same(x, in) && same(y, out);
    }
};

// Inputs: x, its scale and zero point, the result's scale and zero point.
template <typename F>
Result<void> runCodeTable(KernelContext& context, F f) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 3, 4));
    return withByteCode(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), in->dims()));
        auto kept = std::static_pointer_cast<KeptTable>(context.state());
        if (!kept || !kept->isOf(in->dtype(), x, y)) {
            kept = std::make_shared<KeptTable>(KeptTable{in->dtype(), x, y, {}});
            const auto table = codeTable<T>(x, y, f);
            for (int code = 0; code < 256; ++code)
                kept->table.at(static_cast<std::uint8_t>(code)) =
                    static_cast<std::uint8_t>(table(static_cast<T>(code)));
            context.state() = kept;
        }
        kept->table.lookUp(in->template as<std::uint8_t>().data(), in->elements(),
                           out.template as<std::uint8_t>().data());
        return {};
    });
}

} // namespace edgewright::ops
