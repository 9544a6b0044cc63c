// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario that a page edits: every decision can be undone, and what is at fault in it is known at once. It
// is read and written off the GUI thread.
#pragma once

#include "core/scenario/scenario.h"
#include "views/support/job/job_slot.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace edgewright::views {

class ScenarioDraft final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t MaxSteps = 200; // that can be undone
    static constexpr qint64 MaxPauseMs = 1000;   // between changes that are one step

    // `cores`: of the machine, where the scenario does not say how many there are.
    ScenarioDraft(QThreadPool& pool, std::int64_t cores, QObject* parent = nullptr);

    const scenario::Scenario& get() const { return m_scenario; }
    bool isEmpty() const { return m_scenario.models.empty(); }
    std::int64_t cores() const { return m_scenario.cores.value_or(m_cores); }
    const std::optional<scenario::ScenarioFault>& fault() const { return m_fault; }
    // That it was opened from or saved to last; empty: none.
    const QString& file() const { return m_file; }
    // As JSON whose paths are relative to the root, for restore().
    std::string text() const;

    // Applies `edit` and announces it, unless nothing is different afterwards. Changes of one name that follow
    // each other closely are one step.
    template <typename Edit>
    void change(const QString& what, Edit edit) {
        scenario::Scenario next = m_scenario;
        edit(next);
        commit(what, std::move(next));
    }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    QString undoText() const { return m_undo.empty() ? QString() : m_undo.back().what; }
    QString redoText() const { return m_redo.empty() ? QString() : m_redo.back().what; }
    void undo() { step(m_undo, m_redo); }
    void redo() { step(m_redo, m_undo); }

    void open(const QString& file);
    void restore(const std::string& text, const QString& file); // text() of an earlier session
    void save(const QString& file);

signals:
    void changed();
    void opened(); // another scenario; after changed()
    void failed(const QString& message);
    void saved(const QString& file);

private:
    struct Step {
        QString what;
        scenario::Scenario scenario; // on the other side of it
    };
    void commit(const QString& what, scenario::Scenario next);
    void step(std::vector<Step>& from, std::vector<Step>& to);
    void take(scenario::Scenario next); // and announces it
    void readTimes();                   // of recorded arrivals, where they are missing
    void reset(scenario::Scenario next, const QString& file);

    scenario::Scenario m_scenario;
    std::int64_t m_cores;
    std::optional<scenario::ScenarioFault> m_fault;
    QString m_file;
    std::vector<Step> m_undo, m_redo;
    QElapsedTimer m_sinceChange; // invalid after anything but a change
    JobSlot m_read, m_readTimes, m_write;
};

} // namespace edgewright::views
