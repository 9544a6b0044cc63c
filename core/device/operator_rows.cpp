// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/operator_rows.h"

#include "core/device/parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace edgewright::device {

namespace {

std::size_t nodesOf(const VariantRecord& record) {
    std::size_t above = 0;
    for (const OperatorTime& each : record.operators)
        for (const NodeId node : each.origins)
            above = std::max<std::size_t>(above, node.index() + std::size_t(1));
    return above;
}

// Ids come from files: no more than there are operators to name them would be made for, far beyond any graph.
constexpr std::size_t MaxNodes = std::size_t(1) << 26;

void makeUnique(std::vector<NodeId>& nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

void sort(std::vector<OperatorRow>& rows) {
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const OperatorRow& row) { return std::pair(row.seconds, row.before); });
}

} // namespace

double predictedSeconds(const VariantRecord& record, const cost::Processor& processor) {
    double seconds = 0;
    if (record.isPredictable())
        for (const OperatorTime& each : record.operators)
            seconds += processor.secondsOf(each.features);
    return seconds;
}

std::vector<OperatorRow> operatorRows(const VariantRecord& shown, const VariantRecord* before,
                                      const cost::Processor& processor) {
    const std::size_t nodes = std::max(nodesOf(shown), before ? nodesOf(*before) : 0);
    Parts parts(nodes < MaxNodes ? nodes : 0);
    const auto isKnown = [&](const OperatorTime& time) { return !time.origins.empty() && nodes < MaxNodes; };
    for (const VariantRecord* each : {&shown, before})
        if (each)
            for (const OperatorTime& time : each->operators)
                if (isKnown(time)) parts.join(time.origins);

    std::vector<OperatorRow> rows;
    std::vector<double> longest; // by row, of the operator that it is named after
    std::map<std::size_t, std::size_t> rowOfPart;
    std::map<std::pair<std::string, std::string>, std::size_t> rowOfCopy; // by way and tensor
    const auto rowOf = [&](const OperatorTime& time) -> std::size_t {
        const auto add = [&] {
            rows.emplace_back();
            longest.push_back(-1);
            return rows.size() - 1;
        };
        if (time.ranBy == RanBy::Copy) {
            const auto [known, added] = rowOfCopy.try_emplace({time.op, time.name}, rows.size());
            return added ? add() : known->second;
        }
        if (!isKnown(time)) return add();
        const auto [known, added] = rowOfPart.try_emplace(parts.of(time.origins.front()), rows.size());
        return added ? add() : known->second;
    };
    const bool isPredicted = shown.isPredictable();
    const auto put = [&](const OperatorTime& time, bool isShown) {
        const std::size_t at = rowOf(time);
        OperatorRow& row = rows[at];
        (isShown ? row.seconds : row.before) += time.seconds;
        if (isShown) {
            ++row.operators;
            row.macs += time.macs;
            row.bytes += time.bytes;
            if (isPredicted) row.predicted += processor.secondsOf(time.features);
        }
        row.origins.insert(row.origins.end(), time.origins.begin(), time.origins.end());
        if ((isShown || row.operators == 0) && time.seconds > longest[at]) {
            longest[at] = time.seconds;
            row.node = time.node;
            row.name = time.name;
            row.op = time.op;
            row.arithmetic = time.arithmetic;
            row.ranBy = time.ranBy;
        }
    };
    for (const OperatorTime& time : shown.operators)
        put(time, true);
    if (before)
        for (const OperatorTime& time : before->operators)
            put(time, false);
    const double total = shown.operatorSeconds();
    const bool tellsChange = before && compared(*before, shown).verdict != measure::Verdict::Undecided,
               tellsError = shown.summary().interval.has_value();
    for (OperatorRow& row : rows) {
        row.tellsChange = tellsChange;
        row.tellsError = tellsError;
        if (total > 0) row.share = row.seconds / total;
        makeUnique(row.origins);
    }
    sort(rows);
    return rows;
}

std::vector<OperatorRow> grouped(const std::vector<OperatorRow>& rows,
                                 const std::function<std::string(const OperatorRow&)>& nameOf) {
    std::map<std::string, OperatorRow> groups;
    for (const OperatorRow& row : rows) {
        const std::string name = nameOf(row);
        const auto [at, isNew] = groups.try_emplace(name);
        OperatorRow& group = at->second;
        group.name = name;
        if (isNew)
            group.op = row.op;
        else if (group.op != row.op)
            group.op.clear();
        group.origins.insert(group.origins.end(), row.origins.begin(), row.origins.end());
        group.operators += row.operators;
        group.tellsChange = row.tellsChange;
        group.tellsError = row.tellsError;
        group.seconds += row.seconds;
        group.share += row.share;
        group.before += row.before;
        group.predicted += row.predicted;
        group.macs += row.macs;
        group.bytes += row.bytes;
    }
    std::vector<OperatorRow> result;
    for (auto& [name, row] : groups)
        result.push_back(std::move(row));
    for (OperatorRow& row : result)
        makeUnique(row.origins);
    sort(result);
    return result;
}

