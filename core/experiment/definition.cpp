// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/definition.h"

#include "core/base/field_json.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/kernels/choice_fields.h"
#include "core/measure/effort_fields.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/remote/host.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>

namespace edgewright::experiment {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* DefinitionFormat = "edgewright experiment";
constexpr std::int64_t MaxExtent = std::int64_t(1) << 31;
constexpr std::int64_t MaxAccuracySamples = 1'000'000;

constexpr std::array DefinitionFields{
    field<&Definition::samples>({.key = "samples",
                                 .title = TRANSLATABLE("Setting", "Samples of accuracy"),
                                 .help = TRANSLATABLE("Setting", "At most so many samples with labels that "
                                                                 "accuracy is counted on; 0: none"),
                                 .highest = MaxAccuracySamples})};
std::span<const Field<Definition>> definitionFields() { return DefinitionFields; }

// The items of a list that may be absent: `into` gets what `read` makes of each, in place of what it has.
template <typename T, typename Read>
void readChoices(const JsonValue& value, const char* key, std::vector<T>& into, const Read& read) {
    if (!value.raw().is_object() || !value.raw().contains(key)) return;
    const std::vector<JsonValue> items = value.list(key);
    std::vector<T> choices;
    if (items.size() > MaxChoices) return value.expected(say("at most {1} of \"{2}\"", MaxChoices, key));
    for (const JsonValue& item : items) {
        T choice = read(item);
        if (!item.findings().fault.empty()) return;
        if (std::ranges::find(choices, choice) != choices.end())
            return item.expected(say("a choice that is not there already"));
        choices.push_back(std::move(choice));
    }
    into = std::move(choices);
}

std::string textFrom(const JsonValue& item, const std::string& what) {
    if (item.raw().is_string() && !item.raw().get_ref<const std::string&>().empty())
        return item.raw().get<std::string>();
    item.expected(what);
    return {};
}

// {"batch": 8}
ir::Bindings extentsFrom(const JsonValue& item) {
    ir::Bindings extents;
    if (!item.raw().is_object()) {
        item.expected(say("extents of open dimensions: {\"batch\": 8}"));
        return extents;
    }
    for (const auto& [name, extent] : item.raw().items()) {
        const JsonValue number(extent, placeOfKey(item.place(), name), item.findings());
        if (const auto read = number.integer(1, MaxExtent)) extents.emplace(name, *read);
    }
    return extents;
}

fs::path pathIn(const fs::path& folder, const std::string& text) { return (folder / text).lexically_normal(); }

// A path, or {"path": ..., "name": ..., "sizes": [...]}.
ModelChoice modelFrom(const JsonValue& item, const fs::path& folder) {
    ModelChoice model;
    std::string path;
    if (item.raw().is_object()) {
        item.only({"path", "name", "sizes"});
        item.read("path", path);
        item.read("name", model.name);
        readChoices(item, "sizes", model.sizes, extentsFrom);
    } else if (item.raw().is_string()) {
        path = item.raw().get<std::string>();
    }
    if (path.empty() || path.find('\0') != std::string::npos)
        item.expected(say("the file of a model, or {\"path\": ..., \"name\": ..., \"sizes\": [...]}"));
    model.file = pathIn(folder, path);
    return model;
}

std::string relativeTo(const fs::path& folder, const fs::path& file) {
    const fs::path shown = file.lexically_proximate(folder);
    return (shown.empty() ? file : shown).generic_string();
}

// The last `parts` of a path.
std::string endOf(const fs::path& path, std::size_t parts) {
    const auto count = static_cast<std::size_t>(std::distance(path.begin(), path.end()));
    fs::path end;
    for (auto each = std::next(path.begin(), static_cast<std::ptrdiff_t>(count - std::min(parts, count)));
         each != path.end(); ++each)
        end /= *each;
    return end.generic_string();
}

// Models without a name get as much of the end of their path as tells them from all others: "net.onnx", else
// "b/net.onnx".
void nameModels(const fs::path& folder, std::vector<ModelChoice>& models) {
    std::vector<fs::path> paths;
    for (const ModelChoice& each : models)
        paths.emplace_back(relativeTo(folder, each.file));
    std::vector<std::string> names;
    for (std::size_t model = 0; model < models.size(); ++model) {
        std::string name = models[model].name;
        const auto isOfAnother = [&](std::size_t parts) {
            for (std::size_t other = 0; other < models.size(); ++other)
                if (other != model && (models[other].name == name || endOf(paths[other], parts) == name))
                    return true;
            return false;
        };
        const std::ptrdiff_t count = std::distance(paths[model].begin(), paths[model].end());
        for (std::size_t parts = 1; models[model].name.empty() && parts <= static_cast<std::size_t>(count);
             ++parts) {
            name = endOf(paths[model], parts);
            if (!name.empty() && !isOfAnother(parts)) break;
        }
        names.push_back(std::move(name));
    }
    for (std::size_t model = 0; model < models.size(); ++model)
        models[model].name = std::move(names[model]);
}

Configuration configurationFrom(const JsonValue& item) {
    const std::string key = item.raw().is_string() ? item.raw().get<std::string>() : std::string();
    const auto found = enumeratorOf<Configuration>(Configurations, key);
    if (!found) item.expected(say("one of baseline, fusion, reuse, both"));
    return found.value_or(Configuration::Baseline);
}

Codes codesFrom(const JsonValue& item) {
    const std::string key = textFrom(item, say("fp32, int8 or a strategy of quantization"));
    if (key.empty()) return {};
    auto codes = codesNamed(key);
    if (codes) return *std::move(codes);
    item.expected(say("fp32, int8 or a strategy of quantization: {1}", codes.error().message));
    return {};
}

// The name of a preset, a file, or what such a file has.
AcceleratorChoice acceleratorFrom(const JsonValue& item, const fs::path& folder) {
    if (item.raw().is_object()) {
        AcceleratorChoice choice;
        item.read("name", choice.name);
        cost::readAccelerator(item, choice.accelerator);
        if (choice.name.empty()) item.expected(say("a \"name\" of this accelerator"));
        return choice;
    }
    const std::string name = textFrom(item, say("an accelerator: a known name, a file, or an object"));
    if (name.empty()) return {};
    const auto isKnown = std::ranges::find(cost::presets(), name, &cost::NamedAccelerator::name);
    auto read = isKnown != cost::presets().end() ? *isKnown : cost::presetOrFile(pathIn(folder, name).string());
    if (read) return {name, read->accelerator};
    std::vector<std::string_view> known;
    std::string list;
    for (const cost::NamedAccelerator& each : cost::presets()) {
        known.push_back(each.name);
        list += (list.empty() ? "" : ", ") + each.name;
    }
    const auto nearest = nearestWord(name, known);
    const std::string& why = read.error().message;
    item.expected(nearest ? say("an accelerator: {1}; did you mean '{2}'?", why, *nearest)
                          : say("an accelerator: {1}; known by name are {2}", why, list));
    return {};
}

// Results would be told apart by nothing.
template <typename T>
void requireDifferentNames(const JsonValue& root, const char* key, const std::vector<T>& choices) {
    std::set<std::string> names;
    for (const T& each : choices)
        if (!names.insert(each.name).second)
            root.expected(
                say("\"{1}\" with a name of its own each; there are several of {2}", key, inQuotes(each.name)));
}

void readExperiment(const JsonValue& root, const fs::path& folder, Definition& into) {
    root.only(keysOf({"format", "version", "models", "sizes", "configurations", "codes", "accelerators",
                      "devices", "effort", "kernels", "memory", "seed", "quantization"},
                     definitionFields()));
    if (!root.isFormat(DefinitionFormat)) return;
    std::int64_t version = 0;
    root.read("version", version, 1, DefinitionVersion);
    if (version == 0) return root.expected("\"version\": " + std::to_string(DefinitionVersion));
    readChoices(root, "models", into.models, [&](const JsonValue& item) { return modelFrom(item, folder); });
    nameModels(folder, into.models);
    readChoices(root, "sizes", into.sizes, extentsFrom);
    readChoices(root, "configurations", into.configurations, configurationFrom);
    readChoices(root, "codes", into.codes, codesFrom);
    readChoices(root, "accelerators", into.accelerators,
                [&](const JsonValue& item) { return acceleratorFrom(item, folder); });
    readChoices(root, "devices", into.devices,
                [](const JsonValue& item) { return textFrom(item, say("the name of a machine")); });
    requireDifferentNames(root, "models", into.models);
    requireDifferentNames(root, "accelerators", into.accelerators);
    if (into.models.empty()) root.expected(say("\"models\": at least one"));
    for (const auto& [key, isEmpty] :
         {std::pair("sizes", into.sizes.empty()), std::pair("configurations", into.configurations.empty()),
          std::pair("codes", into.codes.empty()), std::pair("devices", into.devices.empty())})
        if (isEmpty) root.expected(say("at least one of \"{1}\", or no such key", key));
    readFields(root, definitionFields(), into);
    readFields(root, pipeline::checkFields(), into.settings);
    const auto group = [&](const char* key, const auto& fields, auto& values) {
        if (const auto object = root.object(key)) {
            object->only(keysOf({}, fields));
            readFields(*object, fields, values);
        }
    };
    group("effort", measure::effortFields(), into.effort);
    group("kernels", kernels::choiceFields(), into.kernels);
    group("memory", pipeline::memoryFields(), into.settings);
    group("quantization", pipeline::quantizationFields(), into.settings.quantization);
    for (fs::path* data : {&into.settings.quantization.source, &into.settings.quantization.evaluation})
        if (!data->empty()) *data = pathIn(folder, data->string());
}

// The same whatever way leads to the folder.
Json settingsPart(const Definition& definition) {
    Json json;
    writeFields(json, definitionFields(), definition);
    writeFields(json, pipeline::checkFields(), definition.settings);
    writeFields(json["effort"], measure::effortFields(), definition.effort);
    writeFields(json["kernels"], kernels::choiceFields(), definition.kernels);
    writeFields(json["memory"], pipeline::memoryFields(), definition.settings);
    pipeline::QuantizationSettings quantization = definition.settings.quantization;
    for (fs::path* data : {&quantization.source, &quantization.evaluation})
        if (!data->empty()) *data = relativeTo(definition.folder, *data);
    writeFields(json["quantization"], pipeline::quantizationFields(), quantization);
    return json;
}

} // namespace

