// SPDX-License-Identifier: GPL-3.0-or-later
// The tuning tab: the search for faster kernels of the model, its charts and what was decided by kernel; and
// logs of other tuners in the same charts.
#pragma once

#include "core/device/against.h"
#include "views/measure/tuning/tuning_charts.h"
#include "views/support/page/view.h"

class QComboBox;
class QStackedWidget;

namespace edgewright::views {

class DataTable;
class PageAnswer;
class RowTable;
class RunChart;
class TuningControls;

class TuningView final : public QWidget {
    Q_OBJECT
public:
    explicit TuningView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    // As Measurements::deviceOf, with its name for people.
    void setDevice(const std::string& device, const QString& name);
    // Another runtime's profile beside a measurement of the model; null: none. A copy is kept.
    void setBeside(const device::Against* against, const QString& name);
    std::vector<Figure> figures() const;
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

signals:
    void measureRequested(int threads);

private:
    struct Chart { // of one spec
        const TuningChartSpec* spec;
        RunChart* pane;
        // By target of what is drawn.
        std::shared_ptr<std::vector<std::optional<std::size_t>>> tasks;
    };
    QWidget* makeCharts();
    void showTuned();
    void showAnswer();
    void showTable();
    void draw(bool keepView);
    void choose(std::optional<std::size_t> task); // by a person: selects its node for the window
    void followSelection();
    QString deviceObstacle() const; // empty: none
    QString invitation() const;
    std::vector<NodeId> nodesOf(std::size_t task) const; // of the original graph
    std::vector<double> theirs() const;
    TuningInput input() const;

    ViewContext& m_context;
    Tuning& m_tuning;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const TuningShown> m_drawn;
    std::optional<std::size_t> m_task;
    std::optional<device::Against> m_against;
    QString m_besideName, m_deviceName;
    std::string m_device;
    PageAnswer* m_answer;
    TuningControls* m_controls;
    QComboBox* m_which = nullptr;
    QStackedWidget* m_stack = nullptr;
    std::vector<Chart> m_charts; // by tuningCharts()
    RowTable* m_rows;
    DataTable* m_table;
};

} // namespace edgewright::views
