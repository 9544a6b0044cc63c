// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of the colours, patterns and lines of the memory charts, as far as they occur.
#pragma once

#include "views/memory/chart/plan_side.h"

#include <QWidget>

#include <array>

namespace edgewright::views {

class KindLegend final : public QWidget {
    Q_OBJECT
public:
    explicit KindLegend(QWidget* parent = nullptr);
    void show(const std::array<std::shared_ptr<const PlanSide>, 2>& sides);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::array<std::shared_ptr<const PlanSide>, 2> m_sides;
};

} // namespace edgewright::views
