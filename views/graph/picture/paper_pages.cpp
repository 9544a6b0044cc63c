// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/paper_pages.h"

#include <QFontMetricsF>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double BetweenGraphs = 32, GraphHeading = 28; // logical pixels

// A page of one graph, with its heading.
struct PlacedGraph {
    PaperGraph graph;
    std::shared_ptr<const PaperColumns> columns;
    std::size_t page = 0;
    QPointF at = {}; // on the sheet

    double above() const { return graph.heading.isEmpty() ? 0 : GraphHeading; }
    QSizeF size() const {
        const QSizeF drawn = columns->size(page);
        const QFontMetricsF metrics(font(TextSize::Title, true));
        const double heading = graph.heading.isEmpty() ? 0 : metrics.horizontalAdvance(graph.heading) + 2;
        return {std::max(drawn.width(), heading), drawn.height() + above()};
    }
    void paint(QPainter& painter, const Theme& theme) const {
        const QRectF place(at, size());
        if (!graph.heading.isEmpty()) {
            painter.setFont(font(TextSize::Title, true));
            painter.setPen(theme.*graph.ink);
            painter.drawText(QRectF(at, QSizeF(place.width(), GraphHeading)), Qt::AlignCenter, graph.heading);
        }
        columns->paint(painter, place.adjusted(0, above(), 0, 0), theme, page, graph.colouring,
                       graph.warmGroups);
    }
};

double scaleInto(QSizeF room, QSizeF size) {
    return std::min({1.0, room.width() / size.width(), room.height() / size.height()});
}

Figure::Page pageWith(std::vector<PlacedGraph> graphs, bool isBeside) {
    QSizeF all(0, 0);
    for (PlacedGraph& each : graphs) {
        const QSizeF size = each.size();
        const double gap = &each == graphs.data() ? 0 : BetweenGraphs;
        if (isBeside) {
            each.at = {all.width() + gap, 0};
            all = {all.width() + gap + size.width(), std::max(all.height(), size.height())};
        } else {
            each.at = {0, all.height() + gap};
            all = {std::max(all.width(), size.width()), all.height() + gap + size.height()};
        }
    }
    if (!isBeside)
        for (PlacedGraph& each : graphs)
            each.at.setX((all.width() - each.size().width()) / 2);
    auto paint = [all, graphs = std::move(graphs)](QPainter& painter, const QRectF& area, const Theme& theme) {
        const double scale = scaleInto(area.size(), all);
        painter.save();
        painter.translate(area.center());
        painter.scale(scale, scale);
        painter.translate(-all.width() / 2, -all.height() / 2);
        for (const PlacedGraph& each : graphs)
            each.paint(painter, theme);
        painter.restore();
    };
    return {all, std::move(paint)};
}

PaperPages onOnePage(const std::vector<PaperGraph>& graphs, QSizeF room) {
    PaperPages best;
    best.scale = 0;
    const double gaps = static_cast<double>(graphs.size() - 1) * BetweenGraphs;
    for (const bool isBeside : {true, false})
        for (const bool byArea : {false, true}) { // the shares of the room
            const auto extent = [&](const PaperGraph& graph) {
                const QSizeF size = graph.scene->size();
                return byArea ? size.width() * size.height() : isBeside ? size.width() : size.height();
            };
            double sum = 0;
            for (const PaperGraph& graph : graphs)
                sum += extent(graph);
            std::vector<PlacedGraph> placed;
            for (const PaperGraph& graph : graphs) {
                PlacedGraph& made = placed.emplace_back(PlacedGraph{graph, nullptr});
                const double share = sum > 0 ? extent(graph) / sum : 1;
                const QSizeF part = isBeside ? QSizeF((room.width() - gaps) * share, room.height())
                                             : QSizeF(room.width(), (room.height() - gaps) * share);
                made.columns = std::make_shared<const PaperColumns>(
                    graph.scene, part - QSizeF(0, std::min(made.above(), part.height() / 2)));
            }
            Figure::Page page = pageWith(std::move(placed), isBeside);
            const double scale = scaleInto(room, page.size);
            if (scale > best.scale) best = {{std::move(page)}, scale};
            if (graphs.size() == 1) return best; // all of it is its share, in every way
        }
    return best;
}

// Nothing: there are more pages than MaxPages.
std::optional<PaperPages> onOwnPages(const std::vector<PaperGraph>& graphs, QSizeF room, double least) {
    PaperPages all;
    for (const PaperGraph& graph : graphs) {
        PaperPages best;
        best.scale = 0;
        for (std::size_t most = 1; most + all.pages.size() <= PaperPages::MaxPages && best.scale < least;
             ++most) {
            PlacedGraph placed{graph, nullptr};
            placed.columns =
                std::make_shared<const PaperColumns>(graph.scene, room - QSizeF(0, placed.above()), most);
            PaperPages tried;
            for (; placed.page < placed.columns->pages(); ++placed.page) {
                tried.pages.push_back(pageWith({placed}, true));
                tried.scale = std::min(tried.scale, scaleInto(room, tried.pages.back().size));
            }
            if (tried.scale > best.scale) best = std::move(tried);
        }
        if (best.pages.empty()) return std::nullopt;
        std::ranges::move(best.pages, std::back_inserter(all.pages));
        all.scale = std::min(all.scale, best.scale);
    }
    return all;
}

} // namespace

Figure::Page naturalPage(const std::vector<PaperGraph>& graphs) {
    constexpr double Endless = std::numeric_limits<double>::max();
    return std::move(onOnePage(graphs, QSizeF(Endless, Endless)).pages.front());
}

PaperPages paperPages(const std::vector<PaperGraph>& graphs, QSizeF room, double least) {
    PaperPages together = onOnePage(graphs, room);
    if (together.scale >= least) return together;
    // No page makes one larger that is too wide.
    for (const PaperGraph& graph : graphs)
        least = std::min(least, room.width() / PaperColumns::widthOf(*graph.scene));
    if (together.scale >= least) return together;
    std::optional<PaperPages> apart = onOwnPages(graphs, room, least);
    return apart && apart->scale > together.scale ? *std::move(apart) : together;
}

} // namespace edgewright::views
