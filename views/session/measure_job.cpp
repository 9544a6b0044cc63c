// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/measure_job.h"

#include "core/base/propagate.h"
#include "core/device/gpu/gpu_run.h"
#include "core/device/probe/probe.h"
#include "core/device/variant_graph.h"
#include "core/exec/executor.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

struct MeasureJobText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Measurements)
};

// A driver is looked for before anything is prepared for it.
Result<MeasureOutcome> measuredOnGpu(device::Task& task, std::uint64_t seed, const RunContext& run,
                                     const device::Listener& listener) {
    listener.doing(MeasureJobText::tr("starting the GPU").toStdString());
    ASSIGN_OR_RETURN(gpu::Programs programs, device::openThisGpu());
    ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*task.typed->graph, seed, {run.stop, nullptr}));
    MeasureOutcome outcome;
    ASSIGN_OR_RETURN(outcome.record, device::measureOnGpu(programs, task, run, listener));
    return outcome;
}

} // namespace

Result<MeasureOutcome> outcomeOf(MeasureJob job, const RunContext& run, const device::Listener& listener) {
    device::Task& task = job.task;
    if (job.isOnGpu) return measuredOnGpu(task, job.seed, run, listener);
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*task.typed->graph, job.seed, quiet));
    RETURN_IF_ERROR(device::complete(task, run, listener.doing)); // before a board waits for it
    MeasureOutcome outcome;
    outcome.quantized = task.quantized;
    outcome.planQuantized = task.planQuantized;
    listener.doing({});
    run.report(0, 1); // what comes now is another count
    if (!job.link) {
        ASSIGN_OR_RETURN(outcome.record, device::measureHere(task, run, listener));
        return outcome;
    }
    ASSIGN_OR_RETURN(const auto use, job.link->use(job.answer, quiet, listener.doing));
    remote::Session& session = use.board().session();
    outcome.welcome = session.welcome();
    listener.doing(MeasureJobText::tr("getting to know the board").toStdString());
    ASSIGN_OR_RETURN(outcome.calibration, device::calibrationOf(session, job.calibration, quiet));
    ASSIGN_OR_RETURN(outcome.record, device::measureWith(session, task, run, listener));
    return outcome;
}

} // namespace edgewright::views
