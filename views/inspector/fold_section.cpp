// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/fold_section.h"

#include "views/support/theme.h"

#include <QVBoxLayout>

namespace edgewright::views {

FoldSection::FoldSection(const QString& title, const QString& name, QWidget* parent) : QWidget(parent) {
    setObjectName(name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new QToolButton(this);
    m_header->setText(title);
    m_header->setAutoRaise(true);
    m_header->setArrowType(Qt::DownArrow);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_header->setFont(views::font(TextSize::Body, true));
    m_header->setMinimumHeight(28);
    m_body = new QWidget(this);
    m_grid = new QGridLayout(m_body);
    m_grid->setContentsMargins(16, 4, 8, 12);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    column->addWidget(m_header);
    column->addWidget(m_body);
    connect(m_header, &QToolButton::clicked, this, [this] {
        m_body->setVisible(m_body->isHidden());
        m_header->setArrowType(m_body->isHidden() ? Qt::RightArrow : Qt::DownArrow);
    });
}

void FoldSection::clear() {
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_row = m_left = 0;
    m_more = nullptr;
    m_lines.clear();
}

namespace {

constexpr int MostRows = 100;

QLabel* label(const QString& text, QWidget* parent) {
    auto* result = new QLabel(text, parent);
    result->setTextFormat(Qt::PlainText);
    result->setWordWrap(true);
    result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    result->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    return result;
}

// Long names break anywhere instead of widening the inspector.
QString breakable(const QString& text) {
    QString result;
    int run = 0;
    for (const QChar c : text) {
        result += c;
        run = c.isSpace() ? 0 : run + 1;
        if (run >= 12 && !c.isSurrogate()) {
            result += QChar(0x200b);
            run = 0;
        }
    }
    return result;
}

} // namespace

// Counts what is left out, in one last line.
bool FoldSection::full() {
    if (m_row < MostRows) return false;
    if (!m_more) {
        m_more = label({}, m_body);
        m_more->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(m_more, m_row++, 0, 1, 2);
        m_lines << QString();
    }
    m_more->setText(tr("… and %n more", nullptr, ++m_left));
    m_lines.last() = m_more->text();
    return true;
}

void FoldSection::addRow(const QString& name, const QString& value) {
    if (full()) return;
    constexpr int WidestName = 112;
    QLabel* key = label(name, m_body);
    key->setForegroundRole(QPalette::PlaceholderText);
    key->setWordWrap(false);
    if (key->sizeHint().width() > WidestName) {
        key->setText(breakable(name));
        key->setWordWrap(true);
        key->setFixedWidth(WidestName);
    }
    m_grid->addWidget(key, m_row, 0, Qt::AlignTop);
    QLabel* text = label(breakable(value), m_body);
    text->setToolTip(value);
    m_grid->addWidget(text, m_row++, 1);
    m_lines << name + QStringLiteral(": ") + value;
}

void FoldSection::addSentence(const QString& text, bool muted) {
    if (full()) return;
    QLabel* sentence = label(breakable(text), m_body);
    if (muted) sentence->setForegroundRole(QPalette::PlaceholderText);
    m_grid->addWidget(sentence, m_row++, 0, 1, 2);
    m_lines << text;
}

void FoldSection::addWidget(QWidget* widget) { m_grid->addWidget(widget, m_row++, 0, 1, 2); }

QString FoldSection::text() const { return m_lines.join(QLatin1Char('\n')); }

} // namespace edgewright::views
