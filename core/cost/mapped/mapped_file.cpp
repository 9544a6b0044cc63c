// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/mapped_file.h"

#include "core/base/checked.h"
#include "core/base/csv.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/cost/check.h"
#include "core/cost/limits.h"
#include "core/cost/mapped/gemmini.h"
#include "core/cost/mapped/memory_traffic.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace edgewright::cost::mapped {

namespace {

constexpr int MappedMebibytes = 64; // of a file
constexpr std::size_t MappedRowsLimit = 1'000'000;
constexpr double CyclesLimit = 4611686018427387904; // 2^62

std::string_view unquoted(std::string_view field) {
    const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    return quoted ? field.substr(1, field.size() - 2) : field;
}

std::string_view withoutReturn(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

class MappedReader : CsvReader {
public:
    using CsvReader::CsvReader;

    Result<MappedFile> read() {
        RETURN_IF_ERROR(readLines(*this, MappedMebibytes, say("a header and a line for each layer")));
        if (m_file.rows.empty()) return wrong(say("no layer; expected a line for each below the header"));
        return std::move(m_file);
    }

    Result<void> header(std::string_view line) {
        for (const std::string_view name : csvFields(line))
            m_file.columns.emplace_back(unquoted(name));
        if (find(CyclesColumn))
            return wrong(say("there is a column 'cycles' already; expected a table without it"));
        std::string missing;
        const auto require = [&](const std::string& name) {
            if (!find(name)) missing += (missing.empty() ? "'" : ", '") + name + "'";
        };
        require("mapping.mapping");
        for (const char dimension : DimensionNames)
            require(std::string("prob.") + dimension);
        if (!missing.empty()) return wrong(say("expected a header with the columns {1}", missing));
        return {};
    }

    Result<void> row(std::string_view line) {
        m_fields = csvFields(line, m_file.columns.size());
        if (m_fields.size() != m_file.columns.size())
            return wrong(m_fields.size() > m_file.columns.size()
                             ? say("expected {1} fields as the header has, found more", m_file.columns.size())
                             : say("expected {1} fields as the header has, found {2}", m_file.columns.size(),
                                   m_fields.size()));
        if (m_file.rows.size() >= MappedRowsLimit)
            return wrong(say("expected at most {1} layers", MappedRowsLimit));
        MappedRow row;
        row.line = this->line();
        row.text = withoutReturn(line);
        if (auto good = fill(row); !good) return wrong(good.error().message);
        m_file.rows.push_back(std::move(row));
        return {};
    }

private:
    std::optional<std::size_t> find(std::string_view name) const {
        const auto at = std::ranges::find(m_file.columns, name);
        if (at == m_file.columns.end()) return std::nullopt;
        return static_cast<std::size_t>(at - m_file.columns.begin());
    }
    std::optional<std::string_view> field(std::string_view name) const {
        const auto at = find(name);
        if (!at) return std::nullopt;
        return unquoted(m_fields[*at]);
    }
    // Empty where there is no such column, or nothing in it.
    Result<std::optional<double>> number(const std::string& name) const {
        const auto text = field(name);
        if (!text || text->empty()) return std::optional<double>();
        double value = 0;
        const char* const end = text->data() + text->size();
        const auto [at, error] = std::from_chars(text->data(), end, value);
        if (error != std::errc() || at != end || !std::isfinite(value) || value <= 0)
            return badInput(say("column '{1}': expected a positive number, found {2}", name, inQuotes(*text)));
        return std::optional(value);
    }
    Result<std::optional<std::int64_t>> whole(const std::string& name) const {
        ASSIGN_OR_RETURN(const auto value, number(name));
        if (!value) return std::optional<std::int64_t>();
        if (*value != std::floor(*value) || *value > static_cast<double>(ExtentLimit))
            return badInput(say("column '{1}': expected an integer from 1 to {2}, found {3}", name, ExtentLimit,
                                inQuotes(*field(name))));
        return std::optional(static_cast<std::int64_t>(*value));
    }

    Result<void> fill(MappedRow& row) const {
        MappedLayer& layer = row.layer;
        for (std::size_t i = 0; i < Dimensions; ++i) {
            const std::string name = std::string("prob.") + DimensionNames[i];
            ASSIGN_OR_RETURN(const auto extent, whole(name));
            if (!extent) return badInput(say("column '{1}': expected a positive integer, found nothing", name));
            layer.extents[static_cast<Dimension>(i)] = *extent;
        }
        const std::pair<const char*, std::int64_t*> steps[] = {{"prob.Wstride", &layer.strideColumns},
                                                               {"prob.Hstride", &layer.strideRows},
                                                               {"prob.Wdilation", &layer.dilationColumns},
                                                               {"prob.Hdilation", &layer.dilationRows}};
        for (const auto& [name, into] : steps) {
            ASSIGN_OR_RETURN(const auto step, whole(name));
            *into = step.value_or(1);
        }
        ASSIGN_OR_RETURN(const auto edge, whole("arch.meshX"));
        if (edge && *edge != ArrayEdge)
            return badInput(say("column 'arch.meshX': expected {1}, the array that is modelled, found {2}",
                                ArrayEdge, *edge));
        ASSIGN_OR_RETURN(row.accumulatorRows, whole("arch.mem1_depth"));
        ASSIGN_OR_RETURN(row.scratchpadRows, whole("arch.mem2_depth"));
        ASSIGN_OR_RETURN(row.measured, number("target.gemmini_cycle"));
        ASSIGN_OR_RETURN(layer.mapping, parseMapping(*field("mapping.mapping")));
        RETURN_IF_ERROR(check(layer));
        const double cycles = gemminiCycles(layer);
        if (cycles > CyclesLimit) return badInput(say("the layer takes more than 2^62 cycles"));
        row.cycles = std::llround(cycles);
        return {};
    }

    std::vector<std::string_view> m_fields;
    MappedFile m_file;
};

} // namespace

std::vector<std::string> MappedRow::fields() const {
    std::vector<std::string> found;
    for (const std::string_view field : csvFields(text))
        found.emplace_back(unquoted(field));
    return found;
}

bool MappedRow::fits() const {
    using enum Dimension;
    const auto blocks = [&](Dimension it) { return static_cast<double>(ceilDiv(layer.tile[it], ArrayEdge)); };
    const TileTraffic tile = tileTraffic(layer);
    if (scratchpadRows &&
        tile.inputRows * blocks(C) + tile.weightRows * blocks(K) > static_cast<double>(*scratchpadRows))
        return false;
    return !accumulatorRows || tile.outputRows * blocks(K) <= static_cast<double>(*accumulatorRows);
}

std::vector<Pair> MappedFile::measured() const {
    std::vector<Pair> pairs;
    for (const MappedRow& row : rows)
        if (row.measured) pairs.push_back({static_cast<double>(row.cycles), *row.measured});
    return pairs;
}

Result<MappedFile> readMapped(const std::filesystem::path& file) { return MappedReader(file).read(); }

} // namespace edgewright::cost::mapped
