// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/page/page_answer.h"

#include "views/support/answer_line.h"
#include "views/support/fold_button.h"
#include "views/support/layouts.h"
#include "views/support/page/view.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MaxBesidePage = 380; // pixels of the window: the list of pages, and an inspector of usual width

} // namespace

PageAnswer::PageAnswer(const QString& name, QWidget* parent, Level level)
    : QWidget(parent), m_head(new QWidget(this)), m_answer(new AnswerLine(m_head)),
      m_reasons(new AnswerLine(this)), m_conditions(new QLabel(m_head)), m_why(new QToolButton(m_head)) {
    setObjectName(name);
    auto* rows = columnIn(this, {}, 2);
    auto* head = columnIn(m_head, {}, 2);
    m_row = new QHBoxLayout;
    m_row->setSpacing(8);
    m_row->addWidget(m_answer, 1);
    m_row->addWidget(m_why, 0, Qt::AlignTop);
    head->addLayout(m_row);
    head->addWidget(m_conditions);
    head->addStretch(1);
    rows->addWidget(m_head);
    rows->addWidget(m_reasons);

    m_answer->setFont(level == Level::Page ? views::font(TextSize::Title, true) : views::font(TextSize::Body));
    m_conditions->setObjectName(QStringLiteral("conditions"));
    m_conditions->setTextFormat(Qt::PlainText);
    m_conditions->setFont(views::font(TextSize::Small));
    m_conditions->setForegroundRole(QPalette::PlaceholderText);
    m_conditions->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_conditions->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_conditions->setText(QStringLiteral("X") + tr("Why"));          // letters of the language may be higher
    m_conditions->setFixedHeight(m_conditions->sizeHint().height()); // with a text or none
    m_conditions->clear();
    m_reasons->setObjectName(QStringLiteral("reasons"));
    m_reasons->setFont(views::font(TextSize::Small));
    m_reasons->setMinimumHeight(0);
    m_why->setObjectName(QStringLiteral("why"));
    m_why->setToolTip(tr("What the answer rests on"));
    QSizePolicy policy = m_why->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the line keeps its height
    m_why->setSizePolicy(policy);
    m_why->hide();
    const auto follow = [this](bool on) {
        unfold(on);
        emit changed();
    };
    makeFold(*m_why, tr("Why"), follow, QStringLiteral("why/") + name);
    for (AnswerLine* each : {m_answer, m_reasons}) {
        each->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        connect(each, &AnswerLine::linkFollowed, this, &PageAnswer::linkFollowed);
    }
}

void PageAnswer::reserveLines(int count) {
    AnswerLine sample; // marks may come from a font of their own, with higher lines
    sample.setFont(m_answer->font());
    sample.setAnswer(QStringList(count, AnswerLine::mark(Sureness::Measured)).join(QStringLiteral("<br>")));
    const int lines = std::max(sample.sizeHint().height(), m_why->sizeHint().height());
    m_head->setMinimumHeight(lines + m_head->layout()->spacing() + m_conditions->minimumHeight());
}

void PageAnswer::addCorner(QWidget* widget) { m_row->addWidget(widget, 0, Qt::AlignTop); }

void PageAnswer::unfold(bool shown) { m_reasons->setVisible(shown && !m_why->isHidden()); }

void PageAnswer::setAnswer(const QString& html) {
    m_isAnswer = true;
    m_answer->setAnswer(html);
    m_answer->keepHeight();
    m_why->setAccessibleName(m_why->text() + QStringLiteral(": ") +
                             plainText()); // a part of a page has one, too
    emit changed();
}

void PageAnswer::display(const PageWords& words) {
    setAnswer(words.headline);
    m_isAnswer = words.isAnswer;
    setConditions(words.conditions.join(QStringLiteral(" · ")));
    setReasons(words.reasons);
}

void PageAnswer::forget() {
    display({});
    m_answer->forgetHeight();
    m_reasons->forgetHeight();
}

void PageAnswer::setAnswer(const table::Answer& answer, const QString& mark) {
    const QString headline = QString::fromStdString(answer.headline).toHtmlEscaped();
    setAnswer(headline.isEmpty() || mark.isEmpty() ? headline : mark + u' ' + headline);
    QStringList conditions, reasons;
    for (const std::string& each : answer.conditions)
        conditions << QString::fromStdString(each);
    for (const std::string& each : answer.reasons)
        reasons << QString::fromStdString(each).toHtmlEscaped();
    setConditions(conditions.join(u' '));
    setReasons(reasons);
}

void PageAnswer::setConditions(const QString& text) {
    m_conditionsText = QString(text).replace(u'\n', u' ');
    fitConditions();
}

void PageAnswer::fitConditions() {
    const QString shown = m_conditions->fontMetrics().elidedText(m_conditionsText, Qt::ElideRight, width());
    m_conditions->setText(shown);
    m_conditions->setFixedHeight(std::max(m_conditions->minimumHeight(), m_conditions->sizeHint().height()));
    m_conditions->setToolTip(shown == m_conditionsText ? QString() : plainTip(m_conditionsText));
    m_conditions->setAccessibleName(m_conditionsText);
}

void PageAnswer::setReasons(const QStringList& html) {
    QString list;
    for (const QString& each : html)
        list += QStringLiteral("<li>%1</li>").arg(each);
    m_reasons->setAnswer(html.isEmpty() ? QString()
                                        : QStringLiteral("<ul style=\"margin: 0\">%1</ul>").arg(list));
    m_why->setVisible(!html.isEmpty());
    unfold(m_why->isChecked());
    if (m_reasons->isVisible()) m_reasons->keepHeight();
    emit changed();
}

QString PageAnswer::headline() const { return m_answer->plainAnswer(); }

QString PageAnswer::plainText() const {
    QStringList lines{m_answer->plainAnswer(), m_conditionsText, m_reasons->plainAnswer()};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

void PageAnswer::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitConditions();
}

AnswerRoom::AnswerRoom(PageAnswer* answer, QWidget* parent) : QScrollArea(parent) {
    setWidget(answer);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(answer, &PageAnswer::changed, this, &AnswerRoom::fitSoon);
}

// Layouts know of a change only in the next turn of the event loop.
void AnswerRoom::fitSoon() { QMetaObject::invokeMethod(this, &AnswerRoom::fit, Qt::QueuedConnection); }

void AnswerRoom::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (isVisible() && window()->width() != m_windowWidth) fitSoon();
}

void AnswerRoom::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    if (window()->width() != m_windowWidth) fitSoon();
}

void AnswerRoom::fit() {
    m_windowWidth = isVisible() ? window()->width() : -1;
    if (m_windowWidth < 0) return; // when it is shown
    const QWidget* page = this;
    while (page && !qobject_cast<const View*>(page))
        page = page->parentWidget();
    const int narrower = page ? std::max(MaxBesidePage - (window()->width() - page->width()), 0) : 0;
    setFixedHeight(
        std::max(widget()->heightForWidth(width() - narrower), widget()->minimumSizeHint().height()));
}

} // namespace edgewright::views
