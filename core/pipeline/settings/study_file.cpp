// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a study, and fits one to a model. study_file_reader.cpp reads it.
#include "core/pipeline/settings/study_file.h"

#include "core/base/field_json.h"
#include "core/base/fingerprint.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/cost/accelerators/presets.h"
#include "core/fusion/option_fields.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/quant/layer/study_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace edgewright::pipeline {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json nodeJson(NodeId id, const ir::Graph& graph) {
    Json node{{"id", id.index()}};
    if (graph.contains(id)) node["label"] = graph.node(id).label();
    return node;
}

Json nodesJson(const std::vector<NodeId>& nodes, const ir::Graph& graph) {
    Json list = Json::array();
    for (const NodeId id : nodes)
        list.push_back(nodeJson(id, graph));
    return list;
}

Json fusionJson(const fusion::Options& options, const ir::Graph& graph) {
    Json skipped = Json::array(), byHand = Json::array();
    for (const fusion::Site& site : options.skipped)
        skipped.push_back({{"rule", site.rule}, {"nodes", nodesJson(site.nodes, graph)}});
    for (const std::vector<NodeId>& nodes : options.userGroups)
        byHand.push_back(nodesJson(nodes, graph));
    Json json{{"without", options.without}, {"skipped", skipped}, {"by_hand", byHand}};
    writeFields(json, fusion::optionFields(), options);
    return json;
}

// In the order of their ids.
Json valuesJson(const std::unordered_set<ValueId>& values, const ir::Graph& graph) {
    Json list = Json::array();
    for (const ValueId id : std::set<ValueId>(values.begin(), values.end())) {
        list.push_back({{"id", id.index()}});
        if (graph.contains(id) && !graph.value(id).name.empty()) list.back()["name"] = graph.value(id).name;
    }
    return list;
}

Json memoryJson(const Settings& settings, const ir::Graph& graph) {
    Json json;
    writeFields(json, memoryFields(), settings);
    json["apart"] = valuesJson(settings.liveness.unshared, graph);
    return json;
}

Json rangeJson(const std::optional<quant::Range>& range) {
    return range ? Json::array({range->low, range->high}) : Json(nullptr);
}

Json schemeJson(const quant::Scheme& scheme) {
    Json json;
    writeFields(json, quant::schemeFields(), scheme);
    return json;
}

// How the whole model is quantized.
Json codesJson(const Settings& settings) {
    const quant::StudyOptions& study = settings.int8.study;
    Json json{{"weights", nullptr}, // whose scheme stands beside it: records of runs hold this text
              {"weight_scheme", schemeJson(study.weightScheme)},
              {"activation_scheme", schemeJson(study.activationScheme)}};
    writeFields(json, quant::codeFields(), study);
    writeFields(json, int8Fields(), settings.int8);
    writeFields(json, quantizationFields(), settings.quantization);
    return json;
}

Json int8Json(const Settings& settings) {
    const quant::StudyOptions& study = settings.int8.study;
    Json json = codesJson(settings);
    writeFields(json, quant::arithmeticFields(), study);
    json.update(
        Json{{"input_range", rangeJson(study.inputRange)}, {"output_range", rangeJson(study.outputRange)}});
    writeFields(json, viewFields(), settings.viewState);
    return json;
}

Json tilingsJson(const cost::Tilings& tilings) {
    Json list = Json::array();
    for (const auto& [layer, tiling] : tilings)
        list.push_back({{"layer", layer},
                        {"rows", tiling.rows},
                        {"cols", tiling.cols},
                        {"filters", tiling.filters},
                        {"channels", tiling.channels},
                        {"order", cost::nameOf(tiling.order)}});
    return list;
}

