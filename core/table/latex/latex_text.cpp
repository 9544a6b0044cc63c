// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/latex/latex_text.h"

#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <iconv.h>

namespace edgewright::table {

namespace latex_format {

namespace {

constexpr std::string_view ChineseCommand = "\\cjktext"; // {by numbers}{as it is}

struct Spelling {
    char32_t code;
    std::string_view tex;
};
constexpr Spelling Spellings[] = {
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'_', "\\_"},
    {U'^', "\\textasciicircum{}"},
    {U'~', "\\textasciitilde{}"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'|', "\\textbar{}"},
    {U'"', "''"},
    {U'`', "\\`{}"},
    {U'[', "{[}"}, // behind \\ both are arguments
    {U'*', "{*}"},
    {U'\n', " "},
    {U'\r', " "},
    {U'\t', " "},
    {U'\u00A0', "~"},
    {U'\u202F', "\\,"},
    {U'\u2013', "--"},
    {U'\u2014', "---"},
    {U'\u2018', "`"},
    {U'\u2019', "'"},
    {U'\u201C', "``"},
    {U'\u201D', "''"},
    {U'\u2026', "\\ldots{}"},
    {U'\u203A', "$>$"},
    {U'\u00B0', "$^\\circ$"},
    {U'\u00B1', "$\\pm$"},
    {U'\u00B2', "$^2$"},
    {U'\u00B3', "$^3$"},
    {U'\u00B5', "$\\mu$"},
    {U'\u00B7', "$\\cdot$"},
    {U'\u00D7', "$\\times$"},
    {U'\u00F7', "$\\div$"},
    {U'\u0394', "$\\Delta$"},
    {U'\u03A3', "$\\Sigma$"},
    {U'\u03B1', "$\\alpha$"},
    {U'\u03B2', "$\\beta$"},
    {U'\u03B3', "$\\gamma$"},
    {U'\u03B5', "$\\varepsilon$"},
    {U'\u03BB', "$\\lambda$"},
    {U'\u03BC', "$\\mu$"},
    {U'\u03C0', "$\\pi$"},
    {U'\u03C3', "$\\sigma$"},
    {U'\u2190', "$\\leftarrow$"},
    {U'\u2192', "$\\rightarrow$"},
    {U'\u2194', "$\\leftrightarrow$"},
    {U'\u2212', "$-$"},
    {U'\u221E', "$\\infty$"},
    {U'\u2248', "$\\approx$"},
    {U'\u2260', "$\\neq$"},
    {U'\u2264', "$\\leq$"},
    {U'\u2265', "$\\geq$"},
};

// Letters of western languages, which every encoding of fonts has or makes up from accents.
bool isWesternLetter(char32_t code) {
    constexpr std::u32string_view Lacking = U"\u00D0\u00DE\u00F0\u00FE"; // Eth and thorn
    return code >= 0xC0 && code <= 0xFF && Lacking.find(code) == Lacking.npos;
}

std::string numbered(char32_t code) {
    constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string digits;
    for (; code > 0 || digits.size() < 4; code >>= 4)
        digits.insert(digits.begin(), Digits[code & 15]);
    return "{[}U+" + digits + "]";
}

// One that pdfLaTeX has in its Chinese font gbsn: those of GB 2312 beyond what fonts of western languages have.
bool isChinese(char32_t code) {
    struct Converter {
        iconv_t handle = iconv_open("GB2312", "UTF-8");
        bool isThere() const { return handle != reinterpret_cast<iconv_t>(std::intptr_t{-1}); }
        ~Converter() {
            if (isThere()) iconv_close(handle);
        }
    };
    constexpr char32_t First = 0x2E80; // radicals of ideographs
    thread_local const Converter converter;
    if (code < First || !converter.isThere()) return false;
    std::string from;
    appendUtf8(from, code);
    std::array<char, 8> to{};
    char *in = from.data(), *out = to.data();
    std::size_t left = from.size(), room = to.size();
    iconv(converter.handle, nullptr, nullptr, nullptr, nullptr);
    return iconv(converter.handle, &in, &left, &out, &room) == 0;
}

} // namespace

std::string latex(std::string_view text, std::size_t unbroken) {
    std::string result, chinese, numbers;
    char32_t last = 0;
    std::size_t together = 0;
    const auto endChinese = [&] {
        if (!chinese.empty()) result += std::string(ChineseCommand) + "{" + numbers + "}{" + chinese + "}";
        chinese.clear();
        numbers.clear();
    };
    eachCodePoint(text, [&](char32_t code) {
        if (isChinese(code)) {
            numbers += (numbers.empty() || unbroken == 0 ? "" : "\\allowbreak{}") + numbered(code);
            appendUtf8(chinese, code);
            last = code;
            together = 0;
            return;
        }
        endChinese();
        const char32_t before = std::exchange(last, code);
        together = code == U' ' ? 0 : together + 1;
        const bool ended = before == U'/' || before == U'_' || before == U'.' || before == U',';
        if (unbroken > 0 && together > 1 && (ended || together > unbroken)) {
            result += "\\allowbreak{}";
            together = 1;
        } else if (before == code && (code == U'-' || code == U',' || code == U'\'')) {
            result += "{}"; // two would become another character
        }
        const auto* known = std::ranges::find(Spellings, code, &Spelling::code);
        if (known != std::end(Spellings))
            result += known->tex;
        else if ((code >= 0x20 && code < 0x7F) || isWesternLetter(code))
            appendUtf8(result, code);
        else
            result += numbered(code);
    });
    endChinese();
    return result;
}

std::string brokenWords(std::string_view text, std::size_t unbroken) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size() - 1) + 1;
        const std::string_view word = text.substr(at, end - at); // with its space
        result += latex(word, widthOf(word) > unbroken ? unbroken : 0);
        at = end;
    }
    return result;
}

std::string labelOf(std::string_view text) {
    std::string label(text);
    std::ranges::replace_if(
        label,
        [](unsigned char c) {
            const bool isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            return !isWord && std::string_view(":.-_").find(static_cast<char>(c)) == std::string_view::npos;
        },
        '-');
    return label;
}

} // namespace latex_format

std::string latexText(std::string_view text) {
    return latex_format::brokenWords(text, latex_format::MaxUnbroken);
}

std::string latexChinese(std::string_view text) {
    if (text.find(latex_format::ChineseCommand) == text.npos) return {};
    return "\\ifdefined\\cjktext\\else\\DeclareRobustCommand{\\cjktext}[2]{\\ifdefined\\Umathcode#2\\else\n"
           "  \\ifcsname ver@CJKutf8.sty\\endcsname\\begin{CJK}{UTF8}{gbsn}#2\\end{CJK}\\else#1\\fi\\fi}\\fi\n";
}

} // namespace edgewright::table
