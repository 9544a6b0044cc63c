// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/result_table.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/record/record.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
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
    {"accuracy_low", TRANSLATABLE("Column", "Accuracy from, 95 %"),
     TRANSLATABLE("Column", "Lower end of the interval of the accuracy"), table::Unit::Share,
     table::File | table::Page},
    {"accuracy_high", TRANSLATABLE("Column", "Accuracy to, 95 %"),
     TRANSLATABLE("Column", "Upper end of the interval of the accuracy"), table::Unit::Share,
     table::File | table::Page}};

table::Cell textOr(const std::string& found) { return found.empty() ? table::Cell() : table::Cell(found); }

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

// Empty where accelerators with either are among them.
std::optional<table::Unit> unitOfEnergies(const ResultRows& rows) {
    std::optional<table::Unit> unit;
    for (const ResultRow& each : rows) {
        if (!each.outcome.numbers.energy) continue;
        const table::Unit own = unitOfEnergy(each.outcome);
        if (unit && *unit != own) return std::nullopt;
        unit = own;
    }
    return unit.value_or(table::Unit::Picojoules);
}

// "135 µJ"
table::Cell energyWithUnit(const ResultRows& rows, std::size_t row) {
    const Outcome& outcome = rows[row].outcome;
    if (!outcome.numbers.energy) return {};
    return table::numberText(*outcome.numbers.energy, unitOfEnergy(outcome));
}

// A column that nobody has a number for is for files alone.
table::Head headOf(const ResultRows& rows, const Number& number) {
    table::Head head = number.head;
    if (number.real == &Numbers::energy) {
        const auto unit = unitOfEnergies(rows);
        head.unit = unit.value_or(table::Unit::Plain);
        if (!unit) head.on = table::File; // people read EnergyWithUnit
    }
    if (std::ranges::all_of(rows,
                            [&](const ResultRow& each) { return number.of(each.outcome.numbers).isNothing(); }))
        head.on = table::File;
    return head;
}

constexpr table::Head EnergyWithUnit = {"energy_with_unit", TRANSLATABLE("Column", "Energy"),
                                        TRANSLATABLE("Column", "Predicted for the accelerator, in the unit of "
                                                               "its energy table"),
                                        table::Unit::Text, table::People};

static_assert(measure::ComparisonRules().confidence == 0.999 && measure::ComparisonRules().resolution == 0.02 &&
              measure::ComparisonRules().sameWithin == 0.05); // as these heads say
constexpr const char* VerdictHint =
    TRANSLATABLE("Column", "The judgement on the ratio by its interval: no difference is none larger than what "
                           "the interval leaves open, at most 5 %; none below 2 % is claimed");
constexpr table::Head RatioHeads[] = {
    {"ratio", TRANSLATABLE("Column", "Paired ratio"),
     TRANSLATABLE("Column", "Time over that of the baseline in runs in pairs, one right after the other: the "
                            "medians of all runs, which are the latencies, may be further apart, or less"),
     table::Unit::Ratio},
    {"ratio_low", TRANSLATABLE("Column", "Ratio from, 99.9 %"),
     TRANSLATABLE("Column", "Lower end of the interval of the ratio, which the verdict is on"),
     table::Unit::Ratio},
    {"ratio_high", TRANSLATABLE("Column", "Ratio to, 99.9 %"),
     TRANSLATABLE("Column", "Upper end of the interval of the ratio, which the verdict is on"),
     table::Unit::Ratio}};

