// SPDX-License-Identifier: GPL-3.0-or-later
// The trials of a search as pictures show them: of one that runs, or of a log of any tuner.
#pragma once

#include "core/tune/log.h"
#include "core/tuner/tuner.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct TriedTask {
    std::string name;        // of the first node; of a log its key there
    double weight = 1;       // times that it occurs
    double usualSeconds = 0; // of the default beside the trials; 0: not known
    // Medians of the new samples that decided: of the default, and of what was chosen. 0: nothing was decided.
    double decidedUsual = 0, tunedSeconds = 0;
    double floor = 0; // floorSeconds; 0: not known

    double defaultSeconds() const { return decidedUsual > 0 ? decidedUsual : usualSeconds; } // the best known
};

struct TriedTrial {
    std::size_t task = 0;
    std::optional<double> after = {}; // seconds since the search began, as far as that is known
    double seconds = std::numeric_limits<double>::infinity(); // infinite: it failed
    std::optional<double> score = {};                         // TrialNews::score
    std::vector<tune::Knob> knobs = {};
    std::string nest = {}; // tune::Trial::nest
};

struct Tried {
    std::vector<TriedTask> tasks;
    std::vector<TriedTrial> trials; // as they came
    bool areWeightsKnown = true;    // false: of a log, which tells no network

    std::optional<std::size_t> best(std::size_t task) const; // place of its fastest trial
    std::int64_t failed() const;
    // The sum over all tasks, each as often as it occurs; 0 where one of them is not known.
    double sum(double TriedTask::*seconds) const;
};

// Without trials yet. `roof`: nothing where it is not known.
Tried triedTasks(const std::vector<Task>& tasks, const std::optional<measure::ThreadRoof>& roof);
void add(Tried& tried, const TrialNews& news);
void add(Tried& tried, const TuneResult& result); // what was decided

// A task for each key and machine, as in tune::tasksOf; those of `tasks` are named as their first nodes.
// Decisions of our own logs are no trials, but tell what the default takes and what was chosen: of a
// kernel that both spaces made faster, the one of the lesser share of the default's time, as in Decisions. A
// generated kernel takes its share of the default's time beside the parameters, where that is known. Seconds
// are by the prices of the trials, else by the time of day.
Tried triedOf(const tune::TuneLog& log, const std::vector<Task>& tasks = {});

// After each trial that made the best of a task less; of the sum over all tasks once each has a time. Points
// without seconds where those are not known.
std::vector<TunePoint> bestSoFar(const Tried& tried, std::size_t task);
std::vector<TunePoint> bestSoFar(const Tried& tried);

} // namespace edgewright::tuner
