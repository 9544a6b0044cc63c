// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/field_json.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/limits.h"
#include "core/fusion/option_fields.h"
#include "core/memory/packing/planner.h"
#include "core/memory/scheduler.h"
#include "core/pipeline/cost_comparison.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/settings/study_file.h"
#include "core/quant/layer/study_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t Largest = INT64_MAX;
constexpr std::int64_t MaxFileBytes = 64 << 20;
constexpr std::int64_t LargestId = 0xfffffffe;

// A path that is no text; empty where it is none.
std::string fromHex(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        unsigned char byte = 0;
        const auto parsed = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
        if (parsed.ec != std::errc() || parsed.ptr != text.data() + i + 2) return {};
        bytes += static_cast<char>(byte);
    }
    return text.size() % 2 == 0 ? bytes : std::string();
}

// A node as {"id": 3, "label": "Conv_3"}.
NodeId readNode(const JsonValue& value, StudyFile& study) {
    value.only({"id", "label"});
    std::int64_t id = -1;
    std::string label;
    value.read("id", id, 0, LargestId);
    value.read("label", label);
    if (id < 0) {
        value.expected(say("a node: {\"id\": N, \"label\": ...}"));
        return {};
    }
    const NodeId node{static_cast<std::uint32_t>(id)};
    if (!label.empty()) study.labels.emplace(node, label);
    return node;
}

std::vector<NodeId> readNodes(const std::vector<JsonValue>& items, StudyFile& study) {
    std::vector<NodeId> nodes;
    for (const JsonValue& item : items)
        nodes.push_back(readNode(item, study));
    std::ranges::sort(nodes);
    return nodes;
}

void readFusion(const JsonValue& value, StudyFile& study) {
    value.only(keysOf({"without", "skipped", "by_hand"}, fusion::optionFields()));
    fusion::Options& options = study.settings.fusion;
    if (value.raw().is_object() && value.raw().contains("without"))
        options.without.clear(); // it names all rules that are off, those that are off by default among them
    for (const JsonValue& rule : value.list("without")) {
        if (!rule.raw().is_string()) {
            rule.expected(say("the name of a rule"));
            continue;
        }
        const auto& name = rule.raw().get_ref<const std::string&>();
        if (!fusion::findRule(name))
            study.notes.push_back(
                say("{1}: there is no fusion rule '{2}' here", rule.place(), name.substr(0, 80)));
        options.without.insert(name);
    }
    for (const JsonValue& site : value.list("skipped")) {
        site.only({"rule", "nodes"});
        fusion::Site skipped;
        site.read("rule", skipped.rule);
        skipped.nodes = readNodes(site.list("nodes"), study);
        options.skipped.insert(std::move(skipped));
    }
    for (const JsonValue& group : value.list("by_hand"))
        options.userGroups.push_back(readNodes(group.items(), study));
    readFields(value, fusion::optionFields(), options);
}

std::optional<quant::Range> readRange(const JsonValue& value, const char* key) {
    const std::vector<JsonValue> ends = value.list(key);
    if (ends.empty()) return std::nullopt;
    const auto isNumber = [](const JsonValue& end) {
        return end.raw().is_number() && std::isfinite(end.raw().get<double>()) &&
               std::isfinite(end.raw().get<float>());
    };
    if (ends.size() != 2 || !isNumber(ends[0]) || !isNumber(ends[1]) ||
        ends[0].raw().get<float>() > ends[1].raw().get<float>()) {
        ends.front().expected(say("two finite numbers in this list, the lower one first"));
        return std::nullopt;
    }
    return quant::Range{ends[0].raw().get<float>(), ends[1].raw().get<float>()};
}

void readScheme(const JsonValue& value, const char* key, quant::Scheme& into) {
    const auto scheme = value.object(key);
    if (!scheme) return;
    scheme->only(keysOf({}, quant::schemeFields()));
    readFields(*scheme, quant::schemeFields(), into);
}

void readInt8(const JsonValue& value, StudyFile& study) {
    value.only(keysOf({"weight_scheme", "activation_scheme", "input_range", "output_range", "layer"},
                      quant::codeFields(), quant::arithmeticFields(), int8Fields(), quantizationFields(),
                      viewFields()));
    Settings& settings = study.settings;
    quant::StudyOptions& options = settings.int8.study;
    readFields(value, quant::codeFields(), options);
    readScheme(value, "weight_scheme", options.weightScheme);
    readScheme(value, "activation_scheme", options.activationScheme);
    readFields(value, quant::arithmeticFields(), options);
    options.inputRange = readRange(value, "input_range");
    options.outputRange = readRange(value, "output_range");
    readFields(value, int8Fields(), settings.int8);
    readFields(value, quantizationFields(), settings.quantization);
    readFields(value, viewFields(), settings.viewState);
    if (const auto layer = value.object("layer")) settings.viewState.int8Layer = readNode(*layer, study);
}