std::vector<ResultColumn> columnsOf(const ResultRows& rows) {
    std::vector<ResultColumn> columns;
    for (const Axis& axis : axes())
        columns.push_back({headOf(rows, axis), [&axis](const ResultRows& all, std::size_t row) {
                               return table::Cell(all[row].outcome.choices.*axis.member);
                           }});
    for (const Number& number : numbers()) {
        columns.push_back({headOf(rows, number), [&number](const ResultRows& all, std::size_t row) {
                               return number.of(all[row].outcome.numbers);
                           }});
        if (number.real == &Numbers::energy && !unitOfEnergies(rows))
            columns.push_back({EnergyWithUnit, energyWithUnit});
    }
    const std::function<table::Cell(const ResultRows&, std::size_t)> accuracies[] = {
        ofAccuracy<&Accuracy::share>, ofAccuracy<&Accuracy::low>, ofAccuracy<&Accuracy::high>};
    const bool isCounted = std::ranges::any_of(
        rows, [](const ResultRow& each) { return accuracyOf(each.outcome.numbers).has_value(); });
    for (std::size_t i = 0; i < std::size(AccuracyHeads); ++i) {
        columns.push_back({AccuracyHeads[i], accuracies[i]});
        if (!isCounted) columns.back().head.on = table::File;
    }
    const std::function<table::Cell(const ResultRows&, std::size_t)> ratios[] = {
        [](const ResultRows& all, std::size_t row) {
            return all[row].relation ? table::Cell(all[row].relation->ratio) : table::Cell();
        },
        endOfRatio<&measure::Interval::low>, endOfRatio<&measure::Interval::high>};
    for (std::size_t i = 0; i < std::size(RatioHeads); ++i)
        columns.push_back({RatioHeads[i], ratios[i]});
    columns.push_back(
        {{"verdict", TRANSLATABLE("Column", "Verdict"), VerdictHint},
         [](const ResultRows& all, std::size_t row) {
             const auto& relation = all[row].relation;
             return relation ? table::Cell(table::Word{keyOf(relation->verdict), titleOf(relation->verdict)})
                             : table::Cell();
         }});
    columns.push_back({{"peak_ratio", TRANSLATABLE("Column", "Peak ratio"),
                        TRANSLATABLE("Column", "Peak over that of the baseline"), table::Unit::Ratio},
                       ratioOfPeaks});
    columns.push_back({table::inFiles("model_file", table::Unit::Text),
                       [](const ResultRows& all, std::size_t row) { return textOr(all[row].file); }});
    const std::pair<table::Head, std::string Outcome::*> texts[] = {
        {table::inFiles("model_fingerprint", table::Unit::Text), &Outcome::model},
        {table::inFiles("settings_fingerprint", table::Unit::Text), &Outcome::settings},
        {table::inFiles("accelerator_fingerprint", table::Unit::Text), &Outcome::accelerator},
        {table::inFiles("energy_unit", table::Unit::Text), &Outcome::energyUnit},
        {table::inFiles("in_float", table::Unit::Text), &Outcome::whyInFloat},
        {table::inFiles("while_measured", table::Unit::Text), &Outcome::whileMeasured},
        {table::inFiles("machine", table::Unit::Text), &Outcome::machine},
        {table::inFiles("date", table::Unit::Text), &Outcome::date},
        {{"error", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Why there is no result"),
          table::Unit::Text, table::Everywhere | table::Sentence},
         &Outcome::error}};
    for (const auto& each : texts)
        columns.push_back({each.first, [member = each.second](const ResultRows& all, std::size_t row) {
                               return textOr(all[row].outcome.*member);
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
        rows->push_back({found->second, std::nullopt, std::nullopt, cell.file.filename().string()});
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
    std::deque<std::string> choices; // across
    std::deque<std::string> heads;   // and keys, which the table points to
    std::vector<Choices> lines;      // by row, without the choice across
    std::map<std::pair<Choices, std::string>, std::size_t> places; // of what is shown, in `rows`
    std::vector<ResultColumn> values;                              // by choice
    std::size_t each = 1;                                          // columns of a choice

    table::Cell at(std::size_t row, std::size_t column) const {
        if (column < axes.size()) return lines[row].*axes[column]->member;
        const std::size_t behind = column - axes.size();
        const std::size_t choice = behind / each;
        const auto place = places.find({lines[row], choices[choice]});
        if (place == places.end()) return {};
        if (behind % each == 0) {
            const auto& valueOf = values[choice].value;
            return valueOf ? valueOf(*rows, place->second) : table::Cell();
        }
        const ResultRow& result = (*rows)[place->second];
        if (!result.relation) return {};
        if (behind % each == 1) return result.relation->ratio;
        return table::Word{keyOf(result.relation->verdict), titleOf(result.relation->verdict)};
    }
};

Choices without(Choices choices, const Axis& axis) {
    (choices.*axis.member).clear();
    return choices;
}

// The column of resultTable() that people read, of some rows.
ResultColumn columnNamed(const ResultRows& rows, std::string_view key) {
    std::vector<ResultColumn> columns = columnsOf(rows);
    const auto isIts = [&](const ResultColumn& each) { return each.head.key == key; };
    const auto found = std::ranges::find_if(columns, isIts);
    if (found == columns.end()) return {};
    const auto text = std::next(found);
    return text != columns.end() && text->head.key == EnergyWithUnit.key ? *text : *found;
}

// Whatever the case of letters.
bool isSameWord(std::string_view a, std::string_view b) {
    const auto small = [](unsigned char letter) { return std::tolower(letter); };
    return std::ranges::equal(a, b, {}, small, small);
}

// By the choices of `axis`, in the order in which they come.
void sortBy(std::vector<Choices>& lines, const Axis& axis) {
    std::vector<std::string> order;
    for (const Choices& each : lines)
        if (std::ranges::find(order, each.*axis.member) == order.end()) order.push_back(each.*axis.member);
    std::ranges::stable_sort(lines, {}, [&](const Choices& each) {
        return std::ranges::find(order, each.*axis.member) - order.begin();
    });
}

} // namespace

std::vector<const Axis*> variedAxes(const ResultRows& rows) {
    std::vector<const Axis*> varied;
    for (const Axis& axis : axes())
        if (!rows.empty() && hasSeveral(rows, axis)) varied.push_back(&axis);
    return varied;
}

std::vector<std::string> tellingNames(const ResultRows& rows) {
    const std::vector<const Axis*> varied = variedAxes(rows);
    std::vector<std::string> names;
    for (const ResultRow& each : rows) {
        Choices telling;
        for (const Axis* axis : varied)
            telling.*axis->member = each.outcome.choices.*axis->member;
        names.push_back(varied.empty() ? each.outcome.choices.configuration : telling.text());
    }
    return names;
}

table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, const Number& number,
                        const PivotLook& look) {
    return pivotTable(std::move(rows), across, number.head.key, look);
}

table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, std::string_view value,
                        const PivotLook& look) {
    auto pivot = std::make_shared<Pivot>();
    pivot->rows = std::move(rows);
    pivot->each = look.hasRelations ? 3 : 1;
    for (const Axis* axis : variedAxes(*pivot->rows))
        if (axis != &across) pivot->axes.push_back(axis);
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
    if (const auto down = std::ranges::find(pivot->axes, look.down); down != pivot->axes.end()) {
        std::rotate(pivot->axes.begin(), down, down + 1);
        sortBy(pivot->lines, *look.down);
    }
    std::vector<table::Head> heads;
    for (const Axis* axis : pivot->axes)
        heads.push_back({axis->key, axis->title, axis->help, table::Unit::Text, table::Everywhere});
    const auto add = [&](std::string key, std::string head, const char* hint, table::Unit unit, unsigned also) {
        const std::string& name = pivot->heads.emplace_back(std::move(key));
        const char* const shown = pivot->heads.emplace_back(std::move(head)).c_str();
        heads.push_back({name, shown, hint, unit, table::Everywhere | table::Literal | also});
    };
    for (const std::string& choice : pivot->choices) {
        const std::string key = choice.empty() ? "as is" : choice;
        const std::string name = choice.empty() ? say("as is") : choice;
        ResultRows own; // energies of one accelerator have one unit
        std::ranges::copy_if(*pivot->rows, std::back_inserter(own), [&](const ResultRow& each) {
            return each.outcome.choices.*across.member == choice;
        });
        const table::Head& shown = pivot->values.emplace_back(columnNamed(own, value)).head;
        add(key, name, shown.hint, shown.unit, 0);
        if (!look.hasRelations) continue;
        add(key + ", ratio", say("{1}, ratio", name), RatioHeads[0].hint, table::Unit::Ratio, table::Folded);
        add(key + ", verdict", say("{1}, verdict", name), VerdictHint, table::Unit::Text, table::Folded);
    }
    const std::size_t count = pivot->lines.size();
    return {std::move(heads), count,
            [pivot = std::move(pivot)](std::size_t row, std::size_t column) { return pivot->at(row, column); }};
}

