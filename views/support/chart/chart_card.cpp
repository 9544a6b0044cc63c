// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_card.h"

#include "core/pipeline/stage.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"

#include <QEvent>

#include <utility>

namespace edgewright::views {

namespace {

QString chartText(const char* text) { return QCoreApplication::translate("Chart", text); }

} // namespace

ChartCard::ChartCard(const ChartSpec& spec, ViewContext& context, QWidget* parent)
    : QWidget(parent), m_spec(spec), m_context(context), m_pane(new ChartPane(this)),
      m_overlay(new StageOverlay(m_pane)) {
    m_pane->setObjectName(QLatin1String(spec.name) + QStringLiteral("Chart"));
    m_pane->setAccessibleName(chartText(spec.title));
    m_pane->setPickByColumn(spec.pickByColumn);
    auto* all = columnIn(this);
    all->addWidget(m_pane);
    addFigureMenu(*m_pane->viewport(), *m_pane, context.pool, [this] { return figure(); });
    connect(m_overlay, &StageOverlay::retryRequested, this, &ChartCard::retryRequested);
    connect(m_pane, &ChartPane::targetClicked, this, [this](std::size_t index) {
        if (!m_spec.choose)
            emit targetClicked(index);
        else if (hasResult())
            m_spec.choose(index, input(true), m_context);
    });
    connect(m_pane, &ChartPane::cleared, this, [this] {
        const bool hadSelection = m_spec.choose && m_context.selection.clear();
        const bool had = emit cleared();
        return had || hadSelection;
    });
    if (spec.showsSelection) connect(&context.selection, &Selection::changed, this, &ChartCard::draw);
    if (spec.showsSettings) connect(&context.settings, &SettingsModel::changed, this, &ChartCard::draw);
    showStage();
}

QString ChartCard::title() const { return chartText(m_spec.title); }

QString ChartCard::tabTitle() const { return chartText(m_spec.tab ? m_spec.tab : m_spec.title); }

std::shared_ptr<const void> ChartCard::resultOf(const char* name) const {
    const pipeline::Stage* stage = name ? pipeline::findStage(name) : nullptr;
    return m_analysis && stage ? stage->get(*m_analysis) : nullptr;
}

ChartInput ChartCard::input(bool onScreen) const {
    return {*m_analysis, m_context.settings.get(), onScreen ? m_context.selection.current() : Item(), m_marked};
}

QString ChartCard::emptyStateText() const {
    if (!m_analysis || !m_analysis->opened) return chartText(m_spec.invitation);
    if (hasResult()) return m_spec.emptyStateText ? m_spec.emptyStateText(input(true)) : QString();
    if (const QString error = errorText(*m_analysis, m_spec.stage); !error.isEmpty())
        return tr("There is nothing to show: %1").arg(error);
    return tr("Being computed.");
}

void ChartCard::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    if (!m_analysis || !analysis || m_analysis->opened != analysis->opened) m_fits = true;
    m_analysis = std::move(analysis);
    if (m_fits || result() != m_drawn || resultOf(m_spec.beside) != m_drawnBeside)
        draw();
    else
        showStage();
}

void ChartCard::setMarked(std::optional<std::int64_t> marked) {
    if (marked == m_marked) return;
    m_marked = marked;
    draw();
}

void ChartCard::draw() {
    showStage();
    m_late = !isVisible();
    if (m_late || !hasResult() || !emptyStateText().isEmpty()) return;
    m_drawn = result();
    m_drawnBeside = resultOf(m_spec.beside);
    m_pane->display(m_spec.build(input(true), Theme::forPalette(palette())), !std::exchange(m_fits, false));
}

void ChartCard::showStage() {
    if (!m_showsStage) return m_overlay->display({}, false);
    m_overlay->display(emptyStateText(), isPending(m_analysis.get(), {m_spec.stage}),
                       cancelledOf(m_analysis.get(), {m_spec.stage}));
}

std::optional<Figure> ChartCard::figure() const {
    if (!hasResult() || !emptyStateText().isEmpty()) return std::nullopt;
    return chartFigure(QLatin1String(m_spec.name), chartText(m_spec.title), m_spec.paper,
                       [&spec = m_spec, analysis = m_analysis, settings = m_context.settings.get(),
                        marked = m_marked](const Theme& theme) {
                           return spec.build({*analysis, settings, {}, marked}, theme);
                       });
}

void ChartCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw();
    QWidget::changeEvent(event);
}

void ChartCard::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_late) draw();
}

} // namespace edgewright::views
