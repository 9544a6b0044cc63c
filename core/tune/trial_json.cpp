// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/trial_json.h"

#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace edgewright::tune {

namespace {

using Json = nlohmann::json;

constexpr double MaxAmount = 1e300;

// By error number: of a template that could not be made, of compilers for host and device, at run time, a wrong
// answer, time-outs of building and running, anything else.
constexpr std::array TvmStates{TrialState::Correct,     TrialState::NotAllowed, TrialState::NotCompiled,
                               TrialState::NotCompiled, TrialState::NotRun,     TrialState::Wrong,
                               TrialState::TimedOut,    TrialState::TimedOut,   TrialState::NotRun};

bool isWhole(const Json& value) {
    return value.is_number_integer() &&
           !(value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
}

} // namespace

KnobValue knobValueOf(const JsonValue& value) {
    const Json& raw = value.raw();
    if (raw.is_string()) return raw.get<std::string>();
    if (raw.is_boolean()) return raw.get<bool>();
    if (isWhole(raw)) return raw.get<std::int64_t>();
    if (raw.is_number_float()) return raw.get<double>();
    if (raw.is_number()) {
        value.expected(say("a number below 2^63"));
        return std::int64_t(0);
    }
    if (raw.is_array() && std::ranges::all_of(raw, isWhole)) return raw.get<Numbers>();
    if (raw.is_array() && std::ranges::all_of(raw, [](const Json& each) { return each.is_string(); }))
        return Annotations{raw.get<std::vector<std::string>>()};
    return lineOf(raw);
}

Json plainJson(const KnobValue& value) {
    struct Plain {
        Json operator()(const std::string& text) const { return text; }
        Json operator()(bool yes) const { return yes; }
        Json operator()(std::int64_t number) const { return number; }
        Json operator()(double number) const { return number; }
        Json operator()(const Numbers& numbers) const { return numbers; }
        Json operator()(const Permutation& permutation) const { return permutation.order; }
        Json operator()(const Annotations& annotations) const { return annotations.words; }
    };
    return std::visit(Plain(), value);
}

std::string lineOf(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

JsonValue itemOf(const JsonValue& list, std::size_t place) {
    return {list.raw()[place], placeOfItem(list.place(), place), list.findings()};
}

std::vector<double> samplesOf(const JsonValue& list, double unit) {
    std::vector<double> samples;
    if (!isList(list)) return samples;
    for (std::size_t i = 0; i < list.raw().size(); ++i) {
        const Json& raw = list.raw()[i];
        const double number = raw.is_number() ? raw.get<double>() : -1;
        if (!(number >= 0)) {
            itemOf(list, i).expected(say("a time: a number from 0 on"));
            return {};
        }
        samples.push_back(number * unit);
    }
    return samples;
}

std::vector<std::int64_t> wholeNumbersOf(const JsonValue& list, std::int64_t lowest, std::int64_t highest) {
    std::vector<std::int64_t> numbers;
    if (!isList(list)) return numbers;
    for (std::size_t i = 0; i < list.raw().size(); ++i) {
        const Json& raw = list.raw()[i];
        const std::int64_t number = isWhole(raw) ? raw.get<std::int64_t>() : 0;
        const bool fits = isWhole(raw) && number >= lowest && number <= highest;
        numbers.push_back(fits ? number : itemOf(list, i).integer(lowest, highest).value_or(lowest));
    }
    return numbers;
}

bool isList(const JsonValue& value) {
    if (!value.raw().is_array()) value.expected(say("a list"));
    return value.raw().is_array();
}

double amountOf(const JsonValue& object, const char* key) {
    double amount = 0;
    object.read(key, amount, 0, MaxAmount);
    return amount;
}

std::string textOf(const JsonValue& value) {
    if (value.raw().is_string()) return value.raw().get<std::string>();
    value.expected(say("a text"));
    return {};
}

std::string stemOf(const std::string& file) {
    const std::string stem = std::filesystem::path(file).stem().string();
    return stem.empty() ? "task" : stem;
}

void readTvmResult(const JsonValue& result, Trial& trial) {
    const std::vector<JsonValue> items = result.items();
    if (items.size() < 4) return result.expected(say("a list of samples, error number, duration and time"));
    trial.seconds = samplesOf(items[0], 1.0);
    const auto error = items[1].integer(0, std::ssize(TvmStates) - 1);
    trial.state = TvmStates[static_cast<std::size_t>(error.value_or(0))];
    for (const std::size_t place : {std::size_t(2), std::size_t(3)}) {
        const Json& raw = items[place].raw();
        const double number = raw.is_number() ? raw.get<double>() : -1;
        if (!(number >= 0 && number <= MaxAmount)) return items[place].expected(say("a number from 0 on"));
        (place == 2 ? trial.price.undivided : trial.unixTime) = number;
    }
    if (trial.state == TrialState::Correct && trial.seconds.empty())
        return items[0].expected(say("one sample or more"));
    dropFailedSamples(trial);
}

} // namespace edgewright::tune
