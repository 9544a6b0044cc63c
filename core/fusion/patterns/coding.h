// SPDX-License-Identifier: GPL-3.0-or-later
// The step between codes and float32 numbers: a QuantizeLinear or DequantizeLinear with constant parameters.
#pragma once

#include "core/fusion/matching.h"
#include "core/fusion/patterns/linear.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace edgewright::fusion {

// The codes that a DequantizeLinear reads or a QuantizeLinear writes: scale * (code - zero).
struct Coding {
    const ir::Node* node = nullptr;
    ir::DataType type = ir::DataType::Undefined;
    std::vector<float> scales = {};
    ValueId scale = {}, zero = {}; // zero: invalid when omitted
};

// `type`: of the codes.
std::variant<Coding, Obstacle> codingOf(const GraphView& view, const ir::Node& node, ir::DataType type);
// The reason why it is no scale and zero point of 8-bit codes: of a whole tensor where `perTensor`.
std::optional<Obstacle> whyNoBytes(const Coding& coding, ValueId codes, bool perTensor);
// The zero point, made where it is omitted; `name`: of the codes.
ValueId zeroOf(const Coding& coding, const std::string& name, ir::PatchBuilder& patch);
// A Relu or Clip changes nothing when its bounds have the codes at which QuantizeLinear saturates.
std::optional<Obstacle> whyClipMatters(const GraphView& view, const ir::Node& clip, const Coding& y);
// True for the same type, scale and zero point.
bool sameCoding(const GraphView& view, const Coding& one, const Coding& other);

} // namespace edgewright::fusion
