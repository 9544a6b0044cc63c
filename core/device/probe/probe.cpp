// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/probe.h"

#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/device/probe/least_times.h"
#include "core/device/this_machine.h"
#include "core/exec/executor.h"
#include "core/kernels/isa.h"
#include "core/measure/utc_date.h"

#include <algorithm>

namespace edgewright::device {

namespace fs = std::filesystem;

namespace {

// At least two rounds, however slow the machine is; where five are quick, a phase of some hundred milliseconds
// at another speed is not all that was seen.
constexpr int MinRounds = 2, MinSettledRounds = 5, MaxRounds = 40;
constexpr int MinRuns = 2, MaxRuns = 10; // in a round, with a clock, of each variant
constexpr double RunSeconds = 0.05;      // of them together; more rounds tell more than longer ones
constexpr std::size_t DayLength = 10;    // of a date

struct Probed {
    Task task;
    LeastTimes least = {};
};

Result<Probed> probed(const std::shared_ptr<const pipeline::Typed>& typed, const RunContext& run) {
    Task task;
    task.typed = typed;
    ASSIGN_OR_RETURN(task.history, pipeline::fuse(*typed, {}, run));
    ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*typed->graph, 1, run));
    const auto standard = standardVariants();
    std::ranges::copy_if(standard, std::back_inserter(task.variants),
                         [](const Variant& each) { return !each.reuse; });
    task.effort = {.warmups = 0, .minBlocks = 1, .minSeconds = 0, .maxBlocks = 1}; // the profile is what counts
    task.profiledRuns = MinRuns;
    task.profiledQuantile = 0;
    return Probed{std::move(task)};
}

int runsFor(const Record& record) {
    double seconds = 0;
    for (const VariantRecord& each : record.variants)
        seconds += each.profiledSeconds;
    return seconds > 0 ? static_cast<int>(std::clamp(RunSeconds / seconds, double(MinRuns), double(MaxRuns)))
                       : MinRuns;
}

Result<Calibration> probedAndKept(remote::Session& session, const fs::path& file, Calibration known,
                                  const RunContext& run) {
    ASSIGN_OR_RETURN(const auto found, probeMachine(session, ProbeSeconds, run));
    if (known.networks.empty())
        known = found;
    else
        known.add(found);
    if (!file.empty()) (void)keepText(file, calibrationJson(known)); // without it the next one probes again
    return known;
}

// As it is kept; without networks where that is not of this machine.
Calibration keptIn(const fs::path& file, const measure::Machine& machine, const std::string& isa) {
    if (file.empty()) return {};
    auto kept = readCalibration(file);
    return kept && kept->machine == machine && kept->isa == isa ? *std::move(kept) : Calibration();
}

bool isGoodEnough(const Calibration& known, const measure::Conditions& now, int threads) {
    if (known.networks.empty()) return false;
    if (!known.isUnderLoad()) return true;
    Record quiet; // as a measurement would begin now
    quiet.before = now;
    quiet.machine.threads = threads;
    return othersComputed(quiet) ||
           known.networks.back().date.substr(0, DayLength) == measure::utcNow().substr(0, DayLength);
}

} // namespace

Result<Calibration> probeMachine(remote::Session& session, double seconds, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto networks, probeNetworks());
    const RunContext quiet{run.stop, nullptr};
    std::vector<Probed> all;
    for (const auto& typed : networks) {
        ASSIGN_OR_RETURN(auto each, probed(typed, quiet));
        all.push_back(std::move(each));
    }
    const measure::Stopwatch watch;
    const auto isSettled = [](const Probed& each) { return each.least.isSettled(); };
    for (int round = 0; round < MaxRounds; ++round) {
        if (round >= MinRounds && watch.elapsed().wall > seconds) break;
        if (round >= MinSettledRounds && std::ranges::all_of(all, isSettled)) break;
        for (Probed& each : all) {
            ASSIGN_OR_RETURN(const auto record, measureWith(session, each.task, quiet));
            if (run.stopped()) return cancelled();
            RETURN_IF_ERROR(each.least.add(*record));
            each.task.profiledRuns = runsFor(*record);
        }
    }
    Calibration calibration;
    for (const Probed& each : all) {
        calibration.add(each.least.record());
        if (!each.least.isUneven()) continue;
        for (Calibration::Network& network : calibration.networks)
            network.underLoad = network.underLoad || network.model == each.least.record().model;
    }
    return calibration;
}

fs::path calibrationFile() {
    const fs::path folder = userFolder("XDG_DATA_HOME", ".local/share");
    return folder.empty() ? folder : folder / "edgewright" / "edgewright" / "devices" / "this-machine.json";
}

Result<Calibration> calibrationHere(const fs::path& file, const RunContext& run) {
    const measure::Machine machine = measure::thisMachine();
    Calibration kept = keptIn(file, machine, std::string(kernels::nameOf(kernels::isaInUse())));
    if (isGoodEnough(kept, measure::conditionsNow(), machine.threads)) return kept;
    ASSIGN_OR_RETURN(const auto session, remote::Session::here(run));
    return probedAndKept(*session, file, std::move(kept), run);
}

Result<Calibration> calibrationOf(remote::Session& session, const fs::path& file, const RunContext& run) {
    const protocol::Welcome& welcome = session.welcome();
    Calibration kept = keptIn(file, welcome.machine, welcome.isa);
    if (isGoodEnough(kept, welcome.conditions, welcome.machine.threads)) return kept;
    return probedAndKept(session, file, std::move(kept), run);
}

} // namespace edgewright::device
