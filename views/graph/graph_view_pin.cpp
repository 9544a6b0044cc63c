// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the page, of the state that runs or of A and B.
#include "views/graph/graph_view.h"

#include "core/base/propagate.h"
#include "views/graph/answer_text.h"
#include "views/graph/panels/page_bar.h"
#include "views/graph/panels/pin_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/support/answer_line.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_text.h"

#include <QHBoxLayout>
#include <QTabWidget>
#include <QToolButton>

namespace edgewright::views {

namespace {

constexpr std::array ToldOfGraphs{Quantity::Nodes, Quantity::Macs, Quantity::Peak, Quantity::Seconds};

} // namespace

QHBoxLayout* GraphView::makeAnswer() {
    auto* row = answerRow(m_answer, m_pinBar);
    row->setContentsMargins(16, 8, 8, 8);
    m_answer->hide();
    m_pinBar->hide();
    connect(m_answer, &AnswerLine::linkFollowed, this, &GraphView::followLink);
    connect(m_pinBar, &PinBar::tableWanted, this, [this] { followLink(QStringLiteral("pin")); });
    if (Pin* pin = context().pin)
        connect(pin, &Pin::changed, this, [this] {
            if (isVisible()) showAnswer();
        });
    return row;
}

void GraphView::followLink(const QString& target) {
    if (target == QStringLiteral("memory") || target == QStringLiteral("measure"))
        return emit pageRequested(target);
    m_bar->panelToggle().setChecked(true);
    m_side->setCurrentWidget(target == QStringLiteral("steps") ? static_cast<QWidget*>(m_steps)
                             : target == QStringLiteral("pin") ? static_cast<QWidget*>(m_pinPanel)
                                                               : m_rules);
}

void GraphView::showAnswer() {
    const Pin* pin = context().pin;
    const bool pinned = pin && pin->a();
    const QString answer = pinned       ? pinAnswer(*pin, ToldOfGraphs)
                           : m_analysis ? graphAnswer(*m_analysis, m_known.get(), measured())
                                        : QString();
    m_answer->setAnswer(answer);
    m_answer->setVisible(!answer.isEmpty());
    m_pinBar->setVisible(pin && !answer.isEmpty());
    showPinTab(*m_side, *m_pinPanel, tr("A | B"), pinned);
    if (pinned) startBenefitsOfA();
}

// Pinned on another page, before this one was seen.
void GraphView::startBenefitsOfA() {
    const auto history = context().pin->withoutBenefits();
    if (!history || history == m_presenting || history == m_benefitsWanted.lock()) return;
    m_benefitsWanted = history;
    m_benefitsOfA.start([history, processor = processor()](
                            const RunContext& run) { return pipeline::benefits(*history, run, processor); },
                        [this, history](Result<pipeline::Benefits> made) {
                            if (made)
                                context().pin->addBenefits(
                                    history, std::make_shared<const pipeline::Benefits>(*std::move(made)));
                        });
}

} // namespace edgewright::views
