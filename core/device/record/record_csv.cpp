// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/record_text.h"

#include "core/base/csv_field.h"

#include <algorithm>

namespace edgewright::device {

std::string samplesCsv(const Record& record) {
    std::string csv = "variant,threads,block,wall_ms,cpu_ms\n";
    for (const VariantRecord& each : record.variants)
        for (std::size_t block = 0; block < each.blocks.size(); ++block)
            csv += csvField(each.variant.name) + ',' + std::to_string(each.variant.threads) + ',' +
                   std::to_string(block) + ',' + csvNumber(each.blocks[block].wall * 1e3) + ',' +
                   csvNumber(each.blocks[block].cpu * 1e3) + '\n';
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
                   csvNumber(summary.median * 1e3) + ',' +
                   (summary.interval ? csvNumber(summary.interval->low * 1e3) : std::string()) + ',' +
                   (summary.interval ? csvNumber(summary.interval->high * 1e3) : std::string()) + ',' +
                   csvNumber(summary.p95 * 1e3) + ',' + std::to_string(summary.count) + ',' +
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
