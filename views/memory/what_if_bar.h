// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the plans depend on: extents of the input, planner, order, alignment, sharing, what is
// planned at all. Everything goes through the settings, and can be undone.
#pragma once

#include "core/base/field.h"
#include "views/support/settings_model.h"

#include <QWidget>

class QHBoxLayout;
class QMenu;

namespace edgewright::views {

class WhatIfBar final : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfBar(SettingsModel& settings, QWidget* parent = nullptr);
    void update(const pipeline::Analysis* analysis); // null: no model

private:
    void makeExtents(const ir::Bindings& bindings);
    QMenu* makeMore();
    void addEditor(const Field<pipeline::Settings>& field);

    SettingsModel& m_settings;
    QWidget* m_extents;
    QHBoxLayout* m_extentRow;
    ir::Bindings m_shown;
    QMenu* m_more;
};

} // namespace edgewright::views
