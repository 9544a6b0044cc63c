// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/tiling_edits.h"

#include "core/cost/tilings/alike.h"
#include "core/cost/tilings/tiling_sentences.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace edgewright::views {

namespace {

struct TilingText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TilingText)
};

constexpr int TilingNameLength = 48;

QString tilingLayer(const cost::Layer& layer) {
    return shortName(QString::fromStdString(layer.name), TilingNameLength);
}

} // namespace

QString tilingText(const cost::Tiling& tiling) {
    return TilingText::tr("%1×%2 pixels, filters %3, channels %4, loops %5")
        .arg(tiling.rows)
        .arg(tiling.cols)
        .arg(tiling.filters)
        .arg(tiling.channels)
        .arg(QString::fromUtf8(cost::nameOf(tiling.order)).toUpper());
}

void adoptTiling(SettingsModel& settings, const cost::CostReport& report, const cost::Layer& layer,
                 const cost::Tiling& tiling) {
    settings.change(TilingText::tr("Tiling of %1").arg(tilingLayer(layer)), [&](pipeline::Settings& s) {
        for (const std::string& name : cost::layersAlike(report, layer))
            s.tilings[cost::tiledPart(report.accelerator)].insert_or_assign(name, tiling);
    });
}

void dropTiling(SettingsModel& settings, const cost::CostReport& report, const cost::Layer& layer) {
    settings.change(TilingText::tr("Chosen tiling of %1").arg(tilingLayer(layer)), [&](pipeline::Settings& s) {
        const auto own = s.tilings.find(cost::tiledPart(report.accelerator));
        if (own == s.tilings.end()) return;
        for (const std::string& name : cost::layersAlike(report, layer))
            own->second.erase(name);
        if (own->second.empty()) s.tilings.erase(own);
    });
}

const cost::Tiling* adoptedTiling(const SettingsModel& settings, const cost::CostReport& report,
                                  const cost::Layer& layer) {
    const cost::Tilings& own = cost::tilingsFor(settings.get().tilings, report.accelerator);
    const auto found = own.find(layer.name);
    return found == own.end() ? nullptr : &found->second;
}

QString adoptedText(const cost::CostReport& report, const cost::LayerCost& layer) {
    if (layer.isAdopted) return TilingText::tr("It has an adopted tiling: %1.").arg(tilingText(layer.tiling));
    const auto unused = std::ranges::find(report.unusedTilings, layer.layer.name, &cost::UnusedTiling::layer);
    if (unused == report.unusedTilings.end()) return {};
    return TilingText::tr("Its adopted tiling is not used (%1): it has the one that is chosen.")
        .arg(QString::fromStdString(unused->reason));
}

QString adoptedText(const cost::CostReport& report) {
    constexpr std::size_t MaxReasons = 3;
    QStringList lines;
    for (const std::string& each : cost::tilingSentences(report, MaxReasons))
        lines << QString::fromStdString(each);
    return lines.join(u'\n');
}

} // namespace edgewright::views
