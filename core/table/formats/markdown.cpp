// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown as GitHub reads it: a table of pipes, whose source is aligned, too. Texts say what they are: no
// character of theirs marks anything. The origin is a comment.
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/format.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <utility>

namespace edgewright::table::markdown_format {

namespace {

constexpr std::size_t MaxAligned = 60; // characters; what is wider moves its own line only

// Characters that turn the direction of what stands behind them.
bool turnsText(char32_t code) {
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool isControl(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

bool isLineEnd(char32_t code) { return code == U'\n' || code == U'\r' || code == 0x2028 || code == 0x2029; }

std::string numbered(char32_t code) { return "&#" + std::to_string(static_cast<unsigned long>(code)) + ";"; }

std::string markdown(std::string_view text) {
    constexpr std::string_view Marks = "\\`*_[]|~$";
    std::string result;
    char32_t last = 0;
    eachCodePoint(text, [&](char32_t code) {
        const char32_t before = std::exchange(last, code);
        if (code == U'\n' && before == U'\r') return; // one end of a line
        if (isLineEnd(code))
            result += "<br>";
        else if (code == U'<' || code == U'>' || code == U'&')
            result += code == U'<' ? "&lt;" : code == U'>' ? "&gt;" : "&amp;";
        else if (code == U'\t')
            result += ' ';
        else if (isControl(code))
            appendUtf8(result, U'\uFFFD');
        else if (turnsText(code))
            result += numbered(code);
        else {
            if (code < 0x80 && Marks.find(static_cast<char>(code)) != Marks.npos) result += '\\';
            appendUtf8(result, code);
        }
    });
    return result;
}

// Nothing in a comment ends it.
std::string commented(std::string_view text) {
    std::string result;
    eachCodePoint(text, [&](char32_t code) {
        if (isControl(code) || isLineEnd(code))
            result += ' ';
        else if (turnsText(code))
            result += numbered(code);
        else if (code == U'>' && (result.ends_with("--") || result.ends_with("--!")))
            result += " >";
        else
            appendUtf8(result, code);
    });
    return result;
}

std::string write(const Table& table, const About& about) {
    const std::vector<std::size_t> columns = documentColumns(table);
    std::vector<std::vector<std::string>> lines(1);
    for (const std::size_t column : columns)
        lines.front().push_back(markdown(titleOf(table.heads[column])));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        lines.emplace_back();
        for (const std::size_t column : columns)
            lines.back().push_back(markdown(documentText(table.at(row, column), table.heads[column].unit)));
    }
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        widths.push_back(4);
        for (const std::vector<std::string>& line : lines)
            widths[i] = std::max(widths[i], std::min(MaxAligned, widthOf(line[i])));
    }
    const auto isText = [&](std::size_t i) { return table.heads[columns[i]].unit == Unit::Text; };

    std::string text = "<!--\n";
    for (const std::string& line : originLines(about))
        text += commented(line) + '\n';
    text += "-->\n\n";
    if (!about.caption.empty()) text += "**" + markdown(about.caption) + "**\n\n";
    for (std::size_t at = 0; at < lines.size(); ++at) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::size_t width = widthOf(lines[at][i]);
            const std::string space(widths[i] > width ? widths[i] - width : 0, ' ');
            text += isText(i) ? "| " + lines[at][i] + space + ' ' : "| " + space + lines[at][i] + ' ';
        }
        text += "|\n";
        if (at > 0) continue;
        for (std::size_t i = 0; i < columns.size(); ++i)
            text += isText(i) ? "| :" + std::string(widths[i] - 1, '-') + ' '
                              : "| " + std::string(widths[i] - 1, '-') + ": ";
        text += "|\n";
    }
    for (const std::string& each : about.notes)
        text += "\n" + markdown(each) + "\n";
    return text;
}

} // namespace

extern const Format entry{
    .name = "markdown", .title = "Markdown", .suffix = ".md", .isDocument = true, .write = write};

} // namespace edgewright::table::markdown_format

namespace edgewright::table {

std::string markdownText(std::string_view text) { return markdown_format::markdown(text); }

} // namespace edgewright::table
