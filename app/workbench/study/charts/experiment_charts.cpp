// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/charts/experiment_charts.h"

#include "core/base/catalogue.h"
#include "experiment_charts.def"
#include "views/support/quantity.h"
#include "views/support/table/row_table.h"

#include <algorithm>
#include <array>

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
        lines << ExperimentChartText::tr("95 %: %1 to %2")
                     .arg(views::numberText(ends->first, unit), views::numberText(ends->second, unit));
    if (row.relation)
        lines << ExperimentChartText::tr("Latency %1 of the baseline's: %2")
                     .arg(views::numberText(row.relation->ratio, table::Unit::Ratio),
                          QCoreApplication::translate("Word", experiment::titleOf(row.relation->verdict)));
    return lines.join(u'\n');
}

QString ExperimentScale::title(const QString& what) const {
    return unit.isEmpty() ? what : what + QStringLiteral(" (%1)").arg(unit);
}

ExperimentScale experimentScale(double high, table::Unit unit) {
    const QString name = QString::fromUtf8(nameOf(unit).data(), static_cast<qsizetype>(nameOf(unit).size()));
    if (unit == table::Unit::Milliseconds)
        return high < 1      ? ExperimentScale{1e-3, QStringLiteral("µs")}
               : high < 1000 ? ExperimentScale{1, name}
                             : ExperimentScale{1e3, QStringLiteral("s")};
    const bool areBytes = unit == table::Unit::Bytes;
    const std::array<const char*, 4> prefixes = areBytes ? std::array<const char*, 4>{"", "Ki", "Mi", "Gi"}
                                                         : std::array<const char*, 4>{"", "k", "M", "G"};
    const double step = areBytes ? 1024 : 1000;
    ExperimentScale scale;
    std::size_t prefix = 0;
    while (prefix + 1 < prefixes.size() && high / scale.size >= step) {
        scale.size *= step;
        ++prefix;
    }
    const QString before = QLatin1String(prefixes[prefix]);
    scale.unit = areBytes || name.size() < 3 ? before + name : (before + u' ' + name).trimmed();
    return scale;
}

} // namespace edgewright::workbench
