// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of the colours of a timeline, as far as they occur.
#pragma once

#include "core/ops/operator.h"

#include <QWidget>

#include <set>

namespace edgewright::views {

class TimelineLegend final : public QWidget {
    Q_OBJECT
public:
    explicit TimelineLegend(QWidget* parent = nullptr);
    void display(std::set<ops::Category> kinds);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::set<ops::Category> m_kinds;
};

} // namespace edgewright::views
