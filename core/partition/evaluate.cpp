// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/evaluate.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>

namespace edgewright::partition {

namespace {

bool isRead(const std::vector<std::size_t>& reads, std::size_t first, std::size_t end) {
    return std::ranges::any_of(reads, [&](std::size_t step) { return step >= first && step < end; });
}

// The most bytes of activations of any stage that are alive in one of these steps. Those of tensors that pass a
// stage by are among them, so that it is a bound.
std::int64_t aliveWithin(const Problem& problem, const Stage& stage) {
    std::int64_t most = 0;
    for (std::size_t step = stage.first; step < stage.end; ++step) {
        std::int64_t alive = 0;
        for (const Tensor& each : problem.tensors) {
            const bool isMade = each.made == Tensor::Given || each.made <= step;
            const bool isNeeded =
                each.kept || each.made == step || (!each.reads.empty() && each.reads.back() >= step);
            if (isMade && isNeeded) alive += each.bytes;
        }
        most = std::max(most, alive);
    }
    return most;
}

StageFigures figuresOf(const Problem& problem, const Stage& stage) {
    StageFigures figures;
    std::int64_t weights = 0;
    for (const Tensor& each : problem.tensors) {
        const bool isOwn = each.made != Tensor::Given && each.made >= stage.first && each.made < stage.end;
        const bool isEarlier = each.made == Tensor::Given || each.made < stage.first;
        if (isEarlier && isRead(each.reads, stage.first, stage.end)) figures.received += each.bytes;
        if (isOwn && (each.kept || isRead(each.reads, stage.end, problem.steps.size())))
            figures.sent += each.bytes;
    }
    for (const Weight& each : problem.weights)
        if (isRead(each.reads, stage.first, stage.end)) weights += each.bytes;
    const std::int64_t memory =
        weights + aliveWithin(problem, stage) + problem.credits * (figures.received + figures.sent);
    for (const std::size_t number : stage.devices) {
        const PlannedDevice& device = problem.devices[number];
        DeviceFigures each{.device = number,
                           .receive = device.link.seconds(figures.received),
                           .send = device.link.seconds(figures.sent),
                           .memory = memory};
        for (std::size_t step = stage.first; step < stage.end; ++step)
            each.compute += device.seconds[step];
        const double in = device.link.busy(figures.received), out = device.link.busy(figures.sent);
        each.link = device.link.bothWays ? std::max(in, out) : in + out;
        const double messages =
            device.hostWork.seconds(figures.received) + device.hostWork.seconds(figures.sent);
        const bool isOnHost = device.onHost > 0;
        if (device.overlaps)
            each.busy = std::max(each.compute, each.link);
        else if (isOnHost)
            each.busy = std::max(each.compute + messages, each.link);
        else
            each.busy = each.compute + each.link;
        const double visit = each.compute + each.receive + each.send;
        each.busy = std::max(each.busy, visit / static_cast<double>(problem.credits));
        each.host = isOnHost ? 2 * messages + device.onHost * each.compute : messages;
        figures.host += each.host / static_cast<double>(stage.devices.size());
        figures.period = std::max(figures.period, each.busy / static_cast<double>(stage.devices.size()));
        figures.latency = std::max(figures.latency, visit);
        figures.devices.push_back(each);
    }
    return figures;
}

Busy limitOf(const Problem& problem, const DeviceFigures& device) {
    const double visit = device.compute + device.receive + device.send;
    const double turn = visit / static_cast<double>(problem.credits);
    if (turn >= device.busy && turn > std::max(device.compute, device.link)) return Busy::Credits;
    return device.compute >= device.link ? Busy::Compute : Busy::Link;
}

Result<void> checkStages(const Problem& problem, const Split& split) {
    std::size_t next = 0;
    std::vector<bool> taken(problem.devices.size(), false);
    for (const Stage& stage : split) {
        if (stage.first != next || stage.end <= stage.first || stage.end > problem.steps.size() ||
            stage.devices.empty())
            return badInput(say("expected stages of one step and more, in order, each on a device"));
        if (stage.devices.size() > 1 && !problem.replicas)
            return badInput(say("expected stages on one device each"));
        for (const std::size_t device : stage.devices) {
            if (device >= taken.size() || taken[device])
                return badInput(say("expected each device in one stage at most"));
            taken[device] = true;
        }
        next = stage.end;
    }
    if (next != problem.steps.size()) return badInput(say("expected stages that hold all steps"));
    return {};
}

} // namespace

Result<Figures> evaluate(const Problem& problem, const Split& split) {
    RETURN_IF_ERROR(validate(problem));
    RETURN_IF_ERROR(checkStages(problem, split));
    Figures figures;
    for (const Stage& stage : split) {
        StageFigures each = figuresOf(problem, stage);
        for (const DeviceFigures& on : each.devices) {
            const PlannedDevice& device = problem.devices[on.device];
            if (std::isinf(on.compute))
                return badInput(say("{1} cannot run all steps of its stage", inQuotes(device.name)));
            if (device.memory > 0 && on.memory > device.memory)
                return badInput(say("{1}: the stage needs {2} bytes, and it has {3}", inQuotes(device.name),
                                    on.memory, device.memory));
        }
        figures.latency += each.latency;
        figures.host += each.host;
        figures.stages.push_back(std::move(each));
    }
    const auto slowest = std::ranges::max_element(figures.stages, {}, &StageFigures::period);
    const auto device = std::ranges::max_element(slowest->devices, {}, &DeviceFigures::busy);
    figures.period = slowest->period;
    figures.limit = static_cast<std::size_t>(slowest - figures.stages.begin());
    figures.limits = limitOf(problem, *device);
    figures.device = device->device;
    const double host = figures.host / problem.hostProcessors;
    if (host > figures.period) {
        figures.period = host;
        figures.limits = Busy::Host;
    }
    return figures;
}

} // namespace edgewright::partition
