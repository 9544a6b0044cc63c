// SPDX-License-Identifier: GPL-3.0-or-later
// One variant of a run, and what stands beside it.
#pragma once

#include "core/device/run_list.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <optional>

namespace edgewright::views {

// A variant of a record.
struct VariantChoice {
    std::shared_ptr<const device::Record> record; // null: none
    std::size_t variant = 0;

    const device::VariantRecord& get() const { return record->variants[variant]; }
    explicit operator bool() const { return record && variant < record->variants.size(); }
    friend bool operator==(const VariantChoice&, const VariantChoice&) = default;
};

struct RunChoice {
    VariantChoice shown, beside; // `beside` may be none

    bool isPaired() const { return shown && beside && shown.record == beside.record; }
};

// The one that a person most likely wants to see: in INT8 beside the same in float32; of what was measured in
// float32 with tuned kernels that beside the same without them; else the fused variant without an arena on the
// fewest threads, beside the original one. Of a record without variants nothing.
RunChoice defaultChoice(const std::shared_ptr<const device::Record>& record);

// The measurement of fusion alone: the original and the fused network, taken in turn, on as many threads.
// Nothing where the record has not both.
std::optional<RunChoice> fusionChoice(const std::shared_ptr<const device::Record>& record);

// The index of a variant in float32 with these properties, on the fewest threads; nothing where there is none.
std::optional<std::size_t> findVariant(const device::Record& record, bool fusion, bool reuse);
// This variant in another record, or its default.
VariantChoice sameVariant(const std::shared_ptr<const device::Record>& record, const device::Variant& variant);

// "machine not quiet": it did other things, too, or changed its speed; "not known well": a median is not known.
// Empty: none of it.
QString doubtText(const RunChoice& choice);
// The same of what `comparison` of both claims; one that is undecided says itself that nothing is known.
QString doubtText(const RunChoice& choice, const measure::Comparison& comparison);

QString variantText(const device::Variant& variant); // "Fused, 2 threads", in the language of the window
QString whenText(const device::Record& record);      // "23 Nov 04:10", local time

} // namespace edgewright::views
