// SPDX-License-Identifier: GPL-3.0-or-later
// Boards on the measure page, behind a real sshd: added, accepted, measured, stopped,
// compared, refused, forgotten.
#include "core/measure/machine.h"
#include "tests/support/paths/paths.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/endless_plan.h"
#include "tests/views/measure/measure_fixture.h"
#include "views/measure/boards/board_dialog.h"
#include "views/measure/boards/question_dialog.h"
#include "views/measure/operator_pane.h"
#include "views/session/measurements.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/page/page_answer.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>

#include <fstream>

namespace edgewright::boards_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

class BoardsPageTest : public QObject {
    Q_OBJECT

    test::MeasureFixture m_fixture;
    std::optional<QTemporaryDir> m_folder;
    std::optional<test::SshServer> m_server;
    QByteArray m_path = qgetenv("PATH");
    static constexpr const char* Name = "Küche; $(id) 名字";
    static constexpr int RooflineTab = 2;
    static constexpr int BoardRow = 2; // of the list, below this machine and its GPU

    fs::path folder() const { return m_folder->path().toStdString(); }
    Measurements& measurements() const { return m_fixture.measurements(); }
    Boards& boards() const { return measurements().boards(); }
    QTreeWidget* list() const { return m_fixture.find<QTreeWidget>(u"deviceList"_s); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"measureAnswer"_s)->plainText(); }
    bool isIdle() const { return m_fixture.isIdle(); }
    template <typename T>
    T* dialog() const {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (auto* found = qobject_cast<T*>(each); found && found->isVisible()) return found;
        return nullptr;
    }
    // As typed into a field of the dialog; QTest types nothing but Latin 1.
    void fill(const char* field, const QString& text) const {
        auto* edit = dialog<BoardDialog>()->findChild<QLineEdit*>(QString::fromLatin1(field));
        edit->clear();
        edit->insert(text);
    }
    void press(QWidget* in, const char* button) const {
        QTest::mouseClick(in->findChild<QPushButton*>(QString::fromLatin1(button)), Qt::LeftButton);
    }
    QString said() const { return dialog<BoardDialog>()->findChild<QLabel*>(u"boardAnswer"_s)->text(); }
    // As if it had been added before.
    void addBoard() {
        const auto saved = boards().save({}, m_server->host(Name));
        QVERIFY2(saved, saved ? "" : saved.error().message.c_str());
        chooseDevice(BoardRow);
    }
    void chooseDevice(int row) const { list()->setCurrentItem(list()->topLevelItem(row)); }
    void acceptKey() const {
        QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>(), 30000);
        press(dialog<QuestionDialog>(), "boardAcceptKey");
    }
    ChartPane* chart(int tab, const QString& name) const {
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentIndex(tab);
        return m_fixture.find<ChartPane>(name);
    }
    void start() const { m_fixture.click(u"measureButton"_s); }