Result<std::string_view> valueNamed(std::string_view name) {
    const std::vector<ResultColumn> columns = columnsOf({});
    std::vector<std::string_view> keys, ofHead;
    std::string list;
    for (const ResultColumn& each : std::span(columns).subspan(axes().size())) {
        if (each.head.key == name) return each.head.key;
        if (isSameWord(each.head.head, name)) ofHead.push_back(each.head.key);
        keys.push_back(each.head.key);
        list += (list.empty() ? "" : ", ") + std::string(each.head.key);
    }
    if (ofHead.size() == 1) return ofHead.front();
    return noSuch(say("{1} is no value of a result", inQuotes(name)), name, keys, list);
}

std::string_view usualValue(const ResultRows& rows) {
    return std::ranges::any_of(rows, [](const ResultRow& each) { return each.relation.has_value(); })
               ? RatioHeads[0].key
               : numbers().front().head.key;
}

std::vector<std::string> legendOf(const ResultRows& rows, const std::vector<AxisChoice>& baseline) {
    std::vector<std::string> legend;
    const auto have = [&](const auto& holds) { return std::ranges::any_of(rows, holds); };
    const std::string chosen = textOf(baseline);
    const std::string confidence = table::percentText(measure::ComparisonRules().confidence);
    const std::string resolution = table::percentText(measure::ComparisonRules().resolution);
    if (have([](const ResultRow& each) { return each.relation.has_value(); }))
        legend.push_back(say(
            "ratio: time over that of {1} in runs in pairs, one right after the other; verdict and interval "
            "are of {2} and of this run: on another day ratios differ by some {3} more. \"No difference\": "
            "none larger than the interval leaves open; none below {3} is claimed. Latency: the median of "
            "all runs, so that two of them may have another ratio",
            chosen.empty() ? say("the baseline in fp32") : say("the same cell with {1}", chosen), confidence,
            resolution));
    if (have([](const ResultRow& each) { return each.relation && !each.relation->isPaired; }))
        legend.push_back(
            say("ratios of cells that were not measured together come from those of each to the baseline in "
                "fp32, and their intervals have {1} more room, by which programs differ that do not run "
                "together",
                resolution));
    if (std::string text = speedChangeText(rows); !text.empty()) legend.push_back(std::move(text));
    std::set<std::int64_t> words;
    for (const ResultRow& each : rows)
        if (each.outcome.numbers.wordBytes) words.insert(*each.outcome.numbers.wordBytes);
    std::string list;
    for (const std::int64_t each : words)
        list += (list.empty() ? "" : ", ") + table::bytesText(each);
    if (!words.empty())
        legend.push_back(say("cycles and energy: predicted for elements of the accelerator's own word ({1}), "
                             "also where the cell is in fp32",
                             list));
    std::set<std::int64_t> counted;
    for (const ResultRow& each : rows)
        if (accuracyOf(each.outcome.numbers)) counted.insert(*each.outcome.numbers.labelled);
    std::string counts;
    for (const std::int64_t each : counted)
        counts += (counts.empty() ? "" : ", ") + std::to_string(each);
    const std::size_t usual = pipeline::QuantizationSettings().evaluationSamples;
    if (counted.empty()) return legend;
    legend.push_back(*counted.rbegin() > static_cast<std::int64_t>(usual)
                         ? say("accuracy: of {1} samples with labels; a quantization by itself is compared on "
                               "{2} of them unless told, and may have another accuracy there",
                               counts, usual)
                         : say("accuracy: of {1} samples with labels", counts));
    return legend;
}

