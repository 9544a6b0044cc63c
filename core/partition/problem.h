// SPDX-License-Identifier: GPL-3.0-or-later
// A network to be cut into stages that run on several devices, one frame behind the other. Steps run in one
// order; a stage is a range of them on one device, or on several that take frames in turns. What a stage reads
// of earlier ones comes from the host and goes back to it: the host relays.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace edgewright::partition {

// A message of n bytes keeps the link from others of its direction for latency + n / bytesPerSecond seconds,
// and is there after delay seconds more.
struct Link {
    double latency = 0;                                              // seconds, >= 0
    double bytesPerSecond = std::numeric_limits<double>::infinity(); // > 0
    double delay = 0;                                                // seconds, >= 0
    bool bothWays = false; // a message from the device passes one to it; else they wait for each other
    double busy(std::int64_t bytes) const;    // no bytes: no message, 0
    double seconds(std::int64_t bytes) const; // busy and delay; no bytes: 0
    bool operator==(const Link&) const = default;
};

struct PlannedDevice {
    std::string name;
    std::vector<double> seconds; // of each step, >= 0; infinity: it cannot run it
    std::int64_t memory = 0;     // bytes for weights, activations and messages; 0: no limit
    Link link;                   // to the host, for one message at a time
    bool overlaps = true;        // computes while it sends and receives
    // Seconds of the host's processors that a message takes: the sum that it is sent with, its copies.
    Link hostWork = {};
    // Processors of the host that it computes on, for it is a process of the host; then its own work for a
    // message is as long as the host's. 0: it is another machine.
    double onHost = 0;
};

// An activation. It is sent once to each stage that reads it, and once to the host by the stage that makes it.
struct Tensor {
    static constexpr std::size_t Given = std::numeric_limits<std::size_t>::max();
    std::int64_t bytes = 0;
    std::size_t made = Given;       // the step that writes it; Given: an input of the network
    std::vector<std::size_t> reads; // steps after `made`, ascending, each once
    bool kept = false;              // an output of the network: goes to the host
};

struct Weight {
    std::int64_t bytes = 0;
    std::vector<std::size_t> reads; // steps, ascending, each once
};

struct Problem {
    std::vector<std::string> steps; // names, in the order of execution
    std::vector<Tensor> tensors;
    std::vector<Weight> weights;
    std::vector<PlannedDevice> devices;
    std::int64_t credits = 1; // frames that a device may have at once: on their way, waiting, computed
    bool replicas = true;     // stages may have several devices
    // That the host's work has, and that of devices on it; > 0.
    double hostProcessors = std::numeric_limits<double>::infinity();
};

// BadInput where a size, a time or a step is out of its range, or sums of bytes are 2^62 and more.
Result<void> validate(const Problem& problem);

struct Stage {
    std::size_t first = 0, end = 0;   // steps [first, end), at least one
    std::vector<std::size_t> devices; // ascending; frames go to them in turns
    bool operator==(const Stage&) const = default;
};
using Split = std::vector<Stage>; // in the order of the steps: all of them, each device at most once

} // namespace edgewright::partition
