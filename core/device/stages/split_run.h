// SPDX-License-Identifier: GPL-3.0-or-later
// A network over several devices: each is measured, the network is cut, frames are run and compared with this
// machine's results. The one source of page and command line.
#pragma once

#include "core/device/record/record.h"
#include "core/device/stages/stage_frames.h"
#include "core/device/stages/stage_machine.h"
#include "core/device/this_machine.h"
#include "core/partition/search.h"
#include "core/protocol/link_format.h"
#include "core/protocol/messages.h"
#include "core/relay/link_fit.h"
#include "core/relay/tables/stage_table.h"
#include "core/remote/session.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::device {

struct SplitTask {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history; // of `typed`, whose fused network is cut
    ir::Feeds feeds;
    std::vector<StageMachine> machines; // at least one
    int threads = 1;                    // of each device
    std::uint64_t frames = 200;
    std::uint64_t seed = 1;                         // of the inputs of other frames than the first
    std::uint32_t credits = protocol::UsualCredits; // frames that a device has and has not answered
    protocol::LinkFormat format = protocol::LinkFormat::Exact;
    relay::Hop hop = relay::Hop::Host; // the way of frames from stage to stage
    bool takesTurns = true;            // stages may have several devices
    bool runs = true;                  // else it is only measured and planned
    bool runsAlone = false;            // the frames on the best device alone as well
    double seconds = 2;                // of measuring each device, at most
    std::int64_t memoryLimitBytes = exec::RunOptions().memoryLimitBytes;
};

// The caller's side.
struct SplitAccess {
    // A session of its own with the agent of a host, however often it is asked for; from several threads at
    // once. Null where all machines are this one.
    std::function<Result<std::shared_ptr<remote::Session>>(const std::string& host, const RunContext&)> open =
        {};
    std::function<void(const std::string&)> doing = {}; // a sentence: "measuring on 'pi'"
};

struct MeasuredMachine {
    StageMachine machine;
    double alone = 0; // seconds of a frame on it, measured without links
    relay::MeasuredLink link;
};

struct FramesRun {
    relay::Relayed relayed;
    std::shared_ptr<const relay::Measured> measured; // not null
    OutputDifferences differences;
};

struct SplitRecord {
    std::string model; // its file
    protocol::LinkFormat format = protocol::LinkFormat::Exact;
    relay::Hop hop = relay::Hop::Host;
    std::vector<MeasuredMachine> machines; // in the order of the task's: devices of splits are their places
    // The split, and its frames where no other plan took its place. Not null.
    std::shared_ptr<const relay::SplitShown> shown;
    partition::Front front;       // period against latency, of the same order of operators
    std::optional<FramesRun> run; // nothing: it was only planned
    std::size_t best = 0;         // the machine that is the quickest alone
    std::optional<double> alone;  // seconds between frames there; nothing: not run, or too few frames
};

// Progress is in frames once they run. Cancelled; errors of measuring and of the first plan.
Result<std::shared_ptr<const SplitRecord>> splitRun(const SplitTask& task, const SplitAccess& access,
                                                    const RunContext& run = {});

// Sentences: those of the split (relay::splitAnswers), then what its run showed.
std::vector<std::string> answersOf(const SplitRecord& record);

} // namespace edgewright::device
