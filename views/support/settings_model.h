// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that every page may change and everything is computed from; every change can be undone.
#pragma once

#include "core/pipeline/study.h"

#include <QObject>

#include <utility>
#include <vector>

namespace edgewright::views {

class SettingsModel final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    const pipeline::Settings& get() const { return m_settings; }
    // Applies `edit` to the settings and announces it once.
    template <typename Edit>
    void change(Edit edit) {
        m_undo.push_back(m_settings);
        m_redo.clear();
        edit(m_settings);
        emit changed();
    }
    // For another model: its settings, without a way back to those of the model before.
    void reset(pipeline::Settings settings) {
        m_undo.clear();
        m_redo.clear();
        m_settings = std::move(settings);
        emit changed();
    }
    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    void undo() { step(m_undo, m_redo); }
    void redo() { step(m_redo, m_undo); }

signals:
    void changed();

private:
    void step(std::vector<pipeline::Settings>& from, std::vector<pipeline::Settings>& to) {
        if (from.empty()) return;
        to.push_back(std::exchange(m_settings, std::move(from.back())));
        from.pop_back();
        emit changed();
    }

    pipeline::Settings m_settings;
    std::vector<pipeline::Settings> m_undo, m_redo;
};

} // namespace edgewright::views
