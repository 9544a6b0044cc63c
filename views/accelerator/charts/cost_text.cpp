// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/cost_text.h"

#include "core/cost/accelerator_fields.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <array>

namespace edgewright::views {

QString dataflowTitle(cost::Dataflow dataflow) {
    return choiceTitle(cost::Dataflows[static_cast<std::size_t>(dataflow)]);
}

EnergyUnit energyUnit(double energy, const std::string& unit) {
    if (unit != "pJ") {
        const CyclesUnit count = cyclesUnit(energy);
        return {count.size, QCoreApplication::translate("edgewright::views::CostText", "%1 MAC energies")
                                .arg(QLatin1String(count.prefix))
                                .trimmed()};
    }
    constexpr std::array<const char*, 5> units{"pJ", "nJ", "µJ", "mJ", "J"};
    EnergyUnit made{1, QString::fromUtf8(units[0])};
    for (std::size_t i = 1; i < units.size() && energy >= 999.5 * made.size; ++i)
        made = {made.size * 1000, QString::fromUtf8(units[i])};
    return made;
}

QString energyText(double energy, const std::string& unit) {
    return numberText(energy, unit == "pJ" ? Unit::Picojoules : Unit::MacEnergies);
}

QString spentTitle(cost::Spent spent) { return QCoreApplication::translate("Word", cost::titleOf(spent)); }

QColor spentColor(cost::Spent spent, const Theme& theme) {
    using enum ops::Category;
    constexpr std::array<ops::Category, cost::SpentCount> Categories{
        Compute, Unknown, Normalisation, Quantization, Activation, Pooling, DataMovement, ElementWise};
    return theme.category(Categories[static_cast<std::size_t>(spent)]);
}

QString changeTitle(const cost::WhatIf& whatIf) {
    constexpr std::array<const char*, static_cast<std::size_t>(cost::Change::Count)> Titles{
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × rows"),
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × columns"),
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × arrays"),
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × SRAM"),
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × bandwidth"),
        QT_TRANSLATE_NOOP("edgewright::views::CostText", "2 × lanes"),
        ""};
    if (whatIf.change == cost::Change::OtherDataflow)
        return dataflowTitle(whatIf.accelerator.dataflow).toLower();
    return QCoreApplication::translate("edgewright::views::CostText",
                                       Titles[static_cast<std::size_t>(whatIf.change)]);
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
