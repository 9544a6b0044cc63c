// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that a fused loop can contain.
#pragma once

#include "core/exec/fused/elementwise_tape.h"
#include "core/ir/node.h"

#include <functional>
#include <optional>

namespace edgewright::exec {

struct ElementwiseMember {
    bool copies = false; // the result is input 0 itself (Identity, Dropout)
    bool biased = false; // input b is added to a before the instruction, which reads one operand
    ElementwiseTape::Instruction instruction; // without sources
    std::size_t a = 0, b = 1;                 // the node's inputs that it reads
};

// The node as an instruction; empty when it is not one. `constantOf` gives the elements of an input that are
// known.
std::optional<ElementwiseMember>
elementwiseMember(const ir::Node& node, std::int64_t opset,
                  const std::function<const ir::Tensor*(std::size_t)>& constantOf);

// x * Sigmoid(x) and x * HardSigmoid(x) each as one instruction instead of two.
std::vector<ElementwiseTape::Instruction> composed(std::vector<ElementwiseTape::Instruction> instructions);

} // namespace edgewright::exec
