// SPDX-License-Identifier: GPL-3.0-or-later
// The Study page: all figures of the pages, and a table of contents that leads to them.
#include "app/workbench/study/study_page.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <QTableView>

namespace edgewright::study_page_test {

using namespace Qt::StringLiterals;

class StudyPageTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    workbench::MainWindow& window() const { return m_fixture.window(); }
    workbench::StudyPage* page() const { return window().findChild<workbench::StudyPage*>(); }
    workbench::FigureSheet* sheet() const { return m_fixture.find<workbench::FigureSheet>(u"figureSheet"_s); }
    QAbstractItemModel* rows() const { return m_fixture.find<QTableView>(u"studyTable"_s)->model(); }
    QString text(int row, int column) const { return rows()->index(row, column).data().toString(); }
    bool showStudy() const {
        return window().showPage(u"study"_s) &&
               QTest::qWaitFor([&] { return window().session().idle() && page()->isComplete(); }, 60000);
    }
    int rowsOf(const QString& part) const {
        int count = 0;
        for (int row = 0; row < rows()->rowCount(); ++row)
            count += text(row, 0) == part;
        return count;
    }
    int rowOf(const QString& part, const QString& name) const {
        for (int row = 0; row < rows()->rowCount(); ++row)
            if (text(row, 0) == part && text(row, 1) == name) return row;
        return -1;
    }
    QImage picture(int row) const { return sheet()->item(row)->icon().pixmap(sheet()->iconSize()).toImage(); }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
        QVERIFY(showStudy());
    }
    void cleanup() { m_fixture.end(); }

    void everyFigureOfEveryPageIsDrawn() {
        QStringList wanted;
        for (const auto* view : window().findChildren<views::View*>())
            for (const views::Figure& figure : view->figures())
                wanted << figure.name;
        QStringList shown;
        for (int row = 0; row < sheet()->count(); ++row) {
            shown << sheet()->at(row).figure.name;
            const QImage drawn = picture(row);
            QSet<QRgb> colours;
            for (int x = 0; x < drawn.width(); x += 2)
                for (int y = 0; y < drawn.height(); y += 2)
                    colours << drawn.pixel(x, y);
            QVERIFY2(colours.size() > 3, qPrintable(shown.last()));
        }
        wanted.sort();
        shown.sort();
        QVERIFY(shown.size() > 4);
        QCOMPARE(shown, wanted);
        QCOMPARE(rowsOf(u"Figure"_s), shown.size());
    }

    void whatWasChosenIsListedAndLeadsToItsPage() {
        QCOMPARE(text(0, 1), u"tiny_cnn_2d.onnx"_s);
        QCOMPARE(rowOf(u"Choice"_s, u"Memory"_s), -1);
        window().settings().change({}, [](pipeline::Settings& s) { s.planner = "no_reuse"; });
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"Choice"_s, u"Memory"_s) >= 0, 60000);
        QVERIFY(QTest::qWaitFor([&] { return window().session().idle() && page()->isComplete(); }, 60000));
        auto* table = m_fixture.find<QTableView>(u"studyTable"_s);
        table->setCurrentIndex(rows()->index(rowOf(u"Choice"_s, u"Memory"_s), 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(m_fixture.currentPage(), u"memory"_s);
    }

    void aStyleChangesThePicturesAndThePreviewHasItsSize() {
        const QImage before = picture(0);
        auto* style = m_fixture.find<QComboBox>(u"studyStyle"_s);
        style->setCurrentIndex(1);
        QCOMPARE(style->currentText(), u"Paper, one column (84 mm)"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->isComplete(); }, 60000));
        QVERIFY(picture(0) != before);
        sheet()->setCurrentRow(sheet()->count() - 1);
        sheet()->setFocus();
        QTest::keyClick(sheet(), Qt::Key_Return);
        auto* shown = m_fixture.find<workbench::FigurePreview>(u"figurePreview"_s);
        auto* size = shown->findChild<QLabel*>(u"figurePreviewSize"_s);
        auto* fit = shown->findChild<QAbstractButton*>(u"figurePreviewFit"_s);
        QVERIFY(fit->isChecked());
        fit->click();
        QTRY_VERIFY_WITH_TIMEOUT(size->text().startsWith(u"84 × "_s), 60000);
        const auto* paper = shown->findChild<QLabel*>(u"figurePreviewPicture"_s);
        const double width = paper->pixmap().deviceIndependentSize().width();
        const double dots = shown->screen()->physicalDotsPerInch();
        QVERIFY2(std::abs(width / dots * 25.4 - 84) < 1, qPrintable(QString::number(width)));
        QCOMPARE(shown->windowTitle(), sheet()->at(sheet()->count() - 1).figure.title);
        // The table says the same size, and no other page is covered.
        const int row = rowOf(u"Figure"_s, shown->windowTitle());
        QVERIFY(row >= 0);
        QVERIFY(text(row, 2).isEmpty() || text(row, 2) == size->text());
        QPointer<QWidget> preview = shown;
        QVERIFY(window().showPage(u"graph"_s));
        QTRY_VERIFY(!preview || !preview->isVisible());
    }

    // All of a figure is seen at first.
    void thePreviewFitsIntoItsWindow() {
        sheet()->setCurrentRow(0);
        sheet()->setFocus();
        QTest::keyClick(sheet(), Qt::Key_Return);
        auto* shown = m_fixture.find<workbench::FigurePreview>(u"figurePreview"_s);
        const auto* paper = shown->findChild<QLabel*>(u"figurePreviewPicture"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!paper->pixmap().isNull(), 60000);
        shown->resize(300, 240);
        QTRY_VERIFY(paper->pixmap().deviceIndependentSize().width() <= shown->width());
        const QSizeF fitted = paper->pixmap().deviceIndependentSize();
        shown->findChild<QAbstractButton*>(u"figurePreviewFit"_s)->click();
        QVERIFY(paper->pixmap().deviceIndependentSize().width() > fitted.width());
    }

    // Not yet measured is no answer, and nothing that this button computes; a table leads to its tab.
    void whatIsNotThereIsNoAnswer() {
        for (int row = 0; row < rows()->rowCount(); ++row)
            if (text(row, 0) == u"Answer"_s)
                QVERIFY2(!text(row, 2).startsWith(u"Not measured"_s) &&
                             !text(row, 2).startsWith(u"Tilings of"_s),
                         qPrintable(text(row, 2)));
        m_fixture.click(u"studyCompute"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window().session().idle() && page()->isComplete() &&
                                     !m_fixture.find<QWidget>(u"studyCompute"_s)->isEnabled(),
                                 60000);
        auto* side = m_fixture.find<QTabWidget>(u"graphSide"_s);
        side->setCurrentIndex(0);
        const int row = rowOf(u"Table"_s, u"Outline of the graph"_s);
        QVERIFY(row >= 0);
        auto* table = m_fixture.find<QTableView>(u"studyTable"_s);
        table->setCurrentIndex(rows()->index(row, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(m_fixture.currentPage(), u"graph"_s);
        QCOMPARE(side->tabText(side->currentIndex()), u"Outline"_s);
    }

    // Of another model nothing of the first is left; without one, nothing at all.
    void anotherModelHasItsOwn() {
        QVERIFY(m_fixture.openSample("signal_cnn_1d"));
        QVERIFY(showStudy());
        QCOMPARE(text(0, 1), u"signal_cnn_1d.onnx"_s);
        const auto* answer = m_fixture.find<views::PageAnswer>(u"studyAnswer"_s);
        QVERIFY2(answer->plainText().startsWith(u"signal_cnn_1d.onnx: "_s), qPrintable(answer->plainText()));
    }
};

EDGEWRIGHT_TEST(StudyPageTest)

} // namespace edgewright::study_page_test

#include "study_page_test.moc"
