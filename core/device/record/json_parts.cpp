// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/json_parts.h"

#include "core/base/say.h"

#include <cmath>

namespace edgewright::device {

namespace {

constexpr double MaxFeature = 1e18;

std::string featureName(std::size_t index) {
    return std::string(cost::nameOf(static_cast<cost::Feature>(index)));
}

void readOptional(const JsonValue& value, const char* key, std::optional<double>& into) {
    double number = std::nan("");
    value.read(key, number, -1e6, 1e9);
    if (!std::isnan(number)) into = number;
}

} // namespace

Json machineJson(const measure::Machine& machine) {
    Json caches = Json::array();
    for (const measure::Cache& cache : machine.caches)
        caches.push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"shared_by", cache.sharedBy}});
    return {{"name", machine.name},
            {"processor", machine.processor},
            {"architecture", machine.architecture},
            {"kernel", machine.kernel},
            {"governor", machine.governor},
            {"threads", machine.threads},
            {"cores", machine.cores},
            {"memory_bytes", machine.memoryBytes},
            {"caches", std::move(caches)}};
}

measure::Machine machineOf(const JsonValue& value) {
    measure::Machine machine;
    value.read("name", machine.name);
    value.read("processor", machine.processor);
    value.read("architecture", machine.architecture);
    value.read("kernel", machine.kernel);
    value.read("governor", machine.governor);
    value.read("threads", machine.threads, 1, MaxThreads);
    value.read("cores", machine.cores, 0, MaxThreads);
    value.read("memory_bytes", machine.memoryBytes, 0, MaxCount);
    for (const JsonValue& each : value.list("caches")) {
        measure::Cache cache;
        each.read("level", cache.level, 1, 8);
        each.read("bytes", cache.bytes, 1, MaxCount);
        each.read("shared_by", cache.sharedBy, 1, MaxThreads);
        if (cache.level == 0 || cache.bytes == 0) each.expected(say("a cache's \"level\" and \"bytes\""));
        machine.caches.push_back(cache);
    }
    return machine;
}

Json conditionsJson(const measure::Conditions& conditions) {
    Json json = Json::object();
    if (conditions.megahertz) json["megahertz"] = *conditions.megahertz;
    if (conditions.celsius) json["celsius"] = *conditions.celsius;
    if (conditions.loadAverage) json["load"] = *conditions.loadAverage;
    if (conditions.throttled) json["throttled"] = *conditions.throttled;
    if (conditions.throttlings) json["throttlings"] = *conditions.throttlings;
    if (conditions.roundTrip) json["round_trip_ns"] = *conditions.roundTrip;
    return json;
}

measure::Conditions conditionsOf(const JsonValue& root, const char* key) {
    measure::Conditions conditions;
    if (const auto value = root.object(key)) {
        readOptional(*value, "megahertz", conditions.megahertz);
        readOptional(*value, "celsius", conditions.celsius);
        readOptional(*value, "load", conditions.loadAverage);
        readOptional(*value, "throttled", conditions.throttled);
        readOptional(*value, "throttlings", conditions.throttlings);
        readOptional(*value, "round_trip_ns", conditions.roundTrip);
    }
    return conditions;
}

Json featuresJson(const cost::Features& features) {
    Json json = Json::object();
    for (std::size_t i = 0; i < cost::FeatureCount; ++i)
        if (features.counts[i] != 0) json[featureName(i)] = features.counts[i];
    return json;
}

cost::Features featuresOf(const JsonValue& value) {
    cost::Features features;
    for (std::size_t i = 0; i < cost::FeatureCount; ++i)
        value.read(featureName(i).c_str(), features.counts[i], 0, MaxFeature);
    return features;
}

double secondsOf(const JsonValue& item) {
    if (item.raw().is_number())
        if (const double seconds = item.raw().get<double>(); seconds >= 0 && seconds <= MaxSeconds)
            return seconds;
    item.expected(say("seconds, a number from 0 on"));
    return 0;
}

Json paceJson(const measure::Pace& pace) {
    return {{"fastest", pace.fastest},
            {"slowest", pace.slowest},
            {"within", pace.within},
            {"measurements", pace.measurements}};
}

measure::Pace paceOf(const JsonValue& value) {
    measure::Pace pace;
    value.read("fastest", pace.fastest, 0, 1);
    value.read("slowest", pace.slowest, 1, measure::MaxPace);
    value.read("within", pace.within, 1, measure::MaxPace);
    value.read("measurements", pace.measurements, 0, MaxCount);
    return pace;
}

} // namespace edgewright::device
