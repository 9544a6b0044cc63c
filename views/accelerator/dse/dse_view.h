// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: what varies, the answer in words, and charts of the points, which appear while the
// space is gone through. Square arrays, what the page begins with, are a stage of the pipeline.
#pragma once

#include "views/accelerator/dse/axes_editor.h"
#include "views/accelerator/dse/dse_charts.h"
#include "views/accelerator/dse/space_exploration.h"
#include "views/support/view.h"

#include <QElapsedTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace edgewright::views {

class AnswerLine;
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
    // Of what is shown; null: nothing is.
    const std::shared_ptr<const SpaceSnapshot>& snapshot() const { return m_snapshot; }
    const SpaceExploration& exploration() const { return m_exploration; }

signals:
    void retryRequested(const QString& stage);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Card {
        const DseChartSpec* spec = nullptr;
        RunChart* chart = nullptr; // one of the two
        PaintedChart* painted = nullptr;
        std::shared_ptr<std::vector<std::size_t>> places; // of the chart's targets
        QWidget* widget() const;
    };
    QWidget* makeControls();
    const cost::SpaceChoice& choice() const { return m_context.settings.get().space; }
    bool isStandard() const { return choice() == cost::SpaceChoice::standard(); }
    void explore(); // starts what is chosen where it is not what runs or is done
    void showSnapshot(std::shared_ptr<const SpaceSnapshot> snapshot);
    void showState();
    void showAnswer();
    void fillAxes();
    void draw();
    void drawCard(Card& card);
    void adopt(const SpaceSnapshot& snapshot, std::size_t place);
    Card& current();
    DseInput input() const;
    QString whyNothing() const; // while there are no points

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const pipeline::Explored> m_stage; // whose points m_snapshot has, where it is the stage's
    std::shared_ptr<const SpaceSnapshot> m_snapshot;
    std::shared_ptr<BestTables> m_tables = std::make_shared<BestTables>();
    QString m_failure;
    QElapsedTimer m_sinceDraw;
    qint64 m_drawTook = 0;        // ms
    bool m_axesAreChosen = false; // of the map, by a person
    bool m_late = false;          // something changed while it was hidden
    AnswerLine* m_answer = nullptr;
    QComboBox *m_chart = nullptr, *m_measure = nullptr, *m_across = nullptr, *m_down = nullptr;
    QLabel *m_progress = nullptr, *m_acrossLabel = nullptr, *m_downLabel = nullptr;
    QPushButton* m_run = nullptr;
    QStackedWidget* m_stack = nullptr;
    std::vector<Card> m_cards;
    AxesEditor* m_axes = nullptr;
    StageOverlay* m_overlay = nullptr;
    SpaceExploration m_exploration;
};

} // namespace edgewright::views
