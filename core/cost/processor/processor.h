// SPDX-License-Identifier: GPL-3.0-or-later
// A processor that runs operators one after the other with kernels of its own, as the time that each thing an
// operator does takes there: what one core of this machine, or of a board, needs for a network. The numbers
// come from measurements (fit).
#pragma once

#include "core/base/result.h"
#include "core/cost/processor/features.h"

#include <optional>
#include <span>
#include <string>

namespace edgewright::cost {

// The measurements that the times of a processor follow from. They are told wherever one of its predictions is.
struct FittedFrom {
    std::string date;          // of the newest one; empty: none was taken on the machine
    std::size_t networks = 0;  // models
    std::size_t kernels = 0;   // operators of all variants
    std::size_t underLoad = 0; // models that were measured while the machine did other things, too
    // Measured over predicted time of 8 of 10 further networks, by how far fits to some models missed the
    // others. 0: there were too few to tell.
    double least = 0, most = 0;
    friend bool operator==(const FittedFrom&, const FittedFrom&) = default;
};

struct SecondsRange {
    double low = 0, high = 0;
};

// A predicted change of a network's time, as far as the prediction tells it.
struct PredictedChange {
    double share = 0;      // rounded; below 0 it takes less time; 0: about the same time
    bool isCounted = true; // false: which way it goes is told, not how far
};

struct Processor {
    std::string name; // "Intel Xeon, AVX-512"; of the reference TRANSLATABLE("Word", ...)
    Blocking blocking;
    std::array<double, FeatureCount> seconds{}; // by Feature: of each call, MAC, element or byte
    FittedFrom from = {};

    double secondsOf(const Features& features) const;
    double secondsOf(const ir::Graph& graph, const ir::Node& node) const {
        return secondsOf(featuresOf(graph, node, blocking));
    }
    // The range around the predicted time of a network that 8 of 10 measured ones lie in (FittedFrom::least and
    // most); nothing where that is not told.
    std::optional<SecondsRange> rangeOf(double predicted) const;
    // Nothing is told apart from the time before while that lies in the range around the time after; nor is a
    // share told where the range is not, or where the fit was measured under load.
    PredictedChange changeOf(double before, double after) const;
    std::string title() const; // "Intel Xeon, AVX-512, one thread"
    // "Intel Xeon, avx2, one thread, from 187 kernels of 6 networks measured there on 2026-11-27, 5 of them
    // under load; 8 of 10 networks take 0.59 to 1.27 × of what is predicted".
    std::string sourceText() const;
};

// Fitted to our kernels on one core with AVX-512 (processor_reference.cpp says how): what is shown where nobody
// has measured yet.
const Processor& referenceProcessor();

// One operator, and how long it took.
struct Observation {
    Features features;
    double seconds = 0;      // > 0
    std::size_t network = 0; // index of the run that it was part of
};

struct Fit {
    std::array<double, FeatureCount> seconds{};
    double medianError = 0;   // of the times of whole networks, relative
    double operatorError = 0; // of the times of operators, each weighted by its share
};

// The non-negative times that explain the observations best: least squares of what each operator, and each
// network as a whole, misses, relative to the network's time. Features that no observation has keep what
// `prior` says, and those that few have stay near it. BadInput without observations.
Result<Fit> fit(std::span<const Observation> observations, const Processor& prior);

} // namespace edgewright::cost
