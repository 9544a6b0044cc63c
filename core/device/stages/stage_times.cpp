// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/stages/stage_times.h"

#include "core/base/quoted.h"
#include "core/base/say.h"

#include <unordered_map>

namespace edgewright::device {

Result<partition::PlannedDevice> stageDevice(const Record& record, const VariantRecord& variant,
                                             std::string name, std::span<const NodeId> steps,
                                             std::span<const int> processors) {
    const double all = variant.operatorSeconds();
    if (variant.blocks.empty() || variant.operators.empty() || all <= 0)
        return badInput(say("{1}: nothing was measured of the operators", inQuotes(name)));
    const double scale = variant.summary().median / all;
    std::unordered_map<NodeId, double> seconds;
    for (const OperatorTime& each : variant.operators)
        seconds[each.node] += each.seconds * scale;
    partition::PlannedDevice device{
        .name = std::move(name), .seconds = {}, .memory = record.machine.memoryBytes, .link = {}};
    const int usable = processors.empty() ? record.machine.threads : static_cast<int>(processors.size());
    device.overlaps = usable > variant.variant.threads;
    for (const NodeId step : steps) {
        const auto found = seconds.find(step);
        device.seconds.push_back(found == seconds.end() ? 0 : found->second);
    }
    return device;
}

} // namespace edgewright::device
