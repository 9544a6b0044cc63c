// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure.h"
#include "tests/support/test_class.h"

#include <QFile>
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
    void svgKeepsTextAndTitle() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.svg"_s);
        QVERIFY(exportFigure(figure(), file));
        const QByteArray svg = read(file);
        QVERIFY(svg.contains("peak 3.20 MiB"));
        QVERIFY(svg.contains("A probe"));
        QVERIFY(svg.contains("viewBox=\"0 0 120 80\""));
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
        QVERIFY(exportFigure(figure(), file, 2));
        const QImage image(file);
        QCOMPARE(image.size(), QSize(240, 160));
        QCOMPARE(image.pixelColor(10, 10), Theme::light().before);
        QCOMPARE(image.pixelColor(238, 2), QColor(Qt::white));
    }
    void whatCannotBeWrittenSaysSo() {
        const auto noFolder = exportFigure(figure(), u"/no/such/folder/a.svg"_s);
        QVERIFY(!noFolder);
        QVERIFY(noFolder.error().message.find("/no/such/folder/a.svg") != std::string::npos);
        QTemporaryDir folder;
        QVERIFY(!exportFigure(figure(), folder.filePath(u"a.bmp"_s)));
        QVERIFY(!QFile::exists(folder.filePath(u"a.bmp"_s)));
    }
};

EDGEWRIGHT_TEST(FigureTest)

} // namespace edgewright::figure_test

#include "figure_test.moc"
