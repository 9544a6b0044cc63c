// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_pane.h"

#include "views/accelerator/array/array_canvas.h"
#include "views/accelerator/array/array_parts.h"
#include "views/accelerator/array/array_transport.h"
#include "views/accelerator/charts/cost_charts.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/shortcuts.h"

#include <QLabel>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

bool isOnArray(const cost::LayerCost& layer) { return layer.layer.unit == cost::Unit::Array; }

// The same picture in other words: a new analysis mostly changes nothing here.
bool isSame(const cost::ArrayWalk& a, const cost::ArrayWalk& b, const QString& nameA, const QString& nameB) {
    const auto& one = a.layer();
    const auto& other = b.layer();
    return nameA == nameB && a.accelerator() == b.accelerator() && a.tiling() == b.tiling() &&
           a.folds() == b.folds() && a.cycles() == b.cycles() && one.filters == other.filters &&
           one.channels == other.channels && one.taps == other.taps && one.high.out == other.high.out &&
           one.wide.out == other.wide.out && one.groups == other.groups && one.steps == other.steps &&
           one.images == other.images;
}

} // namespace

ArrayPane::ArrayPane(ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    auto* rows = columnIn(this, {8, 8, 8, 4}, 4);
    m_title = new QLabel(this);
    m_title->setObjectName(u"arrayTitle"_s);
    m_title->setTextFormat(Qt::RichText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setWordWrap(true);
    m_title->setFont(views::font(TextSize::Small)); // the picture needs the room
    m_canvas = new ArrayCanvas(this);
    m_canvas->setObjectName(u"arrayCanvas"_s);
    m_canvas->setAccessibleName(tr("Cells of the array, folds and SRAMs"));
    m_transport = new ArrayTransport(this);
    rows->addWidget(m_title);
    rows->addWidget(m_canvas, 1);
    rows->addWidget(m_transport);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_overlay = new StageOverlay(this);
    m_overlay->setObjectName(u"arrayStage"_s);
    addFigureMenu(*m_canvas, *m_canvas, context.pool, [this] { return figure(); });

    const QString group = tr("Accelerator: array");
    listShortcut(this, group, tr("Play the cycles, or pause"), tr("Space"));
    listShortcut(this, group, tr("One cycle back, one cycle forward"), tr("Left, Right"));
    listShortcut(this, group, tr("Previous fold, next fold"), tr("Up, Down"));
    listShortcut(this, group, tr("First cycle, last cycle of the fold"), tr("Home, End"));

    connect(m_overlay, &StageOverlay::retryRequested, this, &ArrayPane::retryRequested);
    connect(m_transport, &ArrayTransport::stepped, this, [this](qint64 cycles) { step(cycles); });
    connect(m_transport, &ArrayTransport::foldStepped, this, [this](int folds) { stepFold(folds); });
    connect(m_transport, &ArrayTransport::cycleChosen, this, [this](qint64 cycle) {
        showMoment({m_moment.fold, cycle});
    });
    connect(m_canvas, &ArrayCanvas::stepped, this, [this](int cycles) { step(cycles); });
    connect(m_canvas, &ArrayCanvas::foldStepped, this, [this](int folds) { stepFold(folds); });
    connect(m_canvas, &ArrayCanvas::foldChosen, this, [this](qint64 fold) { showMoment({fold, 0}); });
    connect(m_canvas, &ArrayCanvas::endWanted, this, [this](bool last) {
        showMoment({m_moment.fold, last ? m_scene->walk.cyclesOf(m_moment.fold) - 1 : 0});
    });
    connect(m_canvas, &ArrayCanvas::playToggled, this, [this] { m_transport->play(!m_transport->playing()); });
    connect(&context.selection, &Selection::changed, this, [this] { choose(); });
    choose();
}

void ArrayPane::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    choose();
}

