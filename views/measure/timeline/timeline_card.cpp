// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_card.h"

#include "views/support/operator_title.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

struct TimelineCardText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TimelineCard)
};

constexpr int LongestCardName = 60; // characters
constexpr int LongestKernel = 160;

struct CardLine {
    QString what, value;
};

QString matchText(trace::By by) {
    switch (by) {
    case trace::By::Name:
        return TimelineCardText::tr("by name");
    case trace::By::Tensor:
        return TimelineCardText::tr("by a tensor that it writes");
    case trace::By::Order:
        return TimelineCardText::tr("by its place among operators of its kind");
    case trace::By::Launch:
        return TimelineCardText::tr("by the operator that started it");
    case trace::By::Gap:
        return TimelineCardText::tr("by what runs before and behind it");
    case trace::By::Nothing:
        break;
    }
    return TimelineCardText::tr("no node of the graph");
}

// The name alone of the function of a kernel, without what it returns, is made for and takes.
QString kernelText(std::string_view name) {
    constexpr std::string_view Returns = "void ", Unnamed = "(anonymous namespace)::";
    if (name.starts_with(Returns)) name.remove_prefix(Returns.size());
    for (std::size_t at = name.find_first_of("<("); at != name.npos; at = name.find_first_of("<(", at)) {
        if (name.substr(at).starts_with(Unnamed))
            at += Unnamed.size();
        else // "Memcpy HtoD (Pinned -> Device)" is no function
            return text(at == 0 || name[at - 1] == ' ' ? name : name.substr(0, at));
    }
    return text(name);
}

QString spanTitle(const TimelineModel& model, std::uint32_t at) {
    const bool isKernel = model.span(at).role == trace::Role::Kernel;
    return shortName(isKernel ? kernelText(model.label(at)) : text(model.label(at)), LongestCardName);
}

// "Conv"; of a node that was fused its members; of several nodes all of them.
QString operatorOf(const TimelineScene& scene, SpanRef span) {
    QStringList titles;
    constexpr qsizetype MaxTitles = 4;
    const auto nodes = scene.model(span).nodes(span.at);
    for (const NodeId id : nodes)
        if (const ir::Node* node = scene.graphs.node(id); node && titles.size() < MaxTitles)
            titles << operatorTitle(*node);
    if (titles.isEmpty()) return text(scene.model(span).op(span.at));
    if (static_cast<std::size_t>(titles.size()) < nodes.size()) titles << QStringLiteral("…");
    return titles.join(QStringLiteral(" + "));
}

std::vector<CardLine> linesOf(const TimelineScene& scene, SpanRef span, const std::vector<SpanRef>& partners) {
    const TimelineModel& model = scene.model(span);
    const double seconds = model.seconds(span.at);
    const trace::Track& track = model.trace().tracks[model.span(span.at).track];
    std::vector<CardLine> lines;
    if (const QString name = text(model.label(span.at));
        spanTitle(model, span.at).size() < name.size() && track.isDevice)
        lines.push_back({TimelineCardText::tr("Function"),
                         name.size() > LongestKernel ? name.first(LongestKernel) + u'…' : name});
    const auto nodes = model.nodes(span.at);
    for (const NodeId id : nodes.first(std::min<std::size_t>(nodes.size(), 3)))
        if (const ir::Node* node = scene.graphs.node(id); node && node->label() != model.label(span.at))
            lines.push_back({TimelineCardText::tr("Node"), shortName(text(node->label()), LongestCardName)});
    if (model.trace().hasTimes)
        lines.push_back({TimelineCardText::tr("Start"), secondsText(scene.start(span))});
    lines.push_back({TimelineCardText::tr("Duration"), secondsText(seconds)});
    const bool inRun = scene.sources.size() > 1 && !model.runs().empty();
    const double whole = inRun ? model.runs()[scene.sources[span.source].run].seconds() : model.end();
    if (whole > 0)
        lines.push_back({inRun ? TimelineCardText::tr("Share of the run") : TimelineCardText::tr("Share"),
                         percentText(seconds / whole)});
    lines.push_back({track.isDevice ? TimelineCardText::tr("Stream") : TimelineCardText::tr("Thread"),
                     model.tracks()[model.trackOf(span.at)].name});
    if (model.source().matches && model.trace().tool != trace::Tool::Edgewright)
        lines.push_back({TimelineCardText::tr("Matched"), matchText(model.matchedBy(span.at))});
    if (!partners.empty()) {
        double others = 0;
        for (const SpanRef partner : partners)
            others += scene.model(partner).seconds(partner.at);
        const QString title = scene.model(partners.front()).source().title;
        lines.push_back(
            {partners.size() == 1
                 ? title
                 : TimelineCardText::tr("%1, %2 spans").arg(title, QString::number(partners.size())),
             others > 0
                 ? TimelineCardText::tr("%1, this is %2").arg(secondsText(others), ratioText(seconds, others))
                 : secondsText(others)});
    }
    return lines;
}

} // namespace

QString spanCard(const TimelineScene& scene, SpanRef span, const std::vector<SpanRef>& partners) {
    if (!span.valid()) return {};
    QString card = QStringLiteral("<b>%1</b>").arg(spanTitle(scene.model(span), span.at).toHtmlEscaped());
    if (const QString op = operatorOf(scene, span); !op.isEmpty())
        card += QStringLiteral("<br>") + shortName(op, LongestCardName).toHtmlEscaped();
    card += QStringLiteral("<table cellspacing='2'>");
    for (const CardLine& line : linesOf(scene, span, partners))
        card += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(line.what.toHtmlEscaped(), line.value.toHtmlEscaped());
    return card + QStringLiteral("</table>");
}

QString spanLines(const TimelineScene& scene, SpanRef span, const std::vector<SpanRef>& partners) {
    if (!span.valid()) return {};
    QStringList lines{spanTitle(scene.model(span), span.at)};
    if (const QString op = operatorOf(scene, span); !op.isEmpty() && op != lines.front()) lines << op;
    for (const CardLine& line : linesOf(scene, span, partners))
        lines << TimelineCardText::tr("%1: %2").arg(line.what, line.value);
    return lines.join(QLatin1Char('\n'));
}

QString spokenTimeline(const TimelineScene& scene) {
    QStringList parts;
    for (const TimelineScene::Shown& each : scene.sources)
        parts << TimelineCardText::tr("%1: %2 spans, %3 threads, %4")
                     .arg(each.model->source().title, QString::number(each.model->index().size()),
                          QString::number(each.model->tracks().size()), secondsText(each.model->end()));
    return TimelineCardText::tr("Timeline. %1").arg(parts.join(QStringLiteral("; ")));
}

} // namespace edgewright::views
