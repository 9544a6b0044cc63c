// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/outcome.h"

#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/record/record.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace edgewright::experiment {

namespace {

using Json = nlohmann::ordered_json;
using enum table::Unit;

constexpr int OutcomeVersion = 2; // 1 had ratios with intervals that were not those of the verdict
constexpr std::int64_t MaxLineBytes = std::int64_t(1) << 20;
constexpr unsigned OnPage = table::File | table::Page;

// clang-format off
constexpr Number NumberList[] = {
    {{"latency_ms", TRANSLATABLE("Column", "Latency"), TRANSLATABLE("Column", "Median of the runs"),
      Milliseconds}, &Numbers::milliseconds, nullptr, &Numbers::lowMilliseconds, &Numbers::highMilliseconds},
    {{"latency_low_ms", TRANSLATABLE("Column", "Latency from, 95 %"),
      TRANSLATABLE("Column", "Lower end of the interval of the median"), Milliseconds, table::Everywhere,
      "latency_ms"},
     &Numbers::lowMilliseconds},
    {{"latency_high_ms", TRANSLATABLE("Column", "Latency to, 95 %"),
      TRANSLATABLE("Column", "Upper end of the interval of the median"), Milliseconds, table::Everywhere,
      "latency_ms"},
     &Numbers::highMilliseconds},
    {{"runs", TRANSLATABLE("Column", "Runs"), "", Plain, OnPage}, nullptr, &Numbers::runs},
    {{"per_second", TRANSLATABLE("Column", "Per second"), TRANSLATABLE("Column", "Inferences per second"),
      Plain, OnPage}, &Numbers::perSecond},
    {{"reference_ratio", TRANSLATABLE("Column", "Ratio to the baseline"),
      TRANSLATABLE("Column", "Time over that of the baseline in fp32 in runs in pairs, whatever speed the "
                             "machine had"), Ratio, OnPage | table::Folded},
     &Numbers::ratio, nullptr, &Numbers::lowRatio, &Numbers::highRatio, measure::ComparisonRules().confidence},
    {table::inFiles("reference_ratio_low", Ratio), &Numbers::lowRatio},
    {table::inFiles("reference_ratio_high", Ratio), &Numbers::highRatio},
    {{"reference_ms", TRANSLATABLE("Column", "Baseline beside it"),
      TRANSLATABLE("Column", "Median of the runs of the baseline in fp32 that took turns with this cell: where it "
                             "differs between cells, the machine had another speed"), Milliseconds, OnPage},
     &Numbers::referenceMilliseconds},
    {{"peak_bytes", TRANSLATABLE("Column", "Peak"),
      TRANSLATABLE("Column", "Tensors between operators, as planned: the arena, or all of them side by side"),
      Bytes}, nullptr, &Numbers::peakBytes},
    {table::inFiles("sum_bytes", Bytes), nullptr, &Numbers::sumBytes},
    {table::inFiles("lower_bound_bytes", Bytes), nullptr, &Numbers::lowerBoundBytes},
    {{"fragmentation_bytes", TRANSLATABLE("Column", "Holes"),
      TRANSLATABLE("Column", "Bytes of the peak that hold nothing in the step with the most live bytes"), Bytes,
      OnPage}, nullptr, &Numbers::fragmentationBytes},
    {table::inFiles("largest_tensor_bytes", Bytes), nullptr, &Numbers::largestBytes},
    {table::inFiles("peak_step", Plain), nullptr, &Numbers::peakStep},
    {table::inFiles("steps", Plain), nullptr, &Numbers::steps},
    {{"measured_peak_bytes", TRANSLATABLE("Column", "Peak memory"),
      TRANSLATABLE("Column", "Measured: the most that a run holds at once beside weights and given inputs, with "
                             "what operators compute in and keep made of weights. Without an arena it frees "
                             "each tensor after its last reader"), Bytes,
      OnPage}, nullptr, &Numbers::measuredPeakBytes},
    {{"allocations", TRANSLATABLE("Column", "Allocations"), "", Plain}, nullptr, &Numbers::allocations},
    {{"operator_calls", TRANSLATABLE("Column", "Calls"), "", Plain}, nullptr, &Numbers::calls},
    {{"traffic_bytes", TRANSLATABLE("Column", "Traffic"),
      TRANSLATABLE("Column", "Bytes written and read between operators, without weights"), Bytes, OnPage},
     nullptr, &Numbers::trafficBytes},
    {{"weight_bytes", TRANSLATABLE("Column", "Weights"), device::WeightBytesMeaning, Bytes}, nullptr,
     &Numbers::weightBytes},
    {table::inFiles("products", Plain), nullptr, &Numbers::products},
    {{"integer_products", TRANSLATABLE("Column", "In integers"),
      TRANSLATABLE("Column", "Layers that multiply codes; the others compute in float32"), Plain},
     nullptr, &Numbers::integerProducts},
    {table::inFiles("right", Plain), nullptr, &Numbers::right},
    {{"labelled", TRANSLATABLE("Column", "Samples"), TRANSLATABLE("Column", "Samples with labels"), Plain,
      OnPage}, nullptr, &Numbers::labelled},
    {{"cycles", TRANSLATABLE("Column", "Cycles"), TRANSLATABLE("Column", "Predicted for the accelerator"),
      Cycles}, nullptr, &Numbers::cycles},
    {{"word_bytes", TRANSLATABLE("Column", "Word"),
      TRANSLATABLE("Column", "Of an element on the accelerator: cycles and energy are predicted for such "
                             "words, whatever the codes of the cell"), Bytes}, nullptr, &Numbers::wordBytes},
    {{"energy", TRANSLATABLE("Column", "Energy"), TRANSLATABLE("Column", "Predicted for the accelerator"),
      Picojoules}, &Numbers::energy},
    {{"predicted_ms", TRANSLATABLE("Column", "Predicted"),
      TRANSLATABLE("Column", "Time on the accelerator at its clock"), Milliseconds, OnPage},
     &Numbers::predictedMilliseconds},
};
// clang-format on

struct VerdictWord {
    std::string_view key;
    const char* title;
};
// In the order of the enumerators.
constexpr std::array VerdictWords{VerdictWord{"faster", TRANSLATABLE("Word", "faster")},
                                  VerdictWord{"slower", TRANSLATABLE("Word", "slower")},
                                  VerdictWord{"same", TRANSLATABLE("Word", "no difference")},
                                  VerdictWord{"undecided", TRANSLATABLE("Word", "undecided")}};

struct OutcomeText {
    const char* key;
    std::string Outcome::*member;
};
constexpr OutcomeText OutcomeTexts[] = {{"model", &Outcome::model},
                                        {"settings", &Outcome::settings},
                                        {"accelerator", &Outcome::accelerator},
                                        {"date", &Outcome::date},
                                        {"machine", &Outcome::machine},
                                        {"error", &Outcome::error},
                                        {"energy_unit", &Outcome::energyUnit},
                                        {"in_float", &Outcome::whyInFloat},
                                        {"while_measured", &Outcome::whileMeasured}};

Json numbersJson(const Numbers& values) {
    Json json = Json::object();
    for (const Number& each : numbers()) {
        const std::string key(each.head.key);
        if (each.whole) {
            if (const auto& value = values.*each.whole) json[key] = *value;
        } else if (const auto& value = values.*each.real; value && std::isfinite(*value)) {
            json[key] = *value;
        }
    }
    return json;
}

void readNumbers(const JsonValue& value, Numbers& into) {
    for (const Number& each : numbers()) {
        const std::string key(each.head.key);
        if (!value.raw().contains(key)) continue;
        if (each.whole)
            value.read(key.c_str(), (into.*each.whole).emplace(), 0, INT64_MAX);
        else
            value.read(key.c_str(), (into.*each.real).emplace(), 0, 1e300);
    }
}

void readOutcome(const JsonValue& root, Outcome& into) {
    std::int64_t version = 0;
    root.read("edgewright_result", version, OutcomeVersion, OutcomeVersion);
    if (version == 0) return root.expected("\"edgewright_result\": " + std::to_string(OutcomeVersion));
    const auto cell = root.object("cell");
    if (!cell) return root.expected("\"cell\"");
    for (const Axis& axis : axes())
        cell->read(std::string(axis.key).c_str(), into.choices.*axis.member);
    for (const OutcomeText& each : OutcomeTexts)
        root.read(each.key, into.*each.member);
    std::vector<std::string_view> words;
    for (const VerdictWord& each : VerdictWords)
        words.push_back(each.key);
    if (const auto verdict = root.word("verdict", words))
        into.verdict = static_cast<measure::Verdict>(*verdict);
    if (const auto values = root.object("numbers")) readNumbers(*values, into.numbers);
}

} // namespace

