// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/strategy_findings.h"

#include "core/pipeline/quantization/told_apart.h"
#include "core/quant/layer/study_fields.h"

#include <array>
#include <span>

namespace edgewright::pipeline {

namespace strategy_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

struct TriedStrategy {
    const StrategyRow& row;
    bool isPareto, isRecommended, isAlike;
};

constexpr std::string_view remedyWord(Remedy remedy) {
    constexpr std::array<std::string_view, 4> Words{"none", "equalize", "correct_bias", "float_layers"};
    return Words[static_cast<std::size_t>(remedy)];
}

Cell verdict(const TriedStrategy& tried) {
    if (tried.isRecommended) return table::Word{"recommended", TRANSLATABLE("Word", "recommended")};
    if (tried.isAlike) return table::Word{"alike", TRANSLATABLE("Word", "not told apart")};
    return tried.isPareto ? Cell(table::Word{"pareto", TRANSLATABLE("Word", "Pareto optimal")}) : Cell("");
}

Cell timeBetween(const TriedStrategy& tried) {
    const std::string text = tried.row.latency ? betweenText(*tried.row.latency) : std::string();
    return text.empty() ? Cell() : Cell(text);
}

const StrategyLayer* worstOf(const TriedStrategy& tried) {
    return tried.row.worstLayer ? &tried.row.layers.at(*tried.row.worstLayer) : nullptr;
}

template <auto member>
Cell ofWorstSample(const TriedStrategy& tried) {
    const SampleChange* worst = tried.row.change.worstSample();
    return worst ? Cell(worst->*member) : Cell();
}

template <auto member>
Cell of(const TriedStrategy& tried) {
    return tried.row.*member;
}

constexpr table::Column<TriedStrategy> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Strategy"),
      TRANSLATABLE("Column", "Scales of the weights, codes of the activations, how ranges were chosen")},
     [](const TriedStrategy& tried) -> Cell { return tried.row.name(); }},
    {{"verdict", TRANSLATABLE("Column", "Verdict"),
      TRANSLATABLE(
          "Column",
          "Not told apart from what is recommended: the difference is within the noise of these "
          "samples. Pareto "
          "optimal: no other is as good in answers, SQNR (of all samples, and its mean) and bytes, and "
          "better in one of them; the time of a short run does not count"),
      Text, table::Page},
     verdict},
    {inFiles("weights", Text),
     [](const TriedStrategy& tried) -> Cell {
         return quant::Granularities[static_cast<std::size_t>(tried.row.strategy.weights)].key;
     }},
    {inFiles("activations", Text),
     [](const TriedStrategy& tried) -> Cell {
         return tried.row.strategy.symmetric ? "symmetric" : "asymmetric";
     }},
    {inFiles("method", Text), [](const TriedStrategy& tried) -> Cell { return tried.row.strategy.method; }},
    {inFiles("remedy", Text),
     [](const TriedStrategy& tried) -> Cell { return remedyWord(tried.row.strategy.remedy); }},
    {{"accuracy_fp32", TRANSLATABLE("Column", "In FP32"),
      TRANSLATABLE("Column", "● Accuracy in float32, of the labelled samples"), Share,
      table::Everywhere | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.tops.accuracyFp32(); }},
    {{"accuracy_int8", TRANSLATABLE("Column", "Accuracy"), TRANSLATABLE("Column", "● Of the labelled samples"),
      Share, table::Everywhere | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.tops.accuracyInt8(); }},
    {inFiles("accuracy_int8_low", Share),
     [](const TriedStrategy& tried) -> Cell { return lowOf(tried.row.change.tops.rightInt8()); }},
    {inFiles("accuracy_int8_high", Share),
     [](const TriedStrategy& tried) -> Cell { return highOf(tried.row.change.tops.rightInt8()); }},
    {inFiles("labelled"), [](const TriedStrategy& tried) -> Cell { return tried.row.change.tops.labelled; }},
    {{"answers_interval", TRANSLATABLE("Column", "95 % interval"),
      TRANSLATABLE("Column", "Accuracy, without labels agreement, of all inputs like these samples, with 95 % "
                             "confidence (Wilson's interval)"),
      Text, table::People | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return endsOf(tried.row.change.tops.int8Share()); }},
    {{"top1_agreement", TRANSLATABLE("Column", "Agreement"),
      TRANSLATABLE("Column", "● Share of samples that integers take for what float32 takes them for"), Share,
      table::Everywhere | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.tops.agreement(); }},
    {{"mean_sample_sqnr_db", TRANSLATABLE("Column", "SQNR, mean of samples"),
      TRANSLATABLE("Column", "● Mean over the samples of the lowest SQNR that an output has in each: by this "
                             "strategies are compared and chosen"),
      Decibels},
     [](const TriedStrategy& tried) -> Cell { return meanComparedDb(tried.row.change); }},
    {{"output_sqnr_db", TRANSLATABLE("Column", "SQNR, all samples"),
      TRANSLATABLE("Column", "● Over all samples together, of the output, or the part of one, where it is "
                             "lowest, all layers in integers"),
      Decibels},
     [](const TriedStrategy& tried) -> Cell { return tried.row.outputSqnrDb(); }},
    {{"worst_sample_sqnr_db", TRANSLATABLE("Column", "SQNR, worst sample"),
      TRANSLATABLE("Column", "● Of the sample, and the output or the part of one, where it is lowest: what is "
                             "usable is judged by it, since loud samples hide it in the SQNR of all"),
      Decibels, table::Everywhere | table::FoldedIfAlike},
     ofWorstSample<&SampleChange::sqnrDb>},
    {inFiles("lowest_sqnr_db", Decibels),
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.weakest().spread.lowDb(); }},
    {inFiles("highest_sqnr_db", Decibels),
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.weakest().spread.highDb(); }},
    {{"sqnr_spread", TRANSLATABLE("Column", "Of samples"),
      TRANSLATABLE("Column", "● The lowest and the highest that the same output has in one sample: what "
                             "differs by much less is not told apart by these samples"),
      Text, table::Page | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.weakest().spread.text(); }},
    {inFiles("worst_sample", Text), ofWorstSample<&SampleChange::name>},
    {inFiles("worst_sample_output", Text), ofWorstSample<&SampleChange::output>},
    {{"weakest_output", TRANSLATABLE("Column", "Weakest output"),
      TRANSLATABLE("Column", "The output, or the part of one, that the SQNR of all samples is of"), Text,
      table::Everywhere | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell { return tried.row.change.weakestName(); }},
    {{"mean_layer_sqnr_db", TRANSLATABLE("Column", "Layers, mean"),
      TRANSLATABLE("Column", "● Mean SQNR of the layers, in the model"), Decibels,
      table::Everywhere | table::Folded},
     of<&StrategyRow::meanLayerSqnrDb>},
    {{"worst_layer", TRANSLATABLE("Column", "Worst layer"),
      TRANSLATABLE("Column", "The one with the lowest SQNR"), Text, table::Everywhere | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell {
         const StrategyLayer* worst = worstOf(tried);
         return worst ? Cell(worst->name) : Cell();
     }},
    {inFiles("worst_layer_sqnr_db", Decibels),
     [](const TriedStrategy& tried) -> Cell {
         const StrategyLayer* worst = worstOf(tried);
         return worst ? Cell(worst->sqnrDb) : Cell();
     }},
    {inFiles("bytes_before", Bytes), of<&StrategyRow::weightBytesBefore>},
    {{"bytes_after", TRANSLATABLE("Column", "Weights"),
      TRANSLATABLE("Column", "= Of the layers, with biases and scales"), Bytes,
      table::Everywhere | table::FoldedIfAlike},
     of<&StrategyRow::weightBytesAfter>},
    {{"file_bytes", TRANSLATABLE("Column", "File"), TRANSLATABLE("Column", "= As the model would be written"),
      Bytes, table::File | table::Terminal},
     of<&StrategyRow::fileBytes>},
    {inFiles("alike"), [](const TriedStrategy& tried) -> Cell { return tried.isAlike; }},
    {inFiles("pareto"), [](const TriedStrategy& tried) -> Cell { return tried.isPareto; }},
    {{"milliseconds", TRANSLATABLE("Column", "Time here"),
      TRANSLATABLE("Column", "● Of a short run in this program, one thread, in turn with the first strategy"),
      Milliseconds, table::Page | table::FoldedIfAlike},
     [](const TriedStrategy& tried) -> Cell {
         return tried.row.latency ? Cell(tried.row.latency->milliseconds) : Cell();
     }},
    {{"milliseconds_interval", TRANSLATABLE("Column", "Time between"),
      TRANSLATABLE("Column",
                   "● With 95 % confidence, against the first strategy: times whose intervals meet are "
                   "not told apart"),
      Text, table::Page | table::FoldedIfAlike},
     timeBetween},
};

} // namespace

} // namespace strategy_columns

table::Table strategyTable(std::shared_ptr<const StrategyComparison> comparison) {
    using namespace strategy_columns;
    const std::size_t rows = comparison ? comparison->rows.size() : 0;
    std::size_t best = rows;
    std::vector<bool> isPareto(rows), isAlike(rows);
    if (rows > 0) {
        if (const auto found = recommendationOf(*comparison); found && found->isAdvice()) {
            best = found->row;
            for (const AlikeStrategy& each : found->alike)
                isAlike[each.row] = true;
        }
        for (const std::size_t row : paretoRows(comparison->rows))
            isPareto[row] = true;
    }
    const void* const of = comparison.get();
    table::Table table{
        std::span(Columns), rows,
        [comparison = std::move(comparison), isPareto = std::move(isPareto), isAlike = std::move(isAlike),
         best](std::size_t row) {
            return TriedStrategy{comparison->rows[row], isPareto[row], row == best, isAlike[row]};
        }};
    table.of = {of, nullptr};
    return table;
}

} // namespace edgewright::pipeline
