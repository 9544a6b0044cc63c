// SPDX-License-Identifier: GPL-3.0-or-later
// Pages are calm: at most three lines of text and one bold sentence above the picture. The words of each page
// are printed; page_words.h and this file measure an older state of the program, too, as a test of that state.
#include "tests/support/test_class.h"
#include "tests/workbench/page_words.h"
#include "tests/workbench/window_fixture.h"

#include <QVBoxLayout>

namespace edgewright::calm_test {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxLinesAbove = 3;

struct PagePicture {
    const char *page, *picture; // names of the page and of the widget
};
constexpr PagePicture PagePictures[] = {
    {"graph", "graphCanvasBefore"},   {"memory", "ganttBefore"},
    {"int8", "int8-layersChart"},     {"accelerator", "layer-cyclesChart"},
    {"measure", "distributionChart"}, {"scenario", "scenario-timelineChart"},
    {"pipeline", "pipelineGraph"},    {"study", "figureSheet"}};

} // namespace

class CalmTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    QWidget* page(const QString& name) const { return m_fixture.find<QWidget>(u"view_"_s + name); }
    // Until nothing that the page shows is awaited any more, and its answer is there.
    bool isShown(const QString& name) const {
        const auto says = [&] {
            const auto answers = page(name)->findChildren<QLabel*>(u"answer"_s);
            return std::any_of(answers.begin(), answers.end(), [](const QLabel* each) {
                return test::isSeen(*each) && test::wordsIn(test::shownText(*each)) > 0;
            });
        };
        const bool done = QTest::qWaitFor(
            [&] {
                return m_fixture.settled() && (name != u"int8"_s || m_fixture.analysis()->quantized) && says();
            },
            60000);
        QCoreApplication::processEvents();
        return done;
    }

private slots:
    void initTestCase() { test::useOwnSettings(); }
    void cleanup() { m_fixture.end(); }

    void everyPageIsMeasured() {
        QVERIFY(m_fixture.start({}));
        QStringList pages, measured;
        for (const auto* button : m_fixture.window().findChildren<QAbstractButton*>())
            if (button->objectName().startsWith(u"page_"_s)) pages << button->objectName().mid(5);
        for (const PagePicture& each : PagePictures)
            measured << QString::fromLatin1(each.page);
        pages.sort();
        measured.sort();
        QCOMPARE(measured, pages);
    }

    void aPictureIsNear_data() {
        QTest::addColumn<QString>("sample");
        for (const char* name : {"tiny_cnn_2d", "residual_cnn_2d", "signal_cnn_1d"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void aPictureIsNear() {
        QFETCH(QString, sample);
        QVERIFY(m_fixture.start(sample.toStdString()));
        QStringList faults; // told after the words of all pages
        for (const PagePicture& each : PagePictures) {
            const QString name = QString::fromLatin1(each.page);
            if (!m_fixture.window().showPage(name)) continue; // everyPageIsMeasured() tells
            if (!isShown(name)) faults << name + u": its answer does not come"_s;
            const auto* picture = page(name)->findChild<QWidget*>(QString::fromLatin1(each.picture));
            if (!picture || !picture->isVisible() || picture->height() <= 0) {
                qInfo("%-16s %-12s %4d words", qPrintable(sample), each.page, test::wordsOn(*page(name)));
                faults << name + u": no picture"_s;
                continue;
            }
            const int lines = test::linesAbove(*page(name), *picture);
            qInfo("%-16s %-12s %4d words, %d lines above the picture", qPrintable(sample), each.page,
                  test::wordsOn(*page(name)), lines);
            QStringList texts;
            int bold = 0;
            for (const QLabel* label : test::textsAbove(*page(name), *picture)) {
                texts << test::shownText(*label);
                bold += label->font().bold();
            }
            if (lines > MaxLinesAbove || bold != 1)
                faults << name + u", %1 lines, %2 of the texts bold:\n"_s.arg(lines).arg(bold) +
                              texts.join(u'\n');
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u"\n\n"_s)));
    }

    // In a small window, too, with all that stands around them.
    void graphsHaveMostOfTheHeight() {
        QVERIFY(m_fixture.start("residual_cnn_2d"));
        m_fixture.window().resize(1280, 720);
        m_fixture.click(u"page_graph"_s);
        QVERIFY(isShown(u"graph"_s));
        const QWidget* graph = page(u"graph"_s);
        for (const char* name : {"graphCanvasBefore", "graphCanvasAfter"}) {
            const auto* picture = graph->findChild<QWidget*>(QString::fromLatin1(name));
            QVERIFY(picture->isVisible());
            QTRY_VERIFY2(picture->height() >= 0.6 * graph->height(),
                         qPrintable(u"%1: %2 of %3 pixels"_s.arg(QString::fromLatin1(name))
                                        .arg(picture->height())
                                        .arg(graph->height())));
        }
    }

    // Lines of a wrapped text, of texts beside each other, of what names a control, beside and below the
    // picture.
    void linesAreCounted() {
        QWidget all;
        auto* columns = new QHBoxLayout(&all);
        columns->addWidget(new QLabel(u"A column beside the picture"_s));
        auto* rows = new QVBoxLayout;
        columns->addLayout(rows, 1);
        auto* wrapped = new QLabel(u"<b>One</b> sentence.<br>Another &amp; its <a href=\"x\">link</a>"_s);
        rows->addWidget(wrapped);
        auto* row = new QHBoxLayout;
        row->addWidget(new QLabel(u"left"_s));
        row->addWidget(new QLabel(u"right"_s));
        rows->addLayout(row);
        auto* control = new QComboBox;
        control->addItem(u"start of life"_s);
        auto* naming = new QLabel(u"Rows by"_s);
        naming->setBuddy(control);
        rows->addWidget(naming);
        rows->addWidget(control);
        auto* hidden = new QLabel(u"hidden"_s);
        rows->addWidget(hidden);
        hidden->hide();
        rows->addWidget(new QLabel(u"·"_s));
        auto* picture = new QWidget;
        picture->setMinimumHeight(40);
        rows->addWidget(picture, 1);
        rows->addWidget(new QLabel(u"below"_s));
        all.resize(900, 400);
        all.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all));
        QCOMPARE(test::linesAbove(all, *picture), 3);
        QCOMPARE(test::wordsOn(all), 5 + 5 + 2 + 2 + 3 + 1);
        wrapped->setWordWrap(true);
        wrapped->setText(QString(u"words that go on in further lines "_s).repeated(40));
        QCoreApplication::processEvents();
        QVERIFY(test::linesAbove(all, *picture) > MaxLinesAbove);
    }
};

EDGEWRIGHT_TEST(CalmTest)

} // namespace edgewright::calm_test

#include "calm_test.moc"
