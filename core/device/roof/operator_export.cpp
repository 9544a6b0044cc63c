// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/operator_export.h"

#include "core/base/csv_field.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::device {

std::string operatorsCsv(const Record& record, const Beside& beside) {
    std::string csv = "variant,position,name,op,us,share,macs,gmac_per_s,bytes";
    if (beside.roof) csv += ",roof";
    if (beside.processor) csv += ",predicted_us";
    csv += '\n';
    for (const VariantRecord& each : record.variants) {
        const double total = each.operatorSeconds();
        const bool isPredicted = each.isPredictable();
        for (std::size_t at = 0; at < each.operators.size(); ++at) {
            const OperatorTime& time = each.operators[at];
            const double rate = time.seconds > 0 ? static_cast<double>(time.macs) / time.seconds / 1e9 : 0;
            csv += csvField(each.variant.name) + ',' + std::to_string(at) + ',' + csvField(time.name) + ',' +
                   csvField(time.op) + ',' + csvNumber(time.seconds * 1e6) + ',' +
                   csvNumber(total > 0 ? time.seconds / total : 0) + ',' + std::to_string(time.macs) + ',' +
                   csvNumber(rate) + ',' + std::to_string(time.bytes);
            if (beside.roof) {
                const auto share = shareOfRoof(*beside.roof, time, each.variant.threads);
                csv += ',' + (share ? csvNumber(*share) : std::string());
            }
            if (beside.processor)
                csv += ',' + (isPredicted ? csvNumber(beside.processor->secondsOf(time.features) * 1e6)
                                          : std::string());
            csv += '\n';
        }
    }
    return csv;
}

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
