// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one split, counted from the problem alone: the judge of what a search finds.
#pragma once

#include "core/partition/problem.h"

namespace edgewright::partition {

enum class Busy { Compute, Link, Host, Credits };

struct DeviceFigures {
    std::size_t device = 0;
    double compute = 0, receive = 0, send = 0; // seconds of a frame, with what messages are on their way
    double link = 0;                           // seconds of a frame in which its link can take no other one
    std::int64_t memory = 0;                   // bytes that it needs at most
    double busy = 0;                           // seconds between two frames on it, at least
    double host = 0;                           // seconds of the host's processors for a frame
};

struct StageFigures {
    std::int64_t received = 0, sent = 0; // bytes of a frame
    std::vector<DeviceFigures> devices;  // as in Stage::devices
    double period = 0;                   // seconds between two frames: the slowest device takes its turn of all
    double latency = 0;                  // seconds: receive, compute and send on the slowest device
    double host = 0;                     // seconds of the host's processors: the mean of the devices
};

struct Figures {
    std::vector<StageFigures> stages;
    double period = 0;     // seconds between two frames at best
    double latency = 0;    // seconds of a frame that waits for no other one
    double host = 0;       // seconds of the host's processors for a frame, of all stages
    std::size_t limit = 0; // the stage that takes longest
    // The longer part of its slowest device's time; Credits: that may have no more frames at once, which are on
    // their way for longer; Host: that has the period.
    Busy limits = Busy::Compute;
    std::size_t device = 0; // this device
};

// BadInput as validate(), for a split that leaves out a step, takes a device twice or one that cannot run a
// step, and where the memory of a device does not suffice.
Result<Figures> evaluate(const Problem& problem, const Split& split);

} // namespace edgewright::partition
