// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace edgewright::quant {

namespace {

struct RoleEntry {
    std::string_view op;
    Role role;
    std::size_t activations; // 0: all inputs
};

// Those that ONNX Runtime's static quantization places pairs around, of which integer kernels are common.
constexpr std::array Roles{
    RoleEntry{"Conv", Role::Product, 1},
    RoleEntry{"ConvTranspose", Role::Product, 1},
    RoleEntry{"Gemm", Role::Product, 1},
    RoleEntry{"MatMul", Role::Product, 2},
    RoleEntry{"Add", Role::Computing, 0},
    RoleEntry{"Mul", Role::Computing, 0},
    RoleEntry{"Concat", Role::Computing, 0},
    RoleEntry{"AveragePool", Role::Computing, 1},
    RoleEntry{"GlobalAveragePool", Role::Computing, 1},
    RoleEntry{"LeakyRelu", Role::Computing, 1},
    RoleEntry{"Sigmoid", Role::Computing, 1},
    RoleEntry{"Softmax", Role::Computing, 1},
    RoleEntry{"Relu", Role::Clip, 1},
    RoleEntry{"Clip", Role::Clip, 1},
    RoleEntry{"MaxPool", Role::Moving, 1},
    RoleEntry{"Reshape", Role::Moving, 1},
    RoleEntry{"Flatten", Role::Moving, 1},
    RoleEntry{"Transpose", Role::Moving, 1},
    RoleEntry{"Squeeze", Role::Moving, 1},
    RoleEntry{"Unsqueeze", Role::Moving, 1},
    RoleEntry{"Slice", Role::Moving, 1},
    RoleEntry{"Split", Role::Moving, 1},
    RoleEntry{"Gather", Role::Moving, 1},
    RoleEntry{"DepthToSpace", Role::Moving, 1},
    RoleEntry{"SpaceToDepth", Role::Moving, 1},
    RoleEntry{"Resize", Role::Moving, 1},
};

const RoleEntry* roleEntryOf(const ir::Node& node) {
    if (!node.domain.empty()) return nullptr;
    const auto found = std::ranges::find(Roles, node.op, &RoleEntry::op);
    return found == Roles.end() ? nullptr : &*found;
}

} // namespace

Role roleOf(const ir::Node& node) {
    const RoleEntry* entry = roleEntryOf(node);
    if (!entry) return Role::None;
    if (node.is("Resize") && node.stringOr("mode", "nearest") != "nearest") return Role::None; // it computes
    if (node.is("MaxPool") && node.output(1).valid()) return Role::None; // whose indices are no codes
    return entry->role;
}

std::size_t activationInputs(const ir::Node& node) {
    const RoleEntry* entry = roleEntryOf(node);
    return entry ? entry->activations : 0;
}

std::optional<Range> fixedRange(const ir::Node& node) {
    if (node.is("Softmax") || node.is("Sigmoid")) return Range{0, 1};
    return std::nullopt;
}

std::int64_t channelAxis(const ir::Node& product, std::size_t weightsRank) {
    if (product.is("Conv")) return 0;
    if (product.is("ConvTranspose")) return 1;
    if (product.is("Gemm")) return product.intOr("transB", 0) != 0 ? 0 : 1;
    return static_cast<std::int64_t>(weightsRank) - 1;
}

} // namespace edgewright::quant
