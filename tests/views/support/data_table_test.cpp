// SPDX-License-Identifier: GPL-3.0-or-later
// The table that pages share, by mouse and keys: order, filter, what is copied and written.
#include "views/support/table/data_table.h"

#include "tests/support/table_problem.h"
#include "tests/support/test_class.h"
#include "views/support/answer_line.h"
#include "views/support/table/row_table.h"
#include "views/support/table/table_copy.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QFocusEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

namespace edgewright::data_table_test {

using namespace edgewright::views;

namespace {

// Names that need quotes, and bytes whose texts sort otherwise than their numbers.
class Model final : public QStandardItemModel {
public:
    Model() : QStandardItemModel(0, 2) {
        setHorizontalHeaderLabels({QStringLiteral("Tensor"), QStringLiteral("Size")});
        setHeaderData(1, Qt::Horizontal, static_cast<int>(Unit::Bytes), UnitRole);
        setHeaderData(0, Qt::Horizontal, QStringLiteral("tensor"), KeyRole);
        setHeaderData(1, Qt::Horizontal, QStringLiteral("size"), KeyRole);
        add(QStringLiteral("conv, first"), QStringLiteral("9.00 KiB"), 9216);
        add(QStringLiteral("relu \"a\""), QStringLiteral("10.0 KiB"), 10240);
        add(QStringLiteral("conv\tlast"), QStringLiteral("512 B"), 512.5);
    }

private:
    void add(const QString& name, const QString& text, const QVariant& bytes) {
        auto* tensor = new QStandardItem(name);
        tensor->setData(name, SortRole);
        auto* size = new QStandardItem(text);
        size->setData(bytes, SortRole);
        appendRow({tensor, size});
    }
};

} // namespace

class DataTableTest : public QObject {
    Q_OBJECT
    Model model;
    std::unique_ptr<DataTable> table;

    QString shown(int row, int column = 0) {
        return table->view().model()->index(row, column).data().toString();
    }
    void clickRow(int row, Qt::KeyboardModifiers keys = {}) {
        QTableView& view = table->view();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, keys,
                          view.visualRect(view.model()->index(row, 0)).center());
    }

private slots:
    void init() {
        table = std::make_unique<DataTable>(model, QStringLiteral("tensors"));
        table->resize(500, 300);
        table->show();
        table->fitColumns();
        QVERIFY(QTest::qWaitForWindowExposed(table.get()));
    }
    void cleanup() { table.reset(); }

    void modelIsSound() { QAbstractItemModelTester tester(table->view().model()); }

