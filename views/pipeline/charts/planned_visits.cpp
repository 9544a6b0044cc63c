// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/charts/planned_visits.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxPlannedVisits = 20000;

const partition::DeviceFigures* figuresOf(const relay::SplitShown& shown, std::size_t stage,
                                          std::size_t device) {
    const auto& devices = shown.choice.figures.stages[stage].devices;
    const auto found = std::ranges::find(devices, device, &partition::DeviceFigures::device);
    return found == devices.end() ? nullptr : &*found;
}

// A device computes one frame after the other: what was answered late gives way to the frame behind it.
void placeBehindEachOther(std::vector<ShownVisit>& visits) {
    std::ranges::sort(visits, [](const ShownVisit& a, const ShownVisit& b) {
        return std::tie(a.device, a.end, a.begin) < std::tie(b.device, b.end, b.begin);
    });
    for (std::size_t i = visits.size(); i-- > 1;) {
        ShownVisit& visit = visits[i - 1];
        const double compute = visit.computed - visit.computes;
        if (visit.device != visits[i].device || visit.computed <= visits[i].computes) continue;
        visit.computed = std::max(visits[i].computes, visit.begin);
        visit.computes = std::max(visit.begin, visit.computed - compute);
        visit.received = std::min(visit.received, visit.computes);
    }
}

} // namespace

std::vector<ShownVisit> plannedVisits(const relay::SplitShown& shown, std::uint64_t first, double begin,
                                      double end) {
    std::vector<ShownVisit> visits;
    const partition::Figures& figures = shown.choice.figures;
    if (!(figures.period > 0) || !(end > begin)) return visits;
    double whole = 0; // of a frame that waits for the slowest device of each stage
    for (const partition::StageFigures& stage : figures.stages)
        whole += stage.latency;
    const auto before =
        std::min(first, static_cast<std::uint64_t>(std::min(std::ceil(whole / figures.period), 1e6)));
    for (std::uint64_t frame = first - before; visits.size() < MaxPlannedVisits; ++frame) {
        double at = begin + (static_cast<double>(frame) - static_cast<double>(first)) * figures.period;
        if (at >= end) break;
        for (std::size_t stage = 0; stage < figures.stages.size(); ++stage) {
            const auto& devices = figures.stages[stage].devices;
            const partition::DeviceFigures& device = devices[frame % devices.size()];
            ShownVisit visit{.frame = frame, .stage = stage, .device = device.device, .begin = at};
            visit.received = visit.computes = at + device.receive;
            visit.computed = visit.computes + device.compute;
            visit.end = visit.computed + device.send;
            if (visit.end > begin && visit.begin < end) visits.push_back(visit);
            at += figures.stages[stage].latency;
        }
    }
    return visits;
}

std::vector<ShownVisit> ranVisits(const relay::SplitShown& shown, double begin, double end) {
    std::vector<ShownVisit> visits;
    if (!shown.measured) return visits;
    for (const relay::FrameDone& frame : shown.measured->frames) {
        if (frame.done < begin || frame.begun > end) continue;
        for (const relay::Visit& each : frame.visits) {
            if (each.done < begin || each.sent > end || each.stage >= shown.choice.figures.stages.size())
                continue;
            const partition::DeviceFigures* planned = figuresOf(shown, each.stage, each.device);
            ShownVisit visit{
                .frame = frame.number, .stage = each.stage, .device = each.device, .begin = each.sent};
            visit.end = each.done;
            double left = std::max(0.0, each.done - each.sent - each.compute); // for the link, and to wait
            const double send = std::min(left, planned ? planned->send : 0);
            left -= send;
            const double receive = std::min(left, planned ? planned->receive : 0);
            visit.received = visit.begin + receive;
            visit.computed = visit.end - send;
            visit.computes = std::max(visit.received, visit.computed - each.compute);
            visits.push_back(visit);
        }
    }
    placeBehindEachOther(visits);
    return visits;
}

} // namespace edgewright::views
