// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment for Slurm: a job array whose tasks are its shards, each of which goes on where it was ended,
// and the command that joins their results.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace edgewright::experiment {

struct SlurmJob {
    std::filesystem::path program;    // edgewright-cli
    std::filesystem::path definition; // absolute, as a node sees it
    std::filesystem::path folder;     // absolute: of the scripts and of the parts' results
    std::size_t shards = 1;
};

// The results of one shard: part-3.jsonl in the folder of the job.
std::filesystem::path partOf(const SlurmJob& job, std::size_t index);
// For sbatch. A task that is ended, or whose node is lost, is run again by submitting its number: sbatch
// --array=3 experiment.sbatch.
std::string slurmScript(const SlurmJob& job);
// A shell script that joins the parts that are there, in whatever order they came, and shows the table; what is
// behind its name goes to `experiment`.
std::string mergeScript(const SlurmJob& job);

// Writes experiment.sbatch and merge.sh into the folder, which is made where it is missing. Results of parts
// that are there stay.
Result<void> writeSlurm(const SlurmJob& job);

} // namespace edgewright::experiment
