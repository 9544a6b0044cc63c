// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/search_line.h"

#include "views/support/focus_return.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace edgewright::views {

namespace {

constexpr int TypingMilliseconds = 120;
constexpr qsizetype MaxFaultLetters = 24;

} // namespace

SearchLine::SearchLine(const Texts& texts, QWidget* parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this)),
      m_previous(new QToolButton(this)), m_next(new QToolButton(this)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_line->setObjectName(texts.object + QStringLiteral("Search"));
    m_line->setAccessibleName(texts.name);
    m_line->setPlaceholderText(texts.placeholder);
    m_line->setToolTip(texts.tip);
    m_line->setAccessibleDescription(QTextDocumentFragment::fromHtml(texts.tip).toPlainText());
    m_line->setClearButtonEnabled(true);
    m_line->setMinimumWidth(120);
    m_count->setObjectName(texts.object + QStringLiteral("SearchCount"));
    m_count->setAccessibleName(tr("Number of hits"));
    m_count->setFont(views::font(TextSize::Small));
    m_count->hide();
    const auto button = [this](QToolButton* made, const QString& object, Qt::ArrowType arrow,
                               const QString& name, int by) {
        made->setObjectName(object);
        made->setArrowType(arrow);
        made->setAutoRaise(true);
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setEnabled(false);
        connect(made, &QToolButton::clicked, this, [this, by] { step(by); });
    };
    button(m_previous, texts.object + QStringLiteral("PreviousHit"), texts.previousArrow, texts.previous, -1);
    button(m_next, texts.object + QStringLiteral("NextHit"), texts.nextArrow, texts.next, 1);
    auto* row = rowIn(this, {}, 4);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    m_typing.setSingleShot(true);
    m_typing.setInterval(TypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, [this] { search(); });
    connect(m_line, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    new FocusReturn(*m_line);
    m_line->installEventFilter(this);
}

QString SearchLine::text() const { return m_line->text(); }

void SearchLine::setText(const QString& text) {
    m_line->setText(text);
    search();
}

void SearchLine::focus() {
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void SearchLine::finishTyping() {
    if (m_typing.isActive()) search();
}

void SearchLine::showCount(bool shown, std::size_t count, std::ptrdiff_t at, const QString& fault) {
    m_count->setVisible(shown);
    m_count->setToolTip(fault);
    if (!fault.isEmpty())
        m_count->setText(fault.size() > MaxFaultLetters ? fault.left(MaxFaultLetters - 2) + QStringLiteral(" …")
                                                        : fault);
    else if (count == 0)
        m_count->setText(tr("none"));
    else if (at < 0)
        m_count->setText(integerText(static_cast<std::int64_t>(count)));
    else
        m_count->setText(tr("%1 of %2").arg(at + 1).arg(count));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    m_hasHits = count > 0;
    tint();
}

void SearchLine::tint() {
    const Theme& theme = Theme::forPalette(palette());
    QPalette colours = m_count->palette();
    const QColor wanted = m_hasHits ? theme.muted : theme.warn;
    if (colours.color(QPalette::WindowText) == wanted) return;
    colours.setColor(QPalette::WindowText, wanted);
    m_count->setPalette(colours);
}

bool SearchLine::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
        return true;
    case Qt::Key_Down:
    case Qt::Key_Up:
        step(key->key() == Qt::Key_Down ? 1 : -1);
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void SearchLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
