// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/gpu/placement_text.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

#include <map>

namespace edgewright::device {

namespace {

struct Placement {
    std::size_t operators = 0, copies = 0;
    std::map<std::string, std::size_t> here; // calls by operator
    double copySeconds = 0, hereSeconds = 0;
};

Grouped groups(std::size_t count) { return {static_cast<std::int64_t>(count)}; }

Placement placementOf(const VariantRecord& record) {
    Placement placement;
    for (const OperatorTime& each : record.operators) {
        if (each.ranBy == RanBy::Copy) {
            ++placement.copies;
            placement.copySeconds += each.seconds;
            continue;
        }
        ++placement.operators;
        if (each.ranBy != RanBy::ThisMachine) continue;
        ++placement.here[each.op];
        placement.hereSeconds += each.seconds;
    }
    return placement;
}

} // namespace

std::vector<std::string> placementText(const VariantRecord& record) {
    const Placement placement = placementOf(record);
    if (placement.copies == 0 && placement.here.empty()) return {};
    std::string names;
    std::size_t count = 0;
    for (const auto& [op, times] : placement.here) {
        count += times;
        const std::string text = times == 1 ? op : op + " x " + std::to_string(times);
        names = names.empty() ? text : sayIn("list", "{1}, {2}", names, text);
    }
    const std::string title = record.variant.title();
    return {
        count == 0
            ? sayCount(groups(placement.operators), "{2}: its {1} operator ran on the GPU",
                       "{2}: all of its {1} operators ran on the GPU", title)
            : sayCount(groups(count),
                       "{2}: {1} of {3} operators has no kernel for the GPU and ran on this machine, {4}: {5}",
                       "{2}: {1} of {3} operators have no kernel for the GPU and ran on this machine, {4}: {5}",
                       title, groups(placement.operators), table::secondsText(placement.hereSeconds), names),
        sayCount(groups(placement.copies), "{2}: {1} copy between both took {3}",
                 "{2}: {1} copies between both took {3}", title, table::secondsText(placement.copySeconds))};
}

} // namespace edgewright::device
