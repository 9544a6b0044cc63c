// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/service_file.h"

#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::scenario {

namespace {

using ServiceJson = nlohmann::ordered_json;

constexpr const char* ServiceKey = "edgewright_service";
constexpr int ServiceVersion = 1;
constexpr JsonLimits ServiceLimits{.bytes = 64 << 20, .memory = std::int64_t(2) << 30};
constexpr double TicksPerMicrosecond = 1000, MaxMicroseconds = 1e12, MaxDemand = 1e30;

std::vector<double> numbersFrom(const std::vector<JsonValue>& items, double highest) {
    std::vector<double> numbers;
    for (const JsonValue& item : items) {
        const double number = item.raw().is_number() ? item.raw().get<double>() : -1;
        if (number >= 0 && number <= highest)
            numbers.push_back(number);
        else
            item.expected(say("a number from {1} to {2}", "0", JsonValue::limitText(highest)));
    }
    return numbers;
}

std::vector<std::string> wordsFrom(const JsonValue& value, const char* key) {
    std::vector<std::string> words;
    for (const JsonValue& item : value.list(key)) {
        if (item.raw().is_string())
            words.push_back(item.raw().get<std::string>());
        else
            item.expected(say("a text"));
    }
    return words;
}

std::vector<Ticks> runsFrom(const JsonValue& value, std::size_t operators) {
    std::vector<Ticks> runs;
    for (const JsonValue& run : value.list("runs_us")) {
        const std::vector<double> times = numbersFrom(run.items(), MaxMicroseconds);
        if (times.size() != operators) run.expected(say("a time for each of the {1} operators", operators));
        for (const double each : times)
            runs.push_back(std::llround(each * TicksPerMicrosecond));
    }
    if (runs.empty()) value.expected(say("\"runs_us\": at least one run"));
    return runs;
}

BatchTimes batchFrom(const JsonValue& value, std::size_t operators) {
    BatchTimes batch;
    value.only({"size", "runs_us"});
    value.read("size", batch.size, 1, MaxBatchSize);
    batch.times = runsFrom(value, operators);
    return batch;
}

PausedRuns pauseFrom(const JsonValue& value, std::size_t operators) {
    value.only({"pause_ms", "runs_us"});
    double pauseMs = 0;
    value.read("pause_ms", pauseMs, 0.0, double(MaxMilliseconds));
    return {ticksOfMs(pauseMs), runsFrom(value, operators)};
}

ServiceTimes timesFrom(const JsonValue& value) {
    ServiceTimes times;
    value.only({"name", "operators", "batches", "pauses", "displaced", "in_a_row"});
    value.read("name", times.model);
    constexpr std::int64_t MaxInARow = 1'000'000'000;
    value.read("in_a_row", times.inARow, 1, MaxInARow);
    times.operators = wordsFrom(value, "operators");
    if (times.operators.empty()) value.expected(say("at least one of \"{1}\"", "operators"));
    for (const JsonValue& batch : value.list("batches"))
        times.batches.push_back(batchFrom(batch, times.operators.size()));
    for (const JsonValue& pause : value.list("pauses"))
        times.pauses.push_back(pauseFrom(pause, times.operators.size()));
    for (const JsonValue& pause : value.list("displaced"))
        times.displaced.push_back(pauseFrom(pause, times.operators.size()));
    return times;
}

// Seconds, of a number or a list of numbers; none where the key is absent.
std::vector<double> secondsFrom(const JsonValue& value, const char* key) {
    constexpr double Absent = -1;
    std::vector<double> microseconds;
    if (value.raw().is_object() && value.raw().contains(key) && value.raw().at(key).is_array()) {
        microseconds = numbersFrom(value.list(key), MaxMicroseconds);
    } else {
        double one = Absent;
        value.read(key, one, 0, MaxMicroseconds);
        if (one != Absent) microseconds = {one};
    }
    for (double& each : microseconds)
        each /= 1e6;
    return microseconds;
}

void readOverheads(const JsonValue& value, Overheads& into) {
    value.only({"decision_us", "notice_us", "wake_up_us", "hand_over_us", "give_way_us"});
    double decision = 0;
    value.read("decision_us", decision, 0, MaxMicroseconds);
    into = {decision / 1e6, secondsFrom(value, "notice_us"), secondsFrom(value, "wake_up_us"),
            secondsFrom(value, "hand_over_us"), secondsFrom(value, "give_way_us")};
}

void readBeside(const JsonValue& value, Service& into) {
    constexpr double MaxSlowdown = 1000;
    const std::size_t count = into.models.size();
    std::vector<std::vector<double>> beside(count, std::vector<double>(count, 1));
    bool isAny = false;
    for (std::size_t i = 0; i < count; ++i)
        if (const auto row = value.object(into.models[i].model.c_str()))
            for (std::size_t j = 0; j < count; ++j) {
                row->read(into.models[j].model.c_str(), beside[i][j], 1 / MaxSlowdown, MaxSlowdown);
                isAny = isAny || beside[i][j] != 1;
            }
    if (isAny) into.interference.beside = std::move(beside);
}

void readInterference(const JsonValue& value, Service& into) {
    value.only({"resources", "capacity", "demands", "beside"});
    Interference& interference = into.interference;
    interference.resources = wordsFrom(value, "resources");
    for (const JsonValue& item : value.list("capacity"))
        interference.capacity.push_back(numbersFrom(item.items(), MaxDemand));
    if (!interference.resources.empty()) interference.demands.resize(into.models.size());
    const auto demands = value.object("demands");
    for (std::size_t i = 0; demands && i < interference.demands.size(); ++i)
        for (const JsonValue& one : demands->list(into.models[i].model.c_str())) {
            const std::vector<double> asked = numbersFrom(one.items(), MaxDemand);
            if (asked.size() != interference.resources.size())
                one.expected(say("a number for each of the {1} resources", interference.resources.size()));
            interference.demands[i].insert(interference.demands[i].end(), asked.begin(), asked.end());
        }
    if (const auto beside = value.object("beside")) readBeside(*beside, into);
}

void readAll(const JsonValue& root, const Scenario& scenario, Service& into) {
    root.only({ServiceKey, "models", "overheads", "interference"});
    std::int64_t version = 0;
    root.read(ServiceKey, version, 1, ServiceVersion);
    if (version == 0)
        return root.expected("\"" + std::string(ServiceKey) + "\": " + std::to_string(ServiceVersion));
    std::vector<ServiceTimes> all;
    for (const JsonValue& item : root.list("models"))
        all.push_back(timesFrom(item));
    for (const Model& model : scenario.models) {
        const auto found = std::ranges::find(all, model.name, &ServiceTimes::model);
        if (found == all.end())
            return root.expected(say("times of {1} among \"models\"", inQuotes(model.name)));
        into.models.push_back(*found);
    }
    if (const auto overheads = root.object("overheads")) readOverheads(*overheads, into.overheads);
    if (const auto interference = root.object("interference")) readInterference(*interference, into);
}

// Rows of so many numbers.
ServiceJson rowsOf(const std::vector<double>& numbers, std::size_t width) {
    ServiceJson rows = ServiceJson::array();
    for (auto at = numbers.begin(); at != numbers.end(); at += static_cast<std::ptrdiff_t>(width))
        rows.push_back(std::vector<double>(at, at + static_cast<std::ptrdiff_t>(width)));
    return rows;
}
ServiceJson runsJson(const std::vector<Ticks>& times, std::size_t operators) {
    std::vector<double> microseconds;
    for (const Ticks each : times)
        microseconds.push_back(static_cast<double>(each) / TicksPerMicrosecond);
    return rowsOf(microseconds, operators);
}
ServiceJson pauseJson(const PausedRuns& paused, std::size_t operators) {
    return {{"pause_ms", secondsOf(paused.pause) * 1e3}, {"runs_us", runsJson(paused.times, operators)}};
}
std::vector<double> microsecondsOf(const std::vector<double>& seconds) {
    std::vector<double> microseconds;
    for (const double each : seconds)
        microseconds.push_back(each * 1e6);
    return microseconds;
}

} // namespace