    void sortsByNumber() {
        QCOMPARE(shown(0), QStringLiteral("conv, first")); // as the model has them
        QHeaderView* header = table->view().horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionPosition(1) + 8, header->height() / 2});
        QCOMPARE(shown(0, 1), QStringLiteral("512 B"));
        QCOMPARE(shown(2, 1), QStringLiteral("10.0 KiB"));
        table->resetOrder();
        QCOMPARE(shown(0), QStringLiteral("conv, first"));
    }

    void theStretchedColumnStaysReadable() {
        QHeaderView& heads = *table->view().horizontalHeader();
        QCOMPARE(heads.sectionResizeMode(0), QHeaderView::Stretch);
        heads.resizeSection(1, 490);
        QTRY_VERIFY(heads.sectionSize(0) >= table->view().fontMetrics().horizontalAdvance(shown(0)));
        heads.resizeSection(1, 100);
        QTRY_COMPARE(heads.length(), table->view().viewport()->width());
    }

    void columnsAreChosenInTheMenuOfTheHeads() {
        const auto choose = [&](int place) {
            QWidget* heads = table->view().horizontalHeader();
            emit table->view().horizontalHeader()->customContextMenuRequested(heads->rect().center());
            auto* menu = table->findChild<QMenu*>(QStringLiteral("columnMenu"));
            QVERIFY(menu && menu->actions().size() == 2);
            QVERIFY(!menu->actions()[0]->isEnabled());
            menu->actions()[place]->trigger();
            menu->close();
            QTRY_VERIFY(!table->findChild<QMenu*>(QStringLiteral("columnMenu")));
        };
        QVERIFY(!table->view().isColumnHidden(1));
        choose(1);
        QVERIFY(table->view().isColumnHidden(1));
        table.reset();
        init(); // another one of that name
        QVERIFY(table->view().isColumnHidden(1));
        choose(1);
        QVERIFY(!table->view().isColumnHidden(1));
        table.reset();
        QSettings().remove(QStringLiteral("columns"));
        model.setHeaderData(1, Qt::Horizontal, true, FoldedRole);
        init();
        QVERIFY(table->view().isColumnHidden(1) && !table->view().isColumnHidden(0));
        model.setHeaderData(1, Qt::Horizontal, false, FoldedRole);
    }

    // A column of one value tells nothing of one row; a row that is alone keeps what it says.
    void columnsOfOneValueAreFolded() {
        const std::vector<table::Head> heads{
            {"name", "", "", Unit::Text},
            {"same", "", "", Unit::Plain, table::Page | table::FoldedIfAlike},
            {"none", "", "", Unit::Plain, table::Page | table::FoldedIfAlike},
            {"other", "", "", Unit::Plain, table::Page | table::FoldedIfAlike}};
        const auto isFolded = [&](std::size_t rows, int column) {
            const RowTable made(table::Table(heads, rows, [](std::size_t row, std::size_t at) {
                return at == 1 ? table::Cell(7) : at == 2 ? table::Cell() : table::Cell(row);
            }));
            return made.headerData(column, Qt::Horizontal, FoldedRole).toBool();
        };
        const bool two[] = {isFolded(2, 0), isFolded(2, 1), isFolded(2, 2), isFolded(2, 3)};
        QVERIFY(!two[0] && two[1] && two[2] && !two[3]);
        QVERIFY(!isFolded(1, 1) && isFolded(1, 2) && !isFolded(1, 3));
    }

    void filters() {
        QLineEdit& field = table->filterField();
        QTest::keyClicks(&field, QStringLiteral("CONV kib"));
        QCOMPARE(table->view().model()->rowCount(), 1);
        QCOMPARE(shown(0), QStringLiteral("conv, first"));
        QCOMPARE(table->findChild<QLabel*>(QStringLiteral("tensorsCount"))->text(),
                 QStringLiteral("1 of 3 rows"));
        QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&field, Qt::Key_Delete);
        QCOMPARE(table->view().model()->rowCount(), 3);
    }

    void tellsRowsOfTheModel() {
        QSignalSpy chosen(table.get(), &DataTable::rowChosen);
        QTest::keyClicks(&table->filterField(), QStringLiteral("last"));
        clickRow(0);
        QVERIFY(!chosen.isEmpty());
        QCOMPARE(chosen.back().front().toInt(), 2);
    }

    // The first row becomes current, as arrows begin there, and none is chosen before they are pressed.
    void focusChoosesNoRow() {
        QSignalSpy chosen(table.get(), &DataTable::rowChosen);
        QFocusEvent byTab(QEvent::FocusIn, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&table->view(), &byTab);
        QVERIFY(chosen.isEmpty() && !table->view().selectionModel()->hasSelection());
        QTest::keyClick(&table->view(), Qt::Key_Down);
        QCOMPARE(chosen.size(), 1);
    }

    void markingTellsNobody() {
        QSignalSpy chosen(table.get(), &DataTable::rowChosen);
        table->markRows({0, 2});
        QCOMPARE(table->view().selectionModel()->selectedRows().size(), 2);
        table->markRows({});
        QVERIFY(!table->view().selectionModel()->hasSelection());
        QVERIFY(chosen.isEmpty());
    }

    // A row that is clicked and marked among others stays the one in sight.
    void markingLeavesWhatWasClicked() {
        clickRow(2);
        const int clicked = table->view().currentIndex().row();
        table->markRows({0, 1, 2});
        QCOMPARE(table->view().selectionModel()->selectedRows().size(), 3);
        QCOMPARE(table->view().currentIndex().row(), clicked);
        table->markRows({0});
        QVERIFY(table->view().currentIndex().row() != clicked);
    }

    void copiesChosenRowsAsNumbers() {
        clickRow(2);
        clickRow(0, Qt::ControlModifier);
        table->view().setFocus();
        QTest::keyClick(&table->view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Tensor\tSize (B)\nconv, first\t9216\nconv last\t512.5\n"));
    }

    void writesEveryFormat() {
        QTemporaryDir dir;
        const table::Table whole = tableOf(model, allRows(model));
        for (const table::Format* format : table::formats()) {
            const QString name =
                dir.filePath(QStringLiteral("tensors") + QString::fromStdString(std::string(format->suffix)));
            QVERIFY(writeTable(whole, {}, name));
            QFile file(name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QCOMPARE(text.toStdString(), format->write(whole, {}));
            const QString problem = test::tableProblem(*format, text.toStdString(), 3);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
        QCOMPARE(
            table::csvText(whole),
            std::string("Tensor,Size [B]\n\"conv, first\",9216\n\"relu \"\"a\"\"\",10240\nconv\tlast,512.5\n"));
        const Result<void> nowhere = writeTable(whole, {}, dir.filePath(QStringLiteral("none/tensors.csv")));
        QVERIFY(!nowhere);
        QVERIFY(nowhere.error().message.find("none/tensors.csv") != std::string::npos);
        const Result<void> unknown = writeTable(whole, {}, dir.filePath(QStringLiteral("tensors.none")));
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().message.ends_with(table::formatList()), unknown.error().message.c_str());
        QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("tensors.none"))));
    }

    // Columns that a person has hidden are in no document; CSV has all. Cells are numbers, texts, or nothing.
    void tablesOfModels() {
        const table::Table whole = tableOf(model, {model.index(2, 1)}, [](int column) { return column == 0; });
        QCOMPARE(whole.rows(), std::size_t(1));
        QCOMPARE(whole.heads[1].unit, Unit::Bytes);
        QCOMPARE(whole.at(0, 1).number().value_or(0), 512.5);
        QCOMPARE(table::csvText(whole), std::string("Tensor,Size [B]\nconv\tlast,512.5\n"));
        for (const table::Format* format : table::formats())
            QCOMPARE(format->write(whole, {}).find("Tensor") != std::string::npos, !format->isDocument);
        QStandardItemModel others(1, 3);
        others.setItem(0, 0, new QStandardItem(QStringLiteral("\u2212x")));
        others.setItem(0, 1, new QStandardItem(QStringLiteral("–")));
        auto* number = new QStandardItem(QStringLiteral("seven"));
        number->setData(7, SortRole);
        others.setItem(0, 2, number);
        const table::Table without = tableOf(others, allRows(others));
        QCOMPARE(without.heads[0].unit, Unit::Text);
        QCOMPARE(without.heads[2].unit, Unit::Plain);
        QVERIFY(without.at(0, 1).isNothing());
        QCOMPARE(table::csvText(without).substr(6), std::string("\u2212x,,7\n"));
    }

    void everyFormatIsInTheMenu() {
        model.setHeaderData(1, Qt::Horizontal, true, FoldedRole);
        table.reset();
        init();
        model.setHeaderData(1, Qt::Horizontal, false, FoldedRole);
        setTableOrigin(*table, [] { return std::vector<std::string>{"Model: a.onnx"}; });
        table->view().setAccessibleName(QStringLiteral("All tensors"));
        emit table->view().customContextMenuRequested({4, 4});
        auto* menu = table->findChild<QMenu*>(QStringLiteral("tableMenu"));
        QVERIFY(menu);
        auto* formats = menu->findChild<QMenu*>(QStringLiteral("copyTableAs"));
        QVERIFY(formats);
        QCOMPARE(formats->actions().size(), static_cast<qsizetype>(table::formats().size()));
        for (std::size_t i = 0; i < table::formats().size(); ++i) {
            const table::Format& format = *table::formats()[i];
            formats->actions()[static_cast<qsizetype>(i)]->trigger();
            const QString text = QGuiApplication::clipboard()->text();
            QVERIFY(text.contains(QStringLiteral("conv, first")));
            QCOMPARE(text.contains(QStringLiteral("9216")), !format.isDocument); // the column is hidden
            QCOMPARE(text.contains(QStringLiteral("a.onnx")), format.isDocument);
            QCOMPARE(text.contains(QStringLiteral("All tensors")), format.isDocument);
        }
        menu->close();
    }

    // A document has names that stand alone, and no rows that are still to be computed; it says so.
    void documentsHaveWhatIsComputed() {
        table->view().setAccessibleName(QStringLiteral("All tensors"));
        std::vector<NamedTable> written = tablesIn(*table);
        QCOMPARE(written.size(), 1u);
        QCOMPARE(written.front().table.rows(), 3u);
        QCOMPARE(written.front().about.caption, std::string("All tensors"));
        model.item(1)->setData(true, PendingRole);
        model.item(2)->setData(QStringLiteral("/block/conv"), WholeRole);
        written = tablesIn(*table);
        QCOMPARE(written.front().table.rows(), 2u);
        QCOMPARE(std::get<std::string>(written.front().table.at(1, 0)), std::string("/block/conv"));
        QCOMPARE(written.front().about.caption,
                 std::string("All tensors (2 of 3 rows; the others were not computed)"));
        for (const int row : {0, 1, 2})
            model.item(row)->setData(true, PendingRole);
        QVERIFY(tablesIn(*table).empty());
        for (const int row : {0, 1, 2})
            model.item(row)->setData(QVariant(), PendingRole);
        model.item(2)->setData(QVariant(), WholeRole);
    }
    void marksStayOnTheScreen() {
        QCOMPARE(AnswerLine::withoutMarks(QStringLiteral("INT8 keeps ● 98.4 % of ● 99.0 %; ≈ 12 µs, a = b")),
                 QStringLiteral("INT8 keeps 98.4 % of 99.0 %; ≈ 12 µs, a = b"));
        QCOMPARE(AnswerLine::withoutMarks(QStringLiteral("= a.onnx: 3 figures.")),
                 QStringLiteral("a.onnx: 3 figures."));
    }

    // The row that was chosen goes; nobody has chosen the one beside it.
    void filteringChoosesNothing() {
        clickRow(0);
        QSignalSpy chosen(table.get(), &DataTable::rowChosen);
        auto* filter = table->findChild<QLineEdit*>(QStringLiteral("tensorsFilter"));
        QTest::keyClicks(filter, QStringLiteral("relu"));
        QCOMPARE(shown(0), QStringLiteral("relu \"a\""));
        QVERIFY(chosen.isEmpty());
        QVERIFY(!table->view().selectionModel()->hasSelection());
    }

    void treesBelowTheirParents() {
        QStandardItemModel tree;
        auto* parent = new QStandardItem(QStringLiteral("a"));
        parent->appendRow(new QStandardItem(QStringLiteral("b")));
        tree.appendRow(parent);
        tree.appendRow(new QStandardItem(QStringLiteral("c")));
        QCOMPARE(tableText(tree, allRows(tree)), QStringLiteral("1\na\nb\nc\n"));
    }

    // What sorts behind everything is no number of the reader's.
    void whatIsUnknownIsWrittenAsShown() {
        QStandardItemModel waiting;
        waiting.setHorizontalHeaderLabels({QStringLiteral("Peak")});
        auto* cell = new QStandardItem(QStringLiteral("waiting"));
        cell->setData(std::numeric_limits<double>::infinity(), SortRole);
        waiting.appendRow(cell);
        QCOMPARE(tableText(waiting, allRows(waiting)), QStringLiteral("Peak\nwaiting\n"));
    }

    void answerLeadsAndCopies() {
        AnswerLine answer;
        answer.resize(500, 40);
        answer.setAnswer(QStringLiteral("Fusion saves ") +
                         AnswerLine::link(QStringLiteral("peak"), QStringLiteral("24 % <b>")) +
                         QStringLiteral("."));
        answer.show();
        QVERIFY(QTest::qWaitForWindowActive(&answer));
        QCOMPARE(answer.plainAnswer(), QStringLiteral("Fusion saves 24 % <b>."));
        QVERIFY(answer.toolTip().isEmpty()); // no mark in it
        QSignalSpy followed(&answer, &AnswerLine::linkFollowed);
        answer.setFocus();
        QTest::keyClick(&answer, Qt::Key_Tab);
        QTest::keyClick(&answer, Qt::Key_Return);
        QCOMPARE(followed.size(), 1);
        QTest::mouseClick(
            &answer, Qt::LeftButton, {},
            {answer.fontMetrics().horizontalAdvance(QStringLiteral("Fusion saves 2")), answer.height() / 2});
        QCOMPARE(followed.size(), 2);
        for (const QList<QVariant>& each : followed)
            QCOMPARE(each.front().toString(), QStringLiteral("peak"));
        answer.setFocus();
        QTest::keyClick(&answer, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains(QStringLiteral("24 %")), qPrintable(copied));
    }

    // No line ends between a number and its unit; what is copied has plain spaces.
    void numbersKeepTheirUnits() {
        AnswerLine answer;
        const QString plain = QStringLiteral("≈ 967 µs on 32 × 32, 1.64 × as fast, 1.72 M cycles, 3 samples");
        answer.setAnswer(AnswerLine::link(QStringLiteral("3 s"), plain));
        QString expected = plain;
        for (const char* together : {"≈ 967 µs", "32 × 32", "1.64 ×", "1.72 M cycles"}) {
            const QString text = QString::fromUtf8(together);
            expected.replace(text, QString(text).replace(u' ', QChar::Nbsp));
        }
        QVERIFY2(answer.text().contains(expected), qPrintable(answer.text()));
        QVERIFY(answer.text().contains(QStringLiteral("href=\"3 s\"")));
        QCOMPARE(answer.plainAnswer(), plain);
    }
};

EDGEWRIGHT_TEST(DataTableTest)

} // namespace edgewright::data_table_test

#include "data_table_test.moc"
