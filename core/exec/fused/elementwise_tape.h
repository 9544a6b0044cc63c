// SPDX-License-Identifier: GPL-3.0-or-later
// A chain of element-wise float32 operators as one loop: each tile of the result goes through all of them while
// it is in the first-level cache.
#pragma once

#include "core/ir/graph.h"
#include "core/kernels/elementwise.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::exec {

class ElementwiseTape {
public:
    static constexpr int Registers = 8;
    static constexpr std::int64_t TileFloats = 512;

    // The operand of an instruction: what an earlier one wrote, what a preceding operator has left in the
    // output, or a tensor from outside.
    struct Source {
        enum class Kind { Instruction, Output, Tensor } kind = Kind::Tensor;
        std::size_t index = 0; // of the instruction or tensor
        friend bool operator==(const Source&, const Source&) = default;
    };
    struct Instruction {
        bool binary = false;
        kernels::Unary unary = kernels::Unary::Abs;
        kernels::Binary pair = kernels::Binary::Add;
        float alpha = 0, beta = 0;
        Source a, b; // b of binary ones only
    };

    // The instructions in order; the last one makes the result. Empty when they need more registers than there
    // are.
    static std::optional<ElementwiseTape> make(std::vector<Instruction> instructions, std::size_t tensors);

    // The order in which the tensors are walked, for one shape of the result.
    struct Walk {
        struct Axis {
            std::int64_t extent = 1;
            std::vector<std::int64_t> stride; // of each tensor, in elements; 0 where it repeats
        };
        ir::Dims dims;          // of the result
        std::vector<Axis> axes; // outermost first; walked alike by every tensor wherever possible
    };
    // Empty when a tensor does not broadcast to `dims`.
    std::optional<Walk> walk(const ir::Dims& dims, std::span<const ir::Dims> tensors) const;

    // Elements [begin, begin + count) of the result, to `out`, which is where element `begin` goes.
    void run(const Walk& walk, std::span<const float* const> tensors, float* out, std::int64_t begin,
             std::int64_t count) const;

private:
    // A register of the tile; register 0 is the output itself.
    struct Step {
        Instruction instruction;
        int to = 0;
        int a = -1, b = -1; // registers, or -1 for a tensor
    };
    bool assignRegisters(const std::vector<Instruction>& instructions);
    // As run(), with operands that repeat gathered into whole tiles.
    void runGathered(const Walk& walk, std::span<const float* const> tensors, float* out, std::int64_t begin,
                     std::int64_t count) const;
    void runTile(std::span<const float* const> at, std::span<const std::int64_t> steps, float* out,
                 std::int64_t count) const;

    std::size_t m_tensors = 0;
    std::vector<Step> m_steps;
};

} // namespace edgewright::exec
