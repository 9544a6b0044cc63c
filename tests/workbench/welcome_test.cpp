// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a window without a model: samples, lessons, the files that were open, and the way back to it.
#include "app/workbench/files/model_memory.h"
#include "app/workbench/lessons/lesson_files.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/welcome/welcome.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/support/theme.h"

#include <QAccessible>
#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSet>

#include <functional>

namespace edgewright::welcome_test {

using namespace Qt::StringLiterals;
using workbench::Welcome;

class WelcomeTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    workbench::MainWindow& window() const { return m_fixture.window(); }
    Welcome& welcome() const { return *window().findChild<Welcome*>(); }
    // As the program does without a file.
    bool startAtFirst() {
        if (!m_fixture.start({})) return false;
        window().openLast();
        welcome().openIfEmpty();
        return true;
    }
    QPushButton* button(const QString& name) const { return m_fixture.find<QPushButton>(name); }
    QList<QPushButton*> buttons() const {
        QList<QPushButton*> seen;
        for (QPushButton* each : welcome().findChildren<QPushButton*>())
            if (each->isVisible() && each->isEnabled()) seen << each;
        return seen;
    }
    bool isOpen(const char* name) const {
        return QTest::qWaitFor(
            [&] { return m_fixture.settled() && m_fixture.analysis()->opened->file.stem() == name; }, 60000);
    }
    bool lessonsAreRead() const {
        return QTest::qWaitFor(
            [&] {
                for (const auto* each : buttons())
                    if (each->objectName().startsWith(u"welcomeLesson_"_s) && each->toolTip().isEmpty())
                        return false;
                return true;
            },
            30000);
    }
    bool aPageIsSeen() const { return !m_fixture.currentPage().isEmpty() && !welcome().isVisible(); }
    static QJsonObject sampleWords() {
        QFile file(
            test::WindowFixture::samplePath("tiny_cnn_2d").replace(u"tiny_cnn_2d.onnx"_s, u"samples.json"_s));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }

private slots:
    void init() { test::useOwnSettings(); }
    void cleanup() { m_fixture.end(); }

    void aFirstStartShowsIt() {
        QVERIFY(startAtFirst());
        QVERIFY(welcome().isVisible());
        QVERIFY(m_fixture.currentPage().isEmpty());
        QTest::qWait(100);
        QVERIFY(window().session().idle() && !m_fixture.analysis()->opened);
        QTRY_VERIFY_WITH_TIMEOUT(button(u"welcomeOpen"_s)->hasFocus(), 30000);
        QVERIFY(!button(u"welcomeBack"_s)->isVisible()); // to nothing
        for (const auto* view : window().findChildren<views::View*>())
            QVERIFY2(!view->isVisible(), qPrintable(view->objectName())); // nothing behind is reached by keys
        for (const auto* each : window().findChildren<QAbstractButton*>())
            if (each->objectName().startsWith(u"page_"_s)) QVERIFY(!each->isChecked());
    }

    void aLaterStartOpensWhatWasOpenLast() {
        QVERIFY(m_fixture.start("signal_cnn_1d"));
        window().close();
        m_fixture.end();
        QVERIFY(startAtFirst());
        QVERIFY(!welcome().isVisible());
        QVERIFY(isOpen("signal_cnn_1d"));
        QVERIFY(aPageIsSeen());
    }

    // Scenarios are put together and run while no model is open.
    void thePageOfScenariosNeedsNone() {
        QVERIFY(m_fixture.start({}));
        QVERIFY(window().showPage(u"scenario"_s)); // as --page does
        window().openLast();
        welcome().openIfEmpty();
        auto* offer = button(u"openOffer"_s);
        QVERIFY(!welcome().isVisible());
        QCOMPARE(m_fixture.currentPage(), u"scenario"_s);
        QVERIFY(!offer->isVisible());
        welcome().open();
        QVERIFY(welcome().isVisible() && !offer->isVisible());
        QVERIFY(window().showPage(u"memory"_s));
        QVERIFY(offer->isVisible());
        QVERIFY(window().showPage(u"scenario"_s));
        QVERIFY(!offer->isVisible());
    }

