// SPDX-License-Identifier: GPL-3.0-or-later
// A page of HTML that stands alone: its style and script are in it, and its policy forbids requests. It is
// well-formed XML, too. A click on a head sorts by that column, by numbers in full; what is nothing stays last.
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/format.h"
#include "core/table/number_text.h"

#include <cmath>

namespace edgewright::table::html_format {

namespace {

constexpr std::string_view Opening = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<style>
:root { color-scheme: light dark; --text: #1b1d21; --back: #ffffff; --line: #d6d9de; --soft: #5c636e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --back: #16181c; --line: #3a3f47; --soft: #9aa2ad; }
}
body { margin: 2rem; background: var(--back); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; }
caption { padding: 0 0 0.75rem; text-align: left; font-weight: 600; }
th, td { padding: 0.25rem 0.75rem; text-align: left; vertical-align: top; font-weight: 400; }
tbody th, tbody td { max-width: 40rem; border-top: 1px solid var(--line); overflow-wrap: break-word; }
thead th { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--soft); }
thead button { all: unset; cursor: pointer; font-weight: 600; }
thead button:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " \2191"; }
th[aria-sort=descending] button::after { content: " \2193"; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
footer { margin-top: 1rem; color: var(--soft); }
footer p { margin: 0; }
)";

// Without "<" and "&", which XML would not take.
constexpr std::string_view Script = R"(<script>
"use strict";
for (const head of document.querySelectorAll("thead th"))
  head.querySelector("button").addEventListener("click", () => {
    const falling = head.getAttribute("aria-sort") === "ascending";
    for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const cell = row => row.cells[head.cellIndex];
    const isNothing = row => cell(row).dataset.value === "";
    const order = (a, b) => {
      if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b);
      const [left, right] = falling ? [cell(b), cell(a)] : [cell(a), cell(b)];
      return "value" in left.dataset
        ? left.dataset.value - right.dataset.value
        : left.textContent.localeCompare(right.textContent, undefined, { numeric: true });
    };
    const body = head.closest("table").tBodies[0];
    for (const row of [...body.rows].sort(order)) body.append(row);
  });
</script>
)";

// As the script reads it; empty: behind all others.
std::string sortedBy(const Cell& cell) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes ? "1" : "0";
    const auto number = cell.number();
    if (!number || std::isnan(*number)) return {};
    if (std::isinf(*number)) return *number > 0 ? "Infinity" : "-Infinity";
    return shortestText(*number);
}

std::string cellOf(const Cell& cell, const Head& head, bool isFirst) {
    const std::string text = htmlText(documentText(cell, head.unit));
    const std::string tag = isFirst ? "th" : "td";
    std::string attributes = isFirst ? " scope=\"row\"" : "";
    if (head.unit == Unit::Text)
        attributes += cell.isNothing() ? " data-value=\"\"" : " dir=\"auto\"";
    else
        attributes += " class=\"number\" data-value=\"" + sortedBy(cell) + "\"";
    return "<" + tag + attributes + ">" + text + "</" + tag + ">";
}

std::string headOf(const Head& head) {
    std::string attributes = head.unit == Unit::Text ? "" : " class=\"number\"";
    if (*head.hint) attributes += " title=\"" + htmlText(head.hint) + "\"";
    return "<th scope=\"col\"" + attributes + "><button type=\"button\">" + htmlText(titleOf(head)) +
           "</button></th>";
}

std::string write(const Table& table, const About& about) {
    std::string body = htmlTable(table, about) + "<footer>\n";
    for (const std::string& line : originLines(about))
        body += "<p>" + htmlText(line) + "</p>\n";
    return htmlPage(about.caption.empty() ? "Table" : about.caption, {}, body + "</footer>\n");
}

} // namespace

extern const Format entry{
    .name = "html", .title = "HTML", .suffix = ".html", .isDocument = true, .write = write};

} // namespace edgewright::table::html_format

namespace edgewright::table {

std::string htmlText(std::string_view text) {
    std::string result;
    eachCodePoint(text, [&](char32_t code) {
        // XML has no control characters, and those of the second kind command terminals.
        const bool isControl =
            (code < 0x20 && code != U'\n' && code != U'\r' && code != U'\t') || (code >= 0x7F && code < 0xA0);
        if (isControl || code == 0xFFFE || code == 0xFFFF) code = U'\uFFFD';
        switch (code) {
        case U'\r': // which XML would take for another end of the line
            result += ' ';
            break;
        case U'<':
            result += "&lt;";
            break;
        case U'>':
            result += "&gt;";
            break;
        case U'&':
            result += "&amp;";
            break;
        case U'"':
            result += "&quot;";
            break;
        case U'\'':
            result += "&#39;";
            break;
        default:
            appendUtf8(result, code);
        }
    });
    return result;
}

std::string htmlTable(const Table& table, const About& about) {
    const std::vector<std::size_t> columns = documentColumns(table);
    std::string text = "<table";
    if (!about.label.empty()) text += " id=\"" + htmlText(about.label) + "\"";
    text += ">\n";
    if (!about.caption.empty()) text += "<caption>" + htmlText(about.caption) + "</caption>\n";
    text += "<thead>\n<tr>";
    for (const std::size_t column : columns)
        text += html_format::headOf(table.heads[column]);
    text += "</tr>\n</thead>\n<tbody>\n";
    for (std::size_t row = 0; row < table.rows(); ++row) {
        text += "<tr>";
        for (const std::size_t column : columns)
            text += html_format::cellOf(table.at(row, column), table.heads[column], column == columns.front());
        text += "</tr>\n";
    }
    text += "</tbody>\n</table>\n";
    for (const std::string& each : about.notes)
        text += "<p>" + htmlText(each) + "</p>\n";
    return text;
}

std::string htmlPage(std::string_view title, std::string_view style, std::string_view body) {
    std::string text(html_format::Opening);
    text += style;
    text += "</style>\n<title>" + htmlText(title) + "</title>\n</head>\n<body>\n";
    text += body;
    text += html_format::Script;
    return text + "</body>\n</html>\n";
}

} // namespace edgewright::table
