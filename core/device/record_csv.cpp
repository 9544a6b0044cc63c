// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_field.h"
#include "core/device/record_text.h"

#include <array>
#include <cstdio>

namespace edgewright::device {

namespace {

std::string decimal(double number) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.9g", number);
    return text.data();
}

// `roof` may be null: no column for it.
std::string linesOf(const Record& record, const Roof* roof) {
    std::string csv = "variant,position,name,op,us,share,macs,gmac_per_s,bytes";
    csv += roof ? ",roof\n" : "\n";
    for (const VariantRecord& each : record.variants) {
        const double total = each.operatorSeconds();
        for (std::size_t at = 0; at < each.operators.size(); ++at) {
            const OperatorTime& time = each.operators[at];
            const double rate = time.seconds > 0 ? static_cast<double>(time.macs) / time.seconds / 1e9 : 0;
            csv += csvField(each.variant.name) + ',' + std::to_string(at) + ',' + csvField(time.name) + ',' +
                   csvField(time.op) + ',' + decimal(time.seconds * 1e6) + ',' +
                   decimal(total > 0 ? time.seconds / total : 0) + ',' + std::to_string(time.macs) + ',' +
                   decimal(rate) + ',' + std::to_string(time.bytes);
            if (roof) {
                const auto share = shareOfRoof(*roof, time, each.variant.threads);
                csv += ',' + (share ? decimal(*share) : std::string());
            }
            csv += '\n';
        }
    }
    return csv;
}

} // namespace

std::string samplesCsv(const Record& record) {
    std::string csv = "variant,threads,block,wall_ms,cpu_ms\n";
    for (const VariantRecord& each : record.variants)
        for (std::size_t block = 0; block < each.blocks.size(); ++block)
            csv += csvField(each.variant.name) + ',' + std::to_string(each.variant.threads) + ',' +
                   std::to_string(block) + ',' + decimal(each.blocks[block].wall * 1e3) + ',' +
                   decimal(each.blocks[block].cpu * 1e3) + '\n';
    return csv;
}

std::string operatorsCsv(const Record& record) { return linesOf(record, nullptr); }
std::string operatorsBesideRoofCsv(const Record& record, const Roof& roof) { return linesOf(record, &roof); }

} // namespace edgewright::device
