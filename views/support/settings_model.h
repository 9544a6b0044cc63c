// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that every page may change and everything is computed from. Every decision can be undone and
// says what it was; view state is no decision.
#pragma once

#include "core/pipeline/study.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <vector>

namespace edgewright::views {

// The same decisions; view state is none.
inline bool isEqual(pipeline::Settings a, const pipeline::Settings& b) {
    a.viewState = b.viewState;
    return a == b;
}

class SettingsModel final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t MaxSteps = 200; // that can be undone
    static constexpr qint64 MaxPauseMs = 1000; // between changes that are one step: a drag, a field typed into

    using QObject::QObject;
    const pipeline::Settings& get() const { return m_settings; }
    // Applies `edit` and announces it, unless nothing is different afterwards. `what` names the decision in the
    // menu: "Array rows"; changes of one name that follow each other closely are one step. An empty name is
    // never joined.
    template <typename Edit>
    void change(const QString& what, Edit edit) {
        pipeline::Settings next = m_settings;
        edit(next);
        commit(what, std::move(next));
    }
    // Settings::viewState: announced, and not undone.
    template <typename Edit>
    void look(Edit edit) {
        pipeline::ViewState next = m_settings.viewState;
        edit(next);
        look(next);
    }
    // For another model: its settings, without a way back to those of the model before.
    void reset(pipeline::Settings settings);
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    // The decision that the next undo or redo is about; empty without one.
    QString undoText() const { return m_undo.empty() ? QString() : m_undo.back().what; }
    QString redoText() const { return m_redo.empty() ? QString() : m_redo.back().what; }
    void undo() { step(m_undo, m_redo); }
    void redo() { step(m_redo, m_undo); }

signals:
    void changed();

private:
    struct Step {
        QString what;
        pipeline::Settings settings; // on the other side of it; without view state, which keeps graphs
    };
    void commit(const QString& what, pipeline::Settings next);
    void look(const pipeline::ViewState& next);
    void step(std::vector<Step>& from, std::vector<Step>& to);

    pipeline::Settings m_settings;
    std::vector<Step> m_undo, m_redo;
    QElapsedTimer m_sinceChange; // invalid after anything but a change
};

} // namespace edgewright::views
