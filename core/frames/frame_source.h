// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, one after the other, from wherever they come.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/dataset/pixels.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace edgewright::frames {

using Clock = std::chrono::steady_clock; // Linux' CLOCK_MONOTONIC, which timestamps of cameras are of
using Time = Clock::time_point;

inline constexpr int Channels = 3; // of every frame: red, green, blue

struct Frame {
    dataset::Pixels image;
    Time arrival;             // of no frame before that of the one before it
    std::uint64_t number = 0; // of the source's frames, those among them that are errors or were skipped
    std::string name;         // "0001.png"; of a camera none
};

struct FrameCounts {
    std::int64_t frames = 0;         // that were handed out
    std::int64_t faults = 0;         // that are errors
    std::int64_t skipped = 0;        // that a camera made and nobody took, as far as it says so
    std::int64_t untrustedTimes = 0; // whose timestamp made no sense: they arrived when they were taken
    friend bool operator==(const FrameCounts&, const FrameCounts&) = default;
};

// One thread at a time.
class FrameSource {
public:
    virtual ~FrameSource() = default;

    // Waits for the next frame; Cancelled as soon as that is asked for. An error is of one frame, and the next
    // call goes on with the one behind it; unless hasEnded(): then it is of the source, and each further call
    // gives it again. What was handed out before stays as it is.
    virtual Result<Frame> next(const RunContext& run) = 0;
    virtual bool hasEnded() const = 0;
    virtual FrameCounts counts() const = 0;
};

} // namespace edgewright::frames
