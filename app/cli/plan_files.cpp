// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_files.h"

#include "app/cli/json.h"
#include "app/cli/output_place.h"
#include "app/cli/text.h"
#include "core/base/file_text.h"
#include "core/base/quoted.h"
#include "core/memory/body_plan.h"
#include "core/memory/packing/csv.h"
#include "core/table/format.h"

#include <array>
#include <filesystem>
#include <fstream>

namespace edgewright::cli {

namespace {

std::string kindName(memory::BufferKind kind) {
    constexpr std::array<const char*, 6> Names{"activation", "input", "output", "scratch", "weight", "body"};
    return Names.at(static_cast<std::size_t>(kind));
}

std::string kindName(memory::SharingKind kind) {
    constexpr std::array<const char*, 3> Names{"view", "overwrite", "part"};
    return Names.at(static_cast<std::size_t>(kind));
}

std::string valueName(const ir::Graph& graph, ValueId id) {
    const std::string& name = graph.value(id).name;
    return name.empty() ? "value #" + std::to_string(id.index()) : name;
}

std::vector<memory::PlacedTensor> placedTensors(const PlanView& plan) {
    return plan.graph ? memory::placedTensors(*plan.graph, plan.liveness, plan.solution)
                      : memory::placedTensors(plan.liveness.problem, plan.solution);
}

// `graph`: null for an instance. Offsets count from `base` on.
Json offsetsJson(const ir::Graph* graph, const memory::Liveness& liveness, const memory::Solution& solution,
                 std::int64_t base) {
    Json offsets = Json::array();
    const memory::Problem& problem = liveness.problem;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const memory::Buffer& buffer = problem.buffers[i];
        const std::int64_t offset = base + solution.offsets[i];
        offsets.push_back({{"name", buffer.name},
                           {"offset", offset},
                           {"size", buffer.size},
                           {"lower", buffer.lower},
                           {"upper", buffer.upper}});
        Json& row = offsets.back();
        for (const memory::Gap& gap : buffer.gaps)
            row["gaps"].push_back(
                {{"lower", gap.lower}, {"upper", gap.upper}, {"begin", gap.begin}, {"end", gap.end}});
        if (!graph) continue;
        Json values = Json::array();
        for (const ValueId id : liveness.values[i]) {
            values.push_back(valueName(*graph, id));
            if (const auto part = liveness.parts.find(id); part != liveness.parts.end())
                row["parts"].push_back({{"value", values.back()},
                                        {"offset", offset + part->second.offset},
                                        {"size", part->second.size}});
        }
        row["kind"] = kindName(buffer.kind);
        row["values"] = std::move(values);
        if (buffer.kind != memory::BufferKind::Body) continue;
        for (const memory::BodyPlan& inner : *liveness.bodies.at(liveness.producer[i]))
            row["inside"].push_back(
                {{"graph", inner.name},
                 {"bytes", inner.solution.peak},
                 {"offsets", offsetsJson(inner.graph.get(), inner.liveness, inner.solution, offset)}});
    }
    return offsets;
}

Json offlineJson(const memory::OfflinePlan& plan, const PlanView& view) {
    Json tensors = Json::array();
    for (std::size_t i = 0; i < plan.tensors.size(); ++i)
        tensors.push_back({{"index", i}, {"name", plan.tensors[i]}, {"offset", plan.words[i + 3]}});
    return {{"metadata", "OfflineMemoryAllocation"},
            {"version", plan.words[0]},
            {"subgraph", plan.words[1]},
            {"head_bytes", view.solution.peak},
            {"unplanned", unplannedJson(view.liveness)},
            {"words", plan.words},
            {"tensors", std::move(tensors)}};
}

} // namespace

bool isStudyTable(const std::string& file) {
    return std::filesystem::path(file).has_extension() && table::formatOf(file);
}

std::string planFileProblem(const std::string& file, bool study) {
    if (study)
        return isStudyTable(file) || isPlanDocument(file)
                   ? std::string()
                   : say("{1}: expected a name that ends in {2}, or in .json", inQuotes(file),
                         table::formatList());
    for (const char* ending : {".json", ".csv", ".h", ".bin"})
        if (file.ends_with(ending)) return {};
    if (isPlanDocument(file)) return {};
    return say("{1}: expected a name that ends in .json, .csv, .h, .bin or .tflm.json", inQuotes(file));
}

