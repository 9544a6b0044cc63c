// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario_file.h"

#include "core/base/csv.h"
#include "core/base/field_json.h"
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <charconv>
#include <cmath>

namespace edgewright::scenario {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* VersionKey = "edgewright_scenario";
constexpr std::int64_t MaxTimesBytes = 64 << 20;

fs::path pathBelow(const fs::path& folder, const fs::path& path) { return (folder / path).lexically_normal(); }

void requireKeys(const JsonValue& value, const std::vector<std::string_view>& keys) {
    for (const std::string_view key : keys)
        if (!value.raw().is_object() || !value.raw().contains(std::string(key)))
            return value.expected(say("a \"{1}\"", key));
}

void readArrivals(const JsonValue& value, const fs::path& folder, Arrivals& into) {
    requireKeys(value, {"kind"});
    readField(value, arrivalFields().front(), std::string("periodic"));
    if (!value.findings().fault.empty()) return;
    arrivalFields().front().set(into, value.raw()["kind"].get<std::string>());
    const KindInfo& info = infoOf(into.kind);
    std::set<std::string_view> keys{"kind"};
    keys.insert(info.needed.begin(), info.needed.end());
    keys.insert(info.possible.begin(), info.possible.end());
    value.only(keys);
    requireKeys(value, info.needed);
    readFields(value, arrivalFields(), into);
    const auto requireText = [&](const char* key, const std::string& text) {
        if (keys.contains(key) && text.empty()) value.expected(say("a \"{1}\"", key));
    };
    requireText("times", into.times.string());
    requireText("folder", into.folder.string());
    requireText("device", into.device);
    for (fs::path* each : {&into.times, &into.folder})
        if (!each->empty()) *each = pathBelow(folder, *each);
}

std::vector<std::int64_t> readCounts(const JsonValue& value, const char* key, std::int64_t lowest,
                                     std::int64_t highest) {
    std::vector<std::int64_t> counts;
    for (const JsonValue& item : value.list(key))
        if (const auto number = item.integer(lowest, highest)) counts.push_back(*number);
    return counts;
}

Model readModel(const JsonValue& value, const fs::path& folder) {
    Model model;
    value.only(keysOf({"arrivals", "batching"}, modelFields()));
    requireKeys(value, {"name", "file", "arrivals"});
    readFields(value, modelFields(), model);
    if (value.findings().fault.empty() && model.file.empty()) value.expected(say("a \"{1}\"", "file"));
    model.file = pathBelow(folder, model.file);
    if (const auto arrivals = value.object("arrivals")) readArrivals(*arrivals, folder, model.arrivals);
    if (const auto batching = value.object("batching")) {
        batching->only(keysOf({"preferred_batch_size"}, batchingFields()));
        readFields(*batching, batchingFields(), model.batching);
        model.batching.preferred = readCounts(*batching, "preferred_batch_size", 1, MaxBatchSize);
    }
    return model;
}

void readRoot(const JsonValue& root, const fs::path& folder, Scenario& into) {
    root.only(keysOf({VersionKey, "models", "core_sets"}, scenarioFields()));
    std::int64_t version = 0;
    root.read(VersionKey, version, 1, ScenarioVersion);
    if (version == 0)
        return root.expected("\"" + std::string(VersionKey) + "\": " + std::to_string(ScenarioVersion));
    for (const Field<Scenario>& field : scenarioFields()) {
        if (field.key == "policy") // faultOf() knows the nearest one
            root.read("policy", into.policy);
        else
            field.set(into, readField(root, field, field.get(into)));
    }
    for (const JsonValue& item : root.list("core_sets")) {
        item.only({"name", "cores"});
        CoreSet& set = into.coreSets.emplace_back();
        item.read("name", set.name);
        set.cores = readCounts(item, "cores", 0, MaxCores - 1);
    }
    for (const JsonValue& item : root.list("models")) {
        into.models.push_back(readModel(item, folder));
        if (!root.findings().fault.empty()) return;
    }
}

// Fills in the times of recorded arrivals.
void readTimesOf(const JsonValue& root, Scenario& into) {
    for (std::size_t i = 0; i < into.models.size() && root.findings().fault.empty(); ++i) {
        Model& model = into.models[i];
        if (model.arrivals.kind != ArrivalKind::Recorded) continue;
        auto times = readTimes(model.arrivals.times);
        if (times)
            model.times = *std::move(times);
        else
            JsonValue(root.raw(), placeOfItem("models", i) + ".arrivals.times", root.findings())
                .expected(say("a file of times: {1}", times.error().message));
    }
}

std::string relativeText(const fs::path& folder, const fs::path& file) {
    const fs::path shown = folder.empty() ? file : file.lexically_proximate(folder);
    return (shown.empty() ? file : shown).generic_string();
}

Json modelJson(const Model& model, const fs::path& folder) {
    Json json;
    writeFields(json, modelFields(), model);
    json["file"] = relativeText(folder, model.file);
    if (model.coreSet.empty()) json.erase("core_set");
    Json all;
    writeFields(all, arrivalFields(), model.arrivals);
    const KindInfo& info = infoOf(model.arrivals.kind);
    Json arrivals{{"kind", info.choice.key}};
    for (const auto& keys : {info.needed, info.possible})
        for (const std::string_view key : keys)
            arrivals[std::string(key)] = all[std::string(key)];
    for (const auto& [key, path] :
         {std::pair("times", &model.arrivals.times), std::pair("folder", &model.arrivals.folder)})
        if (arrivals.contains(key)) arrivals[key] = relativeText(folder, *path);
    json["arrivals"] = std::move(arrivals);
    writeFields(json["batching"], batchingFields(), model.batching);
    if (!model.batching.preferred.empty()) json["batching"]["preferred_batch_size"] = model.batching.preferred;
    return json;
}

} // namespace

