// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/scenario_times.h"

#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/scenario/service_file.h"
#include "core/serve/service_fit.h"
#include "views/support/utf8.h"

namespace edgewright::views {

QStringList TimesSource::misfits(const scenario::Scenario& scenario) const {
    QStringList all;
    if (!file.empty() || !measured) return all;
    for (const std::string& each : serve::fitOf(measured->scenario, scenario, measured->cores).misfits)
        all << text(each);
    return all;
}

bool TimesSource::hasTimesOf(const scenario::Scenario& scenario) const {
    return !file.empty() || (measured && misfits(scenario).isEmpty());
}

Result<scenario::Service> serviceOf(const TimesSource& source, const scenario::Scenario& scenario) {
    if (!source.file.empty()) return scenario::readService(source.file, scenario);
    if (!source.measured)
        return badInput(
            ScenarioTimes::tr("There are no times yet: measure the models, or read them from a file.")
                .toStdString());
    return serve::fitted(source.measured->measured.service, source.measured->scenario, scenario,
                         source.measured->cores);
}

ScenarioTimes::ScenarioTimes(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_job(pool, tr("Measure the models of a scenario")),
      m_write(JobBoard::writesBeside(pool), tr("Write times")) {
    connect(&m_job, &JobSlot::runningChanged, this, &ScenarioTimes::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &ScenarioTimes::stateChanged);
    connect(&m_job, &JobSlot::cancelled, this, &ScenarioTimes::stateChanged);
}

void ScenarioTimes::take(TimesSource next) {
    m_source = std::make_shared<const TimesSource>(std::move(next));
    emit changed();
}

void ScenarioTimes::readFrom(const QString& file) {
    stop();
    take({.file = file.toStdString(), .measured = m_source->measured});
}

void ScenarioTimes::use(std::shared_ptr<const device::MeasuredScenario> measured) {
    stop();
    take({.file = {}, .measured = std::move(measured)});
}

void ScenarioTimes::measure(const scenario::Scenario& scenario, double seconds) {
    if (isFromFile()) take({.file = {}, .measured = m_source->measured});
    const auto doing = std::make_shared<DoingWords>();
    m_doing = doing;
    m_job.start(
        [scenario, seconds, doing](const RunContext& run) {
            return device::measuredScenario(
                scenario, {.seconds = seconds, .doing = [&](const std::string& words) { doing->set(words); }},
                run);
        },
        [this](Result<device::MeasuredScenario> result) {
            if (!result) {
                if (result.error().code == ErrorCode::Cancelled) return;
                return emit failed(tr("The models were not measured: %1").arg(text(result.error().message)));
            }
            take(
                {.file = {}, .measured = std::make_shared<const device::MeasuredScenario>(*std::move(result))});
        });
    emit stateChanged();
}

void ScenarioTimes::stop() {
    m_job.stop();
    emit stateChanged();
}

double ScenarioTimes::progress() const {
    const auto [done, total] = m_job.progress();
    return total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
}

QString ScenarioTimes::doing() const {
    if (!isMeasuring()) return {};
    const QString words = m_doing->get();
    return words.isEmpty() ? tr("Preparing the models") : words;
}

void ScenarioTimes::save(const QString& file, const scenario::Scenario& scenario) {
    m_write.start(
        [source = m_source, scenario, path = file.toStdString()](const RunContext&) -> Result<void> {
            ASSIGN_OR_RETURN(const scenario::Service service, serviceOf(*source, scenario));
            return writeText(path, scenario::serviceJson(service));
        },
        [this, file](const Result<void>& written) {
            if (!written) return emit failed(QString::fromStdString(written.error().message));
            emit saved(file);
        });
}

} // namespace edgewright::views
