// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/tilings/tiling_file.h"

#include "core/base/csv.h"
#include "core/base/csv_field.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/cost/limits.h"
#include "core/cost/physical/tiling.h"
#include "core/cost/residency/residency.h"
#include "core/cost/search/layer_groups.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace edgewright::cost {

namespace tiling_files {

namespace {

constexpr int MaxFileMebibytes = 16;
constexpr std::array<std::string_view, 6> Columns{"name",           "tiling_rows",     "tiling_cols",
                                                  "tiling_filters", "tiling_channels", "tiling_order"};

class Reader : CsvReader {
public:
    using CsvReader::CsvReader;

    Result<Tilings> read() {
        RETURN_IF_ERROR(readLines(*this, MaxFileMebibytes, say("a header and a line for each layer")));
        return std::move(m_tilings);
    }

    Result<void> header(std::string_view line) {
        const auto fields = quotedCsvFields(line);
        if (!fields) return wrong(say("a quote does not end"));
        m_count = fields->size();
        std::string missing;
        for (std::size_t i = 0; i < Columns.size(); ++i) {
            const auto at = std::ranges::find(*fields, Columns[i]);
            m_places[i] = static_cast<std::size_t>(at - fields->begin());
            if (at == fields->end()) missing += (missing.empty() ? "'" : ", '") + std::string(Columns[i]) + "'";
        }
        if (!missing.empty()) return wrong(say("expected a header with the columns {1}", missing));
        return {};
    }

    Result<void> row(std::string_view line) {
        const auto fields = quotedCsvFields(line);
        if (!fields) return wrong(say("a quote does not end"));
        if (fields->size() != m_count)
            return wrong(say("expected {1} fields as the header has, found {2}", m_count, fields->size()));
        const auto field = [&](std::size_t column) -> const std::string& {
            return (*fields)[m_places[column]];
        };
        const std::string& name = field(0);
        if (name.empty()) return wrong(say("column 'name': expected the name of a layer, found nothing"));
        std::size_t empty = 0;
        for (std::size_t column = 1; column < Columns.size(); ++column)
            empty += field(column).empty();
        if (empty + 1 == Columns.size()) return {};
        Tiling tiling;
        std::int64_t* const extents[] = {&tiling.rows, &tiling.cols, &tiling.filters, &tiling.channels};
        for (std::size_t i = 0; i < std::size(extents); ++i) {
            const std::string& text = field(i + 1);
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *extents[i]);
            if (error != std::errc() || end != text.data() + text.size() || *extents[i] < 1 ||
                *extents[i] > ExtentLimit)
                return wrong(say("layer {1}, column '{2}': expected a whole number from 1 to {3}, found {4}",
                                 inQuotes(name), Columns[i + 1], ExtentLimit, inQuotes(text)));
        }
        const auto order = loopOrderFrom(field(5));
        if (!order)
            return wrong(say("layer {1}, column 'tiling_order': expected p, f and c in an order, the outermost "
                             "loop first, found {2}",
                             inQuotes(name), inQuotes(field(5))));
        tiling.order = *order;
        const auto [known, isNew] = m_tilings.emplace(name, tiling);
        if (!isNew && known->second != tiling)
            return wrong(say("layer {1} has another tiling above", inQuotes(name)));
        return {};
    }

private:
    std::size_t m_count = 0;                            // of columns
    std::array<std::size_t, Columns.size()> m_places{}; // of Columns in a line
    Tilings m_tilings;
};

} // namespace

} // namespace tiling_files

Result<Tilings> readTilings(const std::filesystem::path& file) { return tiling_files::Reader(file).read(); }

std::string tilingsCsv(const Tilings& tilings) {
    std::string text;
    for (const std::string_view column : tiling_files::Columns)
        text += (text.empty() ? "" : ",") + std::string(column);
    text += '\n';
    for (const auto& [name, tiling] : tilings) {
        text += csvField(name);
        for (const std::int64_t extent : {tiling.rows, tiling.cols, tiling.filters, tiling.channels})
            text += ',' + std::to_string(extent);
        text += ',' + std::string(nameOf(tiling.order)) + '\n';
    }
    return text;
}

Result<void> checkTilings(const Tilings& tilings, const Workload& workload, const Accelerator& accelerator) {
    const Residency residency = residencyOf(workload, accelerator);
    for (const auto& [name, tiling] : tilings) {
        bool isThere = false;
        for (const Layer& layer : residency.workload.layers) {
            if (layer.name != name || layer.unit != Unit::Array) continue;
            isThere = true;
            const std::string why = whyNotTiling(layer, residency.accelerator, tiling);
            if (!why.empty()) return badInput(say("layer '{1}': its tiling cannot be used: {2}", name, why));
        }
        if (!isThere) return search::layerGroups(workload, name).error();
    }
    return {};
}

} // namespace edgewright::cost
