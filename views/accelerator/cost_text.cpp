// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/cost_text.h"

#include "views/support/quantity.h"

#include <QCoreApplication>

#include <array>

namespace edgewright::views {

QString dataflowTitle(cost::Dataflow dataflow) {
    const char* text = QT_TRANSLATE_NOOP("edgewright::views::CostText", "Output stationary");
    if (dataflow == cost::Dataflow::WeightStationary)
        text = QT_TRANSLATE_NOOP("edgewright::views::CostText", "Weight stationary");
    if (dataflow == cost::Dataflow::InputStationary)
        text = QT_TRANSLATE_NOOP("edgewright::views::CostText", "Input stationary");
    return QCoreApplication::translate("edgewright::views::CostText", text);
}

QString energyText(double picojoules) {
    constexpr std::array<const char*, 5> units{" pJ", " nJ", " µJ", " mJ", " J"};
    std::size_t unit = 0;
    while (unit + 1 < units.size() && picojoules >= 999.5) {
        picojoules /= 1000;
        ++unit;
    }
    return significant(picojoules) + QString::fromUtf8(units[unit]);
}

QString CyclesUnit::title(const QString& text) const {
    return text.arg(QLatin1String(prefix)).replace(QStringLiteral("( "), QStringLiteral("("));
}

CyclesUnit cyclesUnit(double cycles) {
    if (cycles >= 1e9) return {1e9, "G"};
    if (cycles >= 1e6) return {1e6, "M"};
    if (cycles >= 1e3) return {1e3, "k"};
    return {};
}

} // namespace edgewright::views
