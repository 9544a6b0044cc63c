// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/cost/accelerators/accelerator_json.h"
#include "core/cost/explore/space_run.h"
#include "core/memory/planner.h"
#include "core/pipeline/cost_comparison.h"
#include "core/pipeline/study_file.h"
#include "core/pipeline/study_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t Largest = INT64_MAX;
constexpr std::int64_t MaxFileBytes = 64 << 20;
constexpr std::int64_t LargestId = 0xfffffffe;
constexpr std::int64_t MaxSamples = 1000000;

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
        value.expected("a node: {\"id\": N, \"label\": ...}");
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
    value.only({"without", "skipped", "by_hand", "opset_limit", "least_traffic", "patch_limit"});
    fusion::Options& options = study.settings.fusion;
    if (value.raw().is_object() && value.raw().contains("without"))
        options.without.clear(); // it names all rules that are off, those that are off by default among them
    for (const JsonValue& rule : value.list("without")) {
        if (!rule.raw().is_string()) {
            rule.expected("the name of a rule");
            continue;
        }
        const auto& name = rule.raw().get_ref<const std::string&>();
        if (!fusion::findRule(name))
            study.notes.push_back(rule.place() + ": there is no fusion rule '" + name.substr(0, 80) + "' here");
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
    value.read("opset_limit", options.opsetLimit, 0, 0xffff);
    value.read("least_traffic", options.leastTraffic);
    value.read("patch_limit", options.patchLimit, 0, Largest);
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
        ends.front().expected("two finite numbers in this list, the lower one first");
        return std::nullopt;
    }
    return quant::Range{ends[0].raw().get<float>(), ends[1].raw().get<float>()};
}

template <typename Words, typename Enumeration>
void readEnumeration(const JsonValue& value, const char* key, const Words& words, Enumeration& into) {
    if (const auto word = value.word(key, {words.begin(), words.end()})) into = static_cast<Enumeration>(*word);
}

void readScheme(const JsonValue& value, const char* key, quant::Scheme& into) {
    const auto scheme = value.object(key);
    if (!scheme) return;
    scheme->only({"codes", "symmetric", "limits", "power_of_two"});
    readEnumeration(*scheme, "codes", CodeTypeWords, into.type);
    scheme->read("symmetric", into.symmetric);
    readEnumeration(*scheme, "limits", LimitsWords, into.limits);
    scheme->read("power_of_two", into.powerOfTwo);
}

void readQuantization(const JsonValue& value, QuantizationSettings& into) {
    std::vector<std::string_view> methods;
    for (const quant::RangeMethod* method : quant::rangeMethods())
        methods.push_back(method->name);
    value.read("folds", into.folds);
    if (const auto method = value.word("method", methods)) into.method = methods[*method];
    value.read("percentile", into.percentile, 50, 100);
    std::string source = into.source.string();
    value.read("source", source);
    into.source = source;
    value.read("samples", into.samples, 1, MaxSamples);
    value.read("equalize", into.equalize);
    value.read("correct_bias", into.correctBias);
    value.read("float_layers", into.floatLayers, 0, MaxSamples);
}

void readInt8(const JsonValue& value, StudyFile& study) {
    value.only({"weights",
                "weight_scheme",
                "activation_scheme",
                "rounding",
                "rounding_seed",
                "requantize",
                "accumulation",
                "accumulator_bits",
                "overflow",
                "input_range",
                "output_range",
                "seed",
                "layer",
                "folds",
                "method",
                "percentile",
                "source",
                "samples",
                "sample",
                "equalize",
                "correct_bias",
                "float_layers",
                "sensitivity"});
    quant::StudyOptions& options = study.settings.int8.study;
    readEnumeration(value, "weights", GranularityWords, options.weights);
    readScheme(value, "weight_scheme", options.weightScheme);
    readScheme(value, "activation_scheme", options.activationScheme);
    readEnumeration(value, "rounding", RoundingWords, options.rounding);
    value.readSeed("rounding_seed", options.roundingSeed);
    readEnumeration(value, "requantize", RequantizeWords, options.requantize);
    readEnumeration(value, "accumulation", AccumulationWords, options.accumulation);
    readEnumeration(value, "overflow", OverflowWords, options.overflow);
    value.read("accumulator_bits", options.accumulatorBits, 8, 32);
    options.inputRange = readRange(value, "input_range");
    options.outputRange = readRange(value, "output_range");
    value.readSeed("seed", study.settings.int8.seed);
    readQuantization(value, study.settings.quantization);
    value.read("sample", study.settings.viewState.sample, 0, MaxSamples);
    value.read("sensitivity", study.settings.viewState.wantsSensitivity);
    if (const auto layer = value.object("layer")) study.settings.viewState.int8Layer = readNode(*layer, study);
}

// {"id": 7, "name": "conv1"}; what fusion makes has no name.
void readApart(const JsonValue& value, StudyFile& study) {
    value.only({"id", "name"});
    std::int64_t id = -1;
    std::string name;
    value.read("id", id, 0, LargestId);
    value.read("name", name);
    if (id < 0) return value.expected("a value: {\"id\": N, \"name\": ...}");
    const ValueId known{static_cast<std::uint32_t>(id)};
    study.settings.liveness.unshared.insert(known);
    if (!name.empty()) study.names.emplace(known, name);
}

