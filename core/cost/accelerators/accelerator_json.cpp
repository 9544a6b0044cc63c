// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerators/accelerator_json.h"

#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/cost/limits.h"

#include <array>

namespace edgewright::cost {

namespace {

constexpr std::array<std::string_view, 18> Keys{
    "rows",          "cols",        "dataflow",       "sram_kb",    "ifmap_kb",  "filter_kb",
    "ofmap_kb",      "bandwidth",   "lanes",          "word_bytes", "clock_ghz", "arrays",
    "overlap_folds", "pack_groups", "sram_bandwidth", "objective",  "energy",    "cycles_per_second"};
constexpr std::array<std::string_view, 3> NameKeys{"name", "title", "source"};

template <typename Integer>
void readOptional(const JsonValue& value, const char* key, std::optional<Integer>& into, std::int64_t most) {
    Integer number = 0;
    value.read(key, number, 1, most);
    if (number > 0) into = number;
}

} // namespace

void readAccelerator(const JsonValue& value, Accelerator& accelerator) {
    std::set<std::string_view> known(Keys.begin(), Keys.end());
    known.insert(NameKeys.begin(), NameKeys.end());
    value.only(known);
    value.read("rows", accelerator.rows, 1, ArrayLimit);
    value.read("cols", accelerator.cols, 1, ArrayLimit);
    value.read("ifmap_kb", accelerator.ifmapKb, 1, SramLimit);
    value.read("filter_kb", accelerator.filterKb, 1, SramLimit);
    value.read("ofmap_kb", accelerator.ofmapKb, 1, SramLimit);
    if (const auto sizes = value.list("sram_kb"); !sizes.empty()) {
        std::int64_t* const into[] = {&accelerator.ifmapKb, &accelerator.filterKb, &accelerator.ofmapKb};
        if (sizes.size() != 3) sizes.front().expected("three sizes in this list: inputs, weights, outputs");
        for (std::size_t i = 0; i < 3 && i < sizes.size(); ++i)
            *into[i] = sizes[i].integer(1, SramLimit).value_or(1);
    }
    value.read("word_bytes", accelerator.wordBytes, 1, 16);
    readOptional(value, "bandwidth", accelerator.bandwidth, SramLimit);
    readOptional(value, "lanes", accelerator.lanes, ArrayLimit);
    readOptional(value, "sram_bandwidth", accelerator.sramBandwidth, SramLimit);
    value.read("clock_ghz", accelerator.clockGhz, 0, 1000);
    if (accelerator.clockGhz <= 0) value.expected("a \"clock_ghz\" above 0");
    value.read("arrays", accelerator.arrays, 1, ArrayLimit);
    value.read("overlap_folds", accelerator.overlapsFolds);
    value.read("pack_groups", accelerator.packsGroups);
    value.read("energy", accelerator.energy);
    if (const auto word = value.word("dataflow", {"os", "ws", "is"}))
        accelerator.dataflow = static_cast<Dataflow>(*word);
    if (const auto word = value.word("objective", {"cycles", "energy", "product"}))
        accelerator.objective = static_cast<Objective>(*word);
}

nlohmann::json acceleratorJson(const Accelerator& accelerator) {
    const Accelerator standard;
    nlohmann::json json{{"rows", accelerator.rows},
                        {"cols", accelerator.cols},
                        {"dataflow", dataflowName(accelerator.dataflow)},
                        {"sram_kb", {accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb}},
                        {"word_bytes", accelerator.wordBytes}};
    if (accelerator.bandwidth) json["bandwidth"] = *accelerator.bandwidth;
    if (accelerator.lanes) json["lanes"] = *accelerator.lanes;
    if (accelerator.sramBandwidth) json["sram_bandwidth"] = *accelerator.sramBandwidth;
    const auto unlessStandard = [&](const char* key, const auto& value, const auto& usual) {
        if (value != usual) json[key] = value;
    };
    unlessStandard("clock_ghz", accelerator.clockGhz, standard.clockGhz);
    unlessStandard("arrays", accelerator.arrays, standard.arrays);
    unlessStandard("overlap_folds", accelerator.overlapsFolds, standard.overlapsFolds);
    unlessStandard("pack_groups", accelerator.packsGroups, standard.packsGroups);
    unlessStandard("objective", objectiveName(accelerator.objective), objectiveName(standard.objective));
    unlessStandard("energy", accelerator.energy, standard.energy);
    return json;
}

Result<NamedAccelerator> readNamedAccelerator(const std::string& text, const std::string& place) {
    NamedAccelerator named;
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        root.read("name", named.name);
        root.read("title", named.title);
        root.read("source", named.source);
        readAccelerator(root, named.accelerator);
    }));
    return named;
}

} // namespace edgewright::cost
