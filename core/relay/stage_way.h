// SPDX-License-Identifier: GPL-3.0-or-later
// The ways of frames through the stages of a plan: by the host, or from device to device. Stages that direct
// hops join are a chain: the host sends to its first one, and gets the answers of its last one.
#pragma once

#include "core/protocol/messages.h"
#include "core/relay/plan.h"

#include <cstdint>
#include <vector>

namespace edgewright::relay {

struct StageWay {
    std::uint32_t credits = protocol::UsualCredits; // frames that it may have and not have answered
    bool isFed = false, passesOn = false;           // by a direct hop: frames come, answers go
    std::vector<ValueId> carried = {};              // behind the program's inputs: later stages read them
    std::vector<ValueId> sent = {};                 // tensors of an answer; empty: the program's outputs
};

// `isDirect`: for each stage, whether frames come from the one before by a hop; not of the first. `outputs`: of
// the whole graph. A chain may have as many frames as its devices have credits together, up to MaxCredits.
std::vector<StageWay> waysOf(const std::vector<StageProgram>& programs, const std::vector<ValueId>& outputs,
                             const std::vector<bool>& isDirect, std::uint32_t credits);

// The tensors that a stage sends, by their places in its inputs, what it carries, and its outputs.
std::vector<std::uint32_t> placesSent(const StageProgram& program, const StageWay& way);

} // namespace edgewright::relay
