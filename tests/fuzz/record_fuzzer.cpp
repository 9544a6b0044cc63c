// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as the record of a measurement. Whatever they are, there is a record that
// can be written and read again, shown as tables and as a trace, or an error that says something.
#include "core/device/record/record_table.h"
#include "core/device/record/record_text.h"
#include "core/device/roof/operator_export.h"
#include "core/table/format.h"
#include "tests/fuzz/scratch_file.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

using namespace edgewright;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::ScratchFile file("record.json");
    const auto read = device::readRecord(file.write(data, size));
    if (!read) {
        require(!read.error().message.empty());
        return 0;
    }
    const std::string text = device::recordJson(*read);
    const auto again = device::readRecord(file.write(text.data(), text.size()));
    require(again.has_value());
    require(device::recordJson(*again) == text);
    const auto kept = std::make_shared<const device::Record>(*read);
    require(!table::csvText(device::sampleTable(kept)).empty());
    require(!table::csvText(device::variantTable(kept)).empty());
    require(!table::csvText(device::profileTable(kept)).empty());
    for (const trace::Span& span : device::traceOf(*read).spans)
        require(std::isfinite(span.start) && span.start >= 0 && span.seconds >= 0);
    for (std::size_t i = 0; i < read->variants.size(); ++i) {
        const device::VariantRecord& each = read->variants[i];
        if (each.blocks.empty()) continue;
        require(std::isfinite(each.summary().median));
        static_cast<void>(each.isNoisy());
        if (i > 0 && each.blocks.size() == read->variants[0].blocks.size())
            static_cast<void>(device::compared(read->variants[0], each));
    }
    return 0;
}
