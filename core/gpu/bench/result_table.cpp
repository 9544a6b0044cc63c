// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/result_table.h"

#include "core/base/say.h"
#include "core/base/translatable.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

using table::Cell;
using table::Column;
using table::inFiles;
using table::Word;

struct ResultRow {
    const GpuRoof& roof;
    const KernelResult& result;
    bool isMeasured() const { return result.seconds.count > 0; }
    Cell ifMeasured(Cell cell) const { return isMeasured() ? cell : Cell(); }
    Cell ifRan(Cell cell) const { return result.problem.empty() ? cell : Cell(); }
};

Word wordOf(const char* name) { return {name, name}; }

constexpr std::array ResultColumns{
    Column<ResultRow>{
        {"kernel", TRANSLATABLE("Column", "Kernel"), TRANSLATABLE("Column", "Name of the kernel")},
        [](const ResultRow& row) -> Cell { return row.result.kernel->name; }},
    Column<ResultRow>{
        {"sizes", TRANSLATABLE("Column", "Sizes"), TRANSLATABLE("Column", "Extents, as the kernel names them")},
        [](const ResultRow& row) -> Cell { return textOf(row.result.sizes); }},
    Column<ResultRow>{{"parameters", TRANSLATABLE("Column", "Parameters"),
                       TRANSLATABLE("Column", "Macros of the kernel"), Unit::Text, table::File},
                      [](const ResultRow& row) -> Cell { return textOf(row.result.values); }},
    Column<ResultRow>{
        {"us", TRANSLATABLE("Column", "Time"), TRANSLATABLE("Column", "Median of a run, by events of the GPU"),
         Unit::Microseconds},
        [](const ResultRow& row) -> Cell { return row.ifMeasured(row.result.seconds.median * 1e6); }},
    Column<ResultRow>{inFiles("samples", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.result.seconds.count; }},
    Column<ResultRow>{inFiles("spread", Unit::Share),
                      [](const ResultRow& row) -> Cell { return row.ifMeasured(row.result.seconds.spread); }},
    Column<ResultRow>{{"gmac_per_s", TRANSLATABLE("Column", "Rate"),
                       TRANSLATABLE("Column", "Multiply-adds a second"), Unit::GigaMacsPerSecond},
                      [](const ResultRow& row) -> Cell {
                          if (!row.isMeasured() || row.result.macs <= 0) return {};
                          return row.result.macsPerSecond() * 1e-9;
                      }},
    Column<ResultRow>{
        {"gb_per_s", TRANSLATABLE("Column", "Bytes"),
         TRANSLATABLE("Column", "Bytes that must be read and written, each once, a second"),
         Unit::GigabytesPerSecond},
        [](const ResultRow& row) -> Cell { return row.ifMeasured(row.result.bytesPerSecond() * 1e-9); }},
    Column<ResultRow>{
        {"of_roof", TRANSLATABLE("Column", "Of roof"),
         TRANSLATABLE("Column", "Share of the arithmetic that this GPU reaches, or of the bytes of a copy"),
         Unit::Share},
        [](const ResultRow& row) -> Cell { return shareOfRoof(row.roof, row.result); }},
    Column<ResultRow>{
        {"of_library", TRANSLATABLE("Column", "Of library"),
         TRANSLATABLE("Column", "Speed over that of cuBLAS for the same product, or of cuDNN for the "
                                "same convolution"),
         Unit::Share},
        [](const ResultRow& row) -> Cell { return shareOfLibrary(row.result); }},
    Column<ResultRow>{{"error", TRANSLATABLE("Column", "Error"),
                       TRANSLATABLE("Column", "Largest difference from the reference over its largest number"),
                       Unit::Plain},
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.checked.error); }},
    Column<ResultRow>{inFiles("tolerance"),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.checked.tolerance); }},
    Column<ResultRow>{inFiles("compared", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.checked.compared); }},
    Column<ResultRow>{inFiles("not_finite", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.checked.noNumbers); }},
    Column<ResultRow>{{"right", TRANSLATABLE("Column", "Right"),
                       TRANSLATABLE("Column", "Within its tolerance, all numbers finite")},
                      [](const ResultRow& row) -> Cell { return row.result.isRight(); }},
    Column<ResultRow>{inFiles("registers", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.registers); }},
    Column<ResultRow>{inFiles("local_bytes", Unit::Bytes),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.localBytes); }},
    Column<ResultRow>{{"occupancy", TRANSLATABLE("Column", "Occupancy"),
                       TRANSLATABLE("Column", "Warps that a multiprocessor runs at once, of those that it can"),
                       Unit::Share},
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.occupancy.share); }},
    Column<ResultRow>{
        {"limit", TRANSLATABLE("Column", "Limited by"),
         TRANSLATABLE("Column", "Resource that is used up first")},
        [](const ResultRow& row) -> Cell { return row.ifRan(wordOf(nameOf(row.result.occupancy.limit))); }},
    Column<ResultRow>{inFiles("blocks_per_sm", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.occupancy.blocks); }},
    Column<ResultRow>{inFiles("driver_blocks_per_sm", Unit::Count),
                      [](const ResultRow& row) -> Cell { return row.ifRan(row.result.driverBlocks); }},
    Column<ResultRow>{inFiles("problem", Unit::Text),
                      [](const ResultRow& row) -> Cell {
                          if (row.result.problem.empty()) return {};
                          return row.result.problem;
                      }},
};

