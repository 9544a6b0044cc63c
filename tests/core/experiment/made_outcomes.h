// SPDX-License-Identifier: GPL-3.0-or-later
// Results as an experiment would have them.
#pragma once

#include "core/experiment/results_file.h"

#include <string>

namespace edgewright::test {

// An outcome of the model "tiny", `ratio` times as long as the reference, which is the baseline in float32.
inline experiment::Outcome madeOutcome(const std::string& configuration, const std::string& codes = "fp32",
                                       double ratio = 1, measure::Verdict verdict = measure::Verdict::Same) {
    experiment::Outcome outcome;
    outcome.choices = {"tiny", "batch=1", codes, configuration, {}, "this machine"};
    outcome.model = "fnv1a64:0000000000000001";
    outcome.settings = "fnv1a64:0000000000000002";
    outcome.date = "2026-11-23T04:10:00Z";
    outcome.machine = "Some CPU, 2 threads";
    outcome.numbers.milliseconds = 2 * ratio;
    outcome.numbers.lowMilliseconds = 1.9 * ratio;
    outcome.numbers.highMilliseconds = 2.1 * ratio;
    outcome.numbers.runs = 40;
    outcome.numbers.referenceMilliseconds = 2;
    outcome.numbers.ratio = ratio;
    outcome.numbers.lowRatio = 0.99 * ratio;
    outcome.numbers.highRatio = 1.01 * ratio;
    if (configuration != "baseline" || codes != "fp32")
        outcome.verdict = verdict;
    else
        outcome.numbers.lowRatio = outcome.numbers.highRatio = 1;
    outcome.numbers.calls = 20;
    outcome.numbers.trafficBytes = 4096;
    outcome.numbers.peakBytes = outcome.numbers.sumBytes = 1000;
    outcome.numbers.weightBytes = 8000;
    outcome.numbers.allocations = 12;
    outcome.numbers.steps = 20;
    outcome.numbers.peakStep = 3;
    outcome.numbers.right = 350;
    outcome.numbers.labelled = 360;
    return outcome;
}

// Its cell, as far as files and tables ask.
inline experiment::Cell madeCell(const experiment::Outcome& outcome) {
    experiment::Cell cell;
    cell.choices = outcome.choices;
    return cell;
}

} // namespace edgewright::test
