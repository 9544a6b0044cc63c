// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_glyphs.h"
#include "views/support/figure/figure_style.h"
#include "views/support/figure/mark_titles.h"

#include <QFile>
#include <QFontInfo>
#include <QImage>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <cstdlib>

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
    // Under the pointer, by places over the picture, where the painter's coordinates put them; pixels know
    // none.
    void svgTellsTheNamesOfMarks() {
        int asked = 0;
        Figure marked = figure();
        marked.paint = [&](QPainter& painter, const QRectF&, const Theme&) {
            painter.translate(10, 20);
            painter.scale(2, 2);
            titleMark(painter, {5, 5, 20, 10}, [&] {
                ++asked;
                return u"conv <1> & \"two\"\n12 cycles"_s;
            });
            titleMark(painter, {0, 0, 0, 0}, [] { return u"<b>Relu</b> r<br>3 B"_s; });
        };
        const QByteArray svg = figureSvg(marked);
        QCOMPARE(asked, 1);
        QXmlStreamReader reader(svg);
        QStringList titles;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"title"_s)
                titles << reader.readElementText();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(titles, (QStringList{marked.title, u"conv <1> & \"two\"\n12 cycles"_s, u"Relu r\n3 B"_s}));
        QVERIFY(svg.contains("<rect x=\"20.0\" y=\"30.0\" width=\"40.0\" height=\"20.0\"><title>conv"));
        QVERIFY(svg.contains("<rect x=\"8.0\" y=\"18.0\" width=\"4.0\" height=\"4.0\"><title>Relu"));
        figureImage(marked);
        QCOMPARE(asked, 1);
    }
    // Names of files and nodes are whatever somebody wrote.
    void svgHoldsHostileNames() {
        const QString name = u"<a href=\"x\">&amp;</title>]]>'\x01\x0B\uFFFE\uFFFF π"_s;
        const QString kept = u"<a href=\"x\">&amp;</title>]]>' π"_s;
        Figure hostile = figure();
        hostile.title = hostile.about = name;
        hostile.paint = [&](QPainter& painter, const QRectF& area, const Theme&) {
            painter.setPen(Qt::black);
            painter.drawText(area, Qt::AlignCenter, name);
            titleMark(painter, area, [&] { return u"node "_s + name; });
        };
        const QByteArray svg = figureSvg(hostile);
        QXmlStreamReader reader(svg);
        QStringList titles, about;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement) {
                if (reader.name() == u"title"_s)
                    titles << reader.readElementText();
                else if (reader.name() == u"desc"_s)
                    about << reader.readElementText();
                else
                    QVERIFY(reader.name() != u"a"_s);
            }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(titles.size(), qsizetype(2));
        QCOMPARE(titles.front(), kept);
        QCOMPARE(about.size(), qsizetype(1));
        QVERIFY2(about.front().startsWith(kept + u'\n'), qPrintable(about.front()));
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
        // By the name alone: no font is loaded for it.
        named.paint = [](QPainter& painter, const QRectF& area, const Theme&) {
            painter.setFont(QFont(u"Some Serif"_s));
            painter.drawText(area, Qt::AlignCenter, u"12 cycles"_s);
        };
        QVERIFY(figureSvg(named).contains(", serif\""));
    }
    // Texts of a figure in serif are measured and drawn so, also those of a figure that is made late; the
    // window keeps its font.
    void serifIsTheFontOfAllTexts() {
        const QString serif = figureFamily(FigureFont::Serif);
        for (const QString& brought : {figureFamily(FigureFont::Sans), serif})
            QCOMPARE(QFontInfo(QFont(brought)).family(), brought);
        QCOMPARE(figureFamily(FigureFont::Sans), u"DejaVu Sans"_s);
        QCOMPARE(serif, u"DejaVu Serif"_s);
        Figure late = figure();
        QStringList measured;
        late.make = [&measured](const RunContext&) -> Result<Figure> {
            measured << font(TextSize::Small).families().front();
            Figure made = figure();
            made.isFixed = true;
            made.paint = [&measured](QPainter& painter, const QRectF& area, const Theme&) {
                measured << font(TextSize::Small).families().front() << painter.font().families().front();
                painter.drawText(area, Qt::AlignLeft, u"plain"_s);
                painter.setFont(font(TextSize::Small, true));
                painter.drawText(area, Qt::AlignRight, u"bold"_s);
            };
            made.arrange = [&measured, page = Figure::Page{made.size, made.paint}](
                               QSizeF, double, const RunContext&) -> Result<std::vector<Figure::Page>> {
                measured << font(TextSize::Small).families().front();
                return std::vector{page};
            };
            return made;
        };
        const QFont before = font(TextSize::Body);
        const auto made = completeFigure(styled(late, *findFigureStyle(u"paper-84"), 96, FigureFont::Serif));
        QVERIFY(made);
        const QByteArray svg = figureSvg(*made);
        QCOMPARE(measured, QStringList(4, serif));
        QCOMPARE(font(TextSize::Body), before);
        const QByteArray named = u"font-family=\"%1, serif\""_s.arg(QFontInfo(QFont(serif)).family()).toUtf8();
        QVERIFY2(svg.contains("plain") && svg.contains("bold"), svg.constData());
        QVERIFY2(svg.count("<text") == 2 && svg.count(named) >= 2, svg.constData());
    }
    void pdfHasThePageOfTheFigure() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"a.pdf"_s);
        QVERIFY(exportFigure(figure(), file));
        const QByteArray pdf = read(file);
        QVERIFY(pdf.startsWith("%PDF"));
        QVERIFY(pdf.contains("/MediaBox [0 0 90"));
        QVERIFY(!pdf.contains("/Subject"));
    }
    // The document's title and what it is of, in every format.
    void everyFormatSaysWhatItIsOf() {
        Figure said = figure();
        said.make = [](const RunContext&) -> Result<Figure> {
            Figure made = figure();
            made.title = u"As it was made"_s;
            return made;
        };
        said.title = u"Mine (π)"_s;
        said.about = u"Model: net.onnx\nRows: 8"_s;
        QTemporaryDir folder;
        QVERIFY(exportFigure(said, folder.filePath(u"a.png"_s)));
        const QImage image(folder.filePath(u"a.png"_s));
        QCOMPARE(image.text(u"Title"_s), said.title);
        QCOMPARE(image.text(u"Description"_s).simplified(), said.about.simplified());
        QVERIFY(exportFigure(said, folder.filePath(u"a.pdf"_s)));
        const QByteArray pdf = read(folder.filePath(u"a.pdf"_s));
        QByteArray subject;
        for (const QChar each : said.about)
            subject += QByteArray::number(each.unicode(), 16).rightJustified(4, '0');
        QVERIFY(pdf.contains("/Subject <feff" + subject + ">\n"));
        const auto complete = completeFigure(said);
        QVERIFY(complete);
        const QByteArray svg = figureSvg(*complete);
        QVERIFY(svg.contains("<title>Mine (π)</title>") && svg.contains("<desc>Model: net.onnx\nRows: 8\n"));
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
    // A style without a size leaves it; each other one has its own, the same type in all of one type, and draws
    // what has no places of its own anew.
    void aStyleHasItsWidthAndItsType() {
        for (const FigureStyle& style : figureStyles()) {
            QCOMPARE(findFigureStyle(QString::fromLatin1(style.key)), &style);
            QVERIFY(!figureStyleTitle(style).isEmpty());
            QSizeF room;
            double scale = 0;
            Figure asked = figure();
            asked.paint = [&](QPainter& painter, const QRectF& area, const Theme& theme) {
                room = area.size();
                scale = painter.transform().m11();
                QCOMPARE(theme.dark, style.isDark);
            };
            const Figure made = styled(asked, style, 96);
            const QImage image = figureImage(made);
            QCOMPARE(image.size(), made.size.toSize());
            if (style.width <= 0) {
                QCOMPARE(made.size, asked.size);
                continue;
            }
            QVERIFY(std::abs(made.size.width() - style.width / 25.4 * 96) < 1e-6);
            QVERIFY(std::abs(scale * font(TextSize::Body).pointSizeF() - style.bodyType) < 1e-6);
            QVERIFY(std::abs(room.width() * scale - made.size.width()) < 1e-6);
            QVERIFY(std::abs(room.height() * scale - made.size.height()) < 1e-6);
            if (style.height <= 0) QVERIFY(std::abs(room.height() - asked.size.height()) < 1e-6);
        }
        QVERIFY(!findFigureStyle(u"paper"));
    }
    void whatIsFixedIsScaledAndNeverWider() {
        const FigureStyle& column = *findFigureStyle(u"paper-84");
        Figure wide = figure();
        wide.isFixed = true;
        wide.size = QSizeF(4000, 1000);
        const Figure made = styled(wide, column, 96);
        QVERIFY(std::abs(made.size.width() - 84 / 25.4 * 96) < 1e-6);
        QVERIFY(std::abs(made.size.height() * 4 - made.size.width()) < 1e-6);
        wide.size = QSizeF(40, 30); // smaller than the column: its type is not made larger
        QVERIFY(std::abs(styled(wide, column, 96).size.width() -
                         40 * column.bodyType / font(TextSize::Body).pointSizeF()) < 1e-6);
        // What is laid out late is so, too.
        Figure late = wide;
        late.make = [](const RunContext&) -> Result<Figure> {
            Figure complete = figure();
            complete.isFixed = true;
            complete.size = QSizeF(4000, 1000);
            return complete;
        };
        const auto complete = completeFigure(styled(late, column, 150));
        QVERIFY(complete);
        QVERIFY(std::abs(complete->size.width() - 84 / 25.4 * 96) < 1e-6);
        QCOMPARE(complete->dotsPerInch, 150.0);
    }
    // Told how much room its type leaves: of a page in a column, of the slide on a slide.
    void whatIsFixedIsArrangedFirst() {
        for (const char* key : {"paper-84", "slide-light"}) {
            const FigureStyle& style = *findFigureStyle(QString::fromLatin1(key));
            const double scale = style.bodyType / font(TextSize::Body).pointSizeF();
            QSizeF told;
            double toldLeast = 0;
            int times = 0;
            Figure tall = figure();
            tall.isFixed = true;
            tall.size = QSizeF(100, 10000);
            tall.arrange = [&](QSizeF room, double least,
                               const RunContext&) -> Result<std::vector<Figure::Page>> {
                told = room;
                toldLeast = least;
                ++times;
                return std::vector<Figure::Page>{{QSizeF(200, 300), figure().paint}};
            };
            const Figure asked = styled(tall, style, 96);
            QVERIFY(asked.make && times == 0); // by whoever draws it, once for all formats
            const Figure again = asked;
            const auto complete = completeFigure(asked);
            QVERIFY(complete && completeFigure(again));
            QCOMPARE(times, 1);
            const Figure& made = *complete;
            QVERIFY(made.pages.empty());
            QCOMPARE(pagesOf(made).size(), std::size_t(1));
            QCOMPARE(pagesOf(made).front().name, tall.name);
            QVERIFY(std::abs(toldLeast * scale * font(TextSize::Small).pointSizeF() - style.leastType) < 1e-6);
            QVERIFY(std::abs(told.width() * scale - style.width / 25.4 * 96) < 1e-6);
            QVERIFY(std::abs(told.height() * scale - (style.height > 0 ? style.height : 240) / 25.4 * 96) <
                    1e-6);
            if (style.height <= 0) QVERIFY(std::abs(made.size.width() - 200 * scale) < 1e-6);
            tall.arrange = nullptr; // it is as high as a page
            QVERIFY(styled(tall, style, 96).size.height() <
                    (style.height > 0 ? style.height : 240) / 25.4 * 96 + 1e-6);
        }
    }
    // Each page is a figure of its own, no larger than a page, with a name and a title that say which one it
    // is.
    void whatOnePageDoesNotHoldHasSeveral() {
        Figure tall = figure();
        tall.isFixed = true;
        tall.hasAnswer = true;
        tall.arrange = [](QSizeF room, double, const RunContext&) -> Result<std::vector<Figure::Page>> {
            return std::vector<Figure::Page>{{room, figure().paint},
                                             {QSizeF(2 * room.width(), room.height()), figure().paint},
                                             {QSizeF(room.width() / 2, room.height() / 3), figure().paint}};
        };
        const auto made = completeFigure(styled(tall, *findFigureStyle(u"paper-84"), 96));
        QVERIFY(made);
        const std::vector<Figure> pages = pagesOf(*made);
        QCOMPARE(pages.size(), std::size_t(3));
        const QSizeF page = QSizeF(84, 240) / 25.4 * 96;
        for (std::size_t i = 0; i < pages.size(); ++i) {
            QCOMPARE(pages[i].name, u"%1-%2"_s.arg(tall.name).arg(i + 1));
            QCOMPARE(pages[i].title, u"%1 (%2 of 3)"_s.arg(tall.title).arg(i + 1));
            QVERIFY(pages[i].pages.empty() && pages[i].hasAnswer);
            QVERIFY(pages[i].size.width() < page.width() + 1e-6 &&
                    pages[i].size.height() < page.height() + 1e-6);
            QVERIFY(!figureSvg(pages[i]).isEmpty());
        }
        QVERIFY(std::abs(pages[1].size.height() - page.height() / 2) < 1e-6); // as wide as the page
        QVERIFY(std::abs(pages[2].size.width() - page.width() / 2) < 1e-6);   // not made larger
        QCOMPARE(made->size, pages[0].size);
        QCOMPARE(made->title, tall.title);
    }
    void pixelsAreAsDenseAsAskedFor() {
        const QImage image = figureImage(styled(figure(), *findFigureStyle(u"paper-84"), 600));
        QCOMPARE(image.width(), static_cast<int>(std::lround(84 / 25.4 * 600)));
        QVERIFY(std::abs(image.dotsPerMeterX() * 0.0254 - 600) < 0.1);
    }
    // Sizes in dots are rounded: what the area does not cover of the last row and column is background, and
    // nothing that lay in memory before.
    void pixelsAreAllPainted() {
        for (const bool dark : {false, true}) {
            Figure odd = figure();
            odd.size = QSizeF(120.4, 80.3);
            odd.isDark = dark;
            const auto drawn = [&odd] {
                {
                    QImage remains(241, 161, QImage::Format_ARGB32_Premultiplied);
                    remains.fill(Qt::magenta);
                }
                return figureImage(odd);
            };
            const QImage image = drawn();
            QCOMPARE(image.size(), QSize(241, 161));
            const QRgb background = dark ? Theme::darkTheme().background.rgb() : QColor(Qt::white).rgb();
            const auto isBackground = [&](int x, int y) { // but for how a half covered pixel is rounded
                const QRgb pixel = image.pixel(x, y);
                return qAlpha(pixel) == 255 && std::abs(qRed(pixel) - qRed(background)) <= 1 &&
                       std::abs(qGreen(pixel) - qGreen(background)) <= 1 &&
                       std::abs(qBlue(pixel) - qBlue(background)) <= 1;
            };
            for (int x = 0; x < image.width(); ++x)
                QVERIFY2(isBackground(x, image.height() - 1), qPrintable(QString::number(x)));
            for (int y = 0; y < image.height(); ++y)
                QVERIFY2(isBackground(image.width() - 1, y), qPrintable(QString::number(y)));
            QVERIFY(image == drawn());
        }
    }
    // Drawn in a font that has them, which SVG names; where none is installed it is told which package has one.
    void chineseIsDrawnOrItsAbsenceIsTold() {
        const QString name = u"卷积"_s;
        QCOMPARE(missingGlyphsText({}), QString());
        const QString told = missingGlyphsText(name + name);
        QVERIFY2(told.contains(u"卷 (U+5377), 积 (U+79EF)"_s) && told.contains(u"fonts-noto-cjk"_s),
                 qPrintable(told));
        QVERIFY(missingGlyphsText(u"\u10D0"_s).contains(u"fonts-noto-core"_s)); // Georgian
        Figure named = figure();
        named.paint = [&name](QPainter& painter, const QRectF& area, const Theme&) {
            painter.setFont(font(TextSize::Body));
            painter.drawText(area, Qt::AlignCenter, name + u" 1×1 é µ → ≤"_s);
        };
        const QByteArray svg = figureSvg(named);
        QVERIFY(svg.contains(name.toUtf8()));
        QTemporaryDir folder;
        for (const FigureFormat* format : figureFormats()) {
            const auto written = exportFigure(named, folder.filePath(u"a"_s + QLatin1String(format->suffix)));
            QVERIFY(written && !written->bytes.isEmpty());
            QVERIFY(written->missing.isEmpty() || written->missing == name);
        }
        const QStringList families = familiesBeside(font(TextSize::Body), name);
        const bool isDrawn = charactersWithoutGlyph(named).isEmpty();
        if (!isDrawn) {
            QVERIFY(families.isEmpty());
            QSKIP("no installed font has Chinese glyphs (Debian: fonts-noto-cjk)");
        }
        const QString own = QFontInfo(font(TextSize::Body)).family();
        QStringList all{own};
        all << families << u"sans-serif"_s;
        QVERIFY2(svg.contains(u"font-family=\"%1\""_s.arg(all.join(u", "_s)).toUtf8()), svg.constData());
        // Not the boxes that a missing glyph is: the two differ.
        const auto inked = [&](const QString& text) {
            QImage image(60, 60, QImage::Format_Grayscale8);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setFont(font(TextSize::Title));
            painter.drawText(image.rect(), Qt::AlignCenter, text);
            return image;
        };
        QVERIFY(inked(u"卷"_s) != inked(u"积"_s));
    }
    // No format names the time at which a file was written, nor the zone.
    void theSameFigureIsTheSameBytes() {
        QTemporaryDir folder;
        const QByteArray zone = qgetenv("TZ");
        const auto restore = qScopeGuard([&] { zone.isNull() ? qunsetenv("TZ") : qputenv("TZ", zone); });
        for (const FigureFormat* format : figureFormats()) {
            const QString suffix = QString::fromLatin1(format->suffix);
            const QString first = folder.filePath(u"first"_s + suffix),
                          second = folder.filePath(u"second"_s + suffix);
            qputenv("TZ", "UTC");
            const auto written = exportFigure(figure(), first);
            QVERIFY(written);
            QVERIFY(written->missing.isEmpty());
            QCOMPARE(written->bytes, read(first));
            qputenv("TZ", "Asia/Shanghai");
            QVERIFY(exportFigure(figure(), second));
            QCOMPARE(read(second), written->bytes);
            for (const char* named : {"CreationDate", "ModDate", "tIME", "date:", "dc:date", "xmp:CreateDate"})
                QVERIFY2(!written->bytes.contains(named), named);
        }
    }
    void theTableOfAPdfPointsAtItsObjects_data() {
        QTest::addColumn<QString>("about");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a model") << u"Model: net.onnx\nRows: 8, columns: 16, bandwidth: 32"_s;
    }
    void theTableOfAPdfPointsAtItsObjects() {
        QFETCH(QString, about);
        Figure said = figure();
        said.about = about;
        QTemporaryDir folder;
        const auto written = exportFigure(said, folder.filePath(u"a.pdf"_s));
        QVERIFY(written);
        const qsizetype start = written->bytes.lastIndexOf("startxref\n") + 10;
        const qsizetype table =
            written->bytes.mid(start, written->bytes.indexOf('\n', start) - start).trimmed().toLongLong();
        QList<QByteArray> lines = written->bytes.mid(table, start - table).split('\n');
        QCOMPARE(lines.takeFirst(), "xref");
        const int objects = lines.takeFirst().split(' ').value(1).toInt();
        QVERIFY(objects > 3 && lines.size() > objects);
        for (int object = 1; object < objects; ++object) {
            const qsizetype offset = lines[object].left(10).toLongLong();
            const QByteArray begin = QByteArray::number(object) + " 0 obj";
            QCOMPARE(written->bytes.mid(offset, begin.size()), begin);
        }
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
