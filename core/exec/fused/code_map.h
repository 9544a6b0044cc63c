// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group that is one function of an 8-bit code: computed once for each of the 256 codes, by its own
// members, then looked up.
//
//   DequantizeLinear -> Sigmoid -> QuantizeLinear -> QLinearMul      =>      a table
//   (x)                                              (with x)
#pragma once

#include "core/ops/operator.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace edgewright::exec {

class CodeMap {
public:
    // Null when the group must run in another way: members that do more than one element at a time, more than
    // one input, constants that are no single numbers, a result that is neither 8-bit codes nor float32.
    static std::unique_ptr<CodeMap> make(const ir::Node& group, const ir::Opsets& opsets);

    // True if it is an operator that such a group can have, whatever its operands are.
    static bool mayJoin(const ir::Node& node);
    // True if the value holds what a table can be looked up by: 8-bit codes, not one number alone.
    static bool isSource(const ir::Value& value);

    // True if the results are as wide as the codes, and may be written over them.
    bool keepsWidth() const { return m_type != ir::DataType::Float32; }

    // `context` is that of the group.
    Result<void> run(ops::KernelContext& context);

private:
    struct Member {
        const ir::Node* node = nullptr; // of the body
        const ops::Operator* op = nullptr;
        std::int64_t opset = 1;
    };
    Result<void> fill(ops::KernelContext& context);

    std::shared_ptr<const ir::Graph> m_body;
    std::vector<Member> m_members;
    ir::DataType m_source = ir::DataType::Undefined, m_type = ir::DataType::Undefined;
    bool m_filled = false;
    std::array<std::uint8_t, 256> m_codes{}; // by the bits of a code: of codes, or of float32
    std::array<float, 256> m_floats{};
};

} // namespace edgewright::exec