Json settingsJson(const Settings& settings, const ir::Graph& graph) {
    Json json{{"bindings", settings.bindings},
              {"fusion", fusionJson(settings.fusion, graph)},
              {"memory", memoryJson(settings, graph)},
              {"accelerator", cost::acceleratorJson(settings.accelerator)},
              {"design_space", {{"axes", settings.space.axes}}},
              {"int8", int8Json(settings)}};
    writeFields(json, checkFields(), settings);
    writeFields(json, figureFields(), settings);
    writeFields(json["design_space"], spaceFields(), settings.space);
    writeFields(json["design_space"], cost::constraintFields(), settings.space.constraints);
    const cost::Accelerator own = cost::tiledPart(settings.accelerator);
    for (const auto& [accelerator, tilings] : settings.tilings)
        if (accelerator == own)
            json["tilings"] = tilingsJson(tilings);
        else
            json["other_tilings"].push_back(
                {{"accelerator", cost::acceleratorJson(accelerator)}, {"tilings", tilingsJson(tilings)}});
    if (!settings.captions.empty()) json["captions"] = settings.captions;
    if (!settings.viewState.comparedWith.empty()) json["costs_compared_with"] = settings.viewState.comparedWith;
    if (settings.viewState.int8Layer.valid())
        json["int8"]["layer"] = nodeJson(settings.viewState.int8Layer, graph);
    return json;
}

std::int64_t sizeOf(const fs::path& file) {
    std::error_code failed;
    const auto size = fs::is_regular_file(file, failed) ? fs::file_size(file, failed) : 0;
    return failed ? -1 : static_cast<std::int64_t>(size);
}

bool isUtf8(const std::string& text) {
    try {
        static_cast<void>(Json(text).dump());
        return true;
    } catch (const Json::exception&) {
        return false;
    }
}

std::string hexOf(const std::string& bytes) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text;
    for (const char each : bytes)
        text += {Digits[static_cast<unsigned char>(each) >> 4], Digits[static_cast<unsigned char>(each) & 15]};
    return text;
}

// One id for each label that only one node has.
std::map<std::string, NodeId> idsByLabel(const ir::Graph& graph) {
    std::map<std::string, NodeId> ids;
    for (const NodeId id : graph.order())
        if (const auto [it, added] = ids.emplace(graph.node(id).label(), id); !added) it->second = NodeId();
    return ids;
}

// The unshared values of `settings`, with the ids that they have in this graph.
void matchValues(Settings& settings, StudyFile& study, const ir::Graph& graph) {
    std::unordered_set<ValueId>& unshared = settings.liveness.unshared;
    std::unordered_set<ValueId> here;
    for (const ValueId id : unshared) {
        const auto name = study.names.find(id);
        const bool named = name != study.names.end();
        if (graph.contains(id) ? !named || graph.value(id).name == name->second : !named) {
            here.insert(id);
            continue;
        }
        const auto found = named ? graph.findValue(name->second) : std::nullopt;
        study.notes.push_back(
            found ? say("value '{1}' is another number in this model now", name->second)
                  : say("the model has no value '{1}'; what the study says of it is left out", name->second));
        if (found) here.insert(*found);
    }
    unshared = std::move(here);
}

// The nodes and values of `settings`, with the ids that they have in this graph.
void matchSettings(Settings& settings, StudyFile& study, const ir::Graph& graph,
                   const std::map<std::string, NodeId>& ids) {
    // The id that a node has in this graph; invalid, with a note, when there is no such node.
    const auto here = [&](NodeId id) {
        const auto label = study.labels.find(id);
        if (label == study.labels.end()) {
            if (graph.contains(id)) return id;
            study.notes.push_back(
                say("the model has no node {1}; what the study says of it is left out", id.index()));
            return NodeId();
        }
        if (graph.contains(id) && graph.node(id).label() == label->second) return id;
        const auto found = ids.find(label->second);
        const bool unique = found != ids.end() && found->second.valid();
        study.notes.push_back(
            unique ? say("node '{1}' is another number in this model now", label->second)
                   : say("the model has no node '{1}'; what the study says of it is left out", label->second));
        return unique ? found->second : NodeId();
    };
    const auto allHere = [&](std::vector<NodeId>& nodes) {
        bool complete = true;
        for (NodeId& id : nodes) {
            id = here(id);
            complete = complete && id.valid();
        }
        return complete;
    };
    std::set<fusion::Site> skipped;
    for (fusion::Site site : settings.fusion.skipped)
        if (allHere(site.nodes)) {
            std::ranges::sort(site.nodes);
            skipped.insert(std::move(site));
        }
    settings.fusion.skipped = std::move(skipped);
    std::erase_if(settings.fusion.userGroups, [&](std::vector<NodeId>& nodes) { return !allHere(nodes); });
    if (settings.viewState.int8Layer.valid()) settings.viewState.int8Layer = here(settings.viewState.int8Layer);
    matchValues(settings, study, graph);
}

