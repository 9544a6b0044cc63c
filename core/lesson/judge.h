// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to questions of lessons, checked against what the program computes.
#pragma once

#include "core/lesson/facts.h"
#include "core/memory/packing/problem.h"

#include <set>
#include <string>
#include <vector>

namespace edgewright::lesson {

// One of them, by the kind of the question.
struct Given {
    double number = 0; // in Question::unit
    int decimals = 0;  // that were typed
    std::string choice = {};
    Spot spot = {};
    std::vector<std::int64_t> offsets = {}; // by BufferId, bytes
};

struct Judgement {
    bool isRight = false;
    double number = 0;       // the right one, in Question::unit
    std::string choice = {}; // the right one
    std::vector<Spot> spots = {};
    std::string name = {}; // of the first of them
    // The reason why a plan is none, where one was asked for; else its peak beside that of the planner, bytes.
    std::string reason = {};
    std::int64_t peak = 0, planned = 0;
};

// Its answer is that of the measurement that a person takes: it depends on the machine and the hour.
bool isOfMeasurement(const Question& question);

// Names of the stages that the answer comes from.
std::set<std::string, std::less<>> stagesOf(const Question& question);

// The buffers that a question has packed, as the planner had them; null: not known yet.
const memory::Problem* problemOf(const Question& question, const pipeline::Analysis& now);

// `before`: the analysis of the scene that asked; `after`: of the one that answers. Both have the results of
// stagesOf(). BadInput where a number is not known, and where none or several of the choices are right.
Result<Judgement> judge(const Question& question, const Given& given, const pipeline::Analysis& before,
                        const pipeline::Analysis& after, const Measured& measured = {});

} // namespace edgewright::lesson
