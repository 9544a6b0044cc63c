// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record_trace.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::device {

trace::Trace traceOf(const Record& record) {
    trace::Trace result;
    result.tool = trace::Tool::Edgewright;
    result.names.emplace_back();
    std::unordered_map<std::string, std::uint32_t> known;
    const auto indexOf = [&](const std::string& name) {
        if (name.empty()) return std::uint32_t(0);
        const auto [at, isNew] = known.try_emplace(name, static_cast<std::uint32_t>(result.names.size()));
        if (isNew) result.names.push_back(name);
        return at->second;
    };
    for (const VariantRecord& each : record.variants) {
        if (each.operators.empty()) continue;
        const auto track = static_cast<std::uint32_t>(result.tracks.size());
        result.tracks.push_back({"Edgewright", each.variant.name});
        double end = 0; // medians of starts and of times need not fit each other
        for (const OperatorTime& time : each.operators) {
            const double start = std::max(time.start, end);
            result.spans.push_back({indexOf(time.name), indexOf(time.op), track, 0, start, time.seconds});
            end = start + time.seconds;
        }
    }
    return result;
}

} // namespace edgewright::device
