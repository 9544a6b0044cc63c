// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is whole of a protobuf message that is damaged inside.
#pragma once

#include "core/base/run_context.h"

#include <google/protobuf/message.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace edgewright::onnx {

struct Damage {
    std::string place; // "attribute 2 of node 17 of graph"; empty: the outermost message
    std::string what;  // "ends 12 bytes early"
};

struct Salvaged {
    std::vector<Damage> damages; // the first ones, see MaxDamages
    std::size_t count = 0;       // of all
};
inline constexpr std::size_t MaxDamages = 100;

// Fills `message` with every field that can be read: of a damaged field only its whole parts are kept, and
// where lengths no longer add up, what comes before. Messages deeper than 64 levels are not looked into.
// Time: file size times the depth of the damage. Ends early when run.stopped().
Salvaged salvage(std::span<const std::byte> bytes, google::protobuf::Message& message,
                 const RunContext& run = {});

} // namespace edgewright::onnx
