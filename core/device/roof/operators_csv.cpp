// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/operators_csv.h"

#include "core/base/csv_field.h"

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

} // namespace edgewright::device