    // In a small window, too, and with names of any length.
    void nothingIsCut() {
        workbench::addRecentFile(u"/folder/"_s + QString(300, u'n') + u".onnx"_s);
        QVERIFY(startAtFirst());
        window().resize(1280, 720);
        QVERIFY(lessonsAreRead());
        const auto cut = [this] {
            const QRect seen = welcome().viewport()->rect();
            QStringList names;
            for (const auto* each : welcome().findChildren<QPushButton*>()) {
                if (!each->isVisible()) continue;
                const QRect place(each->mapTo(welcome().viewport(), QPoint(0, 0)), each->size());
                const bool isCard = each->objectName().startsWith(u"sample_"_s); // rows may be scrolled to
                if (place.left() < 0 || place.right() > seen.right() ||
                    (isCard && place.bottom() > seen.bottom()))
                    names << each->objectName();
            }
            return names.join(u' ');
        };
        QTRY_COMPARE(window().size(), QSize(1280, 720));
        QTRY_COMPARE(cut(), QString());
        QVERIFY(button(u"welcomeRecent_0"_s)->toolTip().contains(QString(300, u'n')));
    }

    void aSampleOpens() {
        QVERIFY(startAtFirst());
        m_fixture.click(u"sample_signal_cnn_1d"_s);
        QVERIFY(isOpen("signal_cnn_1d"));
        QVERIFY(aPageIsSeen());
    }

    void samplesSayWhatTheyAreAndLook() {
        QFile readme(
            test::WindowFixture::samplePath("tiny_cnn_2d").replace(u"tiny_cnn_2d.onnx"_s, u"README.md"_s));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QString table = QString::fromUtf8(readme.readAll());
        const QJsonObject words = sampleWords();
        QVERIFY(startAtFirst());
        QVERIFY(workbench::sampleFiles().size() >= 4);
        QCOMPARE(words.size(), workbench::sampleFiles().size());
        const QHash<QString, QString> abouts = workbench::sampleAbouts();
        for (const QString& file : workbench::sampleFiles()) {
            const QString name = QFileInfo(file).completeBaseName(), about = abouts.value(file);
            QVERIFY2(!about.isEmpty() && table.contains(u"| "_s + about + u" |"_s), qPrintable(name));
            for (const char* language : {"en", "zh_CN"})
                QVERIFY2(!words[name][QLatin1String(language)].toString().isEmpty(), qPrintable(name));
            auto* card = button(u"sample_"_s + name);
            QVERIFY2(card && card->accessibleName().contains(about), qPrintable(name));
            const auto colours = [card] {
                const QImage image = card->grab().toImage().convertToFormat(QImage::Format_RGB32);
                QSet<QRgb> found;
                for (int y = 0; y < image.height() / 3; ++y) // above the name
                    for (int x = 0; x < image.width(); ++x)
                        found.insert(image.pixel(x, y));
                return found.size();
            };
            QTRY_VERIFY2_WITH_TIMEOUT(colours() > 20, qPrintable(name), 30000);
        }
    }

    void itHasTheColoursOfTheTheme() {
        QVERIFY(startAtFirst());
        auto* card = button(u"sample_signal_cnn_1d"_s);
        const auto ground = [card] { return card->grab().toImage().pixelColor(4, card->height() / 2); };
        for (const auto& [name, theme] : {std::pair(u"dark"_s, &views::Theme::darkTheme()),
                                          std::pair(u"light"_s, &views::Theme::light())}) {
            window().setTheme(name);
            QTRY_COMPARE(ground(), theme->surface);
        }
    }

    void aLessonStartsAndIsCounted() {
        workbench::setLessonProgress("01_graph", 2);
        QVERIFY(startAtFirst());
        QVERIFY(lessonsAreRead());
        for (const std::filesystem::path& each : workbench::lessonFolders())
            QVERIFY(button(u"welcomeLesson_"_s + QString::fromStdString(each.filename().string())));
        QVERIFY2(button(u"welcomeLesson_01_graph"_s)->accessibleName().contains(u"2 of "_s),
                 qPrintable(button(u"welcomeLesson_01_graph"_s)->accessibleName()));
        QVERIFY(button(u"welcomeLesson_02_why_fuse"_s)->accessibleName().endsWith(u" min"_s));
        m_fixture.click(u"welcomeLesson_01_graph"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window().lessons().isOpen() && aPageIsSeen(), 60000);
        QCOMPARE(window().lessons().player().lesson().id, std::string("01_graph"));
        QVERIFY(isOpen("tiny_cnn_2d"));
    }

