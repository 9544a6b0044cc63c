// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/problem.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>

namespace edgewright::partition {

namespace {

constexpr std::int64_t MaxBytes = std::int64_t(1) << 62;

Result<void> addBytes(std::int64_t bytes, std::int64_t& total) {
    if (bytes < 0 || bytes >= MaxBytes - total)
        return badInput(say("expected sizes of 0 bytes and more that sum up below 2^62"));
    total += bytes;
    return {};
}

bool areSteps(const std::vector<std::size_t>& steps, std::size_t count) {
    return std::ranges::is_sorted(steps, std::less_equal()) && (steps.empty() || steps.back() < count);
}

Result<void> validate(const PlannedDevice& device, std::size_t steps) {
    if (device.seconds.size() != steps)
        return badInput(say("{1}: expected times of {2} steps, not of {3}", inQuotes(device.name), steps,
                            device.seconds.size()));
    if (!std::ranges::all_of(device.seconds, [](double each) { return each >= 0; }))
        return badInput(say("{1}: expected times of 0 s and more", inQuotes(device.name)));
    for (const Link& link : {device.link, device.hostWork})
        if (!(link.latency >= 0) || std::isinf(link.latency) || !(link.delay >= 0) || std::isinf(link.delay) ||
            !(link.bytesPerSecond > 0))
            return badInput(say("{1}: expected a link with a latency of 0 s and more and a bandwidth above 0",
                                inQuotes(device.name)));
    if (!(device.onHost >= 0) || std::isinf(device.onHost))
        return badInput(say("{1}: expected 0 processors of the host and more", inQuotes(device.name)));
    if (device.memory < 0)
        return badInput(say("{1}: expected 0 bytes of memory and more", inQuotes(device.name)));
    return {};
}

} // namespace

double Link::busy(std::int64_t bytes) const {
    return bytes > 0 ? latency + static_cast<double>(bytes) / bytesPerSecond : 0;
}
double Link::seconds(std::int64_t bytes) const { return bytes > 0 ? delay + busy(bytes) : 0; }

Result<void> validate(const Problem& problem) {
    const std::size_t steps = problem.steps.size();
    if (steps == 0) return badInput(say("expected a network with at least one operator"));
    if (problem.devices.empty()) return badInput(say("expected at least one device"));
    if (problem.credits < 1) return badInput(say("expected room for at least one frame between two stages"));
    if (!(problem.hostProcessors > 0)) return badInput(say("expected a host with processors"));
    std::int64_t total = 0;
    for (const Tensor& each : problem.tensors) {
        RETURN_IF_ERROR(addBytes(each.bytes, total));
        const bool isGiven = each.made == Tensor::Given;
        if ((!isGiven && each.made >= steps) || !areSteps(each.reads, steps) ||
            (!isGiven && !each.reads.empty() && each.reads.front() <= each.made))
            return badInput(say("expected tensors that steps read after the one that writes them"));
    }
    for (const Weight& each : problem.weights) {
        RETURN_IF_ERROR(addBytes(each.bytes, total));
        if (!areSteps(each.reads, steps))
            return badInput(say("expected weights that steps of the network read"));
    }
    for (const PlannedDevice& each : problem.devices)
        RETURN_IF_ERROR(validate(each, steps));
    return {};
}

} // namespace edgewright::partition
