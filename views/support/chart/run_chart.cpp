// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/run_chart.h"

#include "views/support/figure/figure_menu.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/layouts.h"

#include <QEvent>

#include <utility>

namespace edgewright::views {

namespace {
constexpr QSizeF Paper{658, 300}; // logical pixels
} // namespace

RunChart::RunChart(const QString& name, const QString& title, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_name(name), m_title(title), m_pane(new ChartPane(this)),
      m_overlay(new StageOverlay(m_pane)) {
    m_pane->setObjectName(name + QStringLiteral("Chart"));
    m_pane->setAccessibleName(title);
    auto* all = columnIn(this);
    all->addWidget(m_pane);
    addFigureMenu(*m_pane->viewport(), *m_pane, pool, [this] { return figure(); });
}

void RunChart::display(Build build, bool keepView, bool pending, Build onPaper) {
    m_build = std::move(build);
    m_onPaper = std::move(onPaper);
    m_keepView = keepView;
    m_overlay->display({}, pending);
    draw();
}

void RunChart::displayNothing(const QString& why, bool pending) {
    m_build = nullptr;
    m_onPaper = nullptr; // both hold what they draw
    m_pane->forget();
    m_overlay->display(why, pending);
}

void RunChart::draw() {
    m_late = !isVisible();
    if (!m_build || m_late) return;
    m_pane->display(m_build(Theme::forPalette(palette())), std::exchange(m_keepView, true));
}

std::optional<Figure> RunChart::figure() const {
    if (!m_build) return std::nullopt;
    return chartFigure(m_name, m_title, Paper, m_onPaper ? m_onPaper : m_build);
}

void RunChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw();
    QWidget::changeEvent(event);
}

void RunChart::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_late) draw();
}

} // namespace edgewright::views
