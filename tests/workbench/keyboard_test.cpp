// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: where Tab stops and in which order, what is told of it, Esc and Space.
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/session/measurements.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSet>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace edgewright::keyboard_test {

using namespace Qt::StringLiterals;

namespace {

constexpr int MaxPresses = 2000, Tolerance = 2; // of a whole round; pixels

QString nameOf(QWidget* widget) {
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
    return told ? told->text(QAccessible::Name) : QString();
}

// For messages.
QString described(const QWidget* widget) {
    return widget ? QString::fromLatin1(widget->metaObject()->className()) + u" '"_s + widget->objectName() +
                        u"' in '"_s +
                        (widget->parentWidget() ? widget->parentWidget()->objectName() : QString()) + u'\''
                  : u"nothing"_s;
}

// What of it can be seen, in the window; what covers it wholly, as a view of a scroll area does, is a part of
// it.
QRegion seenOf(const QWidget* widget, const QWidget& window) {
    QRegion seen = widget->visibleRegion().translated(widget->mapTo(&window, QPoint(0, 0)));
    for (const QWidget* child : widget->findChildren<QWidget*>())
        if (child->isVisible() && !child->isWindow())
            seen += child->visibleRegion().translated(child->mapTo(&window, QPoint(0, 0)));
    return seen;
}

// Empty where assistive technology is told the value, of widgets that have one.
QString valueFault(QWidget* widget) {
    QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
    if (qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QAbstractSpinBox*>(widget)) {
        const bool has = told->valueInterface() && told->valueInterface()->currentValue().isValid();
        return has ? QString() : u"has no value"_s;
    }
    if (qobject_cast<QComboBox*>(widget))
        return told->text(QAccessible::Value).isEmpty() ? u"has no value"_s : QString();
    if (qobject_cast<QCheckBox*>(widget)) return told->state().checkable ? QString() : u"has no state"_s;
    return {};
}

bool isTyped(const QWidget* widget) {
    return qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QLineEdit*>(widget);
}

} // namespace

class KeyboardTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    workbench::MainWindow& window() const { return m_fixture.window(); }
    QRect placeOf(const QWidget* widget) const {
        return QRect(widget->mapTo(&window(), QPoint(0, 0)), widget->size());
    }
    // A line or a column further on, or inside.
    bool isBehind(const QWidget* before, const QWidget* now) const {
        const QRect a = placeOf(before), b = placeOf(now);
        return before->isAncestorOf(now) || b.top() >= a.bottom() - Tolerance ||
               b.left() >= a.right() - Tolerance;
    }
    static QWidget* press(QWidget* focus, Qt::Key key) {
        QTest::keyClick(focus, key);
        QCoreApplication::processEvents(); // what it moves is laid out before the next one
        return QApplication::focusWidget();
    }
    bool goTo(const QString& page) const {
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        if (!window().showPage(page) || !QTest::qWaitFor([&] { return window().session().idle(); }, 60000))
            return false;
        QCoreApplication::processEvents();
        return true;
    }
    static QStringList pageIds() {
        return {u"graph"_s,   u"memory"_s,   u"int8"_s,     u"accelerator"_s,
                u"measure"_s, u"scenario"_s, u"pipeline"_s, u"study"_s};
    }
    static void pages() {
        QTest::addColumn<QString>("page");
        for (const QString& page : pageIds())
            QTest::newRow(qPrintable(page)) << page;
    }
    bool hasFocus(QWidget* widget) const {
        return QTest::qWaitFor([&] { return QApplication::focusWidget() == widget; }, 30000);
    }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
    }
    void cleanup() { m_fixture.end(); }

    void tabGoesAsOneReads_data() { pages(); }
    void tabGoesAsOneReads() {
        QFETCH(QString, page);
        QVERIFY(goTo(page));
        auto* ring = m_fixture.find<QWidget>(u"focusRing"_s);
        auto* menu = m_fixture.find<QWidget>(u"menuButton"_s); // in the upper left corner
        menu->setFocus(Qt::TabFocusReason);
        QVERIFY(hasFocus(menu));
        QWidget *before = menu, *last = nullptr;
        QSet<QWidget*> seen{menu};
        for (int i = 0; i < MaxPresses && !last; ++i) {
            QWidget* now = press(before, Qt::Key_Tab);
            QVERIFY2(now && window().isAncestorOf(now), qPrintable(described(before)));
            if (now == before) continue; // the next link of a text
            if (now == menu) {
                last = before;
                continue;
            }
            const QRegion shown = seenOf(now, window());
            QVERIFY2(!shown.isEmpty(), qPrintable(described(now)));
            QVERIFY2(!nameOf(now).isEmpty(), qPrintable(described(now)));
            QVERIFY2(!seen.contains(now), qPrintable(described(now)));
            QVERIFY2(isBehind(before, now), qPrintable(described(before) + u", then "_s + described(now)));
            QVERIFY2(ring->isVisible() && ring->geometry().contains(shown.boundingRect().center()),
                     qPrintable(described(now)));
            seen << now;
            before = now;
        }
        QVERIFY(last);
        QVERIFY2(seen.size() > 20, qPrintable(QString::number(seen.size())));
        QWidget* back = press(menu, Qt::Key_Backtab);
        QVERIFY2(back == last, qPrintable(described(back)));
        QTest::mouseClick(menu->parentWidget(), Qt::LeftButton, {}, {2, 2});
        QVERIFY(!ring->isVisible());
    }

    void everythingIsTold_data() { pages(); }
    void everythingIsTold() {
        QFETCH(QString, page);
        QVERIFY(goTo(page));
        int told = 0;
        for (QWidget* widget : window().findChildren<QWidget*>()) {
            if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) ||
                widget->focusProxy() || widget->window() != &window() || widget->size().isEmpty())
                continue;
            QVERIFY2(!nameOf(widget).isEmpty(), qPrintable(described(widget)));
            QVERIFY2(valueFault(widget).isEmpty(), qPrintable(described(widget) + u' ' + valueFault(widget)));
            ++told;
        }
        QVERIFY(told > 20);
    }

    void escGivesTheFocusBack() {
        auto* canvas = m_fixture.find<QWidget>(u"graphCanvasBefore"_s);
        auto* commands = m_fixture.find<QLineEdit>(u"commandField"_s);
        canvas->setFocus();
        QVERIFY(hasFocus(canvas));
        QTest::keyClick(canvas, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(hasFocus(commands));
        QTest::keyClicks(commands, u"conv"_s);
        QTest::keyClick(commands, Qt::Key_Escape);
        QVERIFY(hasFocus(canvas));
        QVERIFY(commands->text().isEmpty());
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        for (const QString& name : {u"graphSearch"_s, u"layerTableFilter"_s}) {
            if (name == u"layerTableFilter"_s) QVERIFY(window().showPage(u"accelerator"_s));
            auto* field = m_fixture.find<QLineEdit>(name);
            auto* from = name == u"graphSearch"_s ? canvas : m_fixture.find<QWidget>(u"layerTable"_s);
            from->setFocus();
            QVERIFY(hasFocus(from));
            field->setFocus(Qt::ShortcutFocusReason);
            QVERIFY(hasFocus(field));
            QTest::keyClicks(field, u"conv"_s);
            QTest::keyClick(field, Qt::Key_Escape);
            QVERIFY(field->text().isEmpty() && field->hasFocus());
            QTest::keyClick(field, Qt::Key_Escape);
            QVERIFY(hasFocus(from));
        }
        QVERIFY(!window().selection().current().empty()); // the page did not take these
    }

    // When nothing nearer uses it: in a picture the selection goes first, in a search field its text.
    void escClosesTheMessage() {
        const auto* banner = m_fixture.find<QWidget>(u"banner"_s);
        const auto say = [&] {
            emit window().session().noted(u"Something was left out."_s);
            return banner->isVisible();
        };
        const auto isSelected = [&] { return !window().selection().current().empty(); };
        for (const auto& [page, name] :
             {std::pair(u"graph"_s, u"graphCanvasBefore"_s), std::pair(u"memory"_s, u"ganttBefore"_s),
              std::pair(u"accelerator"_s, u"layer-cyclesChart"_s)}) {
            QVERIFY(goTo(page));
            auto* picture = m_fixture.find<QWidget>(name);
            QTRY_VERIFY_WITH_TIMEOUT(picture->isVisible(), 60000);
            picture->setFocus();
            QVERIFY(hasFocus(picture));
            QVERIFY(say() && isSelected());
            for (int i = 0; i < 2 && isSelected(); ++i) { // a step of memory goes before the selection
                QTest::keyClick(picture, Qt::Key_Escape);
                QVERIFY2(banner->isVisible(), qPrintable(name));
            }
            QVERIFY2(!isSelected(), qPrintable(name));
            QTest::keyClick(picture, Qt::Key_Escape);
            QVERIFY2(!banner->isVisible(), qPrintable(name));
        }
        auto* search = m_fixture.find<QLineEdit>(u"commandField"_s);
        search->setFocus();
        QVERIFY(hasFocus(search));
        QTest::keyClicks(search, u"conv"_s);
        QVERIFY(say());
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(search->text().isEmpty() && banner->isVisible());
        QVERIFY(goTo(u"accelerator"_s));
        auto* rows = m_fixture.find<QAbstractSpinBox>(u"rows"_s);
        rows->setFocus();
        QVERIFY(hasFocus(rows));
        QTest::keyClick(rows, Qt::Key_Escape);
        QVERIFY(!banner->isVisible());
        // Where there is no message, what is selected goes: a table does not clear it by itself.
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        QTest::keyClick(&window(), Qt::Key_Escape);
        QVERIFY(window().selection().empty());
    }

    // From a field of the page before, and of the page itself: its picture or table has the focus, with a line
    // around it, and arrows change no setting.
    void aPageComesWithItsPicture_data() { pages(); }
    void aPageComesWithItsPicture() {
        QFETCH(QString, page);
        const auto* button = m_fixture.find<QAbstractButton>(u"page_"_s + page);
        const auto* view = m_fixture.find<QWidget>(u"view_"_s + page);
        const auto* ring = m_fixture.find<QWidget>(u"focusRing"_s);
        const auto isMain = [&] {
            const QWidget* focus = QApplication::focusWidget();
            return focus && view->isAncestorOf(focus) && !qobject_cast<const QAbstractButton*>(focus) &&
                   !qobject_cast<const QAbstractSlider*>(focus) && !isTyped(focus);
        };
        QVERIFY(goTo(page == u"accelerator"_s ? u"int8"_s : u"accelerator"_s));
        for (const bool isSame : {false, true}) { // the page is there already
            const auto fields =
                (isSame ? view : window().findChild<QWidget*>(u"pages"_s))->findChildren<QWidget*>();
            const auto field = std::find_if(fields.begin(), fields.end(), [](const QWidget* each) {
                return isTyped(each) && each->isVisible() && each->isEnabled() && !each->focusProxy();
            });
            QVERIFY(field != fields.end());
            (*field)->setFocus();
            QVERIFY(hasFocus(*field));
            QTest::keyClick(&window(), Qt::Key(Qt::Key_1 + pageIds().indexOf(page)), Qt::AltModifier);
            QTRY_VERIFY2_WITH_TIMEOUT(isMain(), qPrintable(described(QApplication::focusWidget())), 30000);
            QVERIFY(button->isChecked() && ring->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(window().session().idle(), 60000);
            QCoreApplication::processEvents();
            QVERIFY2(isMain(), qPrintable(described(QApplication::focusWidget())));
            press(QApplication::focusWidget(), Qt::Key_Down);
            QVERIFY(!window().settings().canUndo());
        }
    }

    void aClickedPageComesWithItsPicture() {
        QVERIFY(goTo(u"int8"_s));
        m_fixture.click(u"page_accelerator"_s);
        QVERIFY(hasFocus(m_fixture.find<QWidget>(u"layer-cyclesChart"_s)));
        QVERIFY(!m_fixture.find<QWidget>(u"focusRing"_s)->isVisible());
        QVERIFY(!window().settings().canUndo());
    }

    // As it comes, whatever had the focus before.
    void spacePlaysOnAPageThatCame() {
        QVERIFY2(hasFocus(m_fixture.find<QWidget>(u"graphCanvasBefore"_s)), // from the beginning
                 qPrintable(described(QApplication::focusWidget())));
        QVERIFY(goTo(u"accelerator"_s));
        auto* preset = m_fixture.find<QComboBox>(u"preset"_s);
        preset->setFocus();
        QVERIFY(hasFocus(preset));
        for (const auto& [key, name] :
             {std::pair(Qt::Key_2, u"timePlay"_s), std::pair(Qt::Key_1, u"historyPlay"_s)}) {
            QTest::keyClick(&window(), key, Qt::AltModifier);
            const auto* play = m_fixture.find<QToolButton>(name);
            QTRY_VERIFY_WITH_TIMEOUT(play->isVisible() && play->isEnabled(), 30000);
            QTRY_VERIFY_WITH_TIMEOUT(!preset->isVisible() && window().session().idle(), 60000);
            window().selection().clear(); // else Space chooses it in the graph
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            QVERIFY2(play->isChecked(), qPrintable(described(QApplication::focusWidget())));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            QVERIFY(!play->isChecked());
        }
    }

    // Whatever has the focus while the page is shown: what is beside it, a field for text.
    void measuringHasItsKeyEverywhere() {
        QVERIFY(goTo(u"measure"_s));
        const auto* action = m_fixture.find<QAction>(u"measureAction"_s);
        QTRY_VERIFY_WITH_TIMEOUT(action->isEnabled(), 30000);
        const auto isIdle = [&] { return window().measurements().state() == views::Measurements::State::Idle; };
        auto* inspector = m_fixture.find<QWidget>(u"inspector"_s);
        inspector->setFocus();
        QVERIFY(hasFocus(inspector));
        QTest::keyClick(inspector, Qt::Key_M, Qt::ControlModifier);
        QVERIFY(!isIdle());
        auto* commands = m_fixture.find<QLineEdit>(u"commandField"_s);
        commands->setFocus();
        QVERIFY(hasFocus(commands));
        QTest::keyClick(commands, Qt::Key_M, Qt::ControlModifier); // stops it
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), 60000);
    }

    void spacePlaysWhatOneLooksAt() {
        const auto plays = [](QWidget* where, const QToolButton* button) {
            QTest::keyClick(where, Qt::Key_Space);
            const bool played = button->isChecked();
            QTest::keyClick(where, Qt::Key_Space);
            return played && !button->isChecked();
        };
        auto* canvas = m_fixture.find<QWidget>(u"graphCanvasBefore"_s);
        auto* history = m_fixture.find<QToolButton>(u"historyPlay"_s);
        QVERIFY(window().selection().current().empty());
        QVERIFY(plays(canvas, history));
        QVERIFY(plays(m_fixture.find<QWidget>(u"historySlider"_s), history));
        window().selection().select({m_fixture.firstOf("Conv"), {}});
        QTest::keyClick(canvas, Qt::Key_Space); // chooses it
        QVERIFY(!history->isChecked());

        QVERIFY(window().showPage(u"memory"_s));
        auto* chart = m_fixture.find<QWidget>(u"ganttBefore"_s);
        QTRY_VERIFY_WITH_TIMEOUT(chart->isVisible(), 30000);
        chart->setFocus(Qt::TabFocusReason); // on a tensor
        QVERIFY(hasFocus(chart));
        QVERIFY(plays(chart, m_fixture.find<QToolButton>(u"timePlay"_s)));

        QVERIFY(window().showPage(u"accelerator"_s));
        auto* cells = m_fixture.find<QWidget>(u"arrayCanvas"_s);
        m_fixture.find<QTabWidget>(u"acceleratorCharts"_s)->setCurrentWidget(cells->parentWidget());
        QTRY_VERIFY_WITH_TIMEOUT(cells->isVisible() && window().session().idle(), 30000);
        const auto* play = cells->parentWidget()->findChild<QToolButton*>(u"arrayPlay"_s);
        QVERIFY(plays(cells, play));
        QVERIFY(plays(cells->parentWidget()->findChild<QWidget*>(u"arrayCycle"_s), play));
    }
};

EDGEWRIGHT_TEST(KeyboardTest)

} // namespace edgewright::keyboard_test

#include "keyboard_test.moc"