    void aRecentFileOpens() {
        workbench::addRecentFile(test::WindowFixture::samplePath("residual_cnn_2d"));
        workbench::addRecentFile(u"/no/such/gone.onnx"_s);
        QVERIFY(startAtFirst());
        QTRY_VERIFY_WITH_TIMEOUT(!button(u"welcomeRecent_0"_s)->isEnabled(), 30000);
        QVERIFY(button(u"welcomeRecent_0"_s)->toolTip().contains(u"not there any more"_s));
        QVERIFY(button(u"welcomeRecent_1"_s)->isEnabled());
        m_fixture.click(u"welcomeRecent_1"_s);
        QVERIFY(isOpen("residual_cnn_2d"));
        QVERIFY(aPageIsSeen());
    }

    // As one reads; Enter presses.
    void keysReachAll() {
        workbench::addRecentFile(test::WindowFixture::samplePath("residual_cnn_2d"));
        QVERIFY(startAtFirst());
        QVERIFY(lessonsAreRead());
        const QList<QPushButton*> all = buttons();
        QVERIFY(all.size() > 15);
        QTRY_VERIFY_WITH_TIMEOUT(button(u"welcomeOpen"_s)->hasFocus(), 30000);
        QSet<QWidget*> reached;
        QWidget* focus = button(u"welcomeOpen"_s);
        for (qsizetype i = 0; i < all.size(); ++i) {
            reached << focus;
            QVERIFY2(welcome().isAncestorOf(focus) && !focus->visibleRegion().isEmpty(),
                     qPrintable(focus->objectName()));
            const auto* told = QAccessible::queryAccessibleInterface(focus);
            QVERIFY2(told && !told->text(QAccessible::Name).isEmpty(), qPrintable(focus->objectName()));
            QTest::keyClick(focus, Qt::Key_Tab);
            QCoreApplication::processEvents();
            focus = QApplication::focusWidget();
            QVERIFY(focus);
        }
        for (QPushButton* each : all)
            QVERIFY2(reached.contains(each), qPrintable(each->objectName()));
        button(u"sample_signal_cnn_1d"_s)->setFocus();
        QTest::keyClick(button(u"sample_signal_cnn_1d"_s), Qt::Key_Return);
        QVERIFY(isOpen("signal_cnn_1d"));
    }

    // The menu has it; a page, the same again, Esc and a button lead back to what is open.
    void itComesBackAndGoes() {
        QVERIFY(m_fixture.start());
        const QString page = m_fixture.currentPage();
        auto* show = window().findChild<QAction*>(u"welcomeAction"_s);
        const QList<std::function<void()>> ways{
            [&] { m_fixture.click(u"page_"_s + page); }, [&] { m_fixture.click(u"welcomeBack"_s); },
            [&] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); },
            [&] { window().showPage(page); }};
        for (const auto& leave : ways) {
            show->trigger();
            QVERIFY(welcome().isVisible() && m_fixture.currentPage().isEmpty());
            QTRY_VERIFY_WITH_TIMEOUT(button(u"welcomeOpen"_s)->hasFocus(), 30000);
            leave();
            QVERIFY(aPageIsSeen());
            QCOMPARE(m_fixture.currentPage(), page);
            QTRY_VERIFY_WITH_TIMEOUT(
                m_fixture.find<QWidget>(u"view_"_s + page)->isAncestorOf(QApplication::focusWidget()), 30000);
        }
        show->trigger();
        m_fixture.click(u"page_memory"_s);
        QVERIFY(aPageIsSeen());
        QCOMPARE(m_fixture.currentPage(), u"memory"_s);
    }
};

EDGEWRIGHT_TEST(WelcomeTest)

} // namespace edgewright::welcome_test

#include "welcome_test.moc"
