// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/comparison_text.h"

#include "core/cost/accelerators/presets.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

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
    return text + QStringLiteral("; ") +
           ComparisonText::tr("%1 of %2 layers faster, %3 slower.")
               .arg(other.faster)
               .arg(now.layers.size())
               .arg(other.slower);
}

QString otherTip(const pipeline::ComparedCosts& compared, std::size_t layer, const cost::CostReport& now) {
    const cost::Together& other = compared.comparison.layers[layer];
    const QString title = referenceTitle(compared.with);
    if (other.layers == 0) return ComparisonText::tr("%1: nothing of it").arg(title);
    QString text =
        ComparisonText::tr("%1: %2, DRAM %3").arg(title, cyclesText(other.cycles), bytesText(other.dramBytes));
    const double before = static_cast<double>(other.cycles) * compared.comparison.perCycle;
    const auto after = static_cast<double>(now.layers[layer].cycles);
    if (after > 0) text += u' ' + ComparisonText::tr("(now %1 × as fast)").arg(significant(before / after));
    return text;
}

} // namespace edgewright::views