std::string parametersText(const Kernel& kernel) {
    std::string text;
    for (const Parameter& each : kernel.parameters) {
        text += (text.empty() ? "" : " ") + std::string(each.name) + "=" + std::to_string(each.value);
        for (std::size_t i = 0; i < each.choices.size(); ++i)
            text += (i == 0 ? " (" : ",") + std::to_string(each.choices[i]);
        text += ")";
    }
    return text;
}

std::string namesText(const Kernel& kernel) {
    std::string text;
    for (const std::string_view each : kernel.sizeNames)
        text += (text.empty() ? "" : " ") + std::string(each);
    return text;
}

constexpr std::array ListColumns{
    Column<Kernel>{{"kernel", TRANSLATABLE("Column", "Kernel"), TRANSLATABLE("Column", "Name of the kernel")},
                   [](const Kernel& row) -> Cell { return row.name; }},
    Column<Kernel>{{"family", TRANSLATABLE("Column", "Family"), TRANSLATABLE("Column", "Kind of work")},
                   [](const Kernel& row) -> Cell { return wordOf(nameOf(row.family)); }},
    Column<Kernel>{
        {"sizes", TRANSLATABLE("Column", "Sizes"), TRANSLATABLE("Column", "Extents, as the kernel names them")},
        [](const Kernel& row) -> Cell { return namesText(row); }},
    Column<Kernel>{{"summary", TRANSLATABLE("Column", "Does"), TRANSLATABLE("Column", "How it works")},
                   [](const Kernel& row) -> Cell { return translated("GPU kernel", row.summary); }},
    Column<Kernel>{inFiles("parameters", Unit::Text),
                   [](const Kernel& row) -> Cell { return parametersText(row); }},
};

} // namespace

table::Table kernelResultTable(std::shared_ptr<const GpuReport> report) {
    const std::size_t rows = report->kernels.size();
    table::Table made(std::span<const Column<ResultRow>>(ResultColumns), rows, [report](std::size_t row) {
        return ResultRow{report->roof, report->kernels[row]};
    });
    made.of = {report.get(), nullptr};
    return made;
}

table::Table kernelListTable() {
    return {std::span<const Column<Kernel>>(ListColumns), kernels().size(),
            [](std::size_t row) -> const Kernel& { return *kernels()[row]; }};
}

} // namespace edgewright::gpu