Result<std::vector<std::string>> readTensorNames(const std::string& file) {
    constexpr std::size_t MaxNames = 1u << 20, LongestName = 1u << 16;
    if (!requireRegularFile(file))
        return edgewright::badInput(
            say("{1}: cannot be read; expected the names of tensors, one a line", file));
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return edgewright::badInput(
            say("{1}: cannot be read; expected the names of tensors, one a line", file));
    std::vector<std::string> names;
    std::vector<char> line(LongestName + 3); // with what ends it
    bool fits = true;
    while (fits && stream.getline(line.data(), static_cast<std::streamsize>(line.size()))) {
        std::string name(line.data(), static_cast<std::size_t>(stream.gcount() - (stream.eof() ? 0 : 1)));
        if (!name.empty() && name.back() == '\r') name.pop_back();
        fits = names.size() < MaxNames && name.size() <= LongestName;
        if (fits) names.push_back(std::move(name));
    }
    if (!fits || !stream.eof())
        return edgewright::badInput(say("{1}:{2}: expected at most {3} lines of at most {4} characters", file,
                                        names.size() + 1, MaxNames, LongestName));
    if (names.empty())
        return edgewright::badInput(say("{1}: is empty; expected the names of tensors, one a line", file));
    return names;
}

bool isOfflinePlan(const std::string& file) { return file.ends_with(".bin") || file.ends_with(".tflm.json"); }

bool isPlanDocument(const std::string& file) {
    if (file.ends_with(".json")) return !isOfflinePlan(file);
    for (const char* ending : {".csv", ".h", ".bin"})
        if (file.ends_with(ending)) return false;
    const auto place = outputPlace(file);
    return place && !place->isFile();
}

Result<void> writePlan(const Console& console, Outputs& outputs, const std::string& file, const PlanView& plan,
                       const Json& document, const std::vector<std::string>& tensors) {
    const memory::Problem& problem = plan.liveness.problem;
    if (file.ends_with(".csv")) return outputs.write(file, memory::toCsv(problem, plan.solution));
    if (file.ends_with(".h"))
        return outputs.write(
            file, memory::toCHeader(problem, plan.solution, std::filesystem::path(file).stem().string(),
                                    placedTensors(plan), plan.liveness.unplanned, plan.liveness.bounded));
    if (isOfflinePlan(file)) {
        const auto offline = memory::offlinePlan(placedTensors(plan), tensors);
        if (!offline) return Error(offline.error()).within(file);
        if (offline->unplaced > 0)
            console.note(sayCount(groups(offline->unplaced),
                                  "note: {1} tensor of --tensors has no place in the plan and gets -1",
                                  "note: {1} tensors of --tensors has no place in the plan and gets -1"));
        return outputs.write(file, file.ends_with(".bin") ? memory::toBytes(*offline)
                                                          : dumped(offlineJson(*offline, plan)));
    }
    Json whole = document;
    whole["arena_bytes"] = plan.solution.peak;
    whole["offsets"] = offsetsJson(plan.graph, plan.liveness, plan.solution, 0);
    if (plan.graph) {
        whole["steps"] = stepsJson(plan);
        whole["sharings"] = sharingsJson(plan);
    }
    return outputs.write(file, dumped(whole));
}

Json unplannedJson(const memory::Liveness& liveness) {
    Json rows = Json::array();
    for (const memory::Unplanned& each : liveness.unplanned)
        rows.push_back({{"name", each.name}, {"reason", each.reason}});
    return rows;
}

Json stepsJson(const PlanView& plan) {
    Json steps = Json::array();
    for (const NodeId id : plan.liveness.steps)
        steps.push_back(plan.graph->node(id).label());
    return steps;
}

Json sharingsJson(const PlanView& plan) {
    Json rows = Json::array();
    for (const memory::Sharing& sharing : plan.liveness.sharings)
        rows.push_back({{"value", valueName(*plan.graph, sharing.value)},
                        {"source", valueName(*plan.graph, sharing.source)},
                        {"node", plan.graph->node(sharing.node).label()},
                        {"kind", kindName(sharing.kind)},
                        {"reason", sharing.reason}});
    return rows;
}

} // namespace edgewright::cli
