// SPDX-License-Identifier: GPL-3.0-or-later
// One frame on its way to a stage, or from it, as the content of Kind::StageFrame and Kind::StageDone.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/protocol/link_format.h"
#include "core/protocol/messages.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::protocol {

// The inputs of the program, or its outputs, in order.
struct StageFrame {
    std::uint64_t number = 0;
    double seconds = 0; // that computing took; of inputs 0
    std::vector<ir::Tensor> tensors;
};

// With a CRC of all. Unsupported for tensors without bytes (strings, sequences), and for a frame beyond
// Link::MaxBytes.
Result<Content> contentOf(const StageFrame& message, LinkFormat format);
// The bytes of that; its errors.
Result<std::size_t> contentBytes(const StageFrame& message, LinkFormat format);
// BadInput where the CRC or a size is not right.
Result<StageFrame> stageFrameOf(std::span<const std::byte> content);

// CRC-32 of IEEE 802.3 (polynomial 0xEDB88320, reflected; of "123456789" 0xCBF43926).
std::uint32_t crcOf(std::span<const std::byte> bytes);

} // namespace edgewright::protocol
