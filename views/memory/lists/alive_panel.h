// SPDX-License-Identifier: GPL-3.0-or-later
// Who is alive at the peak, or at the cursor: the tensors to attack, by size, and what keeps the arena large.
#pragma once

#include "views/memory/lists/alive_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace edgewright::views {

class AlivePanel final : public QWidget {
    Q_OBJECT
public:
    explicit AlivePanel(QWidget* parent = nullptr);
    // Without a step: the peak. Null: nothing is known.
    void show(std::shared_ptr<const PlanSide> side, std::optional<std::int64_t> step);
    void setHighlighted(const std::vector<LifeId>& lives); // of the side that is shown

signals:
    void chosen(const edgewright::views::Item& item);

private:
    std::shared_ptr<const PlanSide> m_side;
    std::optional<std::int64_t> m_step;
    std::vector<LifeId> m_highlighted;
    QLabel *m_title, *m_figures, *m_reason;
    QTableView* m_table;
    AliveModel* m_model;
    bool m_filling = false;
};

} // namespace edgewright::views
