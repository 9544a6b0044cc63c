// SPDX-License-Identifier: GPL-3.0-or-later
// Killed while a study is changed, at any moment: no file is damaged, and no more than the last seconds are
// lost. EDGEWRIGHT_KILLS: so many times, three seconds each (then QTEST_FUNCTION_TIMEOUT, too, in ms).
#include "app/workbench/files/quit.h"
#include "core/pipeline/settings/study_file.h"
#include "tests/support/sanitizers.h"
#include "tests/workbench/window_fixture.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>

#include <map>

using namespace edgewright;
using namespace Qt::StringLiterals;

namespace {

constexpr int MaxLostMilliseconds = 10'000;

// A window that opens the study and changes a setting twenty times a second, telling each change.
int changeAStudy(QApplication& app, const QString& study) {
    workbench::MainWindow window;
    window.show();
    window.open(study);
    QTimer change;
    QObject::connect(&change, &QTimer::timeout, &window, [&window] {
        if (!window.session().analysis()->typed) return;
        window.settings().change(
            {}, [](pipeline::Settings& s) { s.accelerator.rows = s.accelerator.rows % 60000 + 1; });
        std::printf("%lld\n", static_cast<long long>(window.settings().get().accelerator.rows));
        std::fflush(stdout);
    });
    change.start(50);
    return workbench::quit(window.jobs(), app.exec());
}

} // namespace

class KilledTest : public QObject {
    Q_OBJECT

private slots:
    void atAnyMoment() {
        bool isNumber = false;
        const int wanted = qEnvironmentVariableIntValue("EDGEWRIGHT_KILLS", &isNumber);
        const int kills = isNumber ? wanted : test::UnderSanitizer ? 1 : 3;
        const QTemporaryDir folder;
        const QString model = folder.filePath(u"m.onnx"_s), study = folder.filePath(u"m.study.json"_s);
        QVERIFY(QFile::copy(test::WindowFixture::samplePath("tiny_cnn_2d"), model));
        const auto opened = pipeline::open(model.toStdString());
        const auto typed = pipeline::type(*opened, {}, true);
        QVERIFY(pipeline::writeStudy(study.toStdString(), model.toStdString(), {}, *typed->graph));
        QFile asSaved(study);
        QVERIFY(asSaved.open(QIODevice::ReadOnly));
        const QByteArray saved = asSaved.readAll();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_DATA_HOME"_s, folder.filePath(u"data"_s));
        environment.insert(u"XDG_CONFIG_HOME"_s, folder.filePath(u"config"_s));
        qsizetype kept = 0; // files with changes
        for (int i = 0; i < kills; ++i) {
            QProcess program;
            program.setProcessEnvironment(environment);
            program.start(QCoreApplication::applicationFilePath(), {u"--change"_s, study});
            QVERIFY(program.waitForReadyRead(60000));
            // When each value was told.
            std::map<long long, qint64> told;
            QElapsedTimer clock;
            clock.start();
            const int until = 1500 + QRandomGenerator::global()->bounded(3000);
            while (clock.elapsed() < until) {
                program.waitForReadyRead(50);
                while (program.canReadLine())
                    told[program.readLine().trimmed().toLongLong()] = clock.elapsed();
            }
            program.kill();
            const qint64 killed = clock.elapsed();
            QVERIFY(program.waitForFinished(60000));
            // The study is as it was; the newest of what was remembered of it is whole, and young enough.
            QVERIFY(asSaved.seek(0));
            QCOMPARE(asSaved.readAll(), saved);
            const QDir models(folder.filePath(u"data/edgewright-killed/killed/models"_s));
            const QFileInfoList autosaves =
                models.entryInfoList({u"*.autosave.json"_s}, QDir::Files, QDir::Time);
            QVERIFY(autosaves.size() >= kept); // those that were not taken up yet are there still
            qint64 lost = killed;              // all since the first change
            if (autosaves.size() > kept) {
                const auto newest = pipeline::readStudy(autosaves.front().filePath().toStdString());
                QVERIFY2(newest, newest ? "" : newest.error().message.c_str());
                const auto when = told.find(newest->settings.accelerator.rows);
                lost = when == told.end() ? 0 : killed - when->second; // one that was not told yet is the last
            }
            kept = autosaves.size();
            QVERIFY2(lost <= MaxLostMilliseconds, QByteArray::number(lost).constData());
            for (const QFileInfo& each : models.entryInfoList({u"*.study.json"_s}, QDir::Files))
                QVERIFY(pipeline::readStudy(each.filePath().toStdString()));
        }
        QVERIFY(kept > 0);
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    if (argc == 3 && argv[1] == std::string_view("--change")) {
        QCoreApplication::setOrganizationName(u"edgewright-killed"_s);
        QCoreApplication::setApplicationName(u"killed"_s);
        return changeAStudy(app, QString::fromLocal8Bit(argv[2]));
    }
    KilledTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "killed_test.moc"
