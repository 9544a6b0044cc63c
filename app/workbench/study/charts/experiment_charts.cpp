// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/charts/experiment_charts.h"

#include "core/base/catalogue.h"
#include "core/table/number_text.h"
#include "experiment_charts.def"
#include "views/support/quantity.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <algorithm>

namespace edgewright::workbench {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_EXPERIMENT_CHARTS, experimentCharts, ExperimentChartSpec, _experiment)

namespace {

struct ExperimentChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::ExperimentCharts)
};

} // namespace

std::optional<std::pair<double, double>>
ExperimentChartInput::interval(const experiment::ResultRow& row) const {
    if (!number->low || !number->high) return std::nullopt;
    const auto &low = row.outcome.numbers.*number->low, &high = row.outcome.numbers.*number->high;
    if (!low || !high) return std::nullopt;
    return std::pair(*low, *high);
}

bool ExperimentChartInput::hasValues() const {
    return std::ranges::any_of(*rows,
                               [this](const experiment::ResultRow& row) { return value(row).has_value(); });
}

QString ExperimentChartInput::title() const { return views::columnText(number->head.head); }

QString ExperimentChartInput::tip(const experiment::ResultRow& row) const {
    QStringList lines{QString::fromStdString(row.outcome.choices.text())};
    if (const auto own = value(row)) lines << title() + u' ' + views::numberText(*own, unit);
    if (const auto ends = interval(row))
        lines << ExperimentChartText::tr("%1: %2 to %3")
                     .arg(views::numberText(number->confidence, table::Unit::Share),
                          views::numberText(ends->first, unit), views::numberText(ends->second, unit));
    if (row.relation)
        lines << ExperimentChartText::tr("Latency %1 of the baseline's: %2")
                     .arg(views::numberText(row.relation->ratio, table::Unit::Ratio),
                          QCoreApplication::translate("Word", experiment::titleOf(row.relation->verdict)));
    return lines.join(u'\n');
}

ExperimentScale::ExperimentScale(double high, table::Unit of) {
    const table::Scale scale = table::scaleOf(of, high);
    size = scale.over / scale.times;
    unit = views::text(scale.name);
}

QString ExperimentScale::title(const QString& what) const {
    return unit.isEmpty() ? what : what + QStringLiteral(" (%1)").arg(unit);
}

} // namespace edgewright::workbench
