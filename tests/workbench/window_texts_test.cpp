// SPDX-License-Identifier: GPL-3.0-or-later
// Every page at 1280 x 720, the room that 2560 x 1440 leaves at 2 device pixels a logical one, in English and
// in Chinese: no text of a label, button, tab or header is cut, and no keys mean two things.
#include "core/base/language.h"
#include "tests/support/test_class.h"
#include "tests/workbench/page_words.h"
#include "tests/workbench/window_fixture.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QShortcut>
#include <QStyle>
#include <QTranslator>

namespace edgewright::window_texts_test {

using namespace Qt::StringLiterals;

namespace {

constexpr int Tolerance = 2; // pixels
constexpr QSize SmallWindow(1280, 720);
const QChar Ellipsis(0x2026);

QString described(const QWidget& widget, const QString& text) {
    const QWidget* around = &widget;
    while (around && around->objectName().isEmpty())
        around = around->parentWidget();
    return QString::fromLatin1(widget.metaObject()->className()) + u" in '"_s +
           (around ? around->objectName() : QString()) + u"', “"_s + text.left(60) + u'”';
}

int widthOf(const QWidget& widget, const QString& text) {
    return widget.fontMetrics().size(Qt::TextShowMnemonic | Qt::TextExpandTabs, text).width();
}

// Empty, or what is wrong. What was shortened has the whole in its tool tip.
QString labelFault(const QLabel& label, const QString& text) {
    const QRect room =
        label.contentsRect().adjusted(label.margin(), label.margin(), -label.margin(), -label.margin());
    if (label.wordWrap()) {
        const int height = label.heightForWidth(label.width());
        return height > label.height() + Tolerance && label.toolTip().isEmpty()
                   ? u"needs %1 pixels of height, has %2"_s.arg(height).arg(label.height())
                   : QString();
    }
    int width = widthOf(label, text);
    if (test::isRich(label)) {
        QTextDocument document;
        document.setDocumentMargin(0);
        document.setDefaultFont(label.font());
        document.setHtml(label.text());
        width = static_cast<int>(document.idealWidth());
    }
    if (width > room.width() + Tolerance) return u"needs %1 pixels, has %2"_s.arg(width).arg(room.width());
    const bool isShortened = text.contains(Ellipsis) && !text.endsWith(Ellipsis);
    return isShortened && label.toolTip().isEmpty() ? u"is shortened, and no tool tip has the whole"_s
                                                    : QString();
}

QString buttonFault(const QAbstractButton& button, const QString& text) {
    const QStyle& style = *button.style();
    int width = widthOf(button, text);
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    const bool isBelow = tool && tool->toolButtonStyle() == Qt::ToolButtonTextUnderIcon;
    const bool isTextOnly = tool && tool->toolButtonStyle() == Qt::ToolButtonTextOnly;
    if (!button.icon().isNull() && !isBelow && !isTextOnly) width += button.iconSize().width();
    if (qobject_cast<const QCheckBox*>(&button)) width += style.pixelMetric(QStyle::PM_IndicatorWidth);
    if (qobject_cast<const QRadioButton*>(&button))
        width += style.pixelMetric(QStyle::PM_ExclusiveIndicatorWidth);
    if (width > button.width() + Tolerance) return u"needs %1 pixels, has %2"_s.arg(width).arg(button.width());
    const int height = button.fontMetrics().height();
    return height > button.height() + Tolerance
               ? u"needs %1 pixels of height, has %2"_s.arg(height).arg(button.height())
               : QString();
}

// Of what no area around it scrolls: where it ends beyond one of its parents.
QString placeFault(const QWidget& widget) {
    QRect seen = widget.rect();
    for (const QWidget *at = &widget, *parent = at->parentWidget(); parent && !at->isWindow();
         at = parent, parent = at->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(parent)) return {};
        seen = seen.translated(at->pos()).intersected(parent->rect());
    }
    return seen.width() + Tolerance < widget.width() || seen.height() + Tolerance < widget.height()
               ? u"of %1 x %2 pixels, %3 x %4 are in sight"_s.arg(widget.width())
                     .arg(widget.height())
                     .arg(seen.width())
                     .arg(seen.height())
               : QString();
}

QStringList tabFaults(const QTabBar& bar) {
    QStringList faults;
    for (int i = 0; i < bar.count(); ++i) {
        if (!bar.isTabVisible(i)) continue;
        const QRect place = bar.tabRect(i);
        const int width = widthOf(bar, bar.tabText(i));
        if (width > place.width() + Tolerance && !bar.tabToolTip(i).contains(bar.tabText(i)))
            faults << u"needs %1 pixels, has %2: "_s.arg(width).arg(place.width()) +
                          described(bar, bar.tabText(i));
        if (place.right() > bar.width() + Tolerance)
            faults << u"ends %1 pixels beyond its bar: "_s.arg(place.right() - bar.width()) +
                          described(bar, bar.tabText(i));
    }
    return faults;
}

QStringList headerFaults(const QHeaderView& header) {
    QStringList faults;
    if (header.orientation() != Qt::Horizontal || !header.model()) return faults;
    for (int i = 0; i < header.count(); ++i) {
        if (header.isSectionHidden(i) || header.sectionViewportPosition(i) >= header.viewport()->width())
            continue;
        const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
        const bool hasTip =
            !header.model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty();
        const int width = header.fontMetrics().horizontalAdvance(text);
        if (width > header.sectionSize(i) && !hasTip)
            faults << u"needs %1 pixels, has %2: "_s.arg(width).arg(header.sectionSize(i)) +
                          described(header, text);
    }
    return faults;
}

QStringList cutIn(const QWidget& window) {
    QStringList faults;
    for (const QWidget* each : window.findChildren<QWidget*>()) {
        if (!test::isSeen(*each) || each->window() != &window) continue;
        if (const auto* tabs = qobject_cast<const QTabBar*>(each)) {
            faults << tabFaults(*tabs);
            continue;
        }
        if (const auto* header = qobject_cast<const QHeaderView*>(each)) {
            faults << headerFaults(*header);
            continue;
        }
        const QString text = test::shownText(*each);
        if (text.trimmed().isEmpty()) continue;
        QString fault;
        if (const auto* label = qobject_cast<const QLabel*>(each))
            fault = labelFault(*label, text);
        else if (const auto* button = qobject_cast<const QAbstractButton*>(each))
            fault = buttonFault(*button, text);
        else
            continue;
        if (fault.isEmpty()) fault = placeFault(*each);
        if (!fault.isEmpty()) faults << fault + u": "_s + described(*each, text);
    }
    return faults;
}

// Keys, and where they are heard: by a widget, by what is in it, too, or in the whole window (no widget).
struct Heard {
    QKeySequence keys;
    QString who;
    const QWidget* owner = nullptr;
    bool inChildren = false;

