// SPDX-License-Identifier: GPL-3.0-or-later
// The space of a kernel's parameters, of which every point was measured: searches are replayed on it, on any
// machine and as often as wanted.
#pragma once

#include "core/cost/search/space.h"
#include "core/tuner/trials.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::bench {

struct TuningTable {
    tuner::Task task; // without nodes and graph; every point that its space admits stands in `points`
    double weight = 1;
    int threads = 1;
    std::vector<cost::search::PointId> points; // ascending
    std::vector<double> seconds;               // infinity: it failed
    double usualSeconds = 0;                   // of the default

    double best() const;
};

// A line each, as JSON: key, label, kind, weight, macs, threads, products, axes, usual, points and their
// seconds (null: failed). BadInput with the number of the line.
Result<std::vector<TuningTable>> readTables(const std::filesystem::path& file);
Result<void> append(const TuningTable& table, const std::filesystem::path& file);

// As the tuner has it, with the table's seconds as values. Cost models learn from loops of the instruction set
// in use.
cost::search::Space replayed(const std::shared_ptr<const TuningTable>& table);

// The points of the space that are admitted, in order; nothing where there are more than `most` of them.
std::optional<std::vector<cost::search::PointId>> admittedPoints(const cost::search::Space& space,
                                                                 std::size_t most);

// A space of at most `most` admitted points, at least 1: where there are more, every second value of the
// longest axis goes, over and over; the first one, the kernel's own rule, stays. Nothing where that does not
// help.
std::optional<ops::ParameterSpace> thinned(ops::ParameterSpace space, std::size_t most);

// All points, in rounds of so many, as often as there are passes: each point has the median of them, as what
// else the machine did while its round ran is in one of them at most.
Result<TuningTable> measured(const tuner::Task& task, tuner::Trials& trials, std::size_t together,
                             std::size_t most, std::size_t passes, const RunContext& run);

} // namespace edgewright::bench
