// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/fold_section.h"

#include "views/inspector/name_label.h"
#include "views/support/theme.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MaxRows = 100;
constexpr int WidestName = 112; // of a row's left column

NameLabel* label(const QString& text, QWidget* parent) {
    return new NameLabel(NameLabel::Shape::Text, text, parent);
}

} // namespace

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

// Counts what is left out, in one last line.
bool FoldSection::full() {
    if (m_row < MaxRows) return false;
    if (!m_more) {
        m_more = label({}, m_body);
        m_more->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(m_more, m_row++, 0, 1, 2);
        m_lines << QString();
    }
    m_more->setFull(tr("… and %n more", nullptr, ++m_left));
    m_lines.last() = m_more->full();
    return true;
}

void FoldSection::addRow(const QString& name, const QString& value) {
    if (full()) return;
    auto* key = new NameLabel(NameLabel::Shape::Line, name, m_body);
    key->setForegroundRole(QPalette::PlaceholderText);
    key->setFixedWidth(std::min(key->sizeHint().width(), WidestName));
    m_grid->addWidget(key, m_row, 0, Qt::AlignTop);
    m_grid->addWidget(label(value, m_body), m_row++, 1);
    m_lines << name + QStringLiteral(": ") + value;
}

void FoldSection::addTable(const std::vector<QStringList>& rows) {
    auto* table = new QWidget(m_body);
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 4);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    int line = 0;
    for (const QStringList& row : rows) {
        if (line >= MaxRows) {
            grid->addWidget(label(tr("… and %n more", nullptr, static_cast<int>(rows.size()) - line), table),
                            line, 0, 1, 3);
            break;
        }
        for (int column = 0; column < static_cast<int>(row.size()); ++column) {
            auto* cell = new NameLabel(NameLabel::Shape::Line, row[column], table);
            if (column == 0) {
                cell->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
            } else {
                cell->setFont(views::font(TextSize::Small));
                cell->setForegroundRole(QPalette::PlaceholderText);
                cell->setFixedWidth(std::min(cell->sizeHint().width(), 2 * WidestName));
            }
            grid->addWidget(cell, line, column,
                            column == 0 ? Qt::Alignment() : Qt::AlignRight | Qt::AlignVCenter);
        }
        ++line;
        m_lines << row.first() + QStringLiteral(": ") + row.mid(1).join(QStringLiteral(" · "));
    }
    addWidget(table);
}

void FoldSection::addSentence(const QString& text, bool muted) {
    if (full()) return;
    QLabel* sentence = label(text, m_body);
    if (muted) sentence->setForegroundRole(QPalette::PlaceholderText);
    m_grid->addWidget(sentence, m_row++, 0, 1, 2);
    m_lines << text;
}

void FoldSection::addHeading(const QString& text) {
    if (full()) return;
    QLabel* heading = label(text, m_body);
    heading->setFont(views::font(TextSize::Body, true));
    m_grid->addWidget(heading, m_row++, 0, 1, 2);
    m_lines << text;
}

void FoldSection::addButton(const QString& text, std::function<void()> act) {
    if (full()) return;
    auto* button = new QPushButton(text, m_body);
    button->setToolTip(text);
    // What it does may fill this section anew.
    connect(button, &QPushButton::clicked, this, std::move(act), Qt::QueuedConnection);
    m_grid->addWidget(button, m_row++, 0, 1, 2, Qt::AlignLeft);
}

void FoldSection::addWidget(QWidget* widget) { m_grid->addWidget(widget, m_row++, 0, 1, 2); }

QString FoldSection::text() const { return m_lines.join(QLatin1Char('\n')); }

} // namespace edgewright::views
