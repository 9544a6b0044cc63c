// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/queue.h"

#include "core/base/fingerprint.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/measure/stopwatch.h"
#include "core/pipeline/model_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace edgewright::experiment {

namespace {

// The conditions that a result holds under; each file is read once.
class Conditions {
public:
    explicit Conditions(const Definition& definition) : m_settings(fingerprintOf(settingsText(definition))) {}

    void put(const Cell& cell, Outcome& into) {
        into.choices = cell.choices;
        const auto [known, isNew] = m_models.emplace(cell.file, std::string());
        if (const auto file = pipeline::modelFile(cell.file); isNew && file)
            known->second = fingerprintOfFile(*file);
        into.model = known->second;
        into.settings = m_settings;
        into.accelerator.clear();
        if (cell.accelerator) into.accelerator = fingerprintOf(cost::acceleratorJson(*cell.accelerator).dump());
    }

private:
    std::string m_settings;
    std::map<std::filesystem::path, std::string> m_models;
};

std::vector<const Cell*> leftOf(const std::vector<Cell>& cells, const OutcomesByCell& outcomes,
                                Conditions& conditions) {
    std::vector<const Cell*> left;
    for (const Cell& cell : cells) {
        Outcome wanted;
        conditions.put(cell, wanted);
        const auto known = outcomes.find(cell.choices);
        if (known == outcomes.end() || known->second.isFailed() || !known->second.isOfSame(wanted))
            left.push_back(&cell);
    }
    return left;
}

class Queue {
public:
    Queue(const Definition& definition, const std::vector<Cell>& cells, const std::filesystem::path& results,
          const QueueOptions& options, const RunContext& run)
        : m_definition(definition), m_cells(cells), m_results(results), m_options(options), m_run(run),
          m_conditions(definition),
          m_cellRun(definition, options.measure ? options.measure : Measure(here), m_opened) {}

    Result<QueueState> go() {
        RETURN_IF_ERROR(prepareResults(m_results));
        ASSIGN_OR_RETURN(const Results before, readResults(m_results));
        for (const auto& [choices, outcome] : before.outcomes)
            remember(outcome);
        const std::vector<const Cell*> left = leftOf(m_cells, before.outcomes, m_conditions);
        m_state.cells = m_cells.size();
        m_state.known = m_cells.size() - left.size();
        RETURN_IF_ERROR(findFaults(left));
        if (!m_faults.empty() && m_options.found) m_options.found(m_faults);
        const auto works = [&](const Cell* cell) { return faultOf(*cell) == nullptr; };
        auto worksLeft = static_cast<std::size_t>(std::ranges::count_if(left, works));
        const std::size_t worksAll = worksLeft;
        const measure::Stopwatch watch;
        for (const Cell* cell : left) {
            report();
            if (m_run.stopped()) return cancelled();
            m_state.now = cell;
            tell();
            RETURN_IF_ERROR(runCell(*cell));
            if (works(cell)) --worksLeft; // the others take no time
            if (worksLeft < worksAll)
                m_state.secondsLeft = watch.elapsed().wall / static_cast<double>(worksAll - worksLeft) *
                                      static_cast<double>(worksLeft);
            tell();
            m_state.ended = nullptr;
        }
        report();
        return m_state;
    }

private:
    static Result<std::shared_ptr<const device::Record>> here(const device::Task& task, const RunContext& run) {
        if (!task.device.empty())
            return unsupported(say("'{1}' is another machine, which cannot be reached from here", task.device));
        return device::measureHere(task, run);
    }

    Result<void> findFaults(const std::vector<const Cell*>& left) {
        const InEnglish english; // they are written into results
        ASSIGN_OR_RETURN(m_faults, faultsOf(m_definition, left, m_options.knows, m_opened, m_run));
        return {};
    }
    Result<void> runCell(const Cell& cell) {
        ASSIGN_OR_RETURN(Outcome outcome, outcomeOf(cell));
        m_conditions.put(cell, outcome);
        RETURN_IF_ERROR(appendOutcome(m_results, outcome));
        remember(outcome);
        ++m_state.ran;
        if (outcome.isFailed()) ++m_state.failed;
        m_last = std::move(outcome);
        m_state.now = nullptr;
        m_state.ended = &m_last;
        return {};
    }
    // Null: nothing that was found keeps it from running.
    const Fault* faultOf(const Cell& cell) const {
        const auto found =
            std::ranges::find_if(m_faults, [&](const Fault& fault) { return fault.keeps(cell.choices); });
        return found == m_faults.end() ? nullptr : &*found;
    }
    Result<Outcome> outcomeOf(const Cell& cell) {
        if (const Fault* fault = faultOf(cell)) return failedOutcome(cell, fault->reason);
        Outcome conditions;
        m_conditions.put(cell, conditions);
        const auto same = m_measured.find(measuredOf(cell.choices));
        const Outcome* measured = same != m_measured.end() && same->second.model == conditions.model &&
                                          same->second.settings == conditions.settings
                                      ? &same->second
                                      : nullptr;
        return m_cellRun.outcomeOf(cell, measured, m_run);
    }
    // For cells of other accelerators.
    void remember(const Outcome& outcome) {
        if (outcome.numbers.milliseconds) m_measured.insert_or_assign(measuredOf(outcome.choices), outcome);
    }
    void tell() const {
        if (m_options.told) m_options.told(m_state);
    }
    void report() const {
        m_run.report(static_cast<std::uint32_t>(m_state.known + m_state.ran),
                     static_cast<std::uint32_t>(m_state.cells));
    }

    const Definition& m_definition;
    const std::vector<Cell>& m_cells;
    const std::filesystem::path& m_results;
    const QueueOptions& m_options;
    const RunContext& m_run;
    Conditions m_conditions;
    OpenedModels m_opened;
    CellRun m_cellRun;
    std::map<Choices, Outcome> m_measured; // by the choices that measuring depends on
    std::vector<Fault> m_faults;
    Outcome m_last;
    QueueState m_state;
};

} // namespace

std::vector<const Cell*> cellsLeft(const Definition& definition, const std::vector<Cell>& cells,
                                   const OutcomesByCell& outcomes) {
    Conditions conditions(definition);
    return leftOf(cells, outcomes, conditions);
}

Result<QueueState> runQueue(const Definition& definition, const std::vector<Cell>& cells,
                            const std::filesystem::path& results, const QueueOptions& options,
                            const RunContext& run) {
    auto ended = Queue(definition, cells, results, options, run).go();
    if (ended) ended->ended = nullptr; // it points into the queue
    return ended;
}

} // namespace edgewright::experiment
