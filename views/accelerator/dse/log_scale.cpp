// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/log_scale.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {
constexpr double BarThickness = 10, StripTick = 3;
} // namespace

LogScale::LogScale(double low, double high) : m_low(low), m_high(high) {
    const auto isGood = [](double value) { return value > 0 && std::isfinite(value); };
    if (!isGood(m_low)) m_low = isGood(m_high) ? m_high : 1;
    if (!isGood(m_high) || m_high < m_low) m_high = m_low;
    constexpr double Least = 1.02;
    if (m_high / m_low < Least) {
        m_low /= Least;
        m_high *= Least;
    }
}

LogScale LogScale::over(std::span<const double> values) {
    double low = INFINITY, high = 0;
    for (const double value : values) {
        if (!(value > 0) || !std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return {low, high};
}

double LogScale::share(double value) const {
    if (!(value > 0)) return 0;
    return std::log(value / m_low) / std::log(m_high / m_low);
}

LogScale LogScale::part(double from, double to) const {
    const double span = std::log(m_high / m_low);
    return {m_low * std::exp(span * from), m_low * std::exp(span * to)};
}

std::vector<double> LogScale::marks(int most) const {
    const std::size_t least = m_high / m_low > 20 ? 2 : 3; // fewer powers are better than steps of equal size
    for (const auto& steps :
         {std::vector<double>{1, 2, 5}, std::vector<double>{1, 3}, std::vector<double>{1}}) {
        std::vector<double> found;
        for (double power = std::floor(std::log10(m_low)); power <= std::log10(m_high); ++power)
            for (const double step : steps)
                if (const double at = step * std::pow(10, power);
                    at >= m_low * (1 - 1e-9) && at <= m_high * (1 + 1e-9))
                    found.push_back(at);
        if (found.size() >= least && found.size() <= static_cast<std::size_t>(most)) return found;
    }
    std::vector<double> found;
    if (m_high / m_low > 1000) { // every so many powers of ten
        const double every = std::ceil(std::log10(m_high / m_low) / std::max(1, most));
        for (double power = std::ceil(std::log10(m_low)); power <= std::log10(m_high); power += every)
            found.push_back(std::pow(10, power));
        return found;
    }
    const double step = roundedScale((m_high - m_low) / std::max(1, most));
    for (double at = std::ceil(m_low / step) * step; at <= m_high * (1 + 1e-9); at += step)
        found.push_back(at);
    return found;
}

QColor markColour(const Theme& theme, double share) {
    const double t = std::clamp(share, 0.0, 1.0);
    if (!theme.dark) return theme.ordered(0.8 * t);
    return mixed(theme.ordered(1), theme.before,
                 t); // the dark half of the map, and its grey, are what lies below
}

void paintColourBar(QPainter& painter, const QRectF& rect, const LogScale& scale, const QString& name,
                    const std::function<QString(double)>& text, const std::function<QColor(double)>& colour,
                    const Theme& theme) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    constexpr int Flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const double head = metrics.boundingRect(QRectF(0, 0, rect.width(), 1000), Flags, name).height();
    painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), head), Flags, name);
    const double above = head + metrics.height() / 2 + 2; // the uppermost number ends below the title
    const QRectF bar(rect.left(), rect.top() + above, BarThickness,
                     std::max(8.0, std::min(rect.height() - above - 4, 160.0)));
    constexpr int Steps = 48;
    for (int i = 0; i < Steps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - bar.height() * (i + 1) / Steps, bar.width(),
                                bar.height() / Steps + 0.5) &
                             bar,
                         colour((i + 0.5) / Steps));
    double taken = INFINITY; // from there downwards by numbers
    for (const double mark : scale.marks(std::max(2, static_cast<int>(bar.height() / 22)))) {
        const double y = bar.bottom() - scale.share(mark) * bar.height();
        if (y + metrics.height() / 2 > taken) continue;
        taken = y - metrics.height() / 2;
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.setPen(theme.muted);
        painter.drawText(
            QRectF(bar.right() + 6, y - metrics.height() / 2, rect.right() - bar.right() - 6, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text(mark));
    }
}

double colourStripHeight() { return 2 * QFontMetricsF(font(TextSize::Small)).height() + StripTick; }

void paintColourStrip(QPainter& painter, const QRectF& rect, const LogScale& scale, const QString& name,
                      const std::function<QString(double)>& text, const std::function<QColor(double)>& colour,
                      const Theme& theme) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const QRectF line(rect.left(), rect.top(), rect.width(), metrics.height());
    const QString title = metrics.elidedText(name, Qt::ElideRight, rect.width() / 2);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    const double left = line.left() + metrics.horizontalAdvance(title) + 8;
    const QRectF bar(left, line.bottom() - BarThickness, line.right() - left, BarThickness);
    constexpr int Steps = 48;
    for (int i = 0; i < Steps; ++i)
        painter.fillRect(
            QRectF(bar.left() + bar.width() * i / Steps, bar.top(), bar.width() / Steps + 0.5, bar.height()) &
                bar,
            colour((i + 0.5) / Steps));
    double taken = -INFINITY; // up to there by labels
    for (const double mark : scale.marks(std::max(2, static_cast<int>(bar.width() / 60)))) {
        const double x = bar.left() + scale.share(mark) * bar.width();
        const QString label = text(mark);
        QRectF box(0, bar.bottom() + StripTick, metrics.horizontalAdvance(label) + 2, metrics.height());
        box.moveLeft(std::min(x - box.width() / 2, rect.right() - box.width()));
        if (box.left() < taken) continue;
        taken = box.right() + 4;
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + StripTick));
        painter.setPen(theme.muted);
        painter.drawText(box, Qt::AlignCenter, label);
    }
}

} // namespace edgewright::views
