// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/reports.h"

#include <array>
#include <charconv>
#include <cmath>

namespace edgewright::cost {

namespace {

// A column of a layer; one of the two is set.
struct ReportColumn {
    std::string head;
    std::int64_t* integer = nullptr;
    double* real = nullptr;
    bool asReal = false; // the integer is written as a real number
};
using ReportColumns = std::vector<ReportColumn>;

ReportColumns computeColumns(ScaleSimLayer& it) {
    ReportColumns columns;
    if (it.cyclesWithPrefetch) columns.push_back({"Total Cycles (incl. prefetch)", &*it.cyclesWithPrefetch});
    columns.push_back({"Total Cycles", &it.cycles});
    columns.push_back({"Stall Cycles", &it.stallCycles});
    columns.push_back({"Overall Util %", nullptr, &it.overallUtilization});
    columns.push_back({"Mapping Efficiency %", nullptr, &it.mappingEfficiency});
    columns.push_back({"Compute Util %", nullptr, &it.computeUtilization});
    return columns;
}

ReportColumns bandwidthColumns(ScaleSimLayer& it) {
    ReportColumns columns{{"Avg IFMAP SRAM BW", nullptr, &it.ifmap.sram.average},
                          {"Avg FILTER SRAM BW", nullptr, &it.filter.sram.average}};
    if (it.sparse) columns.push_back({"Avg FILTER Metadata SRAM BW", nullptr, &it.sparse->averagePlaces});
    columns.push_back({"Avg OFMAP SRAM BW", nullptr, &it.ofmap.sram.average});
    columns.push_back({"Avg IFMAP DRAM BW", nullptr, &it.ifmap.dram.average});
    columns.push_back({"Avg FILTER DRAM BW", nullptr, &it.filter.dram.average});
    columns.push_back({"Avg OFMAP DRAM BW", nullptr, &it.ofmap.dram.average});
    return columns;
}

ReportColumns accessColumns(ScaleSimLayer& it) {
    ReportColumns columns;
    const auto add = [&](const std::string& place, const char* counts, PortTraffic& traffic) {
        columns.push_back({place + " Start Cycle", &traffic.start, nullptr, true});
        columns.push_back({place + " Stop Cycle", &traffic.stop, nullptr, true});
        columns.push_back({place + " " + counts, &traffic.words});
    };
    add("SRAM IFMAP", "Reads", it.ifmap.sram);
    if (it.sparse && it.sparse->ifmapReads > 0)
        columns.back() = {columns.back().head, nullptr, &it.sparse->ifmapReads};
    add("SRAM Filter", "Reads", it.filter.sram);
    add("SRAM OFMAP", "Writes", it.ofmap.sram);
    add("DRAM IFMAP", "Reads", it.ifmap.dram);
    add("DRAM Filter", "Reads", it.filter.dram);
    add("DRAM OFMAP", "Writes", it.ofmap.dram);
    return columns;
}

// As Python writes it: the shortest digits that are read as the same number, with a point, and with an exponent
// from 1e16 on and below 1e-4.
std::string asInPython(double value) {
    std::array<char, 64> text{};
    const double magnitude = std::abs(value);
    const bool plain = value == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value,
                                       plain ? std::chars_format::fixed : std::chars_format::scientific);
    std::string result(text.data(), written.ptr);
    if (plain && result.find('.') == std::string::npos) result += ".0";
    return result;
}

std::string sparseReport(const std::vector<ScaleSimLayer>& layers) {
    std::string text =
        "LayerID, Sparsity Representation, Original Filter Storage, New Storage (Filter+Metadata), "
        "Filter Metadata Storage, Avg FILTER Metadata SRAM BW, \n";
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const SparseFilter& it = *layers[i].sparse;
        const auto words = [&](double value) {
            return it.form == SparseForm::EllpackBlock ? asInPython(value)
                                                       : std::to_string(static_cast<std::int64_t>(value));
        };
        text += std::to_string(i) + ", " + std::string(sparseFormName(it.form)) + ", " +
                std::to_string(it.dense) + ", " + words(it.stored) + ", " + words(it.places) + ", " +
                asInPython(it.averagePlaces) + ",\n";
    }
    return text;
}

struct ReportKind {
    const char* name;
    ReportColumns (*columns)(ScaleSimLayer&);
};
constexpr std::array ReportKinds{ReportKind{"COMPUTE_REPORT.csv", computeColumns},
                                 ReportKind{"BANDWIDTH_REPORT.csv", bandwidthColumns},
                                 ReportKind{"DETAILED_ACCESS_REPORT.csv", accessColumns}};

std::string reportCell(const ReportColumn& column) {
    if (column.real) return asInPython(*column.real);
    return column.asReal ? asInPython(static_cast<double>(*column.integer)) : std::to_string(*column.integer);
}

} // namespace

std::vector<ReportFile> scaleSimReports(const std::vector<ScaleSimLayer>& layers, ScaleSimVersion version) {
    std::vector<ReportFile> files;
    for (const ReportKind& kind : ReportKinds) {
        ScaleSimLayer any;
        if (!layers.empty()) any.sparse = layers.front().sparse;
        if (version == ScaleSimVersion::V3) any.cyclesWithPrefetch = 0;
        std::string text = "LayerID, ";
        const auto line = [&](const ReportColumns& columns, const auto& field) {
            for (std::size_t i = 0; i < columns.size(); ++i)
                text += (i == 0 ? "" : ", ") + field(columns[i]);
            text += ",\n";
        };
        line(kind.columns(any), [](const ReportColumn& column) { return column.head; });
        for (std::size_t i = 0; i < layers.size(); ++i) {
            ScaleSimLayer copy = layers[i];
            if (version == ScaleSimVersion::V2) copy.cyclesWithPrefetch.reset();
            text += std::to_string(i) + ", ";
            line(kind.columns(copy), reportCell);
        }
        files.push_back({kind.name, std::move(text)});
    }
    if (!layers.empty() && layers.front().sparse) files.push_back({"SPARSE_REPORT.csv", sparseReport(layers)});
    return files;
}

} // namespace edgewright::cost
