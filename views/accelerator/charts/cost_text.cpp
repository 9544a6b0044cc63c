// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/cost_text.h"

#include "core/cost/accelerator_fields.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/findings/number_text.h"
#include "core/table/number_text.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct ComparisonText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ComparisonText)
};

// "24 % less time"; `ratio`: of this one to the other.
QString change(double ratio, const QString& less, const QString& more, const QString& same) {
    if (std::abs(ratio - 1) < 0.005) return same;
    return ratio < 1 ? less.arg(percentText(1 - ratio)) : more.arg(percentText(ratio - 1));
}

} // namespace

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
    if (whatIf.change == cost::Change::OtherDataflow) return dataflowTitle(whatIf.effect.to.dataflow).toLower();
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

QString referenceTitle(const std::string& name) {
    if (name == "before-fusion") return ComparisonText::tr("Before fusion");
    for (const cost::NamedAccelerator& each : cost::presets())
        if (each.name == name) return QString::fromStdString(each.title);
    return ComparisonText::tr("In %1").arg(QString::fromStdString(name).toUpper());
}

QString comparisonSentence(const pipeline::ComparedCosts& compared, const cost::CostReport& now) {
    const cost::Comparison& other = compared.comparison;
    QString text = ComparisonText::tr("Beside “%1” (%2, %3): %4")
                       .arg(referenceTitle(compared.with), cyclesText(other.cycles), secondsText(other.seconds),
                            change(now.seconds() / other.seconds, ComparisonText::tr("%1 less time"),
                                   ComparisonText::tr("%1 more time"), ComparisonText::tr("the same time")));
    if (other.sameEnergyUnit && other.energy > 0)
        text += QStringLiteral(", ") +
                change(now.energy.total() / other.energy, ComparisonText::tr("%1 less energy"),
                       ComparisonText::tr("%1 more energy"), ComparisonText::tr("the same energy"));
    if (!other.sameAccelerator) {
        const auto area = [](double value) {
            return QString::fromStdString(table::numberText(value, edgewright::Unit::SquareMillimetres));
        };
        text += QStringLiteral(", ") +
                change(other.ownArea / other.area, ComparisonText::tr("%1 less area"),
                       ComparisonText::tr("%1 more area"), ComparisonText::tr("the same area")) +
                ComparisonText::tr(" (%1, there %2)").arg(area(other.ownArea), area(other.area));
    }
    return text + u'.';
}

QString layersText(const pipeline::ComparedCosts& compared, const cost::CostReport& now) {
    return ComparisonText::tr("Beside “%1”: %2 of %3 layers faster, %4 slower.")
        .arg(referenceTitle(compared.with))
        .arg(compared.comparison.faster)
        .arg(now.layers.size())
        .arg(compared.comparison.slower);
}

QString speedText(double speedup) {
    if (cost::isFaster(speedup)) return ComparisonText::tr("%1 × as fast").arg(significant(speedup));
    if (!cost::isSlower(speedup)) return ComparisonText::tr("no gain");
    const double loss = cost::lossOf(speedup);
    return loss < cost::MaxLossShare ? ComparisonText::tr("%1 % slower").arg(fixedText(loss * 100, 0))
                                     : factorText(speedup, ComparisonText::tr("slower"), {});
}

QString otherTip(const pipeline::ComparedCosts& compared, std::size_t layer, const cost::CostReport& now) {
    const cost::Together& other = compared.comparison.layers[layer];
    const QString title = referenceTitle(compared.with);
    if (other.layers == 0) return ComparisonText::tr("%1: nothing of it").arg(title);
    QString text =
        ComparisonText::tr("%1: %2, DRAM %3").arg(title, cyclesText(other.cycles), bytesText(other.dramBytes));
    const double before = static_cast<double>(other.cycles) * compared.comparison.perCycle;
    const auto after = static_cast<double>(now.layers[layer].cycles);
    if (after > 0) text += u' ' + ComparisonText::tr("(now %1)").arg(speedText(before / after));
    return text;
}

} // namespace edgewright::views