private slots:
    void initTestCase() { qputenv("EDGEWRIGHT_ASKPASS", test::program("edgewright-askpass").c_str()); }

    void init() {
        if (const std::string why = test::SshServer::missing(); !why.empty()) QSKIP(why.c_str());
        test::useOwnSettings();
        m_folder.emplace();
        qputenv("XDG_CONFIG_HOME", (folder() / "config").c_str());
        const fs::path agents = folder() / "agents" / measure::thisMachine().architecture;
        fs::create_directories(agents);
        fs::copy_file(qgetenv("EDGEWRIGHT_AGENT").toStdString(), agents / "edgewright-agent");
        qputenv("EDGEWRIGHT_AGENTS", (folder() / "agents").c_str());
        fs::create_directory(folder() / "server");
        m_server.emplace(folder() / "server");
        // The ssh of PATH is OpenSSH with the configuration of the server; it asks this program.
        fs::create_directory(folder() / "bin");
        const fs::path ssh = folder() / "bin" / "ssh";
        std::ofstream(ssh) << "#!/bin/sh\nexec /usr/bin/ssh -F '" << (folder() / "server" / "client").string()
                           << "' \"$@\"\n";
        fs::permissions(ssh, fs::perms::owner_all);
        qputenv("PATH", QByteArray((folder() / "bin").c_str()) + ':' + m_path);
        QVERIFY(m_fixture.start());
    }
    void cleanup() {
        m_fixture.end();
        m_server.reset();
        m_folder.reset();
        qputenv("PATH", m_path);
    }

    void addedAcceptedMeasuredCompared() {
        m_fixture.click(u"addBoard"_s);
        QTRY_VERIFY_WITH_TIMEOUT(dialog<BoardDialog>(), 30000);
        fill("boardAddress", u"-oProxyCommand=id"_s);
        press(dialog<BoardDialog>(), "boardTest");
        QVERIFY2(said().contains(u"begins with '-'"_s), qPrintable(said()));
        fill("boardAddress", u"127.0.0.1"_s);
        fill("boardName", QString::fromUtf8(Name));
        dialog<BoardDialog>()->findChild<QSpinBox*>()->setValue(m_server->host().port);
        press(dialog<BoardDialog>(), "boardTest");
        QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>(), 30000);
        const QString print = dialog<QuestionDialog>()->findChild<QLabel*>(u"boardFingerprint"_s)->text();
        QVERIFY2(print.startsWith(u"SHA256:"_s), qPrintable(print));
        press(dialog<QuestionDialog>(), "boardAcceptKey");
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"It works."_s), qPrintable(said()), 30000);
        QVERIFY(said().contains(QString::fromStdString(measure::thisMachine().kernel)));
        press(dialog<BoardDialog>(), "boardSave");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog<BoardDialog>(), 30000);

        // It is there, chosen and connected, and nothing is asked again.
        QCOMPARE(list()->topLevelItemCount(), BoardRow + 1);
        QCOMPARE(list()->currentItem()->text(0), QString::fromUtf8(Name));
        QVERIFY(boards().status(Name).state == DeviceStatus::State::Connected);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 1, 90000);
        QVERIFY(!dialog<QuestionDialog>());
        const device::Record& record = *measurements().runs()[0].record;
        QCOMPARE(record.device, std::string(Name));
        QCOMPARE(record.variants.size(), std::size_t(4));
        for (const device::VariantRecord& each : record.variants) {
            QVERIFY(!each.operators.empty() && !each.outputs.empty());
            for (const device::OutputAgreement& output : each.outputs)
                QVERIFY(output.identical); // the same kernels
        }
        // The fit to what the board took comes a moment later.
        QTRY_VERIFY_WITH_TIMEOUT(measurements().predictor(Name).processor.from.networks > 0, 30000);
        QVERIFY2(answer().contains(QString::fromUtf8(Name)) && answer().contains(u"Predicted: ≈"_s),
                 qPrintable(answer()));
        QVERIFY2(answer().contains(u"outputs identical"_s) && answer().contains(u"measured there"_s),
                 qPrintable(answer()));
        // Every operator stands beside its prediction by the board's own description.
        for (const device::OperatorRow& row : m_fixture.view().findChild<OperatorTable*>()->rows())
            QVERIFY(row.predicted > 0);
        QVERIFY(measurements().roof(Name) && measurements().roof(Name)->on(1)->float32 > 0);
        QCOMPARE(chart(3, u"predictionChart"_s)->targetCount(),
                 m_fixture.view().findChild<OperatorTable*>()->rows().size());

        // This machine beside it.
        chooseDevice(0);
        QVERIFY2(answer().startsWith(u"Not measured yet on this machine"_s), qPrintable(answer()));
        start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 2, 90000);
        QVERIFY(measurements().current() && measurements().current(Name));
        QCOMPARE(chart(4, u"devicesChart"_s)->targetCount(), std::size_t(8));
        QCOMPARE(chart(5, u"historyChart"_s)->targetCount(), std::size_t(4));
        QVERIFY(answer().contains(u"on this machine"_s));
    }

    // The roof of the board itself is measured on request, can be stopped, and is kept beside its calibration.
    void itsRoof() {
        addBoard();
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentIndex(RooflineTab);
        auto* button = m_fixture.find<QToolButton>(u"measureRoof"_s);
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), u"Measure the roof (5 s)"_s);
        m_fixture.click(u"measureRoof"_s);
        QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>(), 30000);
        QCOMPARE(button->text(), u"Stop"_s);
        m_fixture.click(u"measureRoof"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog<QuestionDialog>(), 30000);
        QVERIFY(!measurements().machineRoof(Name).isMeasuring() && !measurements().measuredRoof(Name));

        m_fixture.click(u"measureRoof"_s);
        acceptKey();
        QTRY_VERIFY_WITH_TIMEOUT(measurements().measuredRoof(Name), 90000);
        const auto roof = measurements().roof(Name);
        QVERIFY(roof == measurements().measuredRoof(Name) && !roof->kernels.empty());
        QVERIFY(roof->on(1) && roof->on(1)->float32 > 0 && roof->on(1)->int8 > 0);
        QVERIFY(!measurements().measuredRoof({})); // nobody has asked for this machine's
        QCOMPARE(button->text(), u"Measure the roof again"_s);
        QVERIFY(boards().status(Name).state == DeviceStatus::State::Connected);
        const QDir kept(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/devices"_s);
        const auto files = [&] { return QDir(kept.path()).entryList(QStringList{u"board-*.roof.json"_s}); };
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1, 30000);

        m_fixture.end();
        QVERIFY(m_fixture.start());
        chooseDevice(BoardRow);
        QTRY_VERIFY_WITH_TIMEOUT(measurements().measuredRoof(Name), 30000);
        QCOMPARE(measurements().measuredRoof(Name)->date, roof->date);
        // The board is another machine now: that is no roof of it.
        measure::Machine other = roof->machine;
        other.name = "another";
        measurements().machineRoof(Name).setMachine(other);
        QVERIFY(!measurements().measuredRoof(Name) && files().isEmpty());
    }

    // The connection is lost while the roof is measured: that is told, and there is none.
    void lostWhileItsRoofIsMeasured() {
        addBoard();
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentIndex(RooflineTab);
        QSignalSpy failed(&measurements(), &Measurements::failed);
        m_fixture.click(u"measureRoof"_s);
        acceptKey();
        QTRY_VERIFY_WITH_TIMEOUT(measurements().machineRoof(Name).progress() > 0, 60000);
        m_server->kill();
        QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 60000);
        QVERIFY2(failed[0][0].toString().startsWith(u"The roof was not measured: "_s),
                 qPrintable(failed[0][0].toString()));
        QVERIFY(!measurements().measuredRoof(Name) && !measurements().machineRoof(Name).isMeasuring());
        QVERIFY(boards().status(Name).state == DeviceStatus::State::Failed);
    }

    // Both in a row; the second begins when the first is done.
    void runsQueue() {
        addBoard();
        start();
        chooseDevice(0);
        start();
        QVERIFY(measurements().state({}) == Measurements::State::Waiting);
        acceptKey();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 2, 120000);
        QCOMPARE(QString::fromStdString(measurements().deviceOf(measurements().runs()[0])),
                 QString::fromUtf8(Name));
        QCOMPARE(QString::fromStdString(measurements().deviceOf(measurements().runs()[1])), QString());
    }

    void stopped() {
        addBoard();
        start();
        QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>(), 30000);
        start(); // it says Stop now
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !dialog<QuestionDialog>(), 30000);
        QVERIFY(measurements().runs().empty());
        // While it measures: what there is stays.
        measurements().measure(test::endlessPlan(Name));
        acceptKey();
        QTRY_VERIFY_WITH_TIMEOUT(measurements().live() != nullptr, 90000);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 1, 30000);
        QVERIFY(measurements().runs()[0].record->end == measure::End::Cancelled);
    }

    void refused() {
        addBoard();
        QSignalSpy failed(&measurements(), &Measurements::failed);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>(), 30000);
        dialog<QuestionDialog>()->close();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !failed.isEmpty(), 30000);
        QVERIFY2(failed[0][0].toString().contains(u"its key was not accepted"_s),
                 qPrintable(failed[0][0].toString()));
        QVERIFY(boards().status(Name).state == DeviceStatus::State::Failed);
        QVERIFY(list()->topLevelItem(BoardRow)->toolTip(0).contains(u"its key was not accepted"_s));
        // Accepted, and another machine at the same address.
        start();
        acceptKey();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 1, 90000);
        failed.clear();
        m_server->changeHostKey();
        start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !failed.isEmpty(), 60000);
        QVERIFY2(failed[0][0].toString().contains(u"not the one that was accepted"_s),
                 qPrintable(failed[0][0].toString()));
        QCOMPARE(measurements().runs().size(), std::size_t(1)); // nothing is lost
    }

    // The connection is gone between two runs: it is made anew, and a passphrase is asked for again.
    void passphraseAndLostConnection() {
        m_server->protectKey("secret 名字");
        addBoard();
        start();
        acceptKey();
        for (const QString& tried : {u"wrong"_s, u"secret 名字"_s}) {
            QTRY_VERIFY_WITH_TIMEOUT(dialog<QuestionDialog>() &&
                                         dialog<QuestionDialog>()->findChild<QLineEdit*>(u"boardSecret"_s),
                                     30000);
            auto* secret = dialog<QuestionDialog>()->findChild<QLineEdit*>(u"boardSecret"_s);
            QCOMPARE(secret->echoMode(), QLineEdit::Password);
            secret->setText(tried);
            press(dialog<QuestionDialog>(), "boardAnswerSecret");
            QTRY_VERIFY_WITH_TIMEOUT(!dialog<QuestionDialog>() ||
                                         dialog<QuestionDialog>()->findChild<QLineEdit*>() != secret,
                                     30000);
        }
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 1, 90000);
        start(); // over the same connection: nothing is asked
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().runs().size() == 2, 90000);
        m_server->kill();
        QSignalSpy failed(&measurements(), &Measurements::failed);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && !failed.isEmpty(), 60000);
        QVERIFY2(failed[0][0].toString().contains(u"no SSH server listens there"_s),
                 qPrintable(failed[0][0].toString()));
    }

    void changedAndForgotten() {
        addBoard();
        const remote::Host host = m_server->host(Name);
        remote::Host other = host;
        other.name = "another";
        QVERIFY(boards().save(Name, other));
        QCOMPARE(list()->topLevelItemCount(), BoardRow + 1);
        QVERIFY(!boards().save({}, other)); // there is one of that name
        QVERIFY(boards().forget("another"));
        QCOMPARE(list()->topLevelItemCount(), BoardRow);
        QCOMPARE(remote::readHosts(remote::hostsFile())->size(), std::size_t(0));
        // A file of hosts that cannot be read is told, and not written over.
        m_fixture.end();
        std::ofstream(remote::hostsFile()) << "nonsense";
        QVERIFY(m_fixture.start());
        QVERIFY(boards().problem().contains(u"hosts.json"_s));
        QVERIFY(!boards().save({}, host));
    }
};

EDGEWRIGHT_TEST(BoardsPageTest)

} // namespace edgewright::boards_page_test

#include "boards_page_test.moc"
