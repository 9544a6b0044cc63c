// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs on paper.
#include "views/graph/graph_view.h"

#include <algorithm>

namespace edgewright::views {

namespace {

// For paper, when the picture on the screen is not there yet.
std::shared_ptr<const GraphScene> drawn(const pipeline::Analysis* analysis) {
    if (!analysis || !analysis->fusion) return nullptr;
    GraphPane::Content content;
    content.graph = std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph);
    return GraphPane::drawn(content);
}

} // namespace

std::vector<Figure> GraphView::figures() const {
    constexpr double Margin = 24, Between = 32, Heading = 28;
    GraphPane::Content plain; // of what waits for its modules
    plain.graph = shownGraph();
    const auto before = !m_model            ? nullptr
                        : waitsForModules() ? GraphPane::drawn(plain)
                                            : m_before->sceneForPaper();
    const auto after = !before || inside()                                          ? nullptr
                       : m_after->upToDate() && isCurrent() && m_presented->atEnd() ? m_after->sceneForPaper()
                                                                                    : drawn(m_analysis.get());
    const auto natural = [](const std::shared_ptr<const GraphScene>& scene) {
        return scene->size() + QSizeF(Margin, Margin);
    };
    std::vector<Figure> figures;
    const auto add = [&](const QString& name, const QString& title,
                         const std::shared_ptr<const GraphScene>& scene) {
        if (!scene) return;
        figures.push_back(
            {name, title, natural(scene), [scene](QPainter& painter, const QRectF& area, const Theme& theme) {
                 paintWholeGraph(painter, *scene, area, theme);
             }});
    };
    const auto title = [](const QString& side, const std::shared_ptr<const GraphScene>& scene) {
        return side + QStringLiteral(" · ") +
               tr("%n nodes", nullptr, static_cast<int>(scene->graph().nodeCount()));
    };
    add(QStringLiteral("graph-before"), tr("Graph before fusion"), before);
    add(QStringLiteral("graph-after"), tr("Graph after fusion"), after);
    if (!before || !after) return figures;
    const QSizeF left = natural(before), right = natural(after);
    const QSizeF size(left.width() + Between + right.width(),
                      Heading + std::max(left.height(), right.height()));
    const QString leftTitle = title(tr("Original"), before), rightTitle = title(tr("Fused"), after);
    figures.push_back(
        {QStringLiteral("graph-before-after"), tr("Graph before and after fusion"), size,
         [=](QPainter& painter, const QRectF& area, const Theme& theme) {
             const double scale = std::min(area.width() / size.width(), area.height() / size.height());
             painter.save();
             painter.translate(area.center());
             painter.scale(scale, scale);
             painter.translate(-size.width() / 2, -size.height() / 2);
             const QRectF a(QPointF(0, Heading), left), b(QPointF(left.width() + Between, Heading), right);
             painter.setFont(views::font(TextSize::Title, true));
             painter.setPen(theme.before);
             painter.drawText(QRectF(a.left(), 0, a.width(), Heading), Qt::AlignCenter, leftTitle);
             painter.setPen(theme.after);
             painter.drawText(QRectF(b.left(), 0, b.width(), Heading), Qt::AlignCenter, rightTitle);
             paintWholeGraph(painter, *before, a, theme);
             paintWholeGraph(painter, *after, b, theme);
             painter.restore();
         }});
    return figures;
}

} // namespace edgewright::views