bool isEndOfInterval(const Number& number) {
    return number.real && std::ranges::any_of(numbers(), [&](const Number& other) {
               return other.low == number.real || other.high == number.real;
           });
}

std::span<const Number> numbers() { return NumberList; }

Result<const Number*> numberNamed(std::string_view key) {
    std::vector<std::string_view> known;
    std::string list;
    for (const Number& each : numbers()) {
        if (each.head.key == key) return &each;
        known.push_back(each.head.key);
        list += (list.empty() ? "" : ", ") + std::string(each.head.key);
    }
    return noSuch(say("{1} is no number of a result", inQuotes(key)), key, known, list);
}

table::Unit unitOfEnergy(const Outcome& outcome) {
    return outcome.energyUnit == "MAC" ? MacEnergies : Picojoules;
}

std::string outcomeLine(const Outcome& outcome) {
    Json json{{"edgewright_result", OutcomeVersion}, {"cell", Json::object()}};
    for (const Axis& axis : axes())
        json["cell"][std::string(axis.key)] = outcome.choices.*axis.member;
    for (const OutcomeText& each : OutcomeTexts)
        if (const std::string& text = outcome.*each.member; !text.empty()) json[each.key] = text;
    if (outcome.verdict) json["verdict"] = keyOf(*outcome.verdict);
    if (!outcome.isFailed()) json["numbers"] = numbersJson(outcome.numbers);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Outcome> outcomeFrom(std::string_view line, const std::string& place) {
    Outcome outcome;
    const JsonLimits limits{.bytes = MaxLineBytes, .refusesUnknownKeys = false};
    RETURN_IF_ERROR(readJson(line, place, limits, [&](const JsonValue& root) { readOutcome(root, outcome); }));
    return outcome;
}

std::string_view keyOf(measure::Verdict verdict) { return VerdictWords[static_cast<std::size_t>(verdict)].key; }
const char* titleOf(measure::Verdict verdict) { return VerdictWords[static_cast<std::size_t>(verdict)].title; }

} // namespace edgewright::experiment
