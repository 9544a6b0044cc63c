// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are what another runtime wrote, read with every adapter. Whatever is understood is
// finite, not negative and bounded, and the same in whatever pieces it comes.
#include "core/runtimes/output_reader.h"

#include "tests/support/paths/paths.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

using namespace edgewright;
using namespace edgewright::runtimes;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

const std::vector<Adapter>& adapters() {
    static const std::vector<Adapter> all = [] {
        const std::filesystem::path folder = test::runtimesFolder();
        auto read = readAdapters(std::span(&folder, 1));
        require(!read.empty());
        return read;
    }();
    return all;
}

bool isGood(double number) { return std::isfinite(number) && number >= 0; }

void requireSound(const RuntimeReport& report) {
    require(report.statistic("median") || report.statistic("mean"));
    for (const auto& [name, value] : report.statistics)
        require(isGood(value));
    for (const double each : report.samples)
        require(isGood(each));
    for (const OperatorRow& each : report.operators)
        require(isGood(each.seconds) && isGood(each.share) && each.calls >= 0 &&
                each.name.size() <= OutputReader::MaxText && each.type.size() <= OutputReader::MaxText);
    require(report.samples.size() <= OutputReader::MaxRows * 20 &&
            report.notes.size() <= OutputReader::MaxNotes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Adapter& adapter : adapters()) {
        const auto whole = reportOf(adapter, text);
        OutputReader reader(adapter);
        for (std::size_t at = 0; at < size; at += 1 + data[at] % 61)
            reader.take(text.substr(at, 1 + data[at] % 61));
        const auto pieces = reader.report();
        require(whole.has_value() == pieces.has_value());
        if (!whole) {
            require(whole.error().code == ErrorCode::BadInput && !whole.error().message.empty());
            continue;
        }
        requireSound(*whole);
        require(whole->statistics == pieces->statistics && whole->samples == pieces->samples &&
                whole->operators.size() == pieces->operators.size());
    }
    return 0;
}
