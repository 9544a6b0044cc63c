// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/design_table.h"

#include "core/base/say.h"
#include "core/cost/energy/energy_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace edgewright::cost {

std::vector<std::size_t> DesignList::bests() const {
    std::vector<std::size_t> places;
    if (front.empty()) return places;
    for (const BestIn& each : BestsOfDesigns) {
        TiedBest best(each.measure);
        for (const std::size_t place : front)
            best.add(points[place]);
        places.push_back(*std::ranges::find(front, best.best().index,
                                            [&](std::size_t place) { return points[place].index; }));
    }
    return places;
}

namespace design_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

// The parts that all rows have in common.
struct Designs {
    std::shared_ptr<const DesignList> list;
    std::vector<std::size_t> bests; // DesignList::bests()
    std::vector<bool> isOnFront;    // by point
};

struct Row {
    const Designs* designs = nullptr;
    std::size_t place = 0;
    Accelerator accelerator;

    const DesignPoint& point() const { return designs->list->points[place]; }
};

template <auto member>
Cell of(const Row& row) {
    return row.accelerator.*member;
}

// Nothing where a layer does not fit.
template <auto member>
Cell taken(const Row& row) {
    return row.point().isPossible() ? Cell(row.point().*member) : Cell();
}

Cell cycles(const Row& row) {
    constexpr double MaxWhole = 9e18;
    const DesignPoint& point = row.point();
    if (!point.isPossible()) return {};
    return point.cycles < MaxWhole ? Cell(std::llround(point.cycles)) : Cell(point.cycles);
}

Cell bestIn(const Row& row) {
    std::string text;
    for (std::size_t i = 0; i < row.designs->bests.size(); ++i) {
        if (row.designs->bests[i] != row.place) continue;
        const std::string word = translated("Word", BestsOfDesigns[i].words);
        text = text.empty() ? word : sayIn("list", "{1}, {2}", text, word);
    }
    return text;
}

template <AreaPart part>
Cell areaOfPart(const Row& row) {
    return areaPartsOf(row.accelerator)[part];
}

constexpr table::Column<Row> Columns[] = {
    {{"best_in", TRANSLATABLE("Column", "Best in, within 1 %"), "", Text, table::Terminal}, bestIn},
    {inFiles("rows"), of<&Accelerator::rows>},
    {inFiles("cols"), of<&Accelerator::cols>},
    {inFiles("arrays"), of<&Accelerator::arrays>},
    {inFiles("dataflow", Text), [](const Row& row) -> Cell { return dataflowName(row.accelerator.dataflow); }},
    {inFiles("ifmap_kb"), of<&Accelerator::ifmapKb>},
    {inFiles("filter_kb"), of<&Accelerator::filterKb>},
    {inFiles("ofmap_kb"), of<&Accelerator::ofmapKb>},
    {inFiles("bandwidth", BytesPerCycle),
     [](const Row& row) -> Cell { return row.accelerator.dramBytesPerCycle(); }},
    {inFiles("clock_ghz", Gigahertz), of<&Accelerator::clockGhz>},
    {inFiles("word_bytes"), of<&Accelerator::wordBytes>},
    {inFiles("cycles", Cycles), cycles},
    {{"seconds", TRANSLATABLE("Column", "Time"), "", Seconds, table::File | table::Terminal},
     taken<&DesignPoint::seconds>},
    {{"energy", TRANSLATABLE("Column", "Energy"), "", Picojoules, table::File | table::Terminal},
     taken<&DesignPoint::energy>},
    {{"area_mm2", TRANSLATABLE("Column", "Area"), "", SquareMillimetres, table::File | table::Terminal},
     taken<&DesignPoint::area>},
    {inFiles("areas.cells", SquareMillimetres), areaOfPart<AreaPart::Cells>},
    {inFiles("areas.sram", SquareMillimetres), areaOfPart<AreaPart::Sram>},
    {inFiles("areas.lanes", SquareMillimetres), areaOfPart<AreaPart::Lanes>},
    {inFiles("areas.pads", SquareMillimetres), areaOfPart<AreaPart::Pads>},
    {inFiles("utilization", Share), taken<&DesignPoint::utilization>},
    {{"pareto", TRANSLATABLE("Column", "Pareto"), "", Text, table::File | table::Terminal},
     [](const Row& row) -> Cell { return bool(row.designs->isOnFront[row.place]); }},
    {inFiles("within", Text),
     [](const Row& row) -> Cell { return isWithin(row.designs->list->findings.constraints, row.point()); }},
    {inFiles("resident_kb"), of<&Accelerator::residentKb>}, // nothing: as that field of an accelerator
    {inFiles("energy_table", Text),
     [](const Row& row) -> Cell { return energyTableName(row.accelerator.energy); }},
    {inFiles("index"), [](const Row& row) -> Cell { return row.point().index; }},
    {inFiles("bandwidth_gb_per_s", GigabytesPerSecond),
     [](const Row& row) -> Cell { return row.accelerator.dramGigabytesPerSecond(); }},
    // Cycles, seconds and energy.
    {inFiles("is_lower_bound", Text),
     [](const Row& row) -> Cell { return !row.designs->list->findings.uncounted.empty(); }},
    {{"design", TRANSLATABLE("Column", "Accelerator"), "", Text, table::Terminal},
     [](const Row& row) -> Cell { return designName(row.designs->list->findings.space, row.accelerator); }},
};

table::Table tableOf(std::shared_ptr<const DesignList> list, std::size_t rows,
                     std::function<std::size_t(std::size_t row)> placeAt) {
    const bool isPicojoules = list->findings.energyUnit == "pJ";
    const auto designs = std::make_shared<Designs>();
    designs->bests = list->bests();
    designs->isOnFront.resize(list->points.size());
    for (const std::size_t place : list->front)
        designs->isOnFront[place] = true;
    designs->list = std::move(list);
    // Made once for all columns of a row: there may be millions of points.
    const auto last = std::make_shared<std::optional<Row>>();
    table::Table made{std::span(Columns), rows,
                      [designs, last, placeAt = std::move(placeAt)](std::size_t row) -> const Row& {
                          const std::size_t place = placeAt(row);
                          const DesignList& all = *designs->list;
                          if (!*last || (*last)->place != place)
                              *last = Row{designs.get(), place, all.findings.space.at(all.points[place].index)};
                          return **last;
                      }};
    if (!isPicojoules) made.head("energy").unit = MacEnergies;
    return made;
}

} // namespace

} // namespace design_columns

table::Table designTable(std::shared_ptr<const DesignList> list) {
    const std::size_t rows = list->points.size();
    return design_columns::tableOf(std::move(list), rows, [](std::size_t row) { return row; });
}

table::Table designTable(std::shared_ptr<const DesignList> list, std::vector<std::size_t> places) {
    const std::size_t rows = places.size();
    return design_columns::tableOf(std::move(list), rows,
                                   [places = std::move(places)](std::size_t row) { return places[row]; });
}

} // namespace edgewright::cost
