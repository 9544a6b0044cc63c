// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/csv.h"

#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <unordered_map>

namespace edgewright::memory {

namespace {

constexpr int MaxMebibytes = 64;                          // of a file
constexpr std::int64_t TimeLimit = std::int64_t(1) << 24; // a table over all steps stays small
constexpr std::size_t MaxColumns = 64;
constexpr std::size_t MaxGaps = std::size_t(1) << 16; // of one buffer

enum class Column { Id, Lower, Upper, End, Size, Alignment, Hint, Gaps, Offset, Unknown };

struct ColumnName {
    std::string_view name;
    Column column;
};

constexpr std::array<ColumnName, 13> ColumnNames = {{{"id", Column::Id},
                                                     {"buffer", Column::Id},
                                                     {"buffer_id", Column::Id},
                                                     {"lower", Column::Lower},
                                                     {"start", Column::Lower},
                                                     {"begin", Column::Lower},
                                                     {"upper", Column::Upper},
                                                     {"end", Column::End},
                                                     {"size", Column::Size},
                                                     {"alignment", Column::Alignment},
                                                     {"hint", Column::Hint},
                                                     {"gaps", Column::Gaps},
                                                     {"offset", Column::Offset}}};

class Reader : CsvReader {
public:
    using CsvReader::CsvReader;

    Result<Problem> read() {
        RETURN_IF_ERROR(readLines(*this, MaxMebibytes, say("a header such as 'id,lower,upper,size'")));
        return std::move(m_problem);
    }

    Result<void> header(std::string_view line) {
        const auto fields = csvFields(line, MaxColumns);
        if (fields.size() > MaxColumns) return wrong(say("expected at most {1} columns", MaxColumns));
        for (const std::string_view field : fields) {
            const auto known = std::ranges::find(ColumnNames, field, &ColumnName::name);
            const Column column = known == ColumnNames.end() ? Column::Unknown : known->column;
            if (column != Column::Unknown && has(column))
                return wrong(say("column {1} appears twice", inQuotes(field)));
            m_columns.push_back(column);
        }
        if (!has(Column::Id)) return wrong(say("expected a column 'id' (or 'buffer')"));
        if (!has(Column::Lower)) return wrong(say("expected a column 'lower' (or 'start', 'begin')"));
        if (has(Column::Upper) == has(Column::End))
            return wrong(say("expected one of the columns 'upper' and 'end'"));
        if (!has(Column::Size)) return wrong(say("expected a column 'size'"));
        return {};
    }

    Result<void> row(std::string_view line) {
        const auto fields = csvFields(line, MaxColumns);
        if (fields.size() != m_columns.size())
            return wrong(
                fields.size() > MaxColumns
                    ? say("expected {1} fields as in the header, found more than {2}", m_columns.size(),
                          MaxColumns)
                    : say("expected {1} fields as in the header, found {2}", m_columns.size(), fields.size()));
        Buffer buffer;
        for (std::size_t i = 0; i < fields.size(); ++i)
            RETURN_IF_ERROR(field(m_columns[i], fields[i], buffer));
        if (buffer.upper <= buffer.lower)
            return wrong(say("buffer {1} ends before it begins: [{2}, {3})", inQuotes(buffer.name),
                             buffer.lower, buffer.upper));
        if (buffer.fixedOffset && *buffer.fixedOffset % buffer.alignment != 0)
            return wrong(
                say("offset {1} is no multiple of the alignment {2}", *buffer.fixedOffset, buffer.alignment));
        std::ranges::sort(buffer.gaps, {}, &Gap::lower);
        Problem alone;
        alone.steps = buffer.upper;
        alone.buffers.push_back(std::move(buffer));
        if (auto valid = validate(alone); !valid) return wrong(valid.error().message);
        buffer = std::move(alone.buffers.front());
        const auto [known, isNew] = m_lineOf.emplace(buffer.name, CsvReader::line());
        if (!isNew)
            return wrong(say("id {1} stands already in line {2}", inQuotes(buffer.name), known->second));
        m_problem.steps = std::max(m_problem.steps, buffer.upper);
        m_problem.buffers.push_back(std::move(buffer));
        return {};
    }

private:
    bool has(Column column) const { return std::ranges::find(m_columns, column) != m_columns.end(); }

    Result<void> field(Column column, std::string_view text, Buffer& buffer) const {
        constexpr std::int64_t Max = INT64_MAX;
        switch (column) {
        case Column::Id:
            buffer.name = std::string(text);
            return {};
        case Column::Lower:
            return integer("lower", text, 0, TimeLimit, buffer.lower);
        case Column::Upper:
            return integer("upper", text, 0, TimeLimit, buffer.upper);
        case Column::End: {
            auto read = integer("end", text, 0, TimeLimit - 1, buffer.upper);
            ++buffer.upper;
            return read;
        }
        case Column::Size:
            return integer("size", text, 0, Max, buffer.size);
        case Column::Alignment:
            return integer("alignment", text, 1, Max, buffer.alignment);
        case Column::Hint: {
            std::int64_t ignored = 0;
            return integer("hint", text, INT64_MIN, Max, ignored);
        }
        case Column::Gaps:
            return gaps(text, buffer);
        case Column::Offset: {
            if (text.empty()) return {};
            std::int64_t offset = 0;
            auto read = integer("offset", text, 0, Max, offset);
            buffer.fixedOffset = offset;
            return read;
        }
        case Column::Unknown:
            return {};
        }
        return {};
    }

