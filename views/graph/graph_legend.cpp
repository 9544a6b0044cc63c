// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_legend.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int Margin = 4, Gap = 4, Swatch = 14;

QIcon swatch(const QColor& colour, const QColor& ground, char letter, double ratio) {
    QPixmap pixmap(QSize(Swatch, Swatch) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(0, 0, Swatch, Swatch, 3, 3);
    painter.setPen(ground);
    QFont bold = font(TextSize::Small, true);
    bold.setPixelSize(10);
    painter.setFont(bold);
    painter.drawText(QRect(0, 0, Swatch, Swatch), Qt::AlignCenter, QString(QLatin1Char(letter)));
    return QIcon(pixmap);
}

} // namespace

GraphLegend::GraphLegend(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Categories of operators"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    for (int i = 0; i < 8; ++i) {
        const auto category = static_cast<ops::Category>(i);
        auto* button = new QToolButton(this);
        const QString name = QCoreApplication::translate("edgewright::views", categoryName(category));
        button->setObjectName(QStringLiteral("legend_") + QLatin1Char(categoryLetter(category)));
        button->setText(u' ' + name); // room beside the swatch
        button->setToolTip(tr("Show %1 alone").arg(name));
        button->setAccessibleName(name);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize(QSize(Swatch, Swatch));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->hide();
        connect(button, &QToolButton::toggled, this, &GraphLegend::announce);
        m_buttons.emplace(category, button);
    }
    tint();
}

void GraphLegend::setPresent(const std::set<ops::Category>& categories) {
    if (categories == m_present) return;
    m_present = categories;
    for (const auto& [category, button] : m_buttons) {
        const bool present = m_present.count(category) != 0;
        button->setVisible(present);
        if (!present) button->setChecked(false);
    }
    arrange(width(), true);
    updateGeometry();
    announce();
}

void GraphLegend::announce() {
    std::set<ops::Category> lit, dimmed;
    for (const auto& [category, button] : m_buttons)
        if (button->isChecked()) lit.insert(category);
    if (!lit.empty())
        for (const auto& entry : m_buttons)
            if (lit.count(entry.first) == 0) dimmed.insert(entry.first);
    emit dimmedChanged(dimmed);
}

int GraphLegend::arrange(int width, bool move) const {
    int x = Margin, y = Margin, line = 24;
    for (const auto& [category, button] : m_buttons) {
        if (m_present.count(category) == 0) continue;
        const QSize size = button->sizeHint().expandedTo({24, 24});
        line = std::max(line, size.height());
        if (x > Margin && x + size.width() > width - Margin) {
            x = Margin;
            y += line + Gap;
        }
        if (move) button->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + Gap;
    }
    return m_present.empty() ? 0 : y + line + Margin;
}

void GraphLegend::tint() {
    const Theme& theme = Theme::forPalette(palette());
    for (const auto& [category, button] : m_buttons)
        button->setIcon(
            swatch(theme.category(category), theme.surface, categoryLetter(category), devicePixelRatioF()));
}

void GraphLegend::resizeEvent(QResizeEvent*) {
    arrange(width(), true);
    if (height() != heightForWidth(width())) updateGeometry();
}

void GraphLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