Scene ArrayPane::sceneOf(const cost::LayerCost* layer, QString* why) const {
    if (!layer) {
        if (!m_analysis || !m_analysis->opened)
            *why = tr("Open a model to see its layers on the array.");
        else if (const QString error = errorText(*m_analysis, "cost"); !error.isEmpty())
            *why = tr("There are no costs: %1").arg(error);
        else
            *why = m_analysis->costs ? tr("This model has no layer that an accelerator runs.")
                                     : tr("The costs are being computed.");
        return nullptr;
    }
    const QString name = QString::fromStdString(layer->layer.name);
    const cost::CostReport& report = m_analysis->costs->report;
    if (!isOnArray(*layer)) {
        *why =
            tr("%1 (%2) runs on the vector unit, %3 elements in each cycle: no cell of the array takes part. "
               "Choose a convolution or a matrix product to see it on the array.")
                .arg(shortName(name, 60), QString::fromStdString(layer->layer.op),
                     integerText(report.accelerator.vectorLanes()));
        return nullptr;
    }
    auto walk = cost::ArrayWalk::of(layer->layer, report.tiledFor, layer->tiling);
    if (!walk) {
        *why = tr("It cannot be drawn: %1").arg(QString::fromStdString(walk.error().message));
        return nullptr;
    }
    if (m_scene && isSame(m_scene->walk, *walk, m_scene->name, name)) return m_scene;
    return std::make_shared<const ArrayScene>(name, *std::move(walk));
}

void ArrayPane::choose() {
    m_late = !isVisible();
    if (m_late) return; // showEvent() catches up
    const cost::LayerCost* layer = layerToShow(m_analysis.get(), m_context.selection.current());
    QString why;
    const Scene scene = sceneOf(layer, &why);
    m_overlay->display(why, isPending(m_analysis.get(), {"cost"}), cancelledOf(m_analysis.get(), {"cost"}));
    if (!scene) m_transport->play(false);
    const bool isOther = scene != m_scene;
    m_scene = scene;
    const bool isChosen = m_analysis && !layersOf(*m_analysis, m_context.selection.current()).empty();
    QString text = scene ? sceneText(*scene) : QString();
    if (scene && !isChosen) text = tr("No layer is selected; this one takes most cycles. %1").arg(text);
    m_title->setText(text);
    m_title->setToolTip(scene ? plainTip(scene->name) : QString());
    if (!isOther) return;
    if (scene) m_transport->suggestSpeed(scene->walk.cyclesOf(0));
    showMoment({});
}

void ArrayPane::showMoment(const ArrayMoment& moment) {
    m_moment = moment;
    m_canvas->display(m_scene, moment);
    if (!m_scene) return m_transport->display(0, 1, true, true);
    m_transport->display(moment.cycle, m_scene->walk.cyclesOf(moment.fold), moment.fold == 0,
                         moment.fold + 1 == m_scene->walk.folds());
}

void ArrayPane::step(std::int64_t cycles) {
    if (!m_scene) return;
    const ArrayMoment next = momentAfter(m_scene->walk, m_moment, cycles);
    if (next.fold + 1 == m_scene->walk.folds() && next.cycle + 1 == m_scene->walk.cyclesOf(next.fold))
        m_transport->play(false);
    showMoment(next);
}

void ArrayPane::stepFold(std::int64_t folds) {
    if (!m_scene) return;
    showMoment({std::clamp<std::int64_t>(m_moment.fold + folds, 0, m_scene->walk.folds() - 1), 0});
}

std::pair<Scene, ArrayMoment> ArrayPane::shown() const {
    if (!m_late) return {m_scene, m_moment};
    QString why;
    const Scene scene = sceneOf(layerToShow(m_analysis.get(), m_context.selection.current()), &why);
    if (!scene) return {};
    return {scene, {0, scene->walk.cyclesOf(0) / 2}}; // nobody has chosen a cycle
}

std::optional<Figure> ArrayPane::figure() const {
    const auto& [scene, moment] = shown();
    return scene ? std::optional(arrayFigure(scene, moment)) : std::nullopt;
}

std::optional<Slide> ArrayPane::slide() const {
    const auto& [scene, moment] = shown();
    return scene ? std::optional(arraySlide(scene, moment, m_transport->speed())) : std::nullopt;
}

void ArrayPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_late) choose();
}

void ArrayPane::hideEvent(QHideEvent* event) {
    m_transport->play(false);
    QWidget::hideEvent(event);
}

} // namespace edgewright::views
