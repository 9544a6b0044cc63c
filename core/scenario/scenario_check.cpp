// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"
#include "core/base/nearest_word.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/scenario/policy.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <map>
#include <set>

namespace edgewright::scenario {

namespace {

using Fault = std::optional<ScenarioFault>;

std::string placeOf(const char* list, std::size_t number, const std::string& key) {
    return std::string(list) + "[" + std::to_string(number) + "]" + (key.empty() ? "" : "." + key);
}

// "one of a, b", or the nearest of them.
std::string oneOf(const std::string& given, const std::vector<std::string_view>& known) {
    if (const auto nearest = nearestWord(given, known))
        return say("a name that is known, not {1}; did you mean '{2}'?", inQuotes(given), *nearest);
    std::string list;
    for (const std::string_view each : known)
        list += (list.empty() ? "" : ", ") + std::string(each);
    return say("one of {1}, not {2}", list, inQuotes(given));
}

Fault policyFault(const Scenario& scenario) {
    if (findPolicy(scenario.policy)) return {};
    std::vector<std::string_view> known;
    for (const Policy* each : policies())
        known.push_back(each->name);
    return ScenarioFault{"policy", oneOf(scenario.policy, known)};
}

Fault coreFault(const CoreSet& set, const std::string& place, std::optional<std::int64_t> cores,
                std::map<std::int64_t, std::string>& owners) {
    if (set.cores.empty()) return ScenarioFault{place, say("at least one core")};
    for (const std::int64_t core : set.cores) {
        if (core < 0 || core >= MaxCores)
            return ScenarioFault{place, say("cores from 0 to {1}, not {2}", MaxCores - 1, core)};
        if (cores && core >= *cores)
            return ScenarioFault{place, say("cores of this machine, 0 to {1}, not {2}", *cores - 1, core)};
        const auto [owner, isNew] = owners.emplace(core, set.name);
        if (!isNew)
            return ScenarioFault{place, say("cores that are in no other set; {1} is in {2} already", core,
                                            inQuotes(owner->second))};
    }
    return {};
}

Fault setsFault(const Scenario& scenario, std::optional<std::int64_t> cores) {
    std::map<std::int64_t, std::string> owners; // by core
    std::set<std::string> names;
    for (std::size_t i = 0; i < scenario.coreSets.size(); ++i) {
        const CoreSet& set = scenario.coreSets[i];
        if (set.name.empty()) return ScenarioFault{placeOf("core_sets", i, "name"), say("a name")};
        if (!names.insert(set.name).second)
            return ScenarioFault{placeOf("core_sets", i, "name"),
                                 say("a name of its own; {1} is there already", inQuotes(set.name))};
        if (Fault fault = coreFault(set, placeOf("core_sets", i, "cores"), cores, owners)) return fault;
    }
    return {};
}

Fault arrivalsFault(const Model& model, const std::string& at) {
    const Arrivals& arrivals = model.arrivals;
    if (arrivals.kind == ArrivalKind::Periodic && arrivals.jitterMs > arrivals.periodMs)
        return ScenarioFault{at + "jitter_ms", say("at most the period")};
    if (arrivals.kind == ArrivalKind::Recorded && model.times.empty())
        return ScenarioFault{at + "times", say("a file with at least one time")};
    return {};
}

Fault batchingFault(const Model& model, const std::string& at) {
    const Batching& batching = model.batching;
    std::int64_t last = 0;
    for (const std::int64_t size : batching.preferred) {
        if (size <= last || size > batching.maxSize)
            return ScenarioFault{
                at + "preferred_batch_size",
                say("ascending sizes from 1 to the largest batch, which is {1}", batching.maxSize)};
        last = size;
    }
    if (batching.timeoutMs > 0 && batching.timeoutMs < MinMilliseconds)
        return ScenarioFault{at + "timeout_ms", say("0, or a number from {1} to {2}",
                                                    JsonValue::limitText(MinMilliseconds), MaxMilliseconds)};
    // A query that is refused would be asked again at once, and for ever.
    if (model.arrivals.kind == ArrivalKind::ClosedLoop && batching.maxQueue > 0)
        return ScenarioFault{at + "max_queue_size", say("0 where arrivals are a closed loop")};
    return {};
}

Fault modelFault(const Scenario& scenario, std::size_t number, std::optional<std::int64_t> cores) {
    const Model& model = scenario.models[number];
    const std::string at = placeOf("models", number, "");
    std::vector<std::string_view> sets;
    for (const CoreSet& set : scenario.coreSets)
        sets.push_back(set.name);
    if (sets.empty() && !model.coreSet.empty())
        return ScenarioFault{at + ".core_set", say("a name in \"core_sets\", which are not there")};
    if (sets.size() > 1 && model.coreSet.empty())
        return ScenarioFault{at, say("a \"core_set\", as there are several")};
    if (!model.coreSet.empty() && std::ranges::find(sets, model.coreSet) == sets.end())
        return ScenarioFault{at + ".core_set", oneOf(model.coreSet, sets)};
    const std::vector<CoreSet> all = coreSetsOf(scenario, cores.value_or(MaxCores));
    const auto available = static_cast<std::int64_t>(all[setOf(scenario, model)].cores.size());
    if (model.threads > available)
        return ScenarioFault{at + ".threads", say("at most the {1} cores of its set", available)};
    if (Fault fault = arrivalsFault(model, at + ".arrivals.")) return fault;
    return batchingFault(model, at + ".batching.");
}

} // namespace

std::optional<ScenarioFault> faultOf(const Scenario& scenario, std::optional<std::int64_t> machineCores) {
    const auto cores = scenario.cores ? scenario.cores : machineCores;
    if (machineCores && scenario.cores && *scenario.cores > *machineCores)
        return ScenarioFault{"cores", say("at most the {1} cores of this machine", *machineCores)};
    if (Fault fault = policyFault(scenario)) return fault;
    if (scenario.models.empty()) return ScenarioFault{"models", say("at least one model")};
    if (std::cmp_greater(scenario.models.size(), MaxModels))
        return ScenarioFault{"models", say("at most {1} models", MaxModels)};
    if (Fault fault = setsFault(scenario, cores)) return fault;
    std::set<std::string> names;
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        const std::string& name = scenario.models[i].name;
        if (name.empty()) return ScenarioFault{placeOf("models", i, "name"), say("a name")};
        if (!names.insert(name).second)
            return ScenarioFault{placeOf("models", i, "name"),
                                 say("a name of its own; {1} is there already", inQuotes(name))};
        if (Fault fault = modelFault(scenario, i, cores)) return fault;
    }
    return {};
}

} // namespace edgewright::scenario
