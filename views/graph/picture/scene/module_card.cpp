// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/module_card.h"

#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double CardLeft = 12, CardPad = 8, CardTop = 6, HandleRoom = 20, ModuleChipPad = 5, ModuleChipGap = 4;
constexpr double MinModuleWidth = 120, MaxModuleWidth = 264;
constexpr int LongestPath = 80;

struct ModuleCardText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ModuleCard)
};

QString operatorCount(std::size_t operators) {
    return ModuleCardText::tr("%n operators", nullptr, static_cast<int>(operators));
}

} // namespace

QString moduleName(const modules::Module& module) { return QString::fromStdString(module.name); }

QString typeText(const modules::Module& module) {
    return module.type.empty() ? QString() : QStringLiteral(" · ") + QString::fromStdString(module.type);
}

QString sameText(const modules::Module& module) {
    const std::size_t same = module.repeats > 1 ? module.repeats : module.alike;
    return same > 1 ? ModuleCardText::tr("× %1 the same").arg(same) : QString();
}

NodeCard makeModuleCard(const modules::Modules& modules, modules::ModuleId id, std::size_t operators,
                        const NodeFacts& facts, const CardMetrics& metrics) {
    const QFontMetricsF &bold = metrics.bold, &small = metrics.small;
    NodeCard card;
    const double most = MaxModuleWidth - CardLeft - HandleRoom;
    card.title = bold.elidedText(moduleName(modules[id]), Qt::ElideMiddle, most);
    card.subtitle = operatorCount(operators);
    double y = CardTop + bold.ascent(), right = CardLeft + bold.horizontalAdvance(card.title) + HandleRoom;
    card.titleAt = {CardLeft, y};
    y += bold.descent() + small.ascent() + 1;
    card.subtitleAt = {CardLeft, y};
    y += small.descent() + 4;
    right = std::max(right, CardLeft + small.horizontalAdvance(card.subtitle) + CardPad);
    QStringList chips;
    if (facts.macs > 0) chips << macsText(static_cast<double>(facts.macs), facts.macsAreLeast);
    if (facts.weightBytes > 0) chips << bytesText(facts.weightBytes);
    const QString same = sameText(modules[id]);
    if (!same.isEmpty()) chips << same;
    double x = CardLeft;
    const double height = std::ceil(small.height()) + 2;
    for (const QString& chip : chips) {
        const double width = std::ceil(small.horizontalAdvance(chip)) + 2 * ModuleChipPad;
        if (x > CardLeft && x + width > MaxModuleWidth - CardPad) { // a line of its own
            x = CardLeft;
            y += height + ModuleChipGap;
        }
        const bool weights = chip != same && chip != chips.front();
        card.chips.push_back(
            {weights || (facts.macs <= 0 && chip != same) ? Chip::Kind::Weight : Chip::Kind::Shape, chip,
             QRectF(x, y, width, height)});
        x += width + ModuleChipGap;
        right = std::max(right, x - ModuleChipGap + CardPad);
    }
    if (!chips.isEmpty()) y += height;
    card.size = QSizeF(std::clamp(std::ceil(right / 4) * 4, MinModuleWidth, MaxModuleWidth),
                       std::ceil((y + CardTop) / 2) * 2);
    return card;
}

QString moduleToolTip(const modules::Modules& modules, modules::ModuleId id, std::size_t operators,
                      const NodeFacts& facts) {
    QStringList lines{
        QStringLiteral("<b>%1</b>")
            .arg(shortName(QString::fromStdString(modules.pathText(id)), LongestPath).toHtmlEscaped()) +
        typeText(modules[id]).toHtmlEscaped()};
    QStringList sums{operatorCount(operators)};
    if (facts.weightBytes > 0) sums << ModuleCardText::tr("%1 of weights").arg(bytesText(facts.weightBytes));
    if (facts.macs > 0) sums << macsText(static_cast<double>(facts.macs), facts.macsAreLeast);
    lines << sums.join(QStringLiteral(" · "));
    if (const QString same = sameText(modules[id]); !same.isEmpty()) lines << same;
    return lines.join(QStringLiteral("<br>"));
}

} // namespace edgewright::views
