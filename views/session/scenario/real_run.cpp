// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/real_run.h"

#include "core/base/propagate.h"
#include "core/device/frame_inputs.h"
#include "core/device/served_model.h"
#include "core/serve/serve.h"
#include "views/session/scenario/scenario_times.h"
#include "views/support/utf8.h"

namespace edgewright::views {

namespace {

Result<std::shared_ptr<const RanScenario>> ran(const scenario::Scenario& scenario,
                                               const std::optional<double>& seconds, DoingWords& doing,
                                               const RunContext& run) {
    for (const scenario::Model& each : scenario.models)
        if (each.arrivals.kind == scenario::ArrivalKind::Frames && each.arrivals.folder.empty())
            return badInput(RealRun::tr("“%1” has no folder of frames").arg(text(each.name)).toStdString());
    std::stop_source end; // also where a camera ends
    const std::stop_callback asked(run.stop, [&end] { end.request_stop(); });
    const RunContext quiet{end.get_token(), nullptr};
    ASSIGN_OR_RETURN(auto models, device::servedModels(scenario, quiet));
    ASSIGN_OR_RETURN(const auto frames, device::feedFrames(scenario, models, end, quiet));
    RETURN_IF_ERROR(serve::check(scenario, models)); // before anything is measured
    auto result = std::make_shared<RanScenario>();
    const auto runOnce = [&](const serve::ServeOptions& options, const RunContext& context) -> Result<bool> {
        doing.set(RealRun::tr("Running on this machine").toStdString());
        ASSIGN_OR_RETURN(auto served, serve::serve(scenario, models, options, context));
        std::vector<scenario::PolicyRun> one;
        one.push_back({scenario, std::move(served.simulation)});
        static_cast<PolicyRows&>(*result) = policyRows(std::move(one));
        result->isWhole = served.isWhole;
        return true;
    };
    if (seconds) {
        const serve::RunsAmong once{.count = 1,
                                    .seconds = scenario.warmUp + scenario.seconds,
                                    .run = [&](std::size_t, const auto&, const auto& reached) {
                                        return runOnce({.reached = reached}, quiet);
                                    }};
        const serve::ServiceEffort effort{.seconds = *seconds,
                                          .doing = [&](const std::string& words) { doing.set(words); }};
        ASSIGN_OR_RETURN(auto measured, device::measuredScenario(scenario, models, effort, run, once));
        result->measured = std::make_shared<const device::MeasuredScenario>(std::move(measured));
    } else {
        RETURN_IF_ERROR(runOnce({}, {end.get_token(), run.progress}));
    }
    result->cores = static_cast<std::int64_t>(serve::usableProcessors().size());
    for (const auto& each : frames)
        for (const std::string& doubt : each->doubts())
            result->doubts << text(doubt);
    return std::shared_ptr<const RanScenario>(std::move(result));
}

} // namespace

RealRun::RealRun(QThreadPool& pool, QObject* parent) : QObject(parent), m_job(pool, tr("Run a scenario")) {
    connect(&m_job, &JobSlot::runningChanged, this, &RealRun::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &RealRun::stateChanged);
}

RealRun::~RealRun() { m_wish.request_stop(); }

void RealRun::start(const scenario::Scenario& scenario, std::optional<double> seconds) {
    clear();
    m_wish = std::stop_source();
    m_doing = std::make_shared<DoingWords>();
    m_job.start(
        [scenario, seconds, doing = m_doing,
         wish = m_wish](const RunContext& run) -> Result<std::shared_ptr<const RanScenario>> {
            std::stop_source stop = wish;
            const std::stop_callback gone(run.stop, [&stop] { stop.request_stop(); });
            return ran(scenario, seconds, *doing, {stop.get_token(), run.progress});
        },
        [this](Result<std::shared_ptr<const RanScenario>> result) {
            if (!result) {
                if (result.error().code != ErrorCode::Cancelled)
                    emit failed(tr("The scenario was not run: %1").arg(text(result.error().message)));
                return emit stateChanged();
            }
            m_result = *std::move(result);
            emit changed();
        });
}

void RealRun::stop() { m_wish.request_stop(); }

void RealRun::clear() {
    m_wish.request_stop();
    m_job.stop();
    if (!m_result) return;
    m_result.reset();
    emit changed();
}

double RealRun::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
}

QString RealRun::doing() const {
    if (!isRunning()) return {};
    const QString words = m_doing->get();
    return words.isEmpty() ? ScenarioTimes::tr("Preparing the models") : words;
}

} // namespace edgewright::views
