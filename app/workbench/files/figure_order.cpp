// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_order.h"

#include "core/pipeline/settings/setting_fields.h"
#include "views/support/figure/figure_format.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>

namespace edgewright::workbench {

namespace {

struct FigureOrderText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::FigureOrder)
};

Error wrong(const QString& said) { return badInput(said.toStdString()); }

} // namespace

Result<FigureOrder> figureOrder(const QString& folder, const QString& style, const QString& font,
                                const QString& formats, const QString& dotsPerInch) {
    FigureOrder order;
    order.folder = folder;
    if (!style.isEmpty()) {
        order.style = views::findFigureStyle(style);
        if (!order.style) {
            QStringList keys;
            for (const views::FigureStyle& each : views::figureStyles())
                keys << QLatin1String(each.key);
            return wrong(FigureOrderText::tr("no style of figures is called '%1'; there are: %2")
                             .arg(style, keys.join(QStringLiteral(", "))));
        }
    }
    if (!font.isEmpty()) {
        const auto& field = fieldNamed(pipeline::figureFields(), "figure_font");
        order.font = enumeratorOf<FigureFont>(field.choices, font.toStdString());
        if (!order.font)
            return wrong(FigureOrderText::tr("no font of figures is called '%1'; there are: %2")
                             .arg(font, QString::fromStdString(field.choiceList())));
    }
    for (const QString& word : formats.split(u',', Qt::SkipEmptyParts)) {
        const QString suffix = u'.' + word.trimmed().toLower();
        if (!views::figureSuffixes().contains(suffix))
            return wrong(FigureOrderText::tr("no format of figures is called '%1'; there are: %2")
                             .arg(word, views::figureSuffixes().join(QStringLiteral(", ")).remove(u'.')));
        if (!order.suffixes.contains(suffix)) order.suffixes << suffix;
    }
    if (order.suffixes.isEmpty())
        for (const views::FigureFormat* format : views::figureFormats())
            if (format->onByDefault) order.suffixes << QLatin1String(format->suffix);
    if (!dotsPerInch.isEmpty()) {
        bool isNumber = false;
        order.dotsPerInch = dotsPerInch.toDouble(&isNumber);
        if (!isNumber || !(order.dotsPerInch >= FigureOrder::MinDots) ||
            !(order.dotsPerInch <= FigureOrder::MaxDots))
            return wrong(FigureOrderText::tr("'%1' dots an inch; expected %2 to %3")
                             .arg(dotsPerInch)
                             .arg(FigureOrder::MinDots)
                             .arg(FigureOrder::MaxDots));
    }
    return order;
}

QString figureStem(const QString& name, const QString& model) {
    return model.isEmpty() ? name : model + u'-' + name;
}

QString subjectOf(const views::Figure& figure, const QString& model) {
    return figure.subject.isEmpty() ? model : figure.subject;
}

QString writtenCaption(const pipeline::FigureCaptions& captions, const QString& figure) {
    const auto found = captions.find(figure.toStdString());
    return found == captions.end() ? QString() : QString::fromStdString(found->second).simplified();
}

std::vector<views::Figure> figuresIn(const FigureOrder& order, const std::vector<views::Figure>& figures) {
    std::vector<views::Figure> drawn;
    for (const views::Figure& figure : figures) {
        views::Figure& each = drawn.emplace_back(
            views::styled(figure, *order.style, order.dotsPerInch, order.font.value_or(FigureFont::Sans)));
        if (const QString caption = writtenCaption(order.captions, each.name); !caption.isEmpty())
            each.title = caption;
    }
    return drawn;
}

std::vector<FigureFile> figureFiles(const std::vector<views::Figure>& figures, const FigureOrder& order,
                                    const QString& model) {
    const QDir folder(order.folder);
    std::vector<FigureFile> files;
    for (const views::Figure& figure : figures) {
        const QString stem = figureStem(figure.name, subjectOf(figure, model));
        for (const QString& suffix : order.suffixes)
            files.push_back({figure, folder.filePath(stem + suffix)});
    }
    return files;
}

} // namespace edgewright::workbench
