// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/axis_titles.h"

#include <QAbstractAxis>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsTextItem>
#include <QMargins>
#include <QStringList>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

// On as many lines as an axis of this length takes: Qt cuts longer ones.
QString wrappedTitle(const QString& title, const QAbstractAxis& axis, double length) {
    constexpr double Margins = 6; // pixels that Qt leaves beside a title
    const QFontMetricsF metrics(axis.titleFont());
    const auto fits = [&](const QString& line) { return metrics.horizontalAdvance(line) <= length - Margins; };
    if (fits(title)) return title;
    QStringList lines;
    for (const QString& word : title.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        if (!lines.isEmpty() && fits(lines.last() + QLatin1Char(' ') + word))
            lines.last() += QLatin1Char(' ') + word;
        else
            lines << word;
    return QStringLiteral("<div align=\"center\">%1</div>").arg(lines.join(QStringLiteral("<br>")));
}

// The title of the axis on the left where it takes more than one line: Qt cuts all but the first of them.
class UprightTitle final : public QGraphicsTextItem {
public:
    explicit UprightTitle(QGraphicsItem* chart) : QGraphicsTextItem(chart) {
        document()->setDocumentMargin(0);
        setRotation(-90);
    }
    int room = 0; // of the left margin of the chart, pixels
};

} // namespace

void fitUprightTitle(QChart& chart) {
    constexpr int Gap = 2; // pixels between the lines and the labels of the axis
    const QRectF plot = chart.plotArea();
    const QList<QAbstractAxis*> axes = chart.axes(Qt::Vertical);
    const auto found = std::ranges::find_if(axes, [](const QAbstractAxis* each) {
        return each->alignment() == Qt::AlignLeft && !each->titleText().isEmpty();
    });
    if (found == axes.end() || plot.height() <= 0) return;
    QAbstractAxis& axis = **found;
    UprightTitle* own = nullptr;
    for (QGraphicsItem* each : chart.childItems())
        if (auto* title = dynamic_cast<UprightTitle*>(each)) own = title;
    const QString lines = wrappedTitle(axis.titleText(), axis, plot.height());
    const bool isOneLine = lines == axis.titleText();
    if (isOneLine && !own) return;
    if (!own) own = new UprightTitle(&chart);
    own->setFont(axis.titleFont());
    own->setDefaultTextColor(axis.titleBrush().color());
    own->setHtml(lines);
    own->setTextWidth(plot.height());
    own->setVisible(!isOneLine);
    axis.setTitleVisible(isOneLine);
    QMargins margins = chart.margins();
    const int left = margins.left() - own->room; // without this title
    own->room = isOneLine ? 0 : static_cast<int>(std::ceil(own->boundingRect().height())) + Gap;
    own->setPos(left, plot.bottom());
    margins.setLeft(left + own->room);
    if (margins != chart.margins()) chart.setMargins(margins);
}

void wrapAxisTitles(QChart& chart) {
    constexpr int MaxPasses = 3; // lines of one title take from the length of the other axis
    const QList<QAbstractAxis*> below = chart.axes(Qt::Horizontal);
    QStringList titles;
    for (const QAbstractAxis* axis : below)
        titles << axis->titleText();
    for (int pass = 0; pass < MaxPasses; ++pass) {
        for (qsizetype i = 0; i < below.size(); ++i)
            below[i]->setTitleText(wrappedTitle(titles[i], *below[i], chart.plotArea().width()));
        chart.layout()->activate();
        fitUprightTitle(chart);
        chart.layout()->activate();
    }
}

} // namespace edgewright::views
