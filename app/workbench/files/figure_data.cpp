// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/figure_data.h"

#include "core/table/format.h"

#include <QCoreApplication>
#include <QDir>
#include <QSet>

namespace edgewright::workbench {

namespace {

struct FigureDataText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::FigureData)
};

QString asSentence(const QString& text) {
    static const QString Ends = QStringLiteral(".!?…。！？");
    return text.isEmpty() || Ends.contains(text.back())
               ? text
               : FigureDataText::tr("%1.", "a part of a caption").arg(text);
}

QString withSemicolons(const QStringList& parts) {
    QString text;
    for (const QString& part : parts)
        text = text.isEmpty() ? part : FigureDataText::tr("%1; %2", "parts of a caption").arg(text, part);
    return text;
}

} // namespace

QString figureCaption(const views::Figure& figure, const QString& answer, const QStringList& dataFiles) {
    QStringList origin = figure.about.split(u'\n', Qt::SkipEmptyParts);
    if (!dataFiles.isEmpty())
        origin << FigureDataText::tr("Data: %1").arg(dataFiles.join(QStringLiteral(", ")));
    QStringList sentences{asSentence(figure.title), figure.hasAnswer ? asSentence(answer) : QString(),
                          asSentence(figure.finding), asSentence(withSemicolons(origin))};
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

std::vector<FigureFile> filesBeside(const std::vector<views::Figure>& figures, const FigureOrder& order,
                                    const QString& model, const QString& answer) {
    const QDir folder(order.folder);
    std::vector<FigureFile> files;
    QSet<QString> tables;
    for (const views::Figure& figure : figures) {
        QStringList dataFiles;
        for (const table::Format* format : table::formats()) {
            if (!figure.table || format->isDocument) continue;
            const QString name = figureStem(figure.table->name, subjectOf(figure, model)) +
                                 QString::fromStdString(std::string(format->suffix));
            dataFiles << name;
            if (tables.contains(name)) continue;
            tables.insert(name);
            files.push_back({{}, folder.filePath(name)});
            files.back().text = QByteArray::fromStdString(format->write(figure.table->rows, {}));
        }
        FigureFile& beside = files.emplace_back(FigureFile{
            figure,
            folder.filePath(figureStem(figure.name, subjectOf(figure, model)) + QStringLiteral(".txt"))});
        const bool isWritten = !writtenCaption(order.captions, figure.name).isEmpty();
        beside.caption = [answer, dataFiles, isWritten](const views::Figure& page) {
            return (isWritten ? page.title : figureCaption(page, answer, dataFiles)).toUtf8() + '\n';
        };
    }
    return files;
}

} // namespace edgewright::workbench
