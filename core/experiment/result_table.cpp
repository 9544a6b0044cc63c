// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/result_table.h"

#include "core/pipeline/quantization/model_change.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace edgewright::experiment {

namespace {

struct ResultColumn {
    table::Head head;
    std::function<table::Cell(const ResultRows&, std::size_t row)> value;
};

// Beside their own accuracy: the ends of the interval.
constexpr table::Head AccuracyHeads[] = {
    {"accuracy", TRANSLATABLE("Column", "Accuracy"),
     TRANSLATABLE("Column", "Share of the samples with labels that are recognised"), table::Unit::Share},
    {"accuracy_low", TRANSLATABLE("Column", "From"),
     TRANSLATABLE("Column", "Lower end of the interval of the accuracy, 95 %"), table::Unit::Share,
     table::File | table::Page},
    {"accuracy_high", TRANSLATABLE("Column", "To"),
     TRANSLATABLE("Column", "Upper end of the interval of the accuracy, 95 %"), table::Unit::Share,
     table::File | table::Page}};

template <auto member>
table::Cell ofAccuracy(const ResultRows& rows, std::size_t row) {
    const auto accuracy = accuracyOf(rows[row].outcome.numbers);
    return accuracy ? table::Cell((*accuracy).*member) : table::Cell();
}

template <auto end>
table::Cell endOfRatio(const ResultRows& rows, std::size_t row) {
    const auto& relation = rows[row].relation;
    return relation && relation->interval ? table::Cell((*relation->interval).*end) : table::Cell();
}

table::Cell ratioOfPeaks(const ResultRows& rows, std::size_t row) {
    if (!rows[row].base) return {};
    const auto &own = rows[row].outcome.numbers.peakBytes, &other = rows[row].base->numbers.peakBytes;
    if (!own || !other || *other <= 0) return {};
    return static_cast<double>(*own) / static_cast<double>(*other);
}

// True if the rows differ in it.
bool hasSeveral(const ResultRows& rows, const Axis& axis) {
    return std::ranges::any_of(rows, [&](const ResultRow& each) {
        return each.outcome.choices.*axis.member != rows.front().outcome.choices.*axis.member;
    });
}

table::Head headOf(const ResultRows& rows, const Axis& axis) {
    const unsigned on = hasSeveral(rows, axis) ? table::Everywhere : table::File;
    return {axis.key, axis.title, axis.help, table::Unit::Text, on};
}

bool hasEnergiesIn(const ResultRows& rows, std::string_view unit) {
    return std::ranges::any_of(rows, [&](const ResultRow& each) { return each.outcome.energyUnit == unit; });
}

// By their tables (cost/energy): of accelerators with either, energies have no unit in common.
table::Unit unitOfEnergies(const ResultRows& rows) {
    const bool isRelative = hasEnergiesIn(rows, "MAC");
    if (isRelative && hasEnergiesIn(rows, "pJ")) return table::Unit::Plain;
    return isRelative ? table::Unit::MacEnergies : table::Unit::Picojoules;
}

// A column that nobody has a number for is for files alone.
table::Head headOf(const ResultRows& rows, const Number& number) {
    table::Head head = number.head;
    if (number.real == &Numbers::energy) head.unit = unitOfEnergies(rows);
    if (std::ranges::all_of(rows,
                            [&](const ResultRow& each) { return number.of(each.outcome.numbers).isNothing(); }))
        head.on = table::File;
    return head;
}

std::vector<ResultColumn> columnsOf(const ResultRows& rows) {
    std::vector<ResultColumn> columns;
    for (const Axis& axis : axes())
        columns.push_back({headOf(rows, axis), [&axis](const ResultRows& all, std::size_t row) {
                               return table::Cell(all[row].outcome.choices.*axis.member);
                           }});
    for (const Number& number : numbers())
        columns.push_back({headOf(rows, number), [&number](const ResultRows& all, std::size_t row) {
                               return number.of(all[row].outcome.numbers);
                           }});
    const unsigned unitOn = unitOfEnergies(rows) == table::Unit::Plain ? table::Everywhere : table::File;
    columns.push_back(
        {{"energy_unit", TRANSLATABLE("Column", "Energy in"),
          TRANSLATABLE("Column", "The unit of the energy table of the accelerator"), table::Unit::Text, unitOn},
         [](const ResultRows& all, std::size_t row) {
             const std::string& unit = all[row].outcome.energyUnit;
             return unit.empty() ? table::Cell() : table::Cell(unit);
         }});
    const std::function<table::Cell(const ResultRows&, std::size_t)> accuracies[] = {
        ofAccuracy<&Accuracy::share>, ofAccuracy<&Accuracy::low>, ofAccuracy<&Accuracy::high>};
    const bool isCounted = std::ranges::any_of(
        rows, [](const ResultRow& each) { return accuracyOf(each.outcome.numbers).has_value(); });
    for (std::size_t i = 0; i < std::size(AccuracyHeads); ++i) {
        columns.push_back({AccuracyHeads[i], accuracies[i]});
        if (!isCounted) columns.back().head.on = table::File;
    }
    columns.push_back({{"ratio", TRANSLATABLE("Column", "Ratio"),
                        TRANSLATABLE("Column", "Latency over that of the baseline"), table::Unit::Ratio},
                       [](const ResultRows& all, std::size_t row) {
                           return all[row].relation ? table::Cell(all[row].relation->ratio) : table::Cell();
                       }});
    columns.push_back({{"ratio_low", TRANSLATABLE("Column", "From"),
                        TRANSLATABLE("Column", "Lower end of the interval of the ratio"), table::Unit::Ratio},
                       endOfRatio<&measure::Interval::low>});
    columns.push_back({{"ratio_high", TRANSLATABLE("Column", "To"),
                        TRANSLATABLE("Column", "Upper end of the interval of the ratio"), table::Unit::Ratio},
                       endOfRatio<&measure::Interval::high>});
    columns.push_back(
        {{"verdict", TRANSLATABLE("Column", "Verdict"),
          TRANSLATABLE("Column", "The judgement on the ratio, beside the noise of the runs")},
         [](const ResultRows& all, std::size_t row) {
             const auto& relation = all[row].relation;
             return relation ? table::Cell(table::Word{keyOf(relation->verdict), titleOf(relation->verdict)})
                             : table::Cell();
         }});
    columns.push_back({{"peak_ratio", TRANSLATABLE("Column", "Peak ratio"),
                        TRANSLATABLE("Column", "Peak over that of the baseline"), table::Unit::Ratio},
                       ratioOfPeaks});
    const std::pair<table::Head, std::string Outcome::*> texts[] = {
        {table::inFiles("machine", table::Unit::Text), &Outcome::machine},
        {table::inFiles("date", table::Unit::Text), &Outcome::date},
        {{"error", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Why there is no result"),
          table::Unit::Text, table::Everywhere | table::Sentence},
         &Outcome::error}};
    for (const auto& each : texts)
        columns.push_back({each.first, [member = each.second](const ResultRows& all, std::size_t row) {
                               const std::string& found = all[row].outcome.*member;
                               return found.empty() ? table::Cell() : table::Cell(found);
                           }});
    if (std::ranges::none_of(rows, [](const ResultRow& each) { return each.outcome.isFailed(); }))
        columns.back().head.on = table::File;
    return columns;
}

// A baseline in the row of its own tells nothing.
void relate(const OutcomesByCell& outcomes, ResultRow& row, const Choices& wanted, bool isChosen) {
    if (const auto base = outcomes.find(wanted); base != outcomes.end() && wanted != row.outcome.choices) {
        row.base = base->second;
        row.relation = relationOf(base->second, row.outcome);
    } else if (!isChosen && row.outcome.verdict) {
        Outcome reference = row.outcome; // measured in turn with the cell, be it in the experiment or not
        reference.verdict.reset();
        reference.numbers.ratio = reference.numbers.lowRatio = reference.numbers.highRatio = 1;
        row.relation = relationOf(reference, row.outcome);
    }
}

} // namespace