PredictionError predictionError(const std::vector<OperatorRow>& rows) {
    double measured = 0, predicted = 0, missed = 0;
    for (const OperatorRow& row : rows) {
        measured += row.seconds;
        predicted += row.predicted;
        missed += std::abs(row.predicted - row.seconds);
    }
    if (measured <= 0 || predicted <= 0) return {};
    return {predicted / measured - 1, missed / measured};
}

namespace operator_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const OperatorRow& row;
    std::optional<double> roof;
};

// Of what was measured or predicted.
Cell known(double number) { return number > 0 ? Cell(number) : Cell(); }

template <auto member>
Cell of(const Row& row) {
    return row.row.*member;
}

template <auto member>
Cell seconds(const Row& row) {
    return known(row.row.*member);
}

template <auto part, auto whole>
Cell ratio(const Row& row) {
    return row.row.*part > 0 && row.row.*whole > 0 ? Cell(row.row.*part / row.row.*whole) : Cell();
}

constexpr table::Column<Row> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Operator"),
      TRANSLATABLE("Column", "Of what was measured, or of the variant beside it")},
     of<&OperatorRow::name>},
    {{"op", TRANSLATABLE("Column", "Op"), TRANSLATABLE("Column", "Its kind"), Text,
      table::Everywhere | table::Folded},
     of<&OperatorRow::op>},
    {{"ran_by", TRANSLATABLE("Column", "Ran on"),
      TRANSLATABLE("Column", "Another machine than the device, for it; or a copy between both"), Text,
      table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell {
         switch (row.row.ranBy) {
         case RanBy::ThisMachine:
             return table::Word{"this machine", TRANSLATABLE("Word", "this machine")};
         case RanBy::Copy:
             return table::Word{"copy", TRANSLATABLE("Word", "copy")};
         case RanBy::Target:
             break;
         }
         return {};
     }},
    {{"before_seconds", TRANSLATABLE("Column", "Beside"),
      TRANSLATABLE("Column", "● Time of the same part in the variant beside it"), Seconds,
      table::Everywhere | table::FoldedIfAlike},
     seconds<&OperatorRow::before>},
    {{"seconds", TRANSLATABLE("Column", "Time"), TRANSLATABLE("Column", "● Median over the profiled runs"),
      Seconds},
     seconds<&OperatorRow::seconds>},
    {{"change", TRANSLATABLE("Column", "Change"),
      TRANSLATABLE("Column", "● Of the time, from the variant beside it"), Change,
      table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell {
         const auto now = ratio<&OperatorRow::seconds, &OperatorRow::before>(row).number();
         return now && row.row.tellsChange ? Cell(*now - 1) : Cell();
     }},
    {{"share", TRANSLATABLE("Column", "Share"), TRANSLATABLE("Column", "● Of all operators"), Share},
     of<&OperatorRow::share>},
    {{"gmacs_per_second", TRANSLATABLE("Column", "GMAC/s"),
      TRANSLATABLE("Column", "● Multiply-accumulates a second"), GigaMacsPerSecond,
      table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return known(row.row.macsPerSecond() / 1e9); }},
    {{"roof", TRANSLATABLE("Column", "Of roof"),
      TRANSLATABLE(
          "Column",
          "● Share of what this machine can do at the operator's intensity, its bytes from the nearest "
          "level that holds them; above 100 % they came from a nearer one"),
      Share, table::Everywhere | table::FoldedIfAlike},
     table::member<&Row::roof>},
    {{"predicted_seconds", TRANSLATABLE("Column", "Predicted"),
      TRANSLATABLE("Column", "≈ By the processor fitted to this machine"), Seconds,
      table::Everywhere | table::FoldedIfAlike},
     seconds<&OperatorRow::predicted>},
    {{"ratio", TRANSLATABLE("Column", "Off by"),
      TRANSLATABLE("Column", "≈ / ●: predicted time over measured time; 1 × is a right prediction"), Estimate,
      table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell {
         return row.row.tellsError ? ratio<&OperatorRow::predicted, &OperatorRow::seconds>(row) : Cell();
     }},
};

} // namespace

} // namespace operator_columns

table::Table operatorTable(std::shared_ptr<const OperatorRows> operators) {
    const std::size_t rows = operators->rows.size();
    return {std::span(operator_columns::Columns), rows, [operators = std::move(operators)](std::size_t row) {
                return operator_columns::Row{operators->rows[row], operators->roof[row]};
            }};
}

} // namespace edgewright::device
