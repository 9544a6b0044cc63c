// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/scenario/scenario_draft.h"

#include "core/base/propagate.h"
#include "core/base/written_file.h"
#include "core/scenario/scenario_file.h"
#include "views/support/utf8.h"

#include <map>
#include <utility>

namespace edgewright::views {

namespace {

const std::filesystem::path Root = "/";

bool lacksTimes(const scenario::Model& model) {
    return model.arrivals.kind == scenario::ArrivalKind::Recorded && model.times.empty() &&
           !model.arrivals.times.empty();
}

} // namespace

ScenarioDraft::ScenarioDraft(QThreadPool& pool, std::int64_t cores, QObject* parent)
    : QObject(parent), m_cores(cores), m_read(pool, tr("Open a scenario")),
      m_readTimes(pool, tr("Read times of arrivals")),
      m_write(JobBoard::writesBeside(pool), tr("Write a scenario")) {
    m_fault = scenario::faultOf(m_scenario, this->cores());
}

std::string ScenarioDraft::text() const { return scenario::scenarioJson(m_scenario, Root); }

void ScenarioDraft::commit(const QString& what, scenario::Scenario next) {
    for (std::size_t i = 0; i < std::min(next.models.size(), m_scenario.models.size()); ++i)
        if (next.models[i].arrivals.times != m_scenario.models[i].arrivals.times) next.models[i].times.clear();
    if (next == m_scenario) return;
    const bool joins = !what.isEmpty() && m_sinceChange.isValid() && m_sinceChange.elapsed() < MaxPauseMs &&
                       !m_undo.empty() && m_undo.back().what == what;
    if (!joins) {
        m_undo.push_back({what, m_scenario});
        if (m_undo.size() > MaxSteps) m_undo.erase(m_undo.begin());
    }
    m_redo.clear();
    m_sinceChange.start();
    take(std::move(next));
    readTimes();
}

void ScenarioDraft::step(std::vector<Step>& from, std::vector<Step>& to) {
    if (from.empty()) return;
    Step back = std::move(from.back());
    from.pop_back();
    to.push_back({back.what, m_scenario});
    m_sinceChange.invalidate();
    take(std::move(back.scenario));
    readTimes();
}

void ScenarioDraft::take(scenario::Scenario next) {
    m_scenario = std::move(next);
    m_fault = scenario::faultOf(m_scenario, this->cores());
    emit changed();
}

void ScenarioDraft::readTimes() {
    std::map<std::filesystem::path, std::vector<double>> wanted;
    for (const scenario::Model& each : m_scenario.models)
        if (lacksTimes(each)) wanted.emplace(each.arrivals.times, std::vector<double>());
    if (wanted.empty()) return m_readTimes.stop();
    m_readTimes.start(
        [wanted](const RunContext&) mutable -> Result<decltype(wanted)> {
            for (auto& [file, times] : wanted) {
                ASSIGN_OR_RETURN(times, scenario::readTimes(file));
            }
            return std::move(wanted);
        },
        [this](Result<decltype(wanted)> read) {
            if (!read) return emit failed(QString::fromStdString(read.error().message));
            scenario::Scenario next = m_scenario;
            for (scenario::Model& each : next.models)
                if (const auto found = read->find(each.arrivals.times);
                    lacksTimes(each) && found != read->end())
                    each.times = found->second;
            if (next != m_scenario) take(std::move(next));
        });
}

void ScenarioDraft::reset(scenario::Scenario next, const QString& file) {
    m_file = file;
    m_undo.clear();
    m_redo.clear();
    m_sinceChange.invalidate();
    m_readTimes.stop();
    take(std::move(next));
    emit opened();
}

// A file may be of a machine with more cores: its faults are shown beside the fields.
void ScenarioDraft::open(const QString& file) {
    m_read.start([path = std::filesystem::path(file.toStdString())](
                     const RunContext&) { return scenario::readScenario(path); },
                 [this, file](Result<scenario::Scenario> read) {
                     if (!read) return emit failed(QString::fromStdString(read.error().message));
                     reset(*std::move(read), file);
                 });
}

void ScenarioDraft::restore(const std::string& text, const QString& file) {
    m_read.start([text](const RunContext&) { return scenario::scenarioOf(text, "scenario", Root); },
                 [this, file](Result<scenario::Scenario> read) {
                     if (read) reset(*std::move(read), file);
                 });
}

void ScenarioDraft::save(const QString& file) {
    m_write.start(
        [scenario = m_scenario, path = std::filesystem::path(file.toStdString())](const RunContext&) {
            return writeText(path, scenario::scenarioJson(scenario, path.parent_path()));
        },
        [this, file](const Result<void>& written) {
            if (!written) return emit failed(QString::fromStdString(written.error().message));
            m_file = file;
            emit saved(file);
        });
}

} // namespace edgewright::views