std::string speedChangeText(const ResultRows& rows) {
    std::map<std::string, measure::Interval> seen; // milliseconds of the baseline
    for (const ResultRow& each : rows) {
        const auto& reference = each.outcome.numbers.referenceMilliseconds;
        if (!reference || *reference <= 0) continue;
        const Choices& choices = each.outcome.choices;
        Choices common;
        common.model = choices.model;
        common.size = choices.size;
        common.device = choices.device;
        const auto place = seen.emplace(common.text(), measure::Interval{*reference, *reference}).first;
        place->second.low = std::min(place->second.low, *reference);
        place->second.high = std::max(place->second.high, *reference);
    }
    const auto change = [](const auto& each) { return each.second.high / each.second.low; };
    const auto most = std::ranges::max_element(seen, {}, change);
    if (most == seen.end() || change(*most) <= device::NotablePace) return {};
    return say("The machine changed its speed by {1} × between cells, beside which the baseline took {2} to "
               "{3}: their ratios can be compared, their latencies cannot",
               table::fixed(change(*most), 2), table::secondsText(most->second.low / 1e3),
               table::secondsText(most->second.high / 1e3));
}

std::vector<std::string> originOf(const ResultRows& rows) {
    std::vector<std::string> lines;
    const auto add = [&](std::string line) {
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    };
    for (const ResultRow& each : rows) {
        const std::string& name = each.outcome.choices.model;
        std::string known = name;
        if (!each.file.empty() && each.file != name) known += ", " + each.file;
        if (!each.outcome.model.empty()) known += ", " + each.outcome.model;
        add(say("Model: {1}", known));
    }
    for (const ResultRow& each : rows)
        if (!each.outcome.machine.empty())
            add(say("Machine: {1}, {2}", each.outcome.choices.device, each.outcome.machine));
    return lines;
}

} // namespace edgewright::experiment
