// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerator_fields.h"

#include "core/cost/energy/energy_table.h"
#include "core/cost/limits.h"

namespace edgewright::cost {

namespace {

constexpr std::string_view ArrayGroup = TRANSLATABLE("Setting", "Array"),
                           SramGroup = TRANSLATABLE("Setting", "SRAM, double buffered"),
                           DramGroup = TRANSLATABLE("Setting", "DRAM"),
                           TilesGroup = TRANSLATABLE("Setting", "Tiles for");
constexpr std::string_view Physical = "physical"; // modeName
constexpr std::array Precisions{Choice{"1", "INT8"}, Choice{"2", "FP16"}, Choice{"4", "FP32"}, Choice{"8"}};

std::vector<Choice> energyTableNames() {
    std::vector<Choice> names;
    for (const auto& table : energyTables())
        names.push_back({table->name, table->title, table->source});
    return names;
}

// clang-format off
constexpr std::array Fields{
    field<&Accelerator::rows>({.key = "rows", .title = TRANSLATABLE("Setting", "Array rows"),
        .label = TRANSLATABLE("Setting", "Rows"),
        .help = TRANSLATABLE("Setting", "Cells of a column of the array"), .group = ArrayGroup, .lowest = 1,
        .highest = ArrayLimit}),
    field<&Accelerator::cols>({.key = "cols", .title = TRANSLATABLE("Setting", "Array columns"),
        .label = TRANSLATABLE("Setting", "Columns"),
        .help = TRANSLATABLE("Setting", "Cells of a row of the array"), .group = ArrayGroup, .lowest = 1,
        .highest = ArrayLimit}),
    field<&Accelerator::dataflow>({.key = "dataflow", .title = TRANSLATABLE("Setting", "Dataflow"),
        .help = TRANSLATABLE("Setting", "What stays in the cells: outputs, weights or inputs"),
        .group = ArrayGroup, .choices = Dataflows}),
    field<&Accelerator::arrays>({.key = "arrays", .title = TRANSLATABLE("Setting", "Arrays"),
        .label = TRANSLATABLE("Setting", "Arrays"),
        .help = TRANSLATABLE("Setting", "So many of them, which share everything else"), .group = ArrayGroup,
        .lowest = 1, .highest = ArrayLimit, .onlyIn = Physical}),
    field<&Accelerator::wordBytes>({.key = "word_bytes", .title = TRANSLATABLE("Setting", "Precision"),
        .label = TRANSLATABLE("Setting", "Precision"),
        .help = TRANSLATABLE("Setting", "Bytes of an element: 1 INT8, 2 FP16, 4 FP32"),
        .unit = TRANSLATABLE("Setting", "B"), .group = ArrayGroup, .lowest = 1, .highest = 8,
        .choices = Precisions, .hasOnlyChoices = true}),
    field<&Accelerator::clockGhz>({.key = "clock_ghz", .title = TRANSLATABLE("Setting", "Clock"),
        .label = TRANSLATABLE("Setting", "Clock"),
        .help = TRANSLATABLE("Setting", "Cycles per nanosecond; above the nominal clock the voltage rises, and with "
                                        "it the energy of all that is on the chip"),
        .unit = TRANSLATABLE("Setting", "GHz"), .group = ArrayGroup, .lowest = 0, .highest = 1000,
        .isAboveLowest = true}),
    field<&Accelerator::ifmapKb>({.key = "ifmap_kb", .title = TRANSLATABLE("Setting", "SRAM for inputs"),
        .label = TRANSLATABLE("Setting", "Inputs"), .help = TRANSLATABLE("Setting", "KiB for inputs"),
        .unit = TRANSLATABLE("Setting", "KiB"), .group = SramGroup, .lowest = 1, .highest = SramLimit}),
    field<&Accelerator::filterKb>({.key = "filter_kb", .title = TRANSLATABLE("Setting", "SRAM for weights"),
        .label = TRANSLATABLE("Setting", "Weights"), .help = TRANSLATABLE("Setting", "KiB for weights"),
        .unit = TRANSLATABLE("Setting", "KiB"), .group = SramGroup, .lowest = 1, .highest = SramLimit}),
    field<&Accelerator::ofmapKb>({.key = "ofmap_kb", .title = TRANSLATABLE("Setting", "SRAM for outputs"),
        .label = TRANSLATABLE("Setting", "Outputs"), .help = TRANSLATABLE("Setting", "KiB for outputs"),
        .unit = TRANSLATABLE("Setting", "KiB"), .group = SramGroup, .lowest = 1, .highest = SramLimit}),
    field<&Accelerator::residentKb>({.key = "resident_kb", .title = TRANSLATABLE("Setting", "SRAM for activations"),
        .label = TRANSLATABLE("Setting", "Activations"),
        .help = TRANSLATABLE("Setting", "KiB in which activations stay between layers; 0: they pass DRAM; where "
                                        "nothing is said, half of the SRAM for inputs, where all of them fit and that "
                                        "costs less"),
        .unit = TRANSLATABLE("Setting", "KiB"), .absent = TRANSLATABLE("Setting", "with inputs"),
        .group = SramGroup, .lowest = 0, .highest = SramLimit, .onlyIn = Physical}),
    field<&Accelerator::bandwidth>({.key = "bandwidth", .title = TRANSLATABLE("Setting", "DRAM bandwidth"),
        .label = TRANSLATABLE("Setting", "Bandwidth"),
        .help = TRANSLATABLE("Setting", "Bytes per cycle from and to DRAM; as SCALE-Sim counts: words per cycle of "
                                        "each SRAM, as much as is needed where nothing is said"),
        .unit = TRANSLATABLE("Setting", "B/cycle"), .absent = TRANSLATABLE("Setting", "16, as usual"),
        .group = DramGroup, .lowest = 1, .highest = SramLimit, .usual = Accelerator::DefaultBandwidth}),
    field<&Accelerator::objective>({.key = "objective", .title = TRANSLATABLE("Setting", "Tiles for"),
        .help = TRANSLATABLE("Setting", "What tiles are chosen for"), .group = TilesGroup,
        .onlyIn = Physical, .choices = Objectives}),
    field<&Accelerator::overlapsFolds>({.key = "overlap_folds",
        .title = TRANSLATABLE("Setting", "Folds overlap"),
        .help = TRANSLATABLE("Setting", "The next fold's operand shifts in while this one computes"),
        .group = TilesGroup, .onlyIn = Physical}),
    field<&Accelerator::packsGroups>({.key = "pack_groups",
        .title = TRANSLATABLE("Setting", "Pack depthwise groups"),
        .help = TRANSLATABLE("Setting", "Weight stationary: several channels of a depthwise convolution lie on the "
                                        "array at once, along its diagonal"),
        .group = TilesGroup, .onlyIn = Physical}),
    field<&Accelerator::lanes>({.key = "lanes", .title = TRANSLATABLE("Setting", "Vector lanes"),
        .label = TRANSLATABLE("Setting", "Lanes"),
        .help = TRANSLATABLE("Setting", "Elements per cycle of the vector unit"),
        .absent = TRANSLATABLE("Setting", "as columns"), .lowest = 1, .highest = ArrayLimit, .isRare = true}),
    field<&Accelerator::sramBandwidth>({.key = "sram_bandwidth",
        .title = TRANSLATABLE("Setting", "SRAM bandwidth"), .label = TRANSLATABLE("Setting", "SRAM"),
        .help = TRANSLATABLE("Setting", "Bytes per cycle between the SRAMs and the array"),
        .unit = TRANSLATABLE("Setting", "B/cycle"), .absent = TRANSLATABLE("Setting", "as the array takes"),
        .lowest = 1, .highest = SramLimit, .isRare = true, .onlyIn = Physical}),
    field<&Accelerator::nominalGhz>({.key = "nominal_ghz",
        .title = TRANSLATABLE("Setting", "Nominal clock"), .label = TRANSLATABLE("Setting", "Nominal clock"),
        .help = TRANSLATABLE("Setting", "The clock at which the energies of the table hold; other clocks take the "
                                        "voltage that the table says"),
        .unit = TRANSLATABLE("Setting", "GHz"), .lowest = 0, .highest = 1000, .isAboveLowest = true,
        .isRare = true}),
    field<&Accelerator::energy>({.key = "energy", .title = TRANSLATABLE("Setting", "Energy table"),
        .label = TRANSLATABLE("Setting", "Energy"),
        .help = TRANSLATABLE("Setting", "What operations cost: a table by name, or a JSON file"),
        .isRare = true, .catalogue = energyTableNames, .isOpen = true, .takesFile = true}),
};
// clang-format on

} // namespace

std::span<const Field<Accelerator>> acceleratorFields() { return Fields; }

std::string_view dataflowName(Dataflow dataflow) { return Dataflows[static_cast<std::size_t>(dataflow)].key; }
std::optional<Dataflow> dataflowFrom(std::string_view name) { return enumeratorOf<Dataflow>(Dataflows, name); }
std::string_view objectiveName(Objective objective) {
    return Objectives[static_cast<std::size_t>(objective)].key;
}

} // namespace edgewright::cost
