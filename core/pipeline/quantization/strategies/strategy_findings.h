// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of a comparison of strategies, as numbers and names, and which of them to choose. Each part is there
// only where the comparison has rows for it. Rows with remedies count for the recommendation alone.
#pragma once

#include "core/measure/statistics.h"
#include "core/pipeline/quantization/strategies/strategies.h"
#include "core/table/answer.h"
#include "core/table/column.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// One row in short.
struct StrategyOutcome {
    Strategy strategy;
    double outputSqnrDb = 0; // over all samples
    double meanSqnrDb = 0;   // meanComparedDb(), by which strategies are compared
    std::optional<double> meanLayerSqnrDb;
    TopCounts tops;
    std::int64_t weightBytes = 0;
    std::string weakest = {}; // that outputSqnrDb is of (WeakestOutput::place())
    bool hasOneOutput = true; // of one part: no other could be meant
    // The SQNR of the worst sample: of any output, and of all but the first output as a whole. What is loud in
    // one sample hides another one in the figures of all.
    double worstSqnrDb = std::numeric_limits<double>::infinity();
    double worstOthersSqnrDb = std::numeric_limits<double>::infinity();
    std::string worst = {}; // ModelChange::worstSampleText()

    std::string outputText() const; // what isUsable() judges, in words
    std::string meanText() const;   // what it is compared by
    // In every sample the first output has Recommendation::UsableSqnr, or the answers stay, and every other
    // output and part has it.
    bool isUsable() const;
};

// Rows that differ in one thing alone; the first of each pair against the second.
struct StrategyPairs {
    std::size_t pairs = 0;
    std::size_t better = 0, worse = 0;             // by the SQNR of the output, beyond noise (told_apart.h)
    std::size_t betterLayers = 0, worseLayers = 0; // by the mean over the layers, where both have it
    StrategyOutcome first, second; // of a pair to show: asymmetric, per channel, min-max if there
};

// Weights per channel (first of each pair) against per tensor.
struct GranularityFinding {
    StrategyPairs pairs;
    // The layer whose channels are most unlike, by the rows of the pair that is shown.
    std::optional<ChannelSpread> widest;
    std::optional<double> weightSqnrPerChannelDb, weightSqnrPerTensorDb; // of its weights
    std::optional<double> layerSqnrPerChannelDb, layerSqnrPerTensorDb;   // of its output
};

// Asymmetric uint8 activations (first of each pair) against symmetric int8.
struct SymmetryFinding {
    StrategyPairs pairs;
    std::size_t activations = 0, neverNegative = 0; // see StrategyComparison
};

// Methods to choose ranges, all else as in the row that is recommended without remedies.
struct MethodFinding {
    quant::Granularity weights = quant::Granularity::PerChannel;
    bool symmetric = false;
    std::vector<StrategyOutcome> methods; // two or more, the best first: by right answers, then by SQNR
    std::vector<StrategyOutcome> bySqnr;  // the same, by meanSqnrDb alone
    std::vector<bool> isAlike;            // by place in bySqnr: not to be told from its first
    // Right answers (of labelled samples, else those as in float32): how many there could be, and by how many
    // the best method leads the last one.
    std::size_t answers = 0, lead = 0;
    bool isNoise = true; // that lead (told_apart.h)
};

// A row that cannot be told apart from the one that is recommended.
struct AlikeStrategy {
    std::size_t row = 0;        // in StrategyComparison::rows
    Strategy strategy;          // as it was made
    measure::MeanInterval lead; // of the recommended one over it, per sample; dB
};

// The rows that are left after one criterion after the other: StrategyOutcome::isUsable() where any row is; not
// behind the row with the most right answers of labelled samples, with the most answers as in float32, with the
// highest SQNR per sample, each beyond noise (told_apart.h). Of those it is the best one: with the highest mean
// SQNR over the samples, then over the layers; a row with fewer bytes of weights takes its place only where it
// is shown to be as good (isEquivalent). It is one of paretoRows(). Where nothing can be advised it is the row
// with the highest SQNR in its worst sample.
struct Recommendation {
    static constexpr double UsableSqnr = 10;   // dB: the power of the noise is a tenth of the signal's
    static constexpr double UsableShare = 0.9; // of the answers of float32, of at least UsableAnswers
    static constexpr std::size_t UsableAnswers = 10;
    static constexpr std::size_t MinSamples = 4; // to choose by: fewer tell no interval that says anything

    std::size_t row = 0; // in StrategyComparison::rows
    StrategyOutcome outcome;
    std::size_t rows = 0;                                    // to choose from
    std::size_t usable = 0;                                  // of them, by the first criterion
    std::size_t mostRight = 0, mostAgreed = 0, bestSqnr = 0; // rows left after each of the others
    bool isCheaper = false;  // it takes the place of a better one, with fewer bytes
    std::size_t cheaper = 0; // of the last ones: those with fewer bytes than the chosen one
    // The last ones but the chosen one, by how much can lie between, most first.
    std::vector<AlikeStrategy> alike;

    bool isUsable() const { return outcome.isUsable(); } // false: the best of the rows, and none to choose
    // Usable, and compared on MinSamples.
    bool isAdvice() const { return isUsable() && outcome.tops.samples >= MinSamples; }
};

// A sentence where the change is not usable (StrategyOutcome::isUsable), with the likely cause in the
// calibration; empty: it is.
std::string unusableText(const ModelChange& change, const std::optional<UnlikeInputs>& unlike);

struct StrategyFindings {
    std::optional<UnlikeInputs> unlike; // StrategyComparison
    std::optional<GranularityFinding> granularity;
    std::optional<SymmetryFinding> symmetry;
    std::optional<MethodFinding> method;
    std::optional<Recommendation> recommendation;
    std::size_t samples = 0;
    std::size_t tried = 0, wanted = 0; // strategies
};

// The findings, also of a comparison that goes on (StrategyOptions::finished).
StrategyFindings findingsOf(const StrategyComparison& comparison);

std::optional<Recommendation> recommended(const std::vector<StrategyRow>& rows);
// Nothing while the comparison goes on: what is tried last may be the best.
std::optional<Recommendation> recommendationOf(const StrategyComparison& comparison);

// Places of rows that no other row is at least as good as in being usable, in right answers, in answers as in
// float32, in SQNR (over all, and the mean over the samples), in bytes, and better in one of them. Times do not
// count: those of short runs differ more from run to run than strategies do.
std::vector<std::size_t> paretoRows(const std::vector<StrategyRow>& rows);

// The choice, and what it rests on; nothing is claimed that the numbers do not say. Empty without rows.
table::Answer answerOf(const StrategyFindings& findings);

// Strategies as far as they were tried, as a table. Null: no rows.
table::Table strategyTable(std::shared_ptr<const StrategyComparison> comparison);

} // namespace edgewright::pipeline
