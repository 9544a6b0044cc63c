// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: what varies, the answer in words, and charts of the points, which appear while the
// space is gone through.
#pragma once

#include "views/accelerator/dse/axes_editor.h"
#include "views/accelerator/dse/dse_charts.h"
#include "views/support/page/view.h"

#include <QElapsedTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace edgewright::views {

class PageAnswer;
class RunChart;
class StageOverlay;

class DseView final : public QWidget {
    Q_OBJECT
public:
    explicit DseView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    std::vector<Figure> figures() const; // those that the space has
    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);

signals:
    void retryRequested(const QString& stage);

private:
    struct Card {
        const DseChartSpec* spec = nullptr;
        RunChart* chart = nullptr; // one of the two
        PaintedChart* painted = nullptr;
        std::shared_ptr<std::vector<std::size_t>> places; // of the chart's targets
        QWidget* widget() const;
    };
    QWidget* makeControls();
    std::shared_ptr<const pipeline::Explored> explored() const; // with points; null: there are none
    bool isRunning() const;
    void showSettings();
    void showState();
    void showAnswer();
    void fillAxes();
    void draw();
    void drawCard(Card& card);
    static void clear(Card& card, const QString& why);
    void adopt(const pipeline::Explored& explored, std::size_t place);
    void chooseIntervals(const AxisIntervals& intervals);
    void forgetIntervals(const pipeline::Explored& now); // those that were chosen among other points
    Card& current();
    DseInput input() const;
    QString whyNothing() const; // while there are no points

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const pipeline::Explored> m_drawn;
    std::shared_ptr<BestTables> m_tables = std::make_shared<BestTables>();
    QElapsedTimer m_sinceDraw;
    qint64 m_drawTook = 0;                   // ms
    bool m_axesAreChosen = false;            // of the map, by a person
    AxisIntervals m_intervals;               // on the axes of the parallel coordinates, for all charts
    std::weak_ptr<const void> m_intervalsOf; // Explored::owner; none: of a page that was saved
    PageAnswer* m_answer = nullptr;
    QComboBox *m_chart = nullptr, *m_measure = nullptr, *m_across = nullptr, *m_down = nullptr;
    QLabel *m_progress = nullptr, *m_acrossLabel = nullptr, *m_downLabel = nullptr;
    QPushButton *m_run = nullptr, *m_allPoints = nullptr;
    QStackedWidget* m_stack = nullptr;
    std::vector<Card> m_cards;
    AxesEditor* m_axes = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views
