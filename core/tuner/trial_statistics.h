// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers over the trials of a search: how well its cost model ranked them, and which parameters mattered.
#pragma once

#include "core/tuner/tried.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

// Scores of one task and space against what its trials took. Scores are those from before each trial: the model
// was fitted anew between them.
struct Ranking {
    std::size_t count = 0;  // trials with a score that were correct
    double correlation = 0; // Spearman's, of score and speed; 0 where there is no spread
    std::size_t best = 0;   // so many of the fastest trials
    double recall = 0;      // the share of them that is among as many of the highest scores
};
inline constexpr double BestShare = 0.1;     // of the trials that Ranking::best are, rounded up
inline constexpr std::size_t MinRanked = 10; // trials, below which nothing is said of a model
// Nothing of fewer than MinRanked trials.
std::optional<Ranking> rankingOf(const Tried& tried, std::size_t task, KernelSpace space);
// Means over both spaces of the task, or of all tasks, that have one, by their trials.
std::optional<Ranking> rankingOf(const Tried& tried, std::size_t task);
std::optional<Ranking> rankingOf(const Tried& tried);

// The share of the variance of the logarithm of the time that the values of a knob alone explain, without what
// as many random groups of trials would: epsilon squared (Kelley, "An unbiased correlation ratio measure", PNAS
// 21, 1935), which is 1 - (1 - eta^2) (n - 1) / (n - values), eta^2 the sum of squares between the values over
// the whole sum. Main effects: what two knobs do together is in neither, and where a search prefers some values
// their trials are more.
// Of the trials of one space that have the knob: those of other sketches have others.
struct KnobImportance {
    KernelSpace space = KernelSpace::Parameters;
    std::string knob = {};
    double share = 0;       // 0..1
    std::size_t values = 0; // that were tried, at least 2
    std::size_t trials = 0; // correct ones that have the knob
    std::string best = {};  // the value with the least mean of the logarithm
};
inline constexpr std::size_t MinExplained = 8; // correct trials, below which there are no shares
// The largest first, in both spaces. Of knobs that had one value, or as many as trials, nothing.
std::vector<KnobImportance> importanceOf(const Tried& tried, std::size_t task);
// Means over the tasks, by their trials; `best` is empty where tasks differ in it.
std::vector<KnobImportance> importanceOf(const Tried& tried);

} // namespace edgewright::tuner
