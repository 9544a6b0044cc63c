// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/own_lines.h"

#include "core/base/fingerprint.h"
#include "core/base/say.h"
#include "core/tune/trial_json.h"

#include <algorithm>
#include <cmath>

namespace edgewright::tune {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string idOf(const LogSession& session) {
    const std::string all = session.machine + '\n' + session.isa + '\n' + session.version;
    const std::string fingerprint = fingerprintOf(all); // "fnv1a64:..."
    return fingerprint.substr(fingerprint.find(':') + 1);
}

OrderedJson knobJson(const KnobValue& value) {
    if (const auto* permutation = std::get_if<Permutation>(&value)) return {{"order", permutation->order}};
    if (const auto* annotations = std::get_if<Annotations>(&value))
        return {{"annotations", annotations->words}};
    return OrderedJson(plainJson(value));
}

OrderedJson priceJson(const Price& price) {
    OrderedJson json = OrderedJson::object();
    const auto add = [&](const char* key, double seconds) {
        if (seconds > 0) json[key] = seconds;
    };
    add("compile", price.compile);
    add("check", price.check);
    add("benchmark", price.benchmark);
    add("search", price.search);
    add("framework", price.framework);
    add("undivided", price.undivided);
    return json;
}

std::string inOneLine(const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace

std::string sessionLine(const LogSession& session) {
    return inOneLine({{"edgewright_tuning_log", 1},
                      {"session", idOf(session)},
                      {"machine", session.machine},
                      {"isa", session.isa},
                      {"version", session.version}});
}

std::string trialLine(const Trial& trial, const LogSession& session) {
    OrderedJson knobs = OrderedJson::array();
    for (const Knob& knob : trial.knobs)
        knobs.push_back(OrderedJson::array({knob.name, knobJson(knob.value)}));
    OrderedJson json{{"trial", idOf(session)},
                     {"task", trial.task},
                     {"state", nameOf(trial.state)},
                     {"knobs", std::move(knobs)},
                     {"seconds", trial.seconds}};
    if (trial.price.total() > 0) json["price"] = priceJson(trial.price);
    if (trial.unixTime > 0) json["time"] = trial.unixTime;
    for (const Quantity& each : trial.quantities)
        json["quantities"].push_back(OrderedJson::array({each.name, each.value, each.unit}));
    if (!trial.nest.empty()) json["nest"] = trial.nest;
    return inOneLine(json);
}

Result<void> checkTrial(const Trial& trial) {
    if (trial.task.empty()) return badInput(say("a trial needs the key of its task"));
    const auto isAmount = [](double number) { return std::isfinite(number) && number >= 0; };
    const Price& price = trial.price;
    const bool fits =
        std::ranges::all_of(trial.seconds, isAmount) && isAmount(trial.unixTime) &&
        std::ranges::all_of(std::initializer_list<double>{price.compile, price.check, price.benchmark,
                                                          price.search, price.framework, price.undivided},
                            isAmount);
    if (!fits) return badInput(say("a trial of {1} has a time that is no number from 0 on", trial.task));
    if (trial.state == TrialState::Correct && trial.seconds.empty())
        return badInput(say("a correct trial of {1} has no time", trial.task));
    return {};
}

} // namespace edgewright::tune
