// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/slurm.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/remote/ssh.h"

#include <system_error>

namespace edgewright::experiment {

namespace {

using remote::shellWord;

constexpr unsigned ScriptMode = 0777; // less the umask

} // namespace

std::filesystem::path partOf(const SlurmJob& job, std::size_t index) {
    return job.folder / ("part-" + std::to_string(index) + ".jsonl");
}

std::string slurmScript(const SlurmJob& job) {
    const std::string count = std::to_string(job.shards);
    // A node of its own: programs beside it would be measured, too.
    return "#!/bin/sh\n"
           "#SBATCH --job-name=edgewright\n"
           "#SBATCH --array=1-" +
           count +
           "\n"
           "#SBATCH --exclusive\n"
           "#SBATCH --requeue\n"
           "#SBATCH --output=edgewright-%A_%a.log\n"
           "# Written by edgewright-cli experiment --slurm, for sbatch. Cells with a result are not run "
           "again:\n"
           "# a part that was lost is submitted once more, as in sbatch --array=3 experiment.sbatch\n"
           "set -eu\n"
           "index=${SLURM_ARRAY_TASK_ID:?}\n"
           "exec " +
           shellWord(job.program.string()) + " experiment " + shellWord(job.definition.string()) +
           " --shard \"$index/" + count + "\" --results " + shellWord((job.folder / "part-").string()) +
           "\"$index\".jsonl\n";
}

std::string mergeScript(const SlurmJob& job) {
    return "#!/bin/sh\n"
           "# Written by edgewright-cli experiment --slurm.\n"
           "set -eu\n"
           "set -- \"$@\" --merge\n"
           "for part in " +
           shellWord((job.folder / "part-").string()) +
           "*.jsonl; do\n"
           "    if [ -f \"$part\" ]; then set -- \"$@\" \"$part\"; fi\n"
           "done\n"
           "exec " +
           shellWord(job.program.string()) + " experiment " + shellWord(job.definition.string()) + " \"$@\"\n";
}

Result<void> writeSlurm(const SlurmJob& job) {
    std::error_code failed;
    std::filesystem::create_directories(job.folder, failed);
    if (failed)
        return badInput(say("{1}: cannot be made: {2}", job.folder.string(), systemText(failed.value())));
    RETURN_IF_ERROR(writeText(job.folder / "experiment.sbatch", slurmScript(job), ScriptMode));
    return writeText(job.folder / "merge.sh", mergeScript(job), ScriptMode);
}

} // namespace edgewright::experiment
