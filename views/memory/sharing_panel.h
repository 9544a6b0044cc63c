// SPDX-License-Identifier: GPL-3.0-or-later
// Every decision to put a tensor into another one's bytes, with its reason; each can be switched off.
#pragma once

#include "views/memory/plan_side.h"
#include "views/support/settings_model.h"

#include <QWidget>

#include <unordered_set>

class QLabel;
class QTreeWidget;

namespace edgewright::views {

class SharingPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SharingPanel(SettingsModel& settings, QWidget* parent = nullptr);
    void show(std::shared_ptr<const PlanSide> side); // null: nothing is known

signals:
    void chosen(const edgewright::views::Item& item);

private:
    void fill();
    void list();
    QString emptyText() const;

    SettingsModel& m_settings;
    std::shared_ptr<const PlanSide> m_side;
    QLabel* m_text;
    QTreeWidget* m_list;
    std::unordered_set<ValueId> m_without; // of the settings, as listed
    bool m_inPlace = true;
    bool m_filling = false;
};

} // namespace edgewright::views