// {"id": 7, "name": "conv1"}; what fusion makes has no name.
void readApart(const JsonValue& value, StudyFile& study) {
    value.only({"id", "name"});
    std::int64_t id = -1;
    std::string name;
    value.read("id", id, 0, LargestId);
    value.read("name", name);
    if (id < 0) return value.expected(say("a value: {\"id\": N, \"name\": ...}"));
    const ValueId known{static_cast<std::uint32_t>(id)};
    study.settings.liveness.unshared.insert(known);
    if (!name.empty()) study.names.emplace(known, name);
}

// A name of a catalogue that has no such entry here is noted, and what there was stays.
void keepKnown(const char* key, bool isKnown, std::string& name, const std::string& usual, StudyFile& study) {
    if (isKnown) return;
    if (!name.empty())
        study.notes.push_back(say("memory.{1}: there is no {1} '{2}' here", key, name.substr(0, 80)));
    name = usual;
}

void readMemory(const JsonValue& value, StudyFile& study) {
    value.only(keysOf({"apart"}, memoryFields()));
    Settings& settings = study.settings;
    const std::string planner = settings.planner, scheduler = settings.scheduler;
    readFields(value, memoryFields(), settings);
    keepKnown("planner", memory::findPlanner(settings.planner), settings.planner, planner, study);
    keepKnown("scheduler", memory::findScheduler(settings.scheduler), settings.scheduler, scheduler, study);
    for (const JsonValue& each : value.list("apart"))
        readApart(each, study);
}

void readSpace(const JsonValue& value, cost::SpaceChoice& into) {
    value.only(keysOf({"axes"}, spaceFields(), cost::constraintFields()));
    into.axes.clear();
    for (const JsonValue& each : value.list("axes")) {
        if (!each.raw().is_string()) return each.expected(say("an axis such as \"size=4..128\""));
        into.axes.push_back(each.raw().get<std::string>());
    }
    readFields(value, spaceFields(), into);
    readFields(value, cost::constraintFields(), into.constraints);
    constexpr std::uint64_t MaxWhole = 1'000'000'000; // points that may be gone through without a sample
    const auto space = into.on({});
    const auto points = space ? space->points() : Result<std::uint64_t>(space.error());
    if (!points)
        value.expected(say("axes of a design space: {1}", points.error().message));
    else if (*points > MaxWhole && into.sample == 0)
        value.expected(say("axes of a design space of at most 10^9 points, or a \"sample\" of them"));
}

// For this accelerator.
void readTiling(const JsonValue& value, const cost::Accelerator& accelerator, cost::AdoptedTilings& into) {
    value.only({"layer", "rows", "cols", "filters", "channels", "order"});
    std::string layer;
    cost::Tiling tiling;
    value.read("layer", layer);
    value.read("rows", tiling.rows, 1, cost::ExtentLimit);
    value.read("cols", tiling.cols, 1, cost::ExtentLimit);
    value.read("filters", tiling.filters, 1, cost::ExtentLimit);
    value.read("channels", tiling.channels, 1, cost::ExtentLimit);
    std::vector<std::string_view> orders;
    for (const cost::LoopOrder each : cost::LoopOrders)
        orders.push_back(cost::nameOf(each));
    if (const auto order = value.word("order", orders)) tiling.order = cost::LoopOrders[*order];
    if (layer.empty()) return value.expected(say("\"layer\": the layer that has this tiling"));
    into[cost::tiledPart(accelerator)].insert_or_assign(std::move(layer), tiling);
}

void readOtherTilings(const JsonValue& value, cost::AdoptedTilings& into) {
    value.only({"accelerator", "tilings"});
    const auto described = value.object("accelerator");
    if (!described) return value.expected(say("\"accelerator\": the one that these tilings are for"));
    cost::Accelerator accelerator;
    cost::readAccelerator(*described, accelerator);
    for (const JsonValue& each : value.list("tilings"))
        readTiling(each, accelerator, into);
}

// The groups of settings that a document and its "pinned" have alike.
std::set<std::string_view> settingKeys(std::initializer_list<std::string_view> more) {
    auto keys = keysOf({"bindings", "fusion", "memory", "accelerator", "tilings", "other_tilings",
                        "design_space", "captions", "costs_compared_with", "int8"},
                       checkFields(), figureFields());
    keys.insert(more);
    return keys;
}

