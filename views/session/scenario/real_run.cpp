// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/real_run.h"

#include "core/base/propagate.h"
#include "core/device/frame_inputs.h"
#include "core/device/served_model.h"
#include "core/serve/serve.h"
#include "views/support/utf8.h"

namespace edgewright::views {

namespace {

Result<std::shared_ptr<const RanScenario>> ran(const scenario::Scenario& scenario, std::stop_source stop,
                                               const RunContext& run) {
    for (const scenario::Model& each : scenario.models)
        if (each.arrivals.kind == scenario::ArrivalKind::Frames && each.arrivals.folder.empty())
            return badInput(RealRun::tr("“%1” has no folder of frames").arg(text(each.name)).toStdString());
    const RunContext quiet{stop.get_token(), nullptr};
    ASSIGN_OR_RETURN(auto models, device::servedModels(scenario, quiet));
    ASSIGN_OR_RETURN(const auto frames, device::feedFrames(scenario, models, stop, quiet));
    ASSIGN_OR_RETURN(auto served, serve::serve(scenario, models, {}, {stop.get_token(), run.progress}));
    auto result = std::make_shared<RanScenario>();
    std::vector<scenario::PolicyRun> one;
    one.push_back({scenario, std::move(served.simulation)});
    static_cast<PolicyRows&>(*result) = policyRows(std::move(one));
    result->cores = static_cast<std::int64_t>(serve::usableProcessors().size());
    result->isWhole = served.isWhole;
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

void RealRun::start(const scenario::Scenario& scenario) {
    clear();
    m_wish = std::stop_source();
    m_job.start(
        [scenario, wish = m_wish](const RunContext& run) -> Result<std::shared_ptr<const RanScenario>> {
            std::stop_source stop = wish;
            const std::stop_callback gone(run.stop, [&stop] { stop.request_stop(); });
            return ran(scenario, stop, run);
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

} // namespace edgewright::views
