// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a table, once for page, terminal, JSON and CSV: numbers, units and words are the same in all of
// them.
//
// To add a column: a line in the list that stands beside the rows (`grep -rl 'table::Column<' core`):
//     {{"stall_cycles", TRANSLATABLE("Column", "Stalls"), TRANSLATABLE("Column", "Cycles without work"),
//       Unit::Cycles}, [](const Row& row) -> Cell { return row.cost.stallCycles; }},
// Alignment and number format follow from the unit. Keys are a contract of the command line: no key is renamed.
#pragma once

#include "core/base/translatable.h"
#include "core/base/unit.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace edgewright::table {

using edgewright::Unit;

// One of a fixed set of words: files have its name, people read its title, translated in the context "Word".
struct Word {
    std::string_view name;
    const char* title;
};

// The content of one place; monostate: nothing is known, or there is nothing.
struct Cell : std::variant<std::monostate, bool, std::int64_t, double, std::string, Word> {
    Cell() = default;
    Cell(std::integral auto number) : variant(static_cast<std::int64_t>(number)) {
        if constexpr (std::same_as<decltype(number), bool>) emplace<bool>(number);
    }
    Cell(std::floating_point auto number) : variant(static_cast<double>(number)) {}
    Cell(std::string text) : variant(std::move(text)) {}
    Cell(std::string_view text) : variant(std::string(text)) {}
    Cell(const char* text) : variant(std::string(text)) {}
    Cell(Word word) : variant(word) {}
    template <typename T>
    Cell(const std::optional<T>& known) {
        if (known) *this = Cell(*known);
    }
    bool isNothing() const { return index() == 0; }
    std::optional<double> number() const; // an integer or a real one
};

// Who sees a column.
enum Place : unsigned {
    File = 1,
    Page = 2,
    Terminal = 4,
    People = Page | Terminal,
    Everywhere = File | People,
    ZeroInFiles = 8,    // beside these: files have 0 where there is nothing
    Folded = 16,        // beside Page: shown when a person asks for it in the menu of the heads
    Literal = 32,       // beside File: a point in the key is no more than that
    Sentence = 64,      // beside Page: where room is short its end goes; of a name it is the middle
    FoldedIfAlike = 128 // beside Page: folded while there is nothing in it, or all of several rows say the same
};

struct Head {
    // The key in JSON and in the head of CSV: "sram.ifmap" is `ifmap` within the object `sram`, and
    // "sram_ifmap" in CSV. There may be several points.
    std::string_view key;
    const char* head = "";  // TRANSLATABLE("Column", ...)
    const char* hint = "";  // of the head, likewise
    Unit unit = Unit::Text; // Text aligns to the left, all others to the right
    unsigned on = Everywhere;
    // The key of a column beside which it is read, as an end of its interval is: where numbers of a column have
    // one unit, theirs is that of both.
    std::string_view besideKey = {};
};
constexpr Head inFiles(std::string_view key, Unit unit = Unit::Plain) { return {key, "", "", unit, File}; }

template <typename Row>
struct Column {
    Head head;
    Cell (*value)(const Row& row);
};

// The value at the end of a path of members: member<&LayerCost::layer, &Layer::name>.
template <auto... path, typename Row>
Cell member(const Row& row) {
    return (row.*....*path);
}

// Rows of any kind with their columns. A value; it holds what `rowAt` holds.
class Table {
public:
    Table() = default;
    // `columns` live as long as the table. `rowAt(place)`: a Row, or a reference to one.
    template <typename Row, std::size_t Extent, typename RowAt>
    Table(std::span<const Column<Row>, Extent> columns, std::size_t rows, RowAt rowAt)
        : m_rows(rows), m_cell([columns, rowAt = std::move(rowAt)](std::size_t row, std::size_t column) {
              return columns[column].value(rowAt(row));
          }) {
        for (const Column<Row>& each : columns)
            heads.push_back(each.head);
    }
    // Columns that no list declares. What `columnHeads` point to lives as long as `cell`.
    Table(std::vector<Head> columnHeads, std::size_t rows,
          std::function<Cell(std::size_t row, std::size_t column)> cell)
        : heads(std::move(columnHeads)), m_rows(rows), m_cell(std::move(cell)) {}

    std::vector<Head> heads;         // by column
    std::array<const void*, 2> of{}; // the results that it shows, where it holds them: equal for equal tables
    std::size_t rows() const { return m_rows; }
    Cell at(std::size_t row, std::size_t column) const { return m_cell(row, column); }
    std::vector<std::size_t> columnsOn(Place place) const;
    // There is one:
    Head& head(std::string_view key);
    Cell at(std::size_t row, std::string_view key) const;

private:
    std::size_t columnOf(std::string_view key) const;

    std::size_t m_rows = 0;
    std::function<Cell(std::size_t row, std::size_t column)> m_cell;
};

} // namespace edgewright::table
