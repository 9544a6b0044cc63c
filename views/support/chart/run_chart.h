// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of what the page hands over, not of a stage: pane, figure and menu, and a sentence where there is
// nothing to draw.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/page/view.h"

#include <QSizeF>

#include <functional>
#include <optional>

namespace edgewright::views {

class StageOverlay;

class RunChart final : public QWidget {
    Q_OBJECT
public:
    // `name`: of the figure, "distribution"; its pane is called "distributionChart".
    RunChart(const QString& name, const QString& title, QThreadPool& pool, QWidget* parent = nullptr);
    using Build = std::function<BuiltChart(const Theme&)>; // owns all it needs
    // Keeps the zoom when `keepView`. `pending`: newer content is on its way. `onPaper`: the same without what
    // a person has selected; null: there is no such mark.
    void display(Build build, bool keepView, bool pending = false, Build onPaper = nullptr);
    void displayNothing(const QString& why, bool pending = false);
    ChartPane& pane() { return *m_pane; }
    std::optional<Figure> figure() const; // nothing while there is nothing to draw

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void draw();

    QString m_name, m_title;
    Build m_build, m_onPaper; // the latter null: the same
    bool m_keepView = false, m_late = false;
    ChartPane* m_pane;
    StageOverlay* m_overlay;
};

} // namespace edgewright::views
