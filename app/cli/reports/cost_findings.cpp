// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/cost_findings.h"

#include "app/cli/arguments/model_arguments.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/findings/improvement_list.h"
#include "core/cost/findings/scalesim_differences.h"
#include "core/cost/mapped/mapped_table.h"
#include "core/cost/published/checked_presets.h"

#include <algorithm>
#include <utility>

namespace edgewright::cli {

namespace {

// The fields that two accelerators differ in, of the first and of the second.
std::pair<Json, Json> changedFields(const cost::Effect& effect) {
    const Json before = cost::acceleratorJson(cost::withUsualValues(effect.from)),
               after = cost::acceleratorJson(cost::withUsualValues(effect.to));
    std::pair<Json, Json> changed{Json::object(), Json::object()};
    for (const auto& [key, value] : after.items()) {
        const Json was = before.contains(key) ? before[key] : Json();
        if (was == value) continue;
        changed.first[key] = was;
        changed.second[key] = value;
    }
    return changed;
}

Json improvementJson(const cost::Improvement& it) {
    const auto [before, after] = changedFields(it.effect);
    Json json{{"kind", it.kind},
              {"change", it.change},
              {"before", before},
              {"after", after},
              {"cycles_before", it.effect.cyclesBefore},
              {"cycles_after", it.effect.cyclesAfter},
              {"speedup", it.effect.speedup()},
              {"energy_before", it.effect.energyBefore},
              {"energy_after", it.effect.energyAfter},
              {"energy_ratio", it.effect.energyRatio()},
              {"area_mm2_before", it.effect.areaBefore},
              {"area_mm2_after", it.effect.areaAfter},
              {"layer", it.layer},
              {"text", it.text}};
    for (const auto& [name, count] : it.counts)
        json[std::string(name)] = count;
    if (it.kind == "one_change") { // names of before, that others rely on
        json["cycles"] = json["cycles_after"];
        json["energy"] = json["energy_after"];
        json["most"] = json["layer"];
    }
    return json;
}

} // namespace

Result<Json> printWhatIfs(Console& console, const cost::Workload& workload, const cost::CostReport& report) {
    ASSIGN_OR_RETURN(const auto found, cost::improvements(workload, report, console.run()));
    for (const cost::Improvement& each : cost::listOf(found))
        console.print(each.kind == "one_change" ? say("what if {1}{2}", left(each.change, 16), each.text)
                                                : each.text);
    const InEnglish english; // for programs
    Json list = Json::array();
    for (const cost::Improvement& each : cost::listOf(found))
        list.push_back(improvementJson(each));
    return list;
}

Result<Json> printDifferences(Console& console, const cost::Workload& workload,
                              const cost::Accelerator& accelerator) {
    ASSIGN_OR_RETURN(const auto steps, cost::scaleSimDifferences(workload, accelerator, console.run()));
    Json list = Json::array();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double change = i == 0 || steps[i - 1].cycles == 0
                                  ? 0
                                  : static_cast<double>(steps[i].cycles - steps[i - 1].cycles) /
                                        static_cast<double>(steps[0].cycles);
        console.print(left(std::string(steps[i].name), 16) + right(grouped(steps[i].cycles), 16) +
                      right(i == 0 ? "" : (change > 0 ? "+" : "") + fixed(change * 100, 1) + " %", 10) + "  " +
                      translated("Word", steps[i].reason));
        list.push_back({{"step", steps[i].name}, {"cycles", steps[i].cycles}, {"reason", steps[i].reason}});
    }
    return list;
}

