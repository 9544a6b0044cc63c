// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/latex/latex_column.h"

#include "core/base/say.h"
#include "core/table/document.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace edgewright::table::latex_format {

namespace {

// As siunitx reads it: "-1.23e-7".
std::string numeral(std::string text) {
    constexpr std::string_view Minus = "−";
    for (std::size_t at = text.find(Minus); at != text.npos; at = text.find(Minus))
        text.replace(at, Minus.size(), "-");
    const std::size_t e = text.find('e');
    return e == text.npos ? text : text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));
}

// The room that the numbers of a column take.
class NumberRoom {
public:
    void take(std::string_view number) {
        const std::size_t e = number.find('e');
        std::string_view front = number.substr(0, e);
        std::string_view exponent = e == number.npos ? std::string_view() : number.substr(e + 1);
        m_hasMinus = takeMinus(front) || m_hasMinus;
        m_hasMinusAbove = takeMinus(exponent) || m_hasMinusAbove;
        const std::size_t point = std::min(front.find('.'), front.size());
        m_whole = std::max(m_whole, point);
        m_decimals = std::max(m_decimals, front.size() - std::min(point + 1, front.size()));
        m_exponent = std::max(m_exponent, exponent.size());
    }
    std::size_t width() const { // characters
        constexpr std::size_t TimesTen = 4;
        return m_whole + (m_hasMinus ? 2 : 0) + (m_decimals > 0 ? m_decimals + 1 : 0) +
               (m_exponent > 0 ? m_exponent + TimesTen : 0);
    }
    // "-3.2e-1".
    std::string text() const {
        std::string format = (m_hasMinus ? "-" : "") + std::to_string(m_whole);
        if (m_decimals > 0) format += "." + std::to_string(m_decimals);
        if (m_exponent > 0) format += (m_hasMinusAbove ? "e-" : "e") + std::to_string(m_exponent);
        return format;
    }

private:
    static bool takeMinus(std::string_view& digits) {
        const bool isThere = digits.starts_with('-');
        if (isThere) digits.remove_prefix(1);
        return isThere;
    }

    std::size_t m_whole = 1, m_decimals = 0, m_exponent = 0; // digits
    bool m_hasMinus = false, m_hasMinusAbove = false;        // the latter in an exponent
};

// Magnitude in the columns of its unit that are read together with this one.
double largestBeside(const Table& table, std::size_t column) {
    const auto groupOf = [](const Head& head) { return head.besideKey.empty() ? head.key : head.besideKey; };
    const Head& own = table.heads[column];
    double largest = 0;
    for (std::size_t each = 0; each < table.heads.size(); ++each) {
        const Head& head = table.heads[each];
        const bool isBeside = !groupOf(own).empty() && groupOf(head) == groupOf(own) && head.unit == own.unit;
        for (std::size_t row = 0; (each == column || isBeside) && row < table.rows(); ++row)
            if (const auto number = table.at(row, each).number(); number && std::isfinite(*number))
                largest = std::max(largest, std::abs(*number));
    }
    return largest;
}

Written numbersOf(const Table& table, std::size_t column) {
    const Head& head = table.heads[column];
    const double largest = largestBeside(table, column);
    bool isWhole = head.unit != Unit::Share && head.unit != Unit::Change;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) continue;
        isWhole = isWhole && std::holds_alternative<std::int64_t>(cell);
    }
    const Scale scale = isWhole ? Scale{1, 1, nameOf(head.unit)} : scaleOf(head.unit, largest);
    Written written;
    NumberRoom room;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) {
            const std::string said = documentText(cell, head.unit);
            written.cells.push_back("{" + latex(said) + "}");
            written.width = std::max(written.width, widthOf(said));
            continue;
        }
        const auto* whole = std::get_if<std::int64_t>(&cell);
        written.cells.push_back(whole && isWhole ? std::to_string(*whole)
                                                 : numeral(scaledText(*number, head.unit, scale)));
        room.take(written.cells.back());
    }
    const bool isSaid = scale.name == nameOf(head.unit) && saysUnit(head.head, head.unit);
    std::string title = translated("Column", head.head);
    if (!scale.name.empty() && !isSaid) title += " (" + std::string(scale.name) + ")";
    written.title = std::move(title);
    written.isNumbers = true;
    written.width = std::max(written.width, room.width());
    written.kind = "S[table-format=" + room.text() + "]";
    return written;
}

Written textsOf(const Table& table, std::size_t column) {
    Written written{.kind = "l", .title = translated("Column", table.heads[column].head)};
    for (std::size_t row = 0; row < table.rows(); ++row) {
        written.cells.push_back(documentText(table.at(row, column), Unit::Text));
        written.width = std::max(written.width, widthOf(written.cells.back()));
    }
    if (written.breaks()) written.kind = ">{\\raggedright\\arraybackslash}p{0.3\\linewidth}";
    return written;
}

} // namespace

Written columnOf(const Table& table, std::size_t column) {
    return table.heads[column].unit == Unit::Text ? textsOf(table, column) : numbersOf(table, column);
}

} // namespace edgewright::table::latex_format