// A name that `find` knows; another one is noted.
template <typename Find>
void readName(const JsonValue& value, const char* key, Find find, std::string& into, StudyFile& study) {
    std::string name;
    value.read(key, name);
    if (find(name))
        into = name;
    else if (!name.empty())
        study.notes.push_back("memory." + std::string(key) + ": there is no " + key + " '" +
                              name.substr(0, 80) + "' here");
}

void readMemory(const JsonValue& value, StudyFile& study) {
    value.only({"planner", "scheduler", "seconds", "alignment", "in_place", "parts", "inputs", "outputs",
                "weights", "scratch", "apart"});
    Settings& settings = study.settings;
    readName(value, "planner", memory::findPlanner, settings.planner, study);
    readName(value, "scheduler", memory::findScheduler, settings.scheduler, study);
    value.read("seconds", settings.planSeconds, 0.0, 86400.0);
    memory::LivenessOptions& liveness = settings.liveness;
    value.read("alignment", liveness.alignment, 1, std::int64_t(1) << 30);
    value.read("in_place", liveness.inPlace);
    value.read("parts", liveness.parts);
    value.read("weights", liveness.weights);
    value.read("scratch", settings.scratch);
    const auto placement = [&](const char* key, memory::Placement& into) {
        std::vector<std::string_view> words;
        for (const memory::Placement each : memory::Placements)
            words.push_back(memory::nameOf(each));
        if (const auto word = value.word(key, words)) into = memory::Placements[*word];
    };
    placement("inputs", liveness.inputs);
    placement("outputs", liveness.outputs);
    for (const JsonValue& each : value.list("apart"))
        readApart(each, study);
}

void readSpace(const JsonValue& value, cost::SpaceChoice& into) {
    value.only({"axes", "sample"});
    into.axes.clear();
    for (const JsonValue& each : value.list("axes")) {
        if (!each.raw().is_string()) return each.expected("an axis such as \"size=4..128\"");
        into.axes.push_back(each.raw().get<std::string>());
    }
    value.read("sample", into.sample, 0, static_cast<std::int64_t>(cost::SpaceRun::MaxPoints));
    constexpr std::uint64_t MaxWhole = 1'000'000'000; // points that may be gone through without a sample
    const auto space = into.on({});
    const auto points = space ? space->points() : Result<std::uint64_t>(space.error());
    if (!points)
        value.expected("axes of a design space: " + points.error().message);
    else if (*points > MaxWhole && into.sample == 0)
        value.expected("axes of a design space of at most 10^9 points, or a \"sample\" of them");
}

void readDocument(const JsonValue& document, const fs::path& folder, StudyFile& study) {
    document.only({"edgewright_study", "model", "bindings", "fusion", "seed", "memory", "accelerator",
                   "design_space", "costs_compared_with", "int8", "measurements"});
    std::int64_t version = 0;
    document.read("edgewright_study", version, 1, StudyVersion);
    if (version == 0)
        return document.expected("a study: \"edgewright_study\": " + std::to_string(StudyVersion));
    const auto model = document.object("model");
    if (!model) return document.expected("\"model\": the model that was studied");
    model->only({"path", "path_bytes", "bytes", "hash"});
    std::string path, bytes;
    model->read("path", path);
    model->read("path_bytes", bytes);
    if (!bytes.empty()) path = fromHex(bytes);
    model->read("bytes", study.modelBytes, -1, Largest);
    model->read("hash", study.modelHash);
    if (path.empty() || path.find('\0') != std::string::npos)
        return model->expected("\"path\": the model's file");
    study.model = (folder / fs::path(path)).lexically_normal();
    if (const auto bindings = document.object("bindings"))
        for (const auto& [symbol, extent] : bindings->raw().items()) {
            const JsonValue value(extent, bindings->place() + "." + symbol.substr(0, 80), bindings->findings());
            if (const auto number = value.integer(0, Largest)) study.settings.bindings.emplace(symbol, *number);
        }
    if (const auto fusion = document.object("fusion")) readFusion(*fusion, study);
    document.readSeed("seed", study.settings.seed);
    if (const auto memory = document.object("memory")) readMemory(*memory, study);
    if (const auto accelerator = document.object("accelerator"))
        cost::readAccelerator(*accelerator, study.settings.accelerator);
    if (const auto space = document.object("design_space")) readSpace(*space, study.settings.space);
    std::string& comparedWith = study.settings.viewState.comparedWith;
    document.read("costs_compared_with", comparedWith);
    if (!comparedWith.empty() && !isCostReference(comparedWith))
        return document.expected(
            "\"costs_compared_with\": before-fusion, int8, fp16, fp32 or a known accelerator");
    if (const auto int8 = document.object("int8")) readInt8(*int8, study);
    document.read("measurements", study.measurements);
}

} // namespace

Result<StudyFile> readStudy(const fs::path& file, std::int64_t memoryBytes) {
    const JsonLimits limits{
        .bytes = MaxFileBytes, .memory = memoryBytes, .refusesUnknownKeys = false, .asText = "measurements"};
    StudyFile study;
    ASSIGN_OR_RETURN(const auto unknown, readJsonFile(file, limits, [&](const JsonValue& root) {
                         readDocument(root, file.parent_path(), study);
                     }));
    for (const UnknownKey& key : unknown)
        study.notes.push_back(key.place + " is not known here and has no effect" + key.suggestion());
    return study;
}

} // namespace edgewright::pipeline