Json printComparison(Console& console, const pipeline::ComparedCosts& compared, const cost::CostReport& now,
                     const Json& layers) {
    const cost::Comparison& other = compared.comparison;
    const auto times = [&](double mine, double theirs) {
        return theirs > 0 ? fixed(mine / theirs, 3) + " ×" : say("no");
    };
    const bool hasEnergy = other.sameEnergyUnit && other.energy > 0;
    std::string text = say("beside {1} ({2} cycles, {3}): {4} the time", compared.with, grouped(other.cycles),
                           secondsText(other.seconds), times(now.seconds(), other.seconds));
    if (hasEnergy) text = say("{1}, {2} the energy", text, times(now.energy.total(), other.energy));
    if (!other.sameAccelerator) text = say("{1}, {2} the area", text, times(other.ownArea, other.area));
    console.print(sayCount(groups(now.layers.size()), "{2}; {3} of {1} layer faster, {4} slower",
                           "{2}; {3} of {1} layers faster, {4} slower", text, other.faster, other.slower));
    Json json{{"with", compared.with},
              {"cycles", other.cycles},
              {"seconds", other.seconds},
              {"energy", other.energy},
              {"same_energy_unit", other.sameEnergyUnit},
              {"area_mm2", other.area},
              {"faster_layers", other.faster},
              {"slower_layers", other.slower},
              {"layers", Json::array()}};
    for (const Json& row : layers)
        json["layers"].push_back(
            {{"name", row["name"]}, {"cycles", row["other_cycles"]}, {"time_ratio", row["time_ratio"]}});
    return json;
}

Result<ExitStatus> mappedCosts(Console& console, const std::filesystem::path& layers, const TableOutput& output,
                               bool force) {
    constexpr std::size_t MaxWorst = 5; // that are told
    Outputs outputs(console, force);
    outputs.reads(layers);
    RETURN_IF_ERROR(outputs.check(output.file));
    ASSIGN_OR_RETURN(auto read, cost::mapped::readMapped(layers));
    const auto file = std::make_shared<const cost::mapped::MappedFile>(std::move(read));

    std::vector<std::size_t> measured; // rows that are
    std::int64_t cycles = 0, larger = 0;
    for (std::size_t i = 0; i < file->rows.size(); ++i) {
        const cost::mapped::MappedRow& row = file->rows[i];
        if (row.measured) measured.push_back(i);
        if (!row.fits()) ++larger;
        cycles += row.cycles;
    }
    Json document = documentOf(
        layers, {}, {{"layers", file->rows.size()}, {"cycles", cycles}, {"larger_than_memories", larger}});
    console.print(sayCount(groups(file->rows.size()),
                           "{1} layer, {2} cycles on Gemmini (16 x 16, weight stationary)",
                           "{1} layers, {2} cycles on Gemmini (16 x 16, weight stationary)", grouped(cycles)));
    if (larger > 0)
        console.note(sayCount(
            groups(larger), "note: the tiles of {1} layer are larger than the scratchpad or the accumulator",
            "note: the tiles of {1} layers are larger than the scratchpad or the accumulator"));
    if (!measured.empty()) {
        const auto pairs = file->measured();
        const auto agreement = cost::mapped::agreement(pairs);
        console.print(
            sayCount(groups(agreement.count),
                     "{1} layer measured: |log ratio| median {2} %, mean {3} %; rank correlation {4}",
                     "{1} layers measured: |log ratio| median {2} %, mean {3} %; rank correlation {4}",
                     fixed(agreement.medianError * 100, 1), fixed(agreement.meanError * 100, 1),
                     fixed(agreement.rankCorrelation, 3)));
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < std::min(MaxWorst, agreement.worst.size()); ++i)
            rows.push_back(measured[agreement.worst[i]]);
        const table::Table worst = cost::mapped::errorTable(file, std::move(rows));
        console.print(say("worst:"));
        printTable(console, worst);
        document["measured"] = {{"layers", agreement.count},
                                {"median_error", agreement.medianError},
                                {"mean_error", agreement.meanError},
                                {"rank_correlation", agreement.rankCorrelation},
                                {"worst", tableJson(worst)}};
    }
    RETURN_IF_ERROR(writeTable(outputs, output.file, cost::mapped::mappedTable(file),
                               output.words.about("Cycles of the layers", layers)));
    console.printJson(document);
    return Done;
}

Result<ExitStatus> publishedCosts(Console& console) {
    ASSIGN_OR_RETURN(auto points, cost::published::checkedAgainst());
    ASSIGN_OR_RETURN(auto presets, cost::published::checkedPresets());
    for (cost::published::CheckedPoint& each : presets) {
        each.accelerator = say("preset {1}", each.accelerator); // by the rules that it is costed with
        points.push_back(std::move(each));
    }
    const table::Table table = cost::published::checkedTable(std::move(points));
    printTable(console, table);
    console.printJson({{"points", tableJson(table)}});
    return Done;
}

} // namespace edgewright::cli