Result<std::vector<double>> readTimes(const fs::path& file) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, MaxTimesBytes));
    std::vector<double> times;
    std::string_view rest = text;
    for (std::int64_t line = 1; !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view words = trimmed(rest.substr(0, std::min(rest.find('#'), end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (words.empty()) continue;
        double seconds = 0;
        const auto parsed = std::from_chars(words.data(), words.data() + words.size(), seconds);
        if (parsed.ec != std::errc() || parsed.ptr != words.data() + words.size() || !(seconds >= 0) ||
            seconds > static_cast<double>(MaxSeconds) || (!times.empty() && seconds < times.back()))
            return badInput(say("{1}, line {2}: expected seconds from 0 to {3}, none before those above",
                                file.string(), line, MaxSeconds));
        times.push_back(seconds);
    }
    return times;
}

Result<Scenario> scenarioOf(std::string_view text, const std::string& name, const fs::path& folder,
                            std::optional<std::int64_t> machineCores) {
    Scenario scenario;
    RETURN_IF_ERROR(readJson(text, name, {}, [&](const JsonValue& root) {
        readRoot(root, folder, scenario);
        if (!root.findings().fault.empty()) return;
        readTimesOf(root, scenario);
        if (const auto fault = faultOf(scenario, machineCores))
            JsonValue(root.raw(), fault->place, root.findings()).expected(fault->expected);
    }));
    return scenario;
}

Result<Scenario> readScenario(const fs::path& file, std::optional<std::int64_t> machineCores) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, JsonLimits().bytes));
    return scenarioOf(text, file.string(), file.parent_path(), machineCores);
}

std::string scenarioJson(const Scenario& scenario, const fs::path& folder) {
    Json json{{VersionKey, ScenarioVersion}};
    writeFields(json, scenarioFields(), scenario);
    for (const CoreSet& set : scenario.coreSets)
        json["core_sets"].push_back({{"name", set.name}, {"cores", set.cores}});
    json["models"] = Json::array();
    for (const Model& model : scenario.models)
        json["models"].push_back(modelJson(model, folder));
    return json.dump(1, '\t', false, Json::error_handler_t::replace) + "\n";
}

} // namespace edgewright::scenario