    bool isHeardWith(const Heard& other) const {
        return !owner || !other.owner || owner == other.owner ||
               (inChildren && owner->isAncestorOf(other.owner)) ||
               (other.inChildren && other.owner->isAncestorOf(owner));
    }
};

std::vector<Heard> heardIn(const QWidget& window) {
    std::vector<Heard> all;
    const auto add = [&](const QKeySequence& keys, const QString& who, Qt::ShortcutContext context,
                         const QWidget* owner) {
        if (keys.isEmpty()) return;
        const bool isOfWindow = context == Qt::WindowShortcut || context == Qt::ApplicationShortcut;
        all.push_back({keys, who, isOfWindow ? nullptr : owner, context == Qt::WidgetWithChildrenShortcut});
    };
    for (const QAction* action : window.findChildren<QAction*>()) {
        const auto* parent = qobject_cast<const QWidget*>(action->parent());
        const bool isOfWindow = action->shortcutContext() == Qt::WindowShortcut ||
                                action->shortcutContext() == Qt::ApplicationShortcut;
        if (isOfWindow) {
            if (parent && !parent->isVisible()) continue;
            for (const QKeySequence& keys : action->shortcuts())
                add(keys, action->text(), action->shortcutContext(), nullptr);
            continue;
        }
        for (const QObject* object : action->associatedObjects())
            if (const auto* owner = qobject_cast<const QWidget*>(object);
                owner && owner->isVisible() && !qobject_cast<const QMenu*>(owner))
                for (const QKeySequence& keys : action->shortcuts())
                    add(keys, action->text(), action->shortcutContext(), owner);
    }
    for (const QShortcut* shortcut : window.findChildren<QShortcut*>())
        if (const auto* owner = qobject_cast<const QWidget*>(shortcut->parent()); owner && owner->isVisible())
            add(shortcut->key(), described(*owner, u"shortcut"_s), shortcut->context(), owner);
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) // mnemonics, too
        if (button->isVisible()) add(button->shortcut(), button->text(), Qt::WindowShortcut, nullptr);
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible() && label->buddy())
            add(QKeySequence::mnemonic(label->text()), label->text(), Qt::WindowShortcut, nullptr);
    for (const QTabBar* tabs : window.findChildren<QTabBar*>())
        for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i)
            add(QKeySequence::mnemonic(tabs->tabText(i)), tabs->tabText(i), Qt::WindowShortcut, nullptr);
    return all;
}

} // namespace

class WindowTextsTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;
    QTranslator m_translator;

    static QStringList pages() {
        return {u"graph"_s,   u"memory"_s,   u"int8"_s,     u"accelerator"_s,
                u"measure"_s, u"scenario"_s, u"pipeline"_s, u"study"_s};
    }
    bool speaks(const QString& language) {
        const QLocale locale(language);
        QCoreApplication::removeTranslator(&m_translator);
        if (!m_translator.load(locale, u"edgewright"_s, u"_"_s, u":/translations"_s)) return false;
        QCoreApplication::installTranslator(&m_translator);
        QLocale::setDefault(locale);
        const auto known = languageOf(language.toStdString());
        return known && speak(*known);
    }
    bool start(const std::string& sample) {
        if (!m_fixture.start(sample)) return false;
        m_fixture.window().resize(SmallWindow);
        return true;
    }
    bool goTo(const QString& page) const {
        if (!m_fixture.window().showPage(page)) return false;
        const bool isDone = QTest::qWaitFor(
            [&] {
                return m_fixture.window().session().idle() &&
                       (page != u"int8"_s || m_fixture.analysis()->quantized);
            },
            120000);
        QTest::qWait(50); // it is laid out
        return isDone;
    }
    static void languages() {
        QTest::addColumn<QString>("language");
        for (const char* each : {"en_US", "zh_CN"})
            QTest::newRow(each) << QString::fromLatin1(each);
    }

private slots:
    void initTestCase() { test::useOwnSettings(); }
    void init() { test::useOwnSettings(); }
    void cleanup() { m_fixture.end(); }
    void cleanupTestCase() {
        QCoreApplication::removeTranslator(&m_translator);
        QLocale::setDefault(QLocale::c());
        QVERIFY(speak(English));
    }

    void nothingIsCut_data() { languages(); }
    void nothingIsCut() {
        QFETCH(QString, language);
        if (!speaks(language)) QSKIP("this program was built without that language");
        QVERIFY(start("residual_cnn_2d"));
        QStringList faults;
        for (const QString& page : pages()) {
            if (!goTo(page)) faults << page + u": does not come to rest"_s;
            if (m_fixture.window().size() != SmallWindow)
                faults << page + u": takes a window of %1 x %2"_s.arg(m_fixture.window().width())
                                     .arg(m_fixture.window().height());
            for (const QString& each : cutIn(m_fixture.window()))
                if (const QString fault = page + u": "_s + each; !faults.contains(fault)) faults << fault;
        }
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
    }

    // Two that hear the same keys are ambiguous: Qt then calls neither.
    void noKeysMeanTwoThings_data() { languages(); }
    void noKeysMeanTwoThings() {
        QFETCH(QString, language);
        if (!speaks(language)) QSKIP("this program was built without that language");
        QVERIFY(start("residual_cnn_2d"));
        for (const QString& page : pages()) {
            QVERIFY2(goTo(page), qPrintable(page));
            const std::vector<Heard> all = heardIn(m_fixture.window());
            QVERIFY(all.size() > 20);
            for (std::size_t i = 0; i < all.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(all[i].keys != all[j].keys || !all[i].isHeardWith(all[j]),
                             qPrintable(page + u", "_s + all[i].keys.toString() + u": "_s + all[i].who +
                                        u" and "_s + all[j].who));
        }
    }

    // That both would be found.
    void whatIsWrongIsFound() {
        QWidget all;
        auto* label = new QLabel(u"a text that is too long for this"_s, &all);
        label->setGeometry(0, 0, 20, 20);
        auto* button = new QPushButton(u"a text that is too long for this"_s, &all);
        button->setGeometry(0, 30, 40, 30);
        auto* fits = new QLabel(u"short"_s, &all);
        fits->setGeometry(0, 70, 200, 30);
        auto* outside = new QLabel(u"short"_s, &all);
        outside->setGeometry(380, 70, 200, 30);
        for (int i = 0; i < 2; ++i) {
            auto* action = new QAction(QString::number(i), &all);
            action->setShortcut(QKeySequence(u"Ctrl+J"_s));
            all.addAction(action);
        }
        all.resize(400, 200);
        all.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all));
        QCOMPARE(cutIn(all).size(), 3);
        const std::vector<Heard> heard = heardIn(all);
        QCOMPARE(heard.size(), std::size_t(2));
        QVERIFY(heard[0].keys == heard[1].keys && heard[0].isHeardWith(heard[1]));
    }
};

EDGEWRIGHT_TEST(WindowTextsTest)

} // namespace edgewright::window_texts_test

#include "window_texts_test.moc"
