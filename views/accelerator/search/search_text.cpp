// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/search_text.h"

#include "core/cost/search/search_table.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPixmap>

#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct SearchText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SearchText)
};

} // namespace

QString strategyTitle(const cost::search::Strategy& strategy) {
    return QCoreApplication::translate("Word", strategy.title);
}

QString searchValueText(const cost::search::StrategyOutcomes& outcomes, double value) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    switch (outcomes.accelerator.objective) {
    case cost::Objective::Energy:
        return energyText(value, outcomes.energyUnit);
    case cost::Objective::Product:
        return SearchText::tr("%1 %2 × cycles")
            .arg(significant(value, 4), outcomes.energyUnit == "MAC"
                                            ? SearchText::tr("MAC energies")
                                            : QString::fromStdString(outcomes.energyUnit));
    case cost::Objective::Cycles:
        break;
    }
    return SearchText::tr("%1 cycles").arg(groupedText(std::llround(value)));
}

QString shareText(double share) {
    constexpr double Rounded = 0.9995; // percentText() says 100 % from here on
    return share < 1 && share >= Rounded ? QStringLiteral("> 99.9 %") : percentText(share);
}

StrategyLook strategyLook(const cost::search::Strategy& strategy, const Theme& theme) {
    using ops::Category;
    if (strategy.enumerates) return {theme.muted, QScatterSeries::MarkerShapePentagon};
    constexpr std::array Colors{Category::ElementWise, Category::Normalisation, Category::Quantization,
                                Category::Compute, Category::Activation};
    constexpr std::array Shapes{QScatterSeries::MarkerShapeRectangle, QScatterSeries::MarkerShapeTriangle,
                                QScatterSeries::MarkerShapeRotatedRectangle, QScatterSeries::MarkerShapeCircle,
                                QScatterSeries::MarkerShapeStar};
    std::size_t place = 0; // among those that do not enumerate
    for (const cost::search::Strategy* each : cost::search::strategies()) {
        if (each == &strategy) break;
        if (!each->enumerates) ++place;
    }
    place %= Colors.size();
    return {theme.category(Colors[place]), Shapes[place]};
}

SearchTable::SearchTable(QObject* parent)
    : RowTable(cost::search::searchTable(nullptr, true), parent,
               [this](int row, std::string_view key, int role) {
                   return row >= 0 ? words(static_cast<std::size_t>(row), key, role) : QVariant();
               }) {}

void SearchTable::show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes) {
    m_outcomes = std::move(outcomes);
    RowTable::show(cost::search::searchTable(m_outcomes, true), true);
}

QVariant SearchTable::words(std::size_t row, std::string_view key, int role) const {
    const bool isUsual = row >= m_outcomes->strategies.size();
    const auto& outcome = m_outcomes->strategies[isUsual ? 0 : row];
    if (key == "strategy" && role == Qt::DecorationRole) {
        QPixmap swatch(10, 10);
        swatch.fill(isUsual
                        ? QColor(Qt::transparent)
                        : strategyLook(*outcome.strategy, Theme::forPalette(QGuiApplication::palette())).color);
        return swatch;
    }
    if (key == "share" && role == Qt::DisplayRole)
        return shareText(m_outcomes->shareOfBest(isUsual ? m_outcomes->usualValue : outcome.result.value));
    if (key == "tile" && role == Qt::ToolTipRole) {
        const auto tiling = isUsual ? m_outcomes->usual : outcome.tiling;
        if (tiling)
            return tr("A tile of %1 rows and %2 columns of output pixels, %3 filters, %4 input channels")
                .arg(tiling->rows)
                .arg(tiling->cols)
                .arg(tiling->filters)
                .arg(tiling->channels);
    }
    return {};
}

} // namespace edgewright::views
