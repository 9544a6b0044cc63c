// SPDX-License-Identifier: GPL-3.0-or-later
// The language changes while the program runs: the window is another one, the work is the same.
#include "app/workbench/bars/page_stack.h"
#include "app/workbench/keys/qt_texts.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/one_window.h"
#include "core/base/language.h"
#include "core/base/say.h"
#include "tests/support/own_settings.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTest>

namespace edgewright::language_test {

using namespace edgewright::workbench;
using namespace Qt::StringLiterals;

class LanguageTest : public QObject {
    Q_OBJECT

    static constexpr int Patience = 120'000; // ms
    std::unique_ptr<OneWindow> m_one;

    MainWindow& window() { return m_one->get(); }
    QString pageTitle() { return window().findChild<PageStack*>()->currentEntry().titleText(); }
    static bool isChinese(const QString& text) {
        return std::ranges::any_of(text, [](QChar each) { return each.script() == QChar::Script_Han; });
    }
    // As its menu does.
    void choose(const QString& name) {
        const MainWindow* before = &window();
        window().findChild<QAction*>(u"language_"_s + name)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(&window() != before, Patience);
    }

private slots:
    void init() {
        test::useOwnSettings();
        useLanguage(*QCoreApplication::instance());
        m_one = std::make_unique<OneWindow>();
        window().resize(1360, 860);
        window().show();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
    }
    void cleanup() {
        m_one.reset();
        chooseLanguage({});
        useLanguage(*QCoreApplication::instance());
    }

    void workStays() {
        window().open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        const auto isThere = [&] {
            const auto now = window().session().analysis();
            return window().session().idle() && now->fusion && now->memoryAfter && now->costs;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), Patience);
        window().settings().change(u"rows"_s, [](pipeline::Settings& s) { s.accelerator.rows = 24; });
        QVERIFY(window().showPage(u"memory"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isThere() && !window().session().analysis()->isStale("cost"), Patience);
        const auto before = window().session().analysis();
        const NodeId node = before->before()->order().front();
        window().selection().select({node, {}});
        QVERIFY(!isChinese(pageTitle()));

        choose(u"zh_CN"_s);
        QCOMPARE(window().findChild<PageStack*>()->currentId(), u"memory"_s);
        QVERIFY2(isChinese(pageTitle()), qPrintable(pageTitle()));
        QVERIFY(window().windowTitle().contains(u"tiny_cnn_2d"_s));
        QCOMPARE(window().settings().get().accelerator.rows, std::int64_t(24));
        QVERIFY(window().settings().canUndo());
        QCOMPARE(window().selection().current().node, node);
        QCOMPARE(window().session().analysis()->opened, before->opened);
        QVERIFY2(isChinese(window().pin().pinAction().text()), qPrintable(window().pin().pinAction().text()));
        QVERIFY(spokenCatalogue() != nullptr);
        // Sentences of results are said again; what was known is shown until then.
        QVERIFY(window().session().analysis()->fusion);
        QTRY_VERIFY_WITH_TIMEOUT(isThere() && window().session().analysis()->fusion != before->fusion,
                                 Patience);
        QCOMPARE(window().session().analysis()->fusion->steps.size(), before->fusion->steps.size());
        QCOMPARE(window().session().analysis()->costs->report.cycles, before->costs->report.cycles);

        choose(u"en"_s);
        QVERIFY(!isChinese(pageTitle()));
        QCOMPARE(spokenCatalogue(), nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), Patience);
    }

    void lessonStaysAtItsStep() {
        window().lessons().start(u"04_lifetimes"_s, 2);
        using Phase = LessonPlayer::Phase;
        const auto isTold = [&] { return window().lessons().player().phase() == Phase::Told; };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), Patience);
        const QString english = window().findChild<QLabel*>(u"lessonTitle"_s)->text();
        choose(u"zh_CN"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), Patience);
        QCOMPARE(window().lessons().player().index(), std::size_t(2));
        const QString chinese = window().findChild<QLabel*>(u"lessonTitle"_s)->text();
        QVERIFY2(isChinese(chinese) && chinese != english, qPrintable(chinese));
    }

    // Buttons and menus of Qt itself, whether or not Qt's own translation is installed.
    void textsOfQt() {
        for (const QtTexts& each : qtTexts())
            for (const char* text : each.texts)
                QCOMPARE(QCoreApplication::translate(each.context, text), QString::fromUtf8(text));
        useLanguage(*QCoreApplication::instance(), u"zh_CN"_s);
        for (const QtTexts& each : qtTexts())
            for (const char* text : each.texts) {
                const QString said = QCoreApplication::translate(each.context, text);
                QVERIFY2(isChinese(said), qPrintable(QString::fromUtf8(text) + u": "_s + said));
                QCOMPARE(said.contains(u"(&"_s), QString::fromUtf8(text).contains(u'&'));
            }
        QDialogButtonBox box;
        for (int button = QDialogButtonBox::FirstButton; button <= QDialogButtonBox::LastButton; button *= 2) {
            const auto* made = box.addButton(static_cast<QDialogButtonBox::StandardButton>(button));
            QVERIFY2(isChinese(made->text()), qPrintable(made->text()));
        }
    }

    // A name that is none is the desktop's.
    void damagedChoice() {
        chooseLanguage(u"xx_YY"_s);
        QCOMPARE(chosenLanguage(), QString());
        useLanguage(*QCoreApplication::instance());
        QVERIFY(!isChinese(pageTitle()));
    }
};

EDGEWRIGHT_TEST(LanguageTest)

} // namespace edgewright::language_test

#include "language_test.moc"
