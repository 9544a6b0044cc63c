// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/scenario_times.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/device/served_model.h"
#include "core/device/service_times.h"
#include "core/device/this_machine.h"
#include "core/device/variant_graph.h"
#include "core/ir/feeds/feeds.h"
#include "core/measure/machine.h"
#include "core/pipeline/quantization/computable_part.h"
#include "core/scenario/service_file.h"
#include "core/serve/measured_service.h"
#include "views/support/utf8.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double MaxLoad = 0.5; // processes that compute beside it, on the mean of a minute

} // namespace

TimesSource::Key::Key(const scenario::Model& of)
    : model(of.file), threads(of.threads), sizes(serve::batchSizes(of.batching)) {}

const scenario::ServiceTimes* TimesSource::find(const scenario::Model& model) const {
    const auto found = measured.find(Key(model));
    return found == measured.end() ? nullptr : &found->second;
}

Result<scenario::Service> serviceOf(const TimesSource& source, const scenario::Scenario& scenario) {
    if (!source.file.empty()) return scenario::readService(source.file, scenario);
    scenario::Service service;
    for (const scenario::Model& model : scenario.models) {
        const scenario::ServiceTimes* times = source.find(model);
        if (!times)
            return badInput(ScenarioTimes::tr("“%1” has no times yet: measure it, or read them from a file.")
                                .arg(text(model.name))
                                .toStdString());
        service.models.push_back(*times);
        service.models.back().model = model.name;
    }
    return service;
}

ScenarioTimes::ScenarioTimes(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_job(pool, tr("Measure the models of a scenario")),
      m_write(JobBoard::writesBeside(pool), tr("Write times")) {
    connect(&m_job, &JobSlot::runningChanged, this, &ScenarioTimes::stateChanged);
    connect(&m_job, &JobSlot::progressed, this, &ScenarioTimes::stateChanged);
    connect(&m_job, &JobSlot::cancelled, this, [this] {
        m_waiting.clear();
        emit stateChanged();
    });
}

QStringList ScenarioTimes::missing(const scenario::Scenario& scenario) const {
    QStringList names;
    if (isFromFile()) return names;
    for (const scenario::Model& each : scenario.models)
        if (!m_source->find(each)) names << text(each.name);
    return names;
}

QStringList ScenarioTimes::doubtful(const scenario::Scenario& scenario) const {
    QStringList names;
    if (isFromFile()) return names;
    for (const scenario::Model& each : scenario.models)
        if (m_source->loads.contains(TimesSource::Key(each))) names << text(each.name);
    return names;
}

void ScenarioTimes::readFrom(const QString& file) {
    stop();
    auto next = std::make_shared<TimesSource>(*m_source);
    next->file = file.toStdString();
    m_source = std::move(next);
    emit changed();
}

void ScenarioTimes::measure(const scenario::Scenario& scenario, double seconds) {
    stop();
    auto next = std::make_shared<TimesSource>(*m_source);
    next->file.clear();
    m_source = std::move(next);
    const bool isAll = missing(scenario).isEmpty();
    for (const scenario::Model& each : scenario.models) {
        const auto isSame = [&](const scenario::Model& other) {
            return TimesSource::Key(other) == TimesSource::Key(each);
        };
        if ((isAll || !m_source->find(each)) && std::ranges::none_of(m_waiting, isSame))
            m_waiting.push_back(each);
    }
    m_all = m_waiting.size();
    m_seconds = seconds;
    emit changed();
    measureNext();
}

void ScenarioTimes::stop() {
    m_waiting.clear();
    m_job.stop();
    emit stateChanged();
}

double ScenarioTimes::progress() const {
    if (m_all == 0) return 0;
    const auto [done, total] = m_job.progress();
    const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
    return (static_cast<double>(m_all - m_waiting.size()) + share) / static_cast<double>(m_all);
}

QString ScenarioTimes::doing() const {
    if (m_waiting.empty()) return {};
    return tr("Measuring “%1” (%2 of %3)")
        .arg(text(m_waiting.front().name), QString::number(m_all - m_waiting.size() + 1),
             QString::number(m_all));
}

// Alone, fused and in an arena, on its threads.
Result<ScenarioTimes::Measured> ScenarioTimes::measured(const scenario::Model& model, double seconds,
                                                        const RunContext& run) {
    if (model.batching.maxSize > 1) return measuredInBatches(model, seconds, run);
    const RunContext quiet{run.stop, nullptr};
    const std::string file = model.file.string();
    ASSIGN_OR_RETURN(auto opened, pipeline::open(model.file, quiet));
    device::Task task;
    task.typed = pipeline::type(std::move(opened), {}, true, quiet);
    if (run.stopped()) return cancelled();
    if (const std::string obstacles = pipeline::obstaclesText(*task.typed->graph); !obstacles.empty())
        return Error(unsupported(obstacles)).within(file);
    auto history = pipeline::fuse(*task.typed, {}, quiet);
    if (!history) return std::move(history).error().within(file);
    task.history = *std::move(history);
    ASSIGN_OR_RETURN(task.feeds, ir::seededFeeds(*task.typed->graph, 1, quiet));
    ASSIGN_OR_RETURN(auto variant, device::variantNamed("both"));
    task.variants = {device::onThreads(std::move(variant), static_cast<int>(model.threads))};
    task.effort.seconds = seconds;
    RETURN_IF_ERROR(device::complete(task, quiet));
    ASSIGN_OR_RETURN(const auto record, device::measureHere(task, run));
    ASSIGN_OR_RETURN(scenario::ServiceTimes times, device::serviceTimes(record->variants.front(), model.name));
    return Measured{std::move(times), !device::loadText(*record).empty()};
}

// By this program, on cores of its own, as a real run has it: a graph for each batch size.
Result<ScenarioTimes::Measured> ScenarioTimes::measuredInBatches(const scenario::Model& model, double seconds,
                                                                 const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    scenario::Scenario alone;
    alone.models = {model};
    alone.models.front().coreSet.clear();
    alone.models.front().arrivals = {.periodMs = 1}; // of any kind: none arrives
    const auto load = measure::conditionsNow().loadAverage;
    ASSIGN_OR_RETURN(const auto models, device::servedModels(alone, quiet));
    const double sizes = static_cast<double>(models.front().sizes.size());
    ASSIGN_OR_RETURN(
        auto measured,
        serve::measureService(alone, models,
                              {.seconds = seconds / sizes, .overheads = false, .interference = false}, quiet));
    return Measured{std::move(measured.service.models.front()), load && *load > MaxLoad};
}

void ScenarioTimes::measureNext() {
    if (m_waiting.empty()) return emit stateChanged();
    const scenario::Model model = m_waiting.front();
    m_job.start([model, seconds = m_seconds](const RunContext& run) { return measured(model, seconds, run); },
                [this, model](Result<Measured> result) {
                    m_waiting.pop_front();
                    if (!result) {
                        m_waiting.clear();
                        emit stateChanged();
                        return emit failed(
                            tr("“%1” was not measured: %2")
                                .arg(text(model.name), QString::fromStdString(result.error().message)));
                    }
                    auto next = std::make_shared<TimesSource>(*m_source);
                    const TimesSource::Key key(model);
                    next->measured[key] = std::move(result->times);
                    next->loads.erase(key);
                    if (result->underLoad) next->loads.insert(key);
                    m_source = std::move(next);
                    measureNext();
                    emit changed();
                });
    emit stateChanged();
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
