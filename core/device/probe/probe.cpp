// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/probe.h"

#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/device/this_machine.h"
#include "core/exec/executor.h"

#include <algorithm>

namespace edgewright::device {

namespace fs = std::filesystem;

namespace {

Result<Calibration> probedAndKept(remote::Session& session, const fs::path& file, const RunContext& run) {
    ASSIGN_OR_RETURN(auto probed, probeMachine(session, 1, run));
    if (file.empty()) return probed;
    const std::string text = calibrationJson(probed);
    (void)keepText(file, text); // without it the next one probes again
    return probed;
}

} // namespace

Result<Calibration> probeMachine(remote::Session& session, double seconds, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto networks, probeNetworks());
    Calibration calibration;
    const RunContext quiet{run.stop, nullptr};
    for (const auto& typed : networks) {
        Task task;
        task.typed = typed;
        ASSIGN_OR_RETURN(task.history, pipeline::fuse(*typed, {}, quiet));
        ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*typed->graph, 1, quiet));
        const auto standard = standardVariants();
        std::ranges::copy_if(standard, std::back_inserter(task.variants),
                             [](const Variant& each) { return !each.reuse; });
        task.effort.seconds = seconds / static_cast<double>(networks.size()) / 2;
        task.effort.minSeconds = 0;
        task.profiledRuns = 25;
        task.profiledQuantile = 0;
        ASSIGN_OR_RETURN(const auto record, measureWith(session, task, quiet));
        if (run.stopped()) return cancelled();
        calibration.add(*record);
    }
    return calibration;
}

fs::path calibrationFile() {
    const fs::path folder = userFolder("XDG_DATA_HOME", ".local/share");
    return folder.empty() ? folder : folder / "edgewright" / "edgewright" / "devices" / "this-machine.json";
}

Result<Calibration> calibrationHere(const fs::path& file, const RunContext& run) {
    if (!file.empty())
        if (auto kept = readCalibration(file); kept && kept->isOfThisMachine()) return kept;
    ASSIGN_OR_RETURN(const auto session, remote::Session::here(run));
    return probedAndKept(*session, file, run);
}

Result<Calibration> calibrationOf(remote::Session& session, const fs::path& file, const RunContext& run) {
    const protocol::Welcome& welcome = session.welcome();
    if (!file.empty())
        if (auto kept = readCalibration(file);
            kept && !kept->networks.empty() && kept->machine == welcome.machine && kept->isa == welcome.isa)
            return kept;
    return probedAndKept(session, file, run);
}

} // namespace edgewright::device
