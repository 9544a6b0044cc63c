// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/settings_model.h"

#include <utility>

namespace edgewright::views {

void SettingsModel::commit(const QString& what, pipeline::Settings next) {
    if (next == m_settings) return;
    const bool joins = !what.isEmpty() && m_sinceChange.isValid() && m_sinceChange.elapsed() < MaxPauseMs &&
                       undoText() == what;
    if (!joins) {
        m_undo.push_back({what, m_settings});
        m_undo.back().settings.viewState = {};
        if (m_undo.size() > MaxSteps) m_undo.erase(m_undo.begin());
    }
    m_redo.clear();
    m_settings = std::move(next);
    m_sinceChange.start();
    emit changed();
}

void SettingsModel::look(const pipeline::ViewState& next) {
    if (next == m_settings.viewState) return;
    m_settings.viewState = next;
    emit changed();
}

void SettingsModel::reset(pipeline::Settings settings) {
    m_undo.clear();
    m_redo.clear();
    m_sinceChange.invalidate();
    m_settings = std::move(settings);
    emit changed();
}

void SettingsModel::step(std::vector<Step>& from, std::vector<Step>& to) {
    if (from.empty()) return;
    Step taken = std::move(from.back());
    from.pop_back();
    taken.settings.viewState = m_settings.viewState;
    to.push_back({taken.what, std::exchange(m_settings, std::move(taken.settings))});
    to.back().settings.viewState = {};
    m_sinceChange.invalidate();
    emit changed();
}

} // namespace edgewright::views
