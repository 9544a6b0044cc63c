// SPDX-License-Identifier: GPL-3.0-or-later
// The results of an experiment: a file with a line for each cell, to which every finished cell is added.
// Whatever ends the program, at most the line that is being written is lost.
#pragma once

#include "core/experiment/cells.h"
#include "core/experiment/outcome.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace edgewright::experiment {

using OutcomesByCell = std::map<Choices, Outcome>;

struct Results {
    OutcomesByCell outcomes;        // of each cell the newest
    std::vector<std::string> notes; // lines that were left out: a sentence
};

// "digits.json" has its results in "digits.results.jsonl", its second part of eight in
// "digits.results.2-of-8.jsonl".
std::filesystem::path usualResults(const std::filesystem::path& definition, const Shard& shard = {});

// A file that is not there: no results. Lines that are cut or damaged are left out, and noted. BadInput for
// what is no regular file, or has more than 1 GiB.
Result<Results> readResults(const std::filesystem::path& file);
// The newest of each cell: by date, of one second a result before a failure. The same whatever the order.
void addNewer(OutcomesByCell& into, const Outcome& outcome);

// Makes the file where it is missing. BadInput where it cannot be written to.
Result<void> prepareResults(const std::filesystem::path& file);
// Behind what is there; a line that was cut is ended before.
Result<void> appendOutcome(const std::filesystem::path& file, const Outcome& outcome);

// The results of all files, with what is in `into` already, in the order of the cells; behind them cells that
// the definition has no more.
Result<Results> mergeResults(std::span<const std::filesystem::path> parts, const std::vector<Cell>& cells,
                             const std::filesystem::path& into);

} // namespace edgewright::experiment