// As others find it from there.
Json pathJson(const fs::path& file, const fs::path& folder) {
    std::error_code failed;
    const fs::path whole = fs::absolute(file, failed);
    fs::path shown = whole.lexically_proximate(fs::absolute(folder, failed));
    if (shown.empty()) shown = whole;
    const std::string path = shown.generic_string();
    Json json{{"path", path}};
    if (!isUtf8(path)) json["path_bytes"] = hexOf(path); // JSON holds no such text
    return json;
}

} // namespace

Result<std::string> studyText(const fs::path& folder, const fs::path& model, const Settings& settings,
                              const ir::Graph& graph, const std::string& measurements,
                              const std::optional<Settings>& pinned, const std::vector<fs::path>& experiments) {
    Json document{{"edgewright_study", StudyVersion}, {"model", pathJson(model, folder)}};
    document["model"].update(Json{{"bytes", sizeOf(model)}, {"hash", fingerprintOfFile(model)}});
    document.update(settingsJson(settings, graph));
    for (const fs::path& each : experiments)
        document["experiments"].push_back(pathJson(each, folder));
    if (pinned) document["pinned"] = settingsJson(*pinned, graph);
    if (!measurements.empty() && !Json::accept(measurements))
        return internalError("measurements that are no JSON");
    try { // names in a model may be no UTF-8: those bytes are replaced
        std::string text = document.dump(1, '\t', false, Json::error_handler_t::replace);
        if (!measurements.empty()) // as they are: they may be the largest part of it
            text.replace(text.size() - 2, 2, ",\n\t\"measurements\": " + measurements + "\n}");
        return text + "\n";
    } catch (const Json::exception& error) {
        return internalError(error.what());
    }
}

VariantSettings variantSettings(const Settings& settings, const ir::Graph& graph) {
    const auto line = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    return {line({{"bindings", settings.bindings}, {"fusion", fusionJson(settings.fusion, graph)}}),
            line(memoryJson(settings, graph)), line(codesJson(settings))};
}

Result<void> writeStudy(const fs::path& file, const fs::path& model, const Settings& settings,
                        const ir::Graph& graph, const std::string& measurements,
                        const std::optional<Settings>& pinned, const std::vector<fs::path>& experiments) {
    std::error_code failed;
    ASSIGN_OR_RETURN(const auto text, studyText(fs::absolute(file, failed).parent_path(), model, settings,
                                                graph, measurements, pinned, experiments));
    return writeText(file, text);
}

std::string whyOtherModel(const StudyFile& study) {
    const std::int64_t bytes = sizeOf(study.model);
    const std::string name = study.model.string();
    if (bytes < 0 || !fs::exists(study.model)) return say("{1} is not there", name);
    if (study.modelBytes >= 0 && bytes != study.modelBytes)
        return say("{1} has {2} bytes, the model that was studied had {3}", name, bytes, study.modelBytes);
    if (!study.modelHash.empty() && fingerprintOfFile(study.model) != study.modelHash)
        return say("{1} has changed since it was studied", name);
    return {};
}

void matchTo(StudyFile& study, const ir::Graph& graph) {
    const std::map<std::string, NodeId> ids = idsByLabel(graph);
    matchSettings(study.settings, study, graph, ids);
    if (study.pinned) matchSettings(*study.pinned, study, graph, ids);
    study.labels.clear();
    study.names.clear();
}

} // namespace edgewright::pipeline
