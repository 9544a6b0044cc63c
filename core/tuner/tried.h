// SPDX-License-Identifier: GPL-3.0-or-later
// The trials of a search as pictures show them: of one that runs, or of a log of any tuner.
#pragma once

#include "core/tune/log.h"
#include "core/tuner/spaces.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

// Choices for a kernel: in which space, and the values there.
struct TriedChoice {
    KernelSpace space = KernelSpace::Parameters;
    std::vector<tune::Knob> knobs = {};
};

struct TriedTask {
    std::string name;        // of the first node; of a log its key there
    double weight = 1;       // times that it occurs
    double usualSeconds = 0; // of the default beside the trials; 0: not known
    // Medians of the new samples that decided: of the default, and of what was chosen. 0: nothing was decided.
    double decidedUsual = 0, tunedSeconds = 0;
    double floor = 0; // floorSeconds; 0: not known
    // The choice that was decided on; no knobs in the space of parameters: the default. Nothing: nothing was
    // decided.
    std::optional<TriedChoice> winner = {};
    std::shared_ptr<const Task> task = {}; // of the open model; null: of a log that is not about it
    int threads = 1;                       // that it runs on

    double defaultSeconds() const { return decidedUsual > 0 ? decidedUsual : usualSeconds; } // the best known
};

struct TriedTrial {
    std::size_t task = 0;
    std::optional<double> after = {}; // seconds since the search began, as far as that is known
    double seconds = std::numeric_limits<double>::infinity(); // infinite: it failed
    std::optional<double> score = {};                         // TrialNews::score
    TriedChoice choice = {};
    std::string nest = {}; // tune::Trial::nest
};

struct Tried {
    std::vector<TriedTask> tasks;
    std::vector<TriedTrial> trials; // as they came
    bool areWeightsKnown = true;    // false: of a log, which tells no network
    double begun = 0;               // seconds, since the first search began, that the one that runs began at

    bool has(KernelSpace space) const;                       // a trial of it
    std::optional<std::size_t> best(std::size_t task) const; // place of its fastest trial
    std::int64_t failed() const;
    // The sum over all tasks, each as often as it occurs; 0 where one of them is not known.
    double sum(double TriedTask::*seconds) const;
};

// Without trials yet. `roof`: nothing where it is not known.
Tried triedTasks(const std::vector<Task>& tasks, const std::optional<measure::ThreadRoof>& roof,
                 int threads = 1);
void add(Tried& tried, const TrialNews& news);
// The time is in seconds of the default that the parameters were measured beside, if they were.
void add(Tried& tried, const GeneratedNews& news);
// One more space: its trials come after those that are there.
void beginSearch(Tried& tried);
void add(Tried& tried, const SpacesResult& result); // what was decided

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
