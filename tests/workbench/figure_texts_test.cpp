// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of every figure of several models, as it is printed: whole within the figure, on no other text,
// and no smaller than the small type of its style.
#include "app/workbench/bars/page_stack.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"
#include "tests/views/memory/recorded_painting.h"
#include "tests/workbench/window_fixture.h"
#include "views/support/figure/figure_style.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::figure_texts_test {

using namespace Qt::StringLiterals;
using test::PaintedThing;
using views::Figure;

namespace {

constexpr double Blank = 0.15;   // of the height of a line, at each of its edges: no letter is there
constexpr double Tolerance = 1;  // logical pixels
constexpr double MinType = 0.97; // of what the style asks for: metrics are rounded

struct PrintedStyle {
    const char* key;
    FigureFont font;
};
constexpr PrintedStyle Styles[] = {
    {"paper-84", FigureFont::Sans}, {"paper-174", FigureFont::Serif}, {"slide-light", FigureFont::Sans}};

QRectF lettersOf(const PaintedThing& text) {
    const double x = std::min(Blank * text.lineHeight, text.rect.width() / 4),
                 y = std::min(Blank * text.lineHeight, text.rect.height() / 4);
    return text.rect.adjusted(x, y, -x, -y);
}

QString told(const PaintedThing& text) {
    return u"'%1' [%2, %3, %4 × %5]"_s.arg(text.text)
        .arg(text.rect.x(), 0, 'f', 1)
        .arg(text.rect.y(), 0, 'f', 1)
        .arg(text.rect.width(), 0, 'f', 1)
        .arg(text.rect.height(), 0, 'f', 1);
}

bool areOverEachOther(const PaintedThing& a, const PaintedThing& b) {
    const QRectF both = lettersOf(a) & lettersOf(b);
    if (both.width() <= Tolerance || both.height() <= Tolerance) return false;
    const QPointF apart = a.rect.center() - b.rect.center(); // drawn twice is drawn once
    return a.text != b.text || std::abs(apart.x()) > Tolerance || std::abs(apart.y()) > Tolerance;
}

// Something opaque was drawn between them: the first of them is not seen there.
bool isCovered(const std::vector<PaintedThing>& things, std::size_t first, std::size_t second) {
    const QRectF both = lettersOf(things[first]) & lettersOf(things[second]);
    for (std::size_t i = first + 1; i < second; ++i)
        if (things[i].kind == PaintedThing::Fill && things[i].opacity > 0.85 && things[i].rect.contains(both))
            return true;
    return false;
}

// The height of a line in the smallest type of the style, on paper.
double leastLine(const PrintedStyle& printed) {
    const views::FontScope scope(views::figureFamily(printed.font));
    const double scale = views::findFigureStyle(QString::fromLatin1(printed.key))->bodyType /
                         views::font(views::TextSize::Body).pointSizeF();
    return QFontMetricsF(views::font(views::TextSize::Small)).height() * scale;
}

// One line for each text that cannot be read.
QStringList faultsOf(const Figure& figure, const PrintedStyle& printed) {
    const QString where = figure.name + u" in "_s + QLatin1String(printed.key) + u": "_s;
    const auto drawn =
        views::completeFigure(views::styled(figure, *views::findFigureStyle(QString::fromLatin1(printed.key)),
                                            Figure::PixelsPerInch, printed.font));
    if (!drawn) return {where + QString::fromStdString(drawn.error().message)};
    test::RecordingDevice device(drawn->size.toSize());
    if (!views::paintFigure(*drawn, device)) return {where + u"cannot be painted"_s};
    const std::vector<PaintedThing>& things = device.things();
    const QRectF paper = QRectF(QPointF(), drawn->size).adjusted(-Tolerance, -Tolerance, Tolerance, Tolerance);
    QStringList faults;
    for (std::size_t i = 0; i < things.size(); ++i) {
        const PaintedThing& text = things[i];
        if (text.kind != PaintedThing::Text) continue;
        const QRectF letters = lettersOf(text);
        if (!paper.contains(letters))
            faults << where + told(text) +
                          u" leaves the figure of %1 × %2"_s.arg(drawn->size.width()).arg(drawn->size.height());
        else if (!text.clip.isNull() &&
                 !text.clip.adjusted(-Tolerance, -Tolerance, Tolerance, Tolerance).contains(letters))
            faults << where + told(text) + u" is cut off"_s;
        // What has places of its own, a graph, is made smaller where it is too large.
        if (!drawn->isFixed && text.lineHeight < MinType * leastLine(printed))
            faults << where + told(text) +
                          u" is smaller than the type of the style: a line of %1 instead of %2"_s
                              .arg(text.lineHeight)
                              .arg(leastLine(printed));
        for (std::size_t j = i + 1; j < things.size(); ++j)
            if (things[j].kind == PaintedThing::Text && areOverEachOther(text, things[j]) &&
                !isCovered(things, i, j))
                faults << where + told(text) + u" and "_s + told(things[j]) + u" are over each other"_s;
    }
    return faults;
}

} // namespace

class FigureTextsTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    static constexpr const char* Shared[] = {
        "models/mnist-8-cntk",      "models/cifar-cnn-pytorch",  "exports/tcn1d_audio",     "exports/espcn_x2",
        "modern/tcn-causal-dynamo", "modern/cond-branch-dynamo", "models/tiny-decoder-op24"};

    // With what the figures of every page show.
    bool open(const QString& file) const {
        workbench::MainWindow& window = m_fixture.window();
        window.open(file);
        const auto isOpen = [&] {
            const auto now = m_fixture.analysis();
            return now->opened && now->opened->file == std::filesystem::path(file.toStdString()) && now->typed;
        };
        if (!QTest::qWaitFor(isOpen, 60000)) return false;
        window.session().stages().setUnwanted({});
        const auto* pages = window.findChild<workbench::PageStack*>();
        return pages &&
               QTest::qWaitFor([&] { return window.session().idle() && !pages->awaits(*m_fixture.analysis()); },
                               120000);
    }

private slots:
    void initTestCase() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start({}));
    }
    void cleanupTestCase() { m_fixture.end(); }

    void everyTextCanBeRead_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << test::WindowFixture::samplePath(name);
        if (test::UnderSanitizer) return;
        for (const char* each : Shared) {
            const std::filesystem::path folder = test::shared(each);
            QTest::newRow(each) << (folder.empty() ? QString()
                                                   : QString::fromStdString((folder / "model.onnx").string()));
        }
    }
    void everyTextCanBeRead() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(test::sharedMissing());
        QVERIFY(open(file));
        auto* pages = m_fixture.window().findChild<workbench::PageStack*>();
        std::size_t figures = 0;
        QStringList faults;
        for (const auto& content : pages->contents(m_fixture.analysis()))
            for (const Figure& figure : content.figures) {
                ++figures;
                for (const PrintedStyle& printed : Styles)
                    faults << faultsOf(figure, printed);
            }
        QVERIFY2(figures >= 4, qPrintable(QString::number(figures)));
        constexpr qsizetype MaxTold = 40;
        const QString count = u"%1 faults:\n"_s.arg(faults.size());
        QVERIFY2(faults.isEmpty(),
                 qPrintable(count + faults.first(std::min(faults.size(), MaxTold)).join(u'\n')));
    }
};

EDGEWRIGHT_TEST(FigureTextsTest)

} // namespace edgewright::figure_texts_test

#include "figure_texts_test.moc"