Definition::Definition() : devices{std::string(remote::ThisMachine)} {}

Result<Definition> readDefinition(const fs::path& file) {
    Definition definition;
    definition.folder = file.parent_path();
    RETURN_IF_ERROR(readJsonFile(
        file, {}, [&](const JsonValue& root) { readExperiment(root, definition.folder, definition); }));
    return definition;
}

std::string definitionJson(const Definition& definition) {
    Json json{{"format", DefinitionFormat}, {"version", DefinitionVersion}};
    json["models"] = Json::array();
    for (const ModelChoice& each : definition.models) {
        Json model{{"path", relativeTo(definition.folder, each.file)}, {"name", each.name}};
        if (!each.sizes.empty()) model["sizes"] = each.sizes;
        json["models"].push_back(std::move(model));
    }
    json["sizes"] = definition.sizes;
    json["configurations"] = Json::array();
    for (const Configuration each : definition.configurations)
        json["configurations"].push_back(Configurations[static_cast<std::size_t>(each)].key);
    json["codes"] = Json::array();
    for (const Codes& each : definition.codes)
        json["codes"].push_back(each.key);
    json["accelerators"] = Json::array();
    for (const AcceleratorChoice& each : definition.accelerators) {
        Json accelerator = cost::acceleratorJson(each.accelerator);
        accelerator["name"] = each.name;
        json["accelerators"].push_back(std::move(accelerator));
    }
    json["devices"] = definition.devices;
    json.update(settingsPart(definition));
    return json.dump(1, '\t', false, Json::error_handler_t::replace) + "\n";
}

std::string settingsText(const Definition& definition) {
    return settingsPart(definition).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace edgewright::experiment
