// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"

#include "app/cli/arguments/checks.h"
#include "core/base/propagate.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <vector>

namespace edgewright::cli {

namespace {

// Exactly `count` positive numbers, separated by `separator`.
std::optional<std::vector<std::int64_t>> numbers(const std::string& text, char separator, std::size_t count) {
    std::vector<std::int64_t> result;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec != std::errc() || number < 1 || number > (1 << 20)) return std::nullopt;
        result.push_back(number);
        at = parsed.ptr;
        if (at == end) break;
        if (*at++ != separator) return std::nullopt;
    }
    if (result.size() != count) return std::nullopt;
    return result;
}

std::string arrayProblem(const std::string& text) {
    return numbers(text, 'x', 2) ? std::string() : "'" + text + "': expected ROWSxCOLS, for example 32x32";
}
std::string sramProblem(const std::string& text) {
    return numbers(text, ',', 3) ? std::string()
                                 : "'" + text + "': expected IFMAP,FILTER,OFMAP in kB, for example 64,64,64";
}

std::string presetNames() {
    std::string names;
    for (const cost::NamedAccelerator& each : cost::presets())
        names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

} // namespace

void AcceleratorArguments::declare(CLI::App& verb) {
    verb.add_option("--accelerator", file, "A JSON description, or one of " + presetNames())
        ->type_name("FILE.json");
    verb.add_option("--array", array, "Processing elements; 32x32 unless told")
        ->type_name("ROWSxCOLS")
        ->check(arrayProblem);
    oneOf(verb.add_option("--dataflow", dataflow, "Output, weight or input stationary; ws unless told"),
          {"os", "ws", "is"});
    verb.add_option("--sram-kb", sram, "Sizes in kB; 64,64,64 unless told")
        ->type_name("IFMAP,FILTER,OFMAP")
        ->check(sramProblem);
    inRange(verb.add_option("--bandwidth", bandwidth,
                            "Bytes per cycle from and to DRAM, 16 unless told; as SCALE-Sim counts: words per "
                            "cycle of each SRAM, as much as is needed unless told"),
            1, 1 << 20);
    inRange(verb.add_option("--sram-bandwidth", sramBandwidth,
                            "Bytes per cycle between SRAMs and array; as the array takes unless told"),
            1, 1 << 20);
    inRange(verb.add_option("--word-bytes", wordBytes, "Of an element: 1 INT8, 2 FP16, 4 FP32; 1 unless told"),
            1, 16);
    inRange(verb.add_option("--arrays", arrays, "So many of them; 1 unless told"), 1, 1 << 16);
    nonNegative(verb.add_option("--clock-ghz", clockGhz, "1 unless told"));
    oneOf(verb.add_option("--objective", objective, "What tiles are chosen for; cycles unless told"),
          {"cycles", "energy", "product"});
    verb.add_option("--energy", energy, "An energy table: a name or a JSON file; horowitz-45nm unless told")
        ->type_name("TABLE");
}

Result<cost::Accelerator> AcceleratorArguments::accelerator(const cost::Accelerator& base) const {
    cost::Accelerator made = base;
    if (!file.empty()) {
        ASSIGN_OR_RETURN(const auto read, cost::presetOrFile(file));
        made = read.accelerator;
    }
    if (const auto sides = numbers(array, 'x', 2)) {
        made.rows = sides->at(0);
        made.cols = sides->at(1);
    }
    if (const auto sizes = numbers(sram, ',', 3)) {
        made.ifmapKb = sizes->at(0);
        made.filterKb = sizes->at(1);
        made.ofmapKb = sizes->at(2);
    }
    made.dataflow = cost::dataflowFrom(dataflow).value_or(made.dataflow);
    made.objective = cost::objectiveFrom(objective).value_or(made.objective);
    if (bandwidth) made.bandwidth = bandwidth;
    if (sramBandwidth) made.sramBandwidth = sramBandwidth;
    if (wordBytes) made.wordBytes = *wordBytes;
    if (arrays) made.arrays = *arrays;
    if (clockGhz) made.clockGhz = *clockGhz;
    if (made.clockGhz <= 0) return badInput("--clock-ghz: expected a number above 0");
    if (!energy.empty()) made.energy = energy;
    RETURN_IF_ERROR(cost::energyTable(made.energy));
    return made;
}

} // namespace edgewright::cli
