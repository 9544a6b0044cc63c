// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/fold_section.h"

#include "views/support/theme.h"

#include <QLabel>
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
    m_row = 0;
    m_lines.clear();
}

namespace {

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

void FoldSection::addRow(const QString& name, const QString& value) {
    QLabel* key = label(name, m_body);
    key->setForegroundRole(QPalette::PlaceholderText);
    key->setWordWrap(false);
    m_grid->addWidget(key, m_row, 0, Qt::AlignTop);
    QLabel* text = label(breakable(value), m_body);
    text->setToolTip(value);
    m_grid->addWidget(text, m_row++, 1);
    m_lines << name + QStringLiteral(": ") + value;
}

void FoldSection::addSentence(const QString& text, bool muted) {
    QLabel* sentence = label(breakable(text), m_body);
    if (muted) sentence->setForegroundRole(QPalette::PlaceholderText);
    m_grid->addWidget(sentence, m_row++, 0, 1, 2);
    m_lines << text;
}

void FoldSection::addWidget(QWidget* widget) { m_grid->addWidget(widget, m_row++, 0, 1, 2); }

QString FoldSection::text() const { return m_lines.join(QLatin1Char('\n')); }

} // namespace edgewright::views
