// SPDX-License-Identifier: GPL-3.0-or-later
// Who lives in which buffer, when and why; what shares bytes can be given its own.
#pragma once

#include "views/memory/lists/buffer_model.h"
#include "views/support/settings_model.h"

#include <QWidget>

#include <unordered_set>

class QLabel;

namespace edgewright::views {

class DataTable;

class SharingPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SharingPanel(SettingsModel& settings, QWidget* parent = nullptr);
    void show(std::shared_ptr<const PlanSide> side);       // null: nothing is known
    void setHighlighted(const std::vector<LifeId>& lives); // of the side that is shown
    const QAbstractItemModel& rows() const { return *m_model; }
    int buffers() const; // that the rows are of

signals:
    void chosen(const edgewright::views::Item& item);

private:
    void fill();
    QString summary() const;

    SettingsModel& m_settings;
    std::shared_ptr<const PlanSide> m_side;
    std::vector<LifeId> m_highlighted;
    QLabel* m_text;
    BufferModel* m_model;
    DataTable* m_table;
    std::unordered_set<ValueId> m_without; // of the settings, as listed
    bool m_inPlace = true;
    bool m_changing = false;
};

} // namespace edgewright::views