void readGroups(const JsonValue& value, StudyFile& study) {
    if (const auto bindings = value.object("bindings"))
        for (const auto& [symbol, extent] : bindings->raw().items()) {
            const JsonValue size(extent, bindings->place() + "." + symbol.substr(0, 80), bindings->findings());
            if (const auto number = size.integer(0, Largest)) study.settings.bindings.emplace(symbol, *number);
        }
    if (const auto fusion = value.object("fusion")) readFusion(*fusion, study);
    readFields(value, checkFields(), study.settings);
    readFields(value, figureFields(), study.settings);
    if (const auto memory = value.object("memory")) readMemory(*memory, study);
    if (const auto accelerator = value.object("accelerator"))
        cost::readAccelerator(*accelerator, study.settings.accelerator);
    for (const JsonValue& each : value.list("tilings"))
        readTiling(each, study.settings.accelerator, study.settings.tilings);
    for (const JsonValue& each : value.list("other_tilings"))
        readOtherTilings(each, study.settings.tilings);
    if (const auto space = value.object("design_space")) readSpace(*space, study.settings.space);
    if (const auto captions = value.object("captions"))
        for (const auto& [figure, text] : captions->raw().items()) {
            if (!text.is_string())
                return captions->expected(say("a text for each figure, not for '{1}'", figure.substr(0, 80)));
            study.settings.captions.insert_or_assign(figure, text.get<std::string>());
        }
    std::string& comparedWith = study.settings.viewState.comparedWith;
    value.read("costs_compared_with", comparedWith);
    if (!comparedWith.empty() && !isCostReference(comparedWith))
        return value.expected(
            say("\"costs_compared_with\": before-fusion, int8, fp16, fp32 or a known accelerator"));
    if (const auto int8 = value.object("int8")) readInt8(*int8, study);
}

void readPinned(const JsonValue& value, StudyFile& study) {
    value.only(settingKeys({}));
    const Settings now = std::exchange(study.settings, {});
    readGroups(value, study);
    study.pinned = std::exchange(study.settings, now);
    study.pinned->viewState = {}; // what a page shows is not compared
}

// Empty, which is told, where there is none.
fs::path readPath(const JsonValue& value, const fs::path& folder, const std::string& what) {
    std::string path, bytes;
    value.read("path", path);
    value.read("path_bytes", bytes);
    if (!bytes.empty()) path = fromHex(bytes);
    if (!path.empty() && path.find('\0') == std::string::npos)
        return (folder / fs::path(path)).lexically_normal();
    value.expected(what);
    return {};
}

void readDocument(const JsonValue& document, const fs::path& folder, StudyFile& study) {
    document.only(settingKeys({"edgewright_study", "model", "pinned", "measurements", "experiments"}));
    std::int64_t version = 0;
    document.read("edgewright_study", version, 1, StudyVersion);
    if (version == 0) return document.expected(say("a study: \"edgewright_study\": {1}", StudyVersion));
    const auto model = document.object("model");
    if (!model) return document.expected(say("\"model\": the model that was studied"));
    model->only({"path", "path_bytes", "bytes", "hash"});
    model->read("bytes", study.modelBytes, -1, Largest);
    model->read("hash", study.modelHash);
    study.model = readPath(*model, folder, say("\"path\": the model's file"));
    if (study.model.empty()) return;
    readGroups(document, study);
    if (const auto pinned = document.object("pinned")) readPinned(*pinned, study);
    document.read("measurements", study.measurements);
    for (const JsonValue& each : document.list("experiments")) {
        each.only({"path", "path_bytes"});
        study.experiments.push_back(readPath(each, folder, say("\"path\": the file of an experiment")));
    }
}

} // namespace

void readSettings(const JsonValue& object, StudyFile& study) {
    object.only(settingKeys({}));
    readGroups(object, study);
}

Result<StudyFile> readStudy(const fs::path& file, std::int64_t memoryBytes) {
    const JsonLimits limits{
        .bytes = MaxFileBytes, .memory = memoryBytes, .refusesUnknownKeys = false, .asText = "measurements"};
    StudyFile study;
    ASSIGN_OR_RETURN(const auto unknown, readJsonFile(file, limits, [&](const JsonValue& root) {
                         readDocument(root, file.parent_path(), study);
                     }));
    for (const UnknownKey& key : unknown)
        study.notes.push_back(say("{1} is not known here and has no effect", key.place) + key.suggestion());
    return study;
}

} // namespace edgewright::pipeline