    // Words of the form a-b or a-b@lo:hi.
    Result<void> gaps(std::string_view text, Buffer& buffer) const {
        while (!(text = trimmed(text)).empty()) {
            const std::string_view word = text.substr(0, text.find_first_of(" \t"));
            text.remove_prefix(word.size());
            const std::string_view span = word.substr(0, word.find('@'));
            const std::size_t dash = span.find('-');
            const std::string_view window = word.substr(std::min(word.size(), span.size() + 1));
            const std::size_t colon = window.find(':');
            if (dash == std::string_view::npos ||
                (span.size() < word.size() && colon == std::string_view::npos))
                return wrong(say("gaps: expected 'from-to' or 'from-to@begin:end', found {1}", inQuotes(word)));
            if (buffer.gaps.size() == MaxGaps) return wrong(say("gaps: expected at most {1}", MaxGaps));
            Gap gap;
            const bool inclusive = has(Column::End);
            RETURN_IF_ERROR(integer("gaps", span.substr(0, dash), 0, TimeLimit, gap.lower));
            RETURN_IF_ERROR(
                integer("gaps", span.substr(dash + 1), 0, TimeLimit - (inclusive ? 1 : 0), gap.upper));
            if (inclusive) ++gap.upper;
            if (span.size() < word.size()) {
                auto read = integer("gaps", window.substr(0, colon), 0, INT64_MAX, gap.begin);
                if (read) read = integer("gaps", window.substr(colon + 1), 0, INT64_MAX, gap.end);
                if (!read) return read;
            }
            buffer.gaps.push_back(gap);
        }
        return {};
    }

    Result<void> integer(std::string_view name, std::string_view text, std::int64_t least, std::int64_t most,
                         std::int64_t& value) const {
        std::int64_t parsed = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
        if (error == std::errc::result_out_of_range && end == text.data() + text.size())
            return wrong(say("{1}: expected {2} to {3}, found {4}", name, least, most, inQuotes(text)));
        if (error != std::errc() || end != text.data() + text.size())
            return wrong(say("{1}: expected an integer, found {2}", name, inQuotes(text)));
        if (parsed < least || parsed > most)
            return wrong(say("{1}: expected {2} to {3}, found {4}", name, least, most, parsed));
        value = parsed;
        return {};
    }

    Problem m_problem;
    std::vector<Column> m_columns;
    std::unordered_map<std::string, std::int64_t> m_lineOf; // by id
};

// By custom the capacity stands before the extension: "A.1048576.csv".
std::optional<std::int64_t> capacityIn(const std::filesystem::path& file) {
    const std::string number = file.stem().extension().string();
    std::int64_t capacity = 0;
    if (number.size() < 2) return std::nullopt;
    const char* end = number.data() + number.size();
    const auto [stopped, error] = std::from_chars(number.data() + 1, end, capacity);
    return error == std::errc() && stopped == end && capacity >= 0 ? std::optional(capacity) : std::nullopt;
}

std::string gapsText(const Buffer& buffer) {
    std::string text;
    for (const Gap& gap : buffer.gaps) {
        if (!text.empty()) text += ' ';
        text += std::to_string(gap.lower) + '-' + std::to_string(gap.upper);
        if (gap.end > gap.begin) text += '@' + std::to_string(gap.begin) + ':' + std::to_string(gap.end);
    }
    return text;
}

} // namespace

Result<Problem> readInstance(const std::filesystem::path& file) {
    ASSIGN_OR_RETURN(Problem problem, Reader(file).read());
    problem.capacity = capacityIn(file);
    if (auto valid = validate(problem); !valid) return std::move(valid).error().within(file.string());
    return problem;
}

std::string toCsv(const Problem& problem, const Solution& solution) {
    const bool gaps = std::ranges::any_of(problem.buffers, [](const Buffer& b) { return !b.gaps.empty(); });
    std::string text =
        gaps ? "id,lower,upper,size,alignment,gaps,offset\n" : "id,lower,upper,size,alignment,offset\n";
    std::set<std::string> used;
    std::unordered_map<std::string, int> repeats;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        std::string base = buffer.name;
        std::ranges::replace_if(
            base, [](char c) { return c == ',' || static_cast<unsigned char>(c) < 0x20; }, '_');
        std::string name = base;
        while (!used.insert(name).second)
            name = base + '_' + std::to_string(++repeats[base] + 1);
        text += name;
        for (const std::int64_t number : {buffer.lower, buffer.upper, buffer.size, buffer.alignment})
            text += ',' + std::to_string(number);
        if (gaps) text += ',' + gapsText(buffer);
        text += ',';
        if (i < solution.offsets.size()) text += std::to_string(solution.offsets[i]);
        text += '\n';
    }
    return text;
}

} // namespace edgewright::memory
