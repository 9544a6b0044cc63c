// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of trials that several formats write in the same way.
#pragma once

#include "core/base/json_reader.h"
#include "core/tune/log.h"

namespace edgewright::tune {

// A value as every format of JSON has it: a text, a number, true or false, a list of whole numbers or of texts.
// Whatever else is the text of its JSON.
KnobValue knobValueOf(const JsonValue& value);
nlohmann::json plainJson(const KnobValue& value);

// In one line; what is no UTF-8 in it is replaced.
std::string lineOf(const nlohmann::json& value);

bool isList(const JsonValue& value); // a fault where it is none
// One of a list: unlike items(), it names no place of those that are not asked for.
JsonValue itemOf(const JsonValue& list, std::size_t place);

// A list of numbers from 0 on, each times `unit` seconds.
std::vector<double> samplesOf(const JsonValue& list, double unit);
std::vector<std::int64_t> wholeNumbersOf(const JsonValue& list, std::int64_t lowest, std::int64_t highest);
// A number from 0 on; where there is none, 0.
double amountOf(const JsonValue& object, const char* key);
std::string textOf(const JsonValue& value);  // a fault where it is none
std::string stemOf(const std::string& file); // a task where the format has no word for it

// [[seconds...], error number, seconds in all, unix time], as AutoTVM and auto_scheduler write it.
void readTvmResult(const JsonValue& result, Trial& trial);

} // namespace edgewright::tune
