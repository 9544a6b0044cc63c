// SPDX-License-Identifier: GPL-3.0-or-later
// Documents about measurements: the parts that they have in common, and a record as a part of a larger one.
#pragma once

#include "core/base/json_document.h"
#include "core/base/result.h"
#include "core/cost/processor/feature_counts.h"
#include "core/device/record/record.h"
#include "core/measure/machine.h"
#include "core/measure/pace.h"

#include <cstdint>

namespace edgewright::device {

using Json = nlohmann::ordered_json;

inline constexpr double MaxSeconds = 1e9;
using measure::MaxThreads;
inline constexpr std::int64_t MaxCount = INT64_MAX;

// Keys of later versions are passed over.
inline constexpr JsonLimits MeasuredLimits{
    .bytes = 64 << 20, .memory = std::int64_t(512) << 20, .refusesUnknownKeys = false};

Json machineJson(const measure::Machine& machine);
measure::Machine machineOf(const JsonValue& value);
// A field that is not known has no key.
Json conditionsJson(const measure::Conditions& conditions);
measure::Conditions conditionsOf(const JsonValue& root, const char* key);
Json paceJson(const measure::Pace& pace);
measure::Pace paceOf(const JsonValue& value);
// The features that are not 0, by name.
Json featuresJson(const cost::Features& features);
cost::Features featuresOf(const JsonValue& value);
// A number from 0 to MaxSeconds; anything else is a finding, and 0.
double secondsOf(const JsonValue& item);

Json documentOf(const Record& record);
// Errors go to the findings of `value`.
Record recordOf(const JsonValue& value);

} // namespace edgewright::device