Result<Service> serviceOf(std::string_view text, const std::string& name, const Scenario& scenario) {
    Service service;
    RETURN_IF_ERROR(
        readJson(text, name, ServiceLimits, [&](const JsonValue& root) { readAll(root, scenario, service); }));
    std::vector<std::int64_t> sizes;
    for (const Model& model : scenario.models)
        sizes.push_back(model.batching.maxSize);
    if (auto checked = check(service, sizes); !checked) return std::move(checked).error().within(name);
    return service;
}

Result<Service> readService(const std::filesystem::path& file, const Scenario& scenario) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, ServiceLimits.bytes));
    return serviceOf(text, file.string(), scenario);
}

std::string serviceJson(const Service& service) {
    ServiceJson json{{ServiceKey, ServiceVersion}};
    json["models"] = ServiceJson::array();
    for (const ServiceTimes& times : service.models) {
        ServiceJson model{{"name", times.model}, {"operators", times.operators}};
        model["batches"] = ServiceJson::array();
        for (const BatchTimes& batch : times.batches)
            model["batches"].push_back(
                {{"size", batch.size}, {"runs_us", runsJson(batch.times, times.operators.size())}});
        if (times.inARow != 1) model["in_a_row"] = times.inARow;
        for (const PausedRuns& each : times.pauses)
            model["pauses"].push_back(pauseJson(each, times.operators.size()));
        for (const PausedRuns& each : times.displaced)
            model["displaced"].push_back(pauseJson(each, times.operators.size()));
        json["models"].push_back(std::move(model));
    }
    const Overheads& overheads = service.overheads;
    json["overheads"] = {{"decision_us", overheads.decision * 1e6},
                         {"notice_us", microsecondsOf(overheads.notices)},
                         {"wake_up_us", microsecondsOf(overheads.wakeUps)},
                         {"hand_over_us", microsecondsOf(overheads.handOvers)}};
    if (!overheads.giveWays.empty()) json["overheads"]["give_way_us"] = microsecondsOf(overheads.giveWays);
    const Interference& interference = service.interference;
    if (!interference.resources.empty()) {
        json["interference"] = {{"resources", interference.resources}, {"capacity", interference.capacity}};
        for (std::size_t i = 0; i < service.models.size(); ++i)
            if (!interference.demands[i].empty())
                json["interference"]["demands"][service.models[i].model] =
                    rowsOf(interference.demands[i], interference.resources.size());
    }
    for (std::size_t i = 0; i < interference.beside.size(); ++i)
        for (std::size_t j = 0; j < service.models.size(); ++j)
            if (interference.beside[i][j] != 1)
                json["interference"]["beside"][service.models[i].model][service.models[j].model] =
                    interference.beside[i][j];
    return json.dump(1, '\t', false, ServiceJson::error_handler_t::replace) + "\n";
}

} // namespace edgewright::scenario
