// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/ini.h"

#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

constexpr int MaxConfigMebibytes = 1;

char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

class IniReader : CsvReader {
public:
    using CsvReader::CsvReader;

    Result<IniFile> read() {
        RETURN_IF_ERROR(readLines(*this, MaxConfigMebibytes, say("sections with keys and values")));
        return std::move(m_file);
    }
    Result<void> header(std::string_view text) { return row(text); }

    Result<void> row(std::string_view text) {
        const std::string_view content = trimmed(text);
        if (content.front() == '#' || content.front() == ';') return {};
        const auto indent = static_cast<std::size_t>(content.data() - text.data());
        if (m_hasKey && indent > m_keyIndent) {
            m_file.sections.back().entries.back().value += '\n' + std::string(content);
            return {};
        }
        if (content.front() == '[') return section(content);
        m_keyIndent = indent;
        return entry(content);
    }

private:
    Result<void> section(std::string_view content) {
        const std::size_t end = content.rfind(']');
        if (end == std::string_view::npos || end < 2)
            return wrong(say("expected [section], found {1}", inQuotes(content)));
        const std::string name(content.substr(1, end - 1));
        if (m_file.find(name)) return wrong(say("section [{1}] stands twice", name));
        m_file.sections.push_back({name, line(), {}});
        m_hasKey = false;
        return {};
    }

    Result<void> entry(std::string_view content) {
        const std::size_t split = content.find_first_of("=:");
        if (split == std::string_view::npos || split == 0)
            return wrong(say("expected 'key: value', found {1}", inQuotes(content)));
        const std::string_view key = trimmed(content.substr(0, split));
        if (m_file.sections.empty()) return wrong(say("{1} stands before the first [section]", inQuotes(key)));
        IniSection& section = m_file.sections.back();
        if (section.find(key)) return wrong(say("{1} stands twice in [{2}]", inQuotes(key), section.name));
        section.entries.push_back({std::string(key), std::string(trimmed(content.substr(split + 1))), line()});
        m_hasKey = true;
        return {};
    }

    IniFile m_file;
    bool m_hasKey = false; // that a value may go on
    std::size_t m_keyIndent = 0;
};

} // namespace

bool isSameKey(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lowerCase(x) == lowerCase(y); });
}

const IniEntry* IniSection::find(std::string_view key) const {
    const auto found =
        std::ranges::find_if(entries, [&](const IniEntry& each) { return isSameKey(each.key, key); });
    return found == entries.end() ? nullptr : &*found;
}

const IniSection* IniFile::find(std::string_view name) const {
    const auto found = std::ranges::find(sections, name, &IniSection::name);
    return found == sections.end() ? nullptr : &*found;
}

Result<IniFile> readIni(const std::filesystem::path& file) { return IniReader(file).read(); }

} // namespace edgewright::cost
