// SPDX-License-Identifier: GPL-3.0-or-later
// What experiments over a whole model have in common: a button that starts and stops, what was found in words,
// a chart, and a table that fills.
#pragma once

#include "views/support/view.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace edgewright::views {

class DataTable;
class RunChart;

struct ExperimentWords {
    QString name;       // "int8-strategies": of the figure, and within the names of objects
    QString title;      // of the figure
    QString action;     // "Compare strategies"
    QString invitation; // while nothing was run
};

class ExperimentFrame final : public QWidget {
    Q_OBJECT
public:
    // `rows` lives at least as long.
    ExperimentFrame(ViewContext& context, const ExperimentWords& words, QAbstractItemModel& rows,
                    QWidget* parent = nullptr);
    RunChart& chart() { return *m_chart; }
    const RunChart& chart() const { return *m_chart; }
    DataTable& table() { return *m_table; }
    void addControl(QWidget* control); // in the row of the button
    void setRunning(bool running);
    void setProgress(quint32 done, quint32 total);
    // The conclusion stands above what it follows from; empty: there is none.
    void setFindings(const QString& conclusion, const QStringList& sentences);
    void setFailure(const QString& text); // empty: none
    void setPossible(bool possible) {
        m_possible = possible;
        setRunning(m_running);
    }

signals:
    void startRequested();
    void stopRequested();

private:
    QString m_action;
    bool m_running = false, m_possible = false;
    QHBoxLayout* m_bar;
    QPushButton* m_button;
    QLabel *m_progress, *m_conclusion, *m_findings;
    RunChart* m_chart;
    DataTable* m_table;
};

} // namespace edgewright::views