std::optional<Accuracy> accuracyOf(const Numbers& numbers) {
    if (!numbers.right || !numbers.labelled || *numbers.labelled <= 0) return std::nullopt;
    const pipeline::CountedShare share{static_cast<std::size_t>(std::min(*numbers.right, *numbers.labelled)),
                                       static_cast<std::size_t>(*numbers.labelled)};
    return Accuracy{share.share(), share.interval().low, share.interval().high};
}

std::shared_ptr<const ResultRows> resultRows(const OutcomesByCell& outcomes, const std::vector<Cell>& cells,
                                             const std::vector<AxisChoice>& baseline) {
    auto rows = std::make_shared<ResultRows>();
    for (const Cell& cell : cells) {
        const auto found = outcomes.find(cell.choices);
        if (found == outcomes.end()) continue;
        Choices wanted = cell.choices;
        if (baseline.empty()) {
            wanted.configuration = Configurations.front().key;
            wanted.codes = Codes().key;
        }
        for (const AxisChoice& each : baseline)
            wanted.*each.axis->member = each.choice;
        rows->push_back({found->second, std::nullopt, std::nullopt});
        relate(outcomes, rows->back(), wanted, !baseline.empty());
    }
    return rows;
}

table::Table resultTable(std::shared_ptr<const ResultRows> rows) {
    auto columns = std::make_shared<const std::vector<ResultColumn>>(columnsOf(*rows));
    std::vector<table::Head> heads;
    for (const ResultColumn& each : *columns)
        heads.push_back(each.head);
    const std::size_t count = rows->size();
    return {std::move(heads), count,
            [rows = std::move(rows), columns = std::move(columns)](std::size_t row, std::size_t column) {
                return (*columns)[column].value(*rows, row);
            }};
}

