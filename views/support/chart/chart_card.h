// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as data, and the widget that shows any of them: pane, what stands over it while its stage runs,
// copying and saving, and its figure. A chart is a file that defines a ChartSpec, and a page that makes its
// card.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/page/view.h"

namespace edgewright::views {

class StageOverlay;

struct ChartInput {
    const pipeline::Analysis& analysis; // the stage of the chart is done
    const pipeline::Settings& settings;
    Item selected;                      // of the window; empty on paper
    std::optional<std::int64_t> marked; // what the page itself singles out, a channel; also on paper
};

struct ChartSpec {
    const char* name;             // of the figure, "roofline"; its pane is called "rooflineChart"
    const char* title;            // of the figure, in English: marked for translation in the context "Chart"
    const char* tab = nullptr;    // shorter title, of its tab, context "Chart"; null: as `title`
    const char* stage;            // of the pipeline (core/pipeline/stage.h) that it shows
    const char* beside = nullptr; // another stage whose result is drawn, too, where it is there
    const char* invitation;       // while no model is open, context "Chart"
    QSizeF paper{658, 400};       // natural size in logical pixels
    bool pickByColumn = false;    // ChartPane::setPickByColumn
    // Further causes for another picture, beside the result of the stage and what the page marks.
    bool showsSelection = false, showsSettings = false;
    // The reason why there is nothing to draw although the stage is done, for people. Empty: there is
    // something.
    QString (*emptyStateText)(const ChartInput& input) = nullptr;
    BuiltChart (*build)(const ChartInput& input, const Theme& theme) = nullptr;
    // A target was clicked. Null: the page is told, by ChartCard::targetClicked().
    void (*choose)(std::size_t target, const ChartInput& input, ViewContext& context) = nullptr;
};

class ChartCard final : public QWidget {
    Q_OBJECT
public:
    ChartCard(const ChartSpec& spec, ViewContext& context, QWidget* parent = nullptr);
    // Another model shows all of the chart again, the same one keeps the zoom.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    void setMarked(std::optional<std::int64_t> marked);
    void leaveStageToPage() { m_showsStage = false; } // which lies over this chart and others at once
    ChartPane& pane() { return *m_pane; }
    QString title() const;
    QString tabTitle() const;
    std::optional<Figure> figure() const; // nothing while there is nothing to draw

signals:
    void targetClicked(std::size_t index);
    // As of its pane; the selection is cleared already where choose() set it.
    bool cleared();
    void retryRequested(const QString& stage);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void draw();
    void showStage();
    std::shared_ptr<const void> result() const { return resultOf(m_spec.stage); }
    std::shared_ptr<const void> resultOf(const char* stage) const;
    bool hasResult() const { return result() != nullptr; }
    ChartInput input(bool onScreen) const;
    QString emptyStateText() const;

    const ChartSpec& m_spec;
    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::optional<std::int64_t> m_marked;
    ChartPane* m_pane;
    StageOverlay* m_overlay;
    bool m_showsStage = true;
    std::shared_ptr<const void> m_drawn, m_drawnBeside; // the results on screen
    bool m_fits = true;                                 // the next picture is of another model
    bool m_late = false;                                // something changed while it was hidden
};

} // namespace edgewright::views
