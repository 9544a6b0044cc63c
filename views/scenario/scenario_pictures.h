// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a scenario, in tabs: what was simulated, and beside it what really ran.
#pragma once

#include "views/scenario/charts/scenario_charts.h"
#include "views/support/page/view.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QTabWidget;
class QToolButton;

namespace edgewright::views {

class RunChart;

class ScenarioPictures final : public QWidget {
    Q_OBJECT
public:
    ScenarioPictures(QThreadPool& pool, QWidget* parent = nullptr);
    // A later result of the same models keeps zoom and stretch of time.
    void showSimulated(ShownRun run);
    // The same scenario, really run: it is drawn beside the simulated one. Without a result: there is none.
    void showReallyRun(ShownRun run);
    // `why`: there is no curve, or, where that is empty, none yet.
    void showCurve(std::shared_ptr<const scenario::LoadCurve> curve, const QString& why);
    void showNothing(const QString& why);
    void setPending(bool pending); // newer results are on their way
    void setModel(std::size_t model);
    std::vector<Figure> figures() const;

private:
    QWidget* makeTimeRow();
    QDoubleSpinBox* makeTime(const QString& name, const QString& title, QWidget* parent);
    void fillModels();
    void showTab(int tab);
    void fitTime();                             // to the first requests that count
    const scenario::Segment* firstLate() const; // null: none that is kept was late
    void goToFirstLate();                       // in time
    void draw(bool keepView);
    void drawOne(std::size_t chart, bool keepView);
    bool isSameModels(const ShownRun& run) const;

    ScenarioPicture m_input;
    ShownRun m_simulated, m_real;
    QString m_why;
    bool m_pending = false;
    QTabWidget* m_tabs;
    std::vector<RunChart*> m_charts; // in the order of scenarioCharts()
    QComboBox* m_model = nullptr;
    QDoubleSpinBox *m_from = nullptr, *m_length = nullptr;
    QToolButton* m_late = nullptr;
};

} // namespace edgewright::views