namespace {

struct Pivot {
    std::shared_ptr<const ResultRows> rows;
    std::vector<const Axis*> axes;   // of the rows: all others, if they have several choices
    std::deque<std::string> choices; // across; heads point to them
    std::vector<Choices> lines;      // by row, without the choice across
    std::map<std::pair<Choices, std::string>, std::size_t> places; // of what is shown, in `rows`
    const Number* number = nullptr;
};

Choices without(Choices choices, const Axis& axis) {
    (choices.*axis.member).clear();
    return choices;
}

} // namespace

table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, const Number& number) {
    auto pivot = std::make_shared<Pivot>();
    pivot->rows = std::move(rows);
    pivot->number = &number;
    for (const Axis& axis : axes())
        if (&axis != &across && hasSeveral(*pivot->rows, axis)) pivot->axes.push_back(&axis);
    if (pivot->axes.empty()) // one row, which has a name all the same
        pivot->axes.push_back(&axes()[&across == &axes().front() ? 1 : 0]);
    std::set<Choices> lines;
    std::set<std::string> choicesThere;
    for (std::size_t i = 0; i < pivot->rows->size(); ++i) {
        const Choices& choices = (*pivot->rows)[i].outcome.choices;
        const Choices line = without(choices, across);
        const std::string& choice = choices.*across.member;
        if (choicesThere.insert(choice).second) pivot->choices.push_back(choice);
        if (lines.insert(line).second) pivot->lines.push_back(line);
        pivot->places.emplace(std::pair(line, choice), i);
    }
    std::vector<table::Head> heads;
    for (const Axis* axis : pivot->axes)
        heads.push_back({axis->key, axis->title, axis->help, table::Unit::Text, table::Everywhere});
    const table::Unit unit = headOf(*pivot->rows, number).unit;
    for (const std::string& choice : pivot->choices) {
        const char* const head = choice.empty() ? "as is" : choice.c_str();
        heads.push_back({head, head, number.head.hint, unit, table::Everywhere | table::Literal});
    }
    const std::size_t count = pivot->lines.size();
    return {std::move(heads), count,
            [pivot = std::move(pivot)](std::size_t row, std::size_t column) -> table::Cell {
                const Choices& line = pivot->lines[row];
                if (column < pivot->axes.size()) return line.*pivot->axes[column]->member;
                const auto place = pivot->places.find({line, pivot->choices[column - pivot->axes.size()]});
                if (place == pivot->places.end()) return {};
                return pivot->number->of((*pivot->rows)[place->second].outcome.numbers);
            }};
}

} // namespace edgewright::experiment
