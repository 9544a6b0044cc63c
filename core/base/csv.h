// SPDX-License-Identifier: GPL-3.0-or-later
// Files of comma-separated lines below one header, as packing instances, topologies and tilings are.
#pragma once

#include "core/base/file_text.h"
#include "core/base/propagate.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

// Without blanks, tabs and carriage returns at its ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view Blank = " \t\r";
    const std::size_t begin = text.find_first_not_of(Blank);
    return begin == std::string_view::npos ? std::string_view{}
                                           : text.substr(begin, text.find_last_not_of(Blank) - begin + 1);
}

// The trimmed fields of a line, at least one; `most` + 1 of them where there are more than `most`.
inline std::vector<std::string_view> csvFields(std::string_view line,
                                               std::size_t most = std::numeric_limits<std::size_t>::max() - 1) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos || fields.size() > most) return fields;
        line.remove_prefix(comma + 1);
    }
}

// The same of a line that may have quotes (RFC 4180), whose fields are as they are between them. Nothing if one
// does not end, or goes on behind its quotes.
inline std::optional<std::vector<std::string>> quotedCsvFields(std::string_view line) {
    std::vector<std::string> fields;
    for (;;) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos || line[begin] != '"') {
            const std::size_t comma = line.find(',');
            fields.emplace_back(trimmed(line.substr(0, comma)));
            if (comma == std::string_view::npos) return fields;
            line.remove_prefix(comma + 1);
            continue;
        }
        std::string& field = fields.emplace_back();
        line.remove_prefix(begin + 1);
        for (;;) {
            const std::size_t quote = line.find('"');
            if (quote == std::string_view::npos) return std::nullopt;
            field += line.substr(0, quote);
            line.remove_prefix(quote + 1);
            if (!line.starts_with('"')) break;
            field += '"';
            line.remove_prefix(1);
        }
        const std::size_t comma = line.find(',');
        if (!trimmed(line.substr(0, comma)).empty()) return std::nullopt;
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

// The base of readers of such a file: header(line) and row(line), both Result<void>, are its own.
class CsvReader {
public:
    explicit CsvReader(const std::filesystem::path& file) : m_file(file) {}

protected:
    // "topology.csv:3: what", of the line that is being read.
    Error wrong(const std::string& what) const {
        return badInput(m_file.string() + ":" + std::to_string(m_line) + ": " + what);
    }
    std::int64_t line() const { return m_line; } // from 1

    // Calls reader.header() with the first line that is not blank and reader.row() with the others.
    // `expectation` ends the message about an empty file.
    template <typename Reader>
    Result<void> readLines(Reader& reader, int maxMebibytes, const std::string& expectation) {
        RETURN_IF_ERROR(requireRegularFile(m_file));
        std::error_code failed;
        const std::uintmax_t bytes = std::filesystem::file_size(m_file, failed);
        std::ifstream stream(m_file, std::ios::binary);
        if (failed || !stream) return unreadableFile(m_file);
        if (bytes > static_cast<std::uintmax_t>(maxMebibytes) << 20) return tooLargeFile(m_file, maxMebibytes);
        bool hasHeader = false;
        for (std::string text; std::getline(stream, text);) {
            ++m_line;
            std::string_view line = text;
            if (!hasHeader && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3); // byte order mark
            if (trimmed(line).empty()) continue;
            RETURN_IF_ERROR(hasHeader ? reader.row(line) : reader.header(line));
            hasHeader = true;
        }
        if (!hasHeader) return emptyFile(m_file, expectation);
        return {};
    }

private:
    std::filesystem::path m_file;
    std::int64_t m_line = 0;
};

} // namespace edgewright
