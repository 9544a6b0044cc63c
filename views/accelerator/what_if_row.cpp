// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/what_if_row.h"

#include "core/cost/findings/number_text.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QAbstractButton>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int BarHeight = 4, LineGap = 3, SideMargin = 8;
constexpr double MaxSpeedup = 2; // fills the bar, as does half of it

constexpr double ToldEnergy = 0.05; // a change of less decides nothing

// "1.22 × as fast"; of what gains no time, but energy: "energy 0.38 ×".
QString gainText(const cost::Effect& effect) {
    const double speedup = effect.speedup(), energy = effect.energyRatio();
    const bool isEnergy =
        !cost::isFaster(speedup) && !cost::isSlower(speedup) && std::abs(energy - 1) >= ToldEnergy;
    return isEnergy ? WhatIfRow::tr("energy %1 ×").arg(significant(energy)) : speedText(speedup);
}

// Title, gain or loss, and how much of twice as fast, or as slow, that is.
class WhatIfButton final : public QAbstractButton {
public:
    WhatIfButton(const cost::WhatIf& whatIf, bool isOld, QWidget* parent)
        : QAbstractButton(parent), m_title(changeTitle(whatIf)), m_gain(gainText(whatIf.effect)),
          m_speedup(whatIf.effect.speedup()), m_isOld(isOld) {
        setText(m_title);
        setFont(views::font(TextSize::Small)); // the answer of the page is its bold sentence
        setAccessibleName(WhatIfRow::tr("%1: %2").arg(m_title, m_gain));
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
    }
    static int heightOfAll() {
        return 2 * QFontMetrics(views::font(TextSize::Small)).height() + BarHeight + 4 * LineGap;
    }
    QSize sizeHint() const override {
        const QFontMetrics metrics(font());
        return {std::max(metrics.horizontalAdvance(m_title), metrics.horizontalAdvance(m_gain)) +
                    2 * SideMargin,
                heightOfAll()};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = Theme::forPalette(palette());
        QColor back = theme.text;
        back.setAlphaF(isDown() ? 0.14f : underMouse() ? 0.09f : 0.05f);
        painter.setPen(hasFocus() ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(back);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        if (m_isOld) painter.setOpacity(0.45);
        painter.setFont(font());
        painter.setPen(theme.muted);
        const bool isLoss = cost::isSlower(m_speedup);
        int y = LineGap + painter.fontMetrics().ascent();
        painter.drawText(SideMargin, y, m_title);
        y += painter.fontMetrics().descent();
        painter.setPen(isLoss ? theme.warn : cost::isFaster(m_speedup) ? theme.text : theme.muted);
        y += LineGap + painter.fontMetrics().ascent();
        painter.drawText(SideMargin, y, m_gain);
        const QRectF track(SideMargin, height() - LineGap - BarHeight, width() - 2 * SideMargin, BarHeight);
        QColor pale = theme.muted;
        pale.setAlphaF(0.3f);
        painter.setPen(Qt::NoPen);
        painter.setBrush(pale);
        painter.drawRoundedRect(track, 2, 2);
        const double change = isLoss ? cost::lossOf(m_speedup) : m_speedup - 1;
        const double share = std::clamp(change / (MaxSpeedup - 1), 0.0, 1.0);
        painter.setBrush(isLoss ? theme.warn : theme.accent);
        painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(track.width() * share, BarHeight)), 2, 2);
    }

private:
    QString m_title, m_gain;
    double m_speedup;
    bool m_isOld;
};

QString tipOf(const cost::WhatIf& whatIf) {
    const cost::Effect& effect = whatIf.effect;
    QString tip =
        WhatIfRow::tr("%1 instead of %2 cycles: %3, energy %4 ×, area %5 ×")
            .arg(countText(effect.cyclesAfter), countText(effect.cyclesBefore), speedText(effect.speedup()),
                 significant(effect.energyRatio()), significant(effect.areaRatio()));
    if (const std::string lanes = whatIf.lanesText(); !lanes.empty())
        tip += u'\n' + QString::fromStdString(lanes);
    tip += u'\n' + WhatIfRow::tr("%n layers gain 1 % or more", nullptr, static_cast<int>(whatIf.faster));
    if (whatIf.freed > 0 && !cost::isSlower(effect.speedup()))
        tip += u'\n' + WhatIfRow::tr("%n layers are no longer limited by DRAM", nullptr,
                                     static_cast<int>(whatIf.freed));
    if (whatIf.staying > 0)
        tip += u'\n' + WhatIfRow::tr("In part because more activations stay on chip: %1").arg(whatIf.staying);
    if (const std::string packing = whatIf.packingText(); !packing.empty())
        tip += u'\n' + QString::fromStdString(packing);
    if (!whatIf.most.empty())
        tip += u'\n' + WhatIfRow::tr("%1 gains most").arg(QString::fromStdString(whatIf.most));
    return tip + u'\n' + WhatIfRow::tr("Click to use it");
}

} // namespace

WhatIfRow::WhatIfRow(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("whatIfs"));
    auto* row = rowIn(this, {}, 8);
    row->addStretch(1);
    setMinimumHeight(WhatIfButton::heightOfAll()); // what is below stays where it is while there are none
}

void WhatIfRow::display(const std::vector<cost::WhatIf>& whatIfs, bool isOld) {
    m_whatIfs = whatIfs;
    auto* row = static_cast<QHBoxLayout*>(layout());
    qDeleteAll(findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly));
    for (std::size_t i = 0; i < m_whatIfs.size(); ++i) {
        auto* button = new WhatIfButton(m_whatIfs[i], isOld, this);
        button->setToolTip(tipOf(m_whatIfs[i]));
        connect(button, &QAbstractButton::clicked, this, [this, i] { emit chosen(m_whatIfs[i].effect.to); });
        row->insertWidget(static_cast<int>(i), button);
        button->show();
    }
}

} // namespace edgewright::views
