// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/figure/figure_format.h"

#include <QFile>
#include <QFontInfo>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::figure_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class FigureTest : public QObject {
    Q_OBJECT

    static Figure figure() {
        return {u"probe"_s, u"A probe"_s, QSizeF(120, 80),
                [](QPainter& painter, const QRectF& area, const Theme& theme) {
                    painter.fillRect(QRectF(area.topLeft(), area.size() / 2), theme.before);
                    painter.setPen(theme.text);
                    painter.drawText(area, Qt::AlignCenter, u"peak 3.20 MiB"_s);
                }};
    }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    // Each writes a file of its own suffix, in any case, and says what goes wrong.
    void everyFormatWritesFigures() {
        QTemporaryDir folder;
        QStringList suffixes;
        QList<QByteArray> files;
        for (const FigureFormat* format : figureFormats()) {
            const QString suffix = QString::fromLatin1(format->suffix);
            QVERIFY2(suffix.startsWith(u'.') && suffix == suffix.toLower(), format->suffix);
            QVERIFY2(*format->title && !suffixes.contains(suffix), format->suffix);
            suffixes << suffix;
            for (const QString& name : {u"probe"_s + suffix, u"LOUD"_s + suffix.toUpper()}) {
                QVERIFY2(exportFigure(figure(), folder.filePath(name)), qPrintable(name));
                QVERIFY2(!read(folder.filePath(name)).isEmpty(), qPrintable(name));
            }
            const QByteArray written = read(folder.filePath(u"probe"_s + suffix));
            QVERIFY2(!files.contains(written), format->suffix);
            files << written;
            const QString nowhere = u"/no/such/folder/probe"_s + suffix;
            const auto refused = exportFigure(figure(), nowhere);
            QVERIFY2(!refused, format->suffix);
            QVERIFY2(refused.error().message.starts_with(nowhere.toStdString()), format->suffix);
        }
        QCOMPARE(figureSuffixes(), suffixes);
        QVERIFY(!suffixes.isEmpty()); // the first one is that of a name without any
    }
    void svgKeepsTextAndTitle() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.svg"_s);
        QVERIFY(exportFigure(figure(), file));
        const QByteArray svg = read(file);
        QVERIFY(svg.contains("peak 3.20 MiB"));
        QVERIFY(svg.contains("A probe"));
        QVERIFY(svg.contains("viewBox=\"0 0 120 80\""));
    }
    // "Sans Serif" is a font of no machine.
    void svgNamesTheFontsThatWereMeasured() {
        Figure named = figure();
        named.paint = [](QPainter& painter, const QRectF& area, const Theme&) {
            painter.setFont(QFont(u"Sans Serif"_s));
            painter.drawText(area, Qt::AlignCenter, u"12 cycles"_s);
        };
        const QByteArray svg = figureSvg(named);
        QVERIFY(svg.contains("12 cycles"));
        const QString family = QFontInfo(QFont(u"Sans Serif"_s)).family();
        QVERIFY(svg.contains(u"font-family=\"%1, sans-serif\""_s.arg(family).toUtf8()));
    }
    void pdfHasThePageOfTheFigure() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.pdf"_s);
        QVERIFY(exportFigure(figure(), file));
        const QByteArray pdf = read(file);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/MediaBox [0 0 90"));
    }
    void pngIsScaledAndWhite() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.png"_s);
        QVERIFY(exportFigure(figure(), file));
        const QImage image(file);
        QCOMPARE(image.size(), QSize(240, 160));
        QCOMPARE(image.pixelColor(10, 10), Theme::light().before);
        QCOMPARE(image.pixelColor(238, 2), QColor(Qt::white));
    }
    void whatIsNotWrittenSaysWhy() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.bmp"_s);
        const auto unknown = exportFigure(figure(), file);
        QVERIFY(!unknown);
        const QString message = QString::fromStdString(unknown.error().message);
        QVERIFY2(message.startsWith(file), qPrintable(message));
        QVERIFY2(message.endsWith(figureSuffixes().join(u", "_s)), qPrintable(message));
        QVERIFY(!QFile::exists(file));
        Figure damaged = figure();
        damaged.make = [](const RunContext&) -> Result<Figure> { return badInput("no layout"); };
        QVERIFY(!exportFigure(damaged, folder.filePath(u"a.svg"_s)));
        QVERIFY(!QFile::exists(folder.filePath(u"a.svg"_s)));
    }
};

EDGEWRIGHT_TEST(FigureTest)

} // namespace edgewright::figure_test

#include "figure_test.moc"
