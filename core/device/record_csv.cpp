// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_field.h"
#include "core/device/record_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace edgewright::device {

namespace {

std::string decimal(double number) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.9g", number);
    return text.data();
}

} // namespace

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
                   csvField(time.op) + ',' + decimal(time.seconds * 1e6) + ',' +
                   decimal(total > 0 ? time.seconds / total : 0) + ',' + std::to_string(time.macs) + ',' +
                   decimal(rate) + ',' + std::to_string(time.bytes);
            if (beside.roof) {
                const auto share = shareOfRoof(*beside.roof, time, each.variant.threads);
                csv += ',' + (share ? decimal(*share) : std::string());
            }
            if (beside.processor)
                csv += ',' + (isPredicted ? decimal(beside.processor->secondsOf(time.features) * 1e6)
                                          : std::string());
            csv += '\n';
        }
    }
    return csv;
}

std::string samplesCsv(const Record& record) {
    std::string csv = "variant,threads,block,wall_ms,cpu_ms\n";
    for (const VariantRecord& each : record.variants)
        for (std::size_t block = 0; block < each.blocks.size(); ++block)
            csv += csvField(each.variant.name) + ',' + std::to_string(each.variant.threads) + ',' +
                   std::to_string(block) + ',' + decimal(each.blocks[block].wall * 1e3) + ',' +
                   decimal(each.blocks[block].cpu * 1e3) + '\n';
    return csv;
}

std::string historyCsv(std::span<const std::shared_ptr<const Record>> records) {
    std::string csv = "date,device,machine,model,variant,threads,median_ms,low_ms,high_ms,p95_ms,samples,noisy,"
                      "throttled,outputs\n";
    for (const auto& record : records)
        for (const VariantRecord& each : record->variants) {
            const measure::Summary summary = each.summary();
            const auto throttled = measure::wasThrottled(record->before, record->after);
            const bool agree = std::ranges::all_of(each.outputs, &OutputAgreement::agrees);
            csv += csvField(record->date) + ',' + csvField(record->device) + ',' +
                   csvField(record->machine.text()) + ',' + csvField(record->model) + ',' +
                   csvField(each.variant.name) + ',' + std::to_string(each.variant.threads) + ',' +
                   decimal(summary.median * 1e3) + ',' +
                   (summary.interval ? decimal(summary.interval->low * 1e3) : std::string()) + ',' +
                   (summary.interval ? decimal(summary.interval->high * 1e3) : std::string()) + ',' +
                   decimal(summary.p95 * 1e3) + ',' + std::to_string(summary.count) + ',' +
                   (each.isNoisy() ? "yes" : "no") + ',' +
                   (!throttled   ? ""
                    : *throttled ? "yes"
                                 : "no") +
                   ',' +
                   (each.outputs.empty() ? ""
                    : agree              ? "agree"
                                         : "differ") +
                   '\n';
        }
    return csv;
}

} // namespace edgewright::device
