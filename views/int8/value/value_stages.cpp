// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the sum, and of what its error is made.
#include "views/int8/value/value_painter.h"

#include <QFontMetricsF>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double ErrorText = 176; // beside the bar

} // namespace

std::vector<ValuePainter::Stage> ValuePainter::stages() const {
    const quant::ValueTrace& t = *m_trace;
    const quant::RequantizeSteps& steps = t.requantize;
    const std::int64_t sum = t.terms.empty() ? 0 : t.terms.back().held;
    const std::int64_t exact = t.terms.empty() ? 0 : t.terms.back().exact;
    std::vector<Stage> result;
    result.push_back(
        {ValueStage::Term, tr("Sum"), groupedText(sum),
         sum == exact ? tr("exact") : QString(QChar(0x2260)) + QLatin1Char(' ') + groupedText(exact),
         sum != exact});
    if (t.pairs)
        result.push_back({ValueStage::Correction, tr("Zeros"), groupedText(t.correctedHeld),
                          (t.correction > 0 ? QStringLiteral("+") : QString()) + groupedText(t.correction),
                          t.correctionOverflows});
    result.push_back({ValueStage::Bias, tr("+ bias"), groupedText(t.held),
                      t.hasBias ? (t.biasCode > 0 ? QStringLiteral("+") : QString()) + groupedText(t.biasCode)
                                : tr("no bias"),
                      t.biasOverflows});
    result.push_back({ValueStage::Multiply, tr("× scale"), realText(steps.product, 5),
                      steps.fixedPoint
                          ? tr("%1 ÷ %2").arg(t.options.requantize == quant::Requantize::ShortMultiplier
                                                  ? QStringLiteral("int16")
                                                  : QStringLiteral("int32"),
                                              powerOfTwo(steps.shift))
                          : QStringLiteral("× ") + realText(steps.scale, 3)});
    result.push_back({ValueStage::Round, tr("Round"), groupedText(steps.rounded),
                      tr("by %1").arg(signedText(static_cast<double>(steps.rounded) - steps.product, 2))});
    result.push_back({ValueStage::Clamp, tr("Clamp"), groupedText(steps.clamped),
                      groupedText(steps.low) + QStringLiteral("…") + groupedText(steps.high), t.clamps()});
    result.push_back({ValueStage::Dequantize, tr("Code"), groupedText(t.code),
                      groupedText(steps.clamped) + QStringLiteral(" + ") + groupedText(steps.zeroPoint)});
    result.push_back({ValueStage::Dequantize, tr("Output"), realText(static_cast<double>(t.dequantized)),
                      tr("step %1").arg(realText(static_cast<double>(t.output.scale), 3))});
    return result;
}

QRectF ValuePainter::errorBarIn(const QRectF& area) const {
    return area.adjusted(std::min(ErrorText, area.width() / 3) + 8, 0, 0, 0);
}

void ValuePainter::paintStages(QPainter& painter, const Layout& layout, const Theme& theme,
                               std::size_t step) const {
    const QFont small = font(TextSize::Small), bold = font(TextSize::Body, true);
    const QFontMetricsF metrics(small), numbers(bold);
    const std::vector<Stage> all = stages();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Stage& stage = all[i];
        const QRectF& box = layout.stages[i];
        const bool current = stageOf(*m_trace, step) == stage.step;
        painter.setBrush(theme.background);
        painter.setPen(current ? QPen(theme.accent, 2) : QPen(theme.line, 1));
        painter.drawRoundedRect(box, 4, 4);
        painter.setBrush(Qt::NoBrush);
        const QRectF inner = box.adjusted(StageMargin, 3, -StageMargin, -3);
        const auto line = [&](double top, double height, const QString& said, const QFontMetricsF& measure) {
            painter.drawText(QRectF(inner.left(), inner.top() + top, inner.width(), height),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             measure.elidedText(said, Qt::ElideRight, inner.width()));
        };
        painter.setFont(small);
        painter.setPen(theme.muted);
        line(0, 15, stage.title, metrics);
        painter.setPen(stage.warns ? theme.bad : theme.muted);
        line(35, 15, stage.note, metrics);
        painter.setFont(bold);
        painter.setPen(stage.warns ? theme.bad : theme.text);
        line(15, 20, stage.number, numbers);
        if (i == 0 || box.top() > layout.stages[i - 1].top()) continue;
        const double middle = box.center().y(), from = layout.stages[i - 1].right() + 2, to = box.left() - 3;
        painter.setPen(QPen(theme.muted, 1));
        painter.drawLine(QPointF(from, middle), QPointF(to, middle));
        painter.drawPolyline(
            QPolygonF({QPointF(to - 3, middle - 3), QPointF(to, middle), QPointF(to - 3, middle + 3)}));
    }
}

void ValuePainter::paintError(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const quant::ValueTrace& t = *m_trace;
    const double step = static_cast<double>(t.output.scale), text = std::min(ErrorText, area.width() / 3);
    const QFont small = font(TextSize::Small), bold = font(TextSize::Small, true);
    const auto line = [&](int row, const QString& name, const QString& number, const QColor& colour,
                          bool strong) {
        const QRectF place(area.left(), area.top() + row * 17, text, 17);
        painter.setFont(small);
        painter.setPen(theme.muted);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setFont(strong ? bold : small);
        painter.setPen(colour);
        painter.drawText(place.adjusted(38, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, number);
    };
    line(0, tr("FP32"), realText(static_cast<double>(t.reference)), theme.before, true);
    line(1, tr("INT8"), realText(static_cast<double>(t.dequantized)), theme.after, true);
    line(2, tr("Error"), tr("%1 = %2 steps").arg(signedText(t.total()), stepsText(t.total() / step)),
         theme.text, false);
    m_error.paint(painter, errorBarIn(area), theme);
}

} // namespace edgewright::views
