// SPDX-License-Identifier: GPL-3.0-or-later
// experiment --slurm, submitted to a Slurm of the test's own: a job array, tasks that are ended and run again,
// and what is merged of it.
#include "tests/cli/program.h"
#include "tests/support/slurm_cluster.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QTest>
#include <QThread>

#include <functional>
#include <optional>

namespace edgewright::cli_slurm_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

class CliSlurmTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<test::SlurmCluster> m_cluster;
    QString m_job; // the folder of the job of this test

    Outcome run(const QString& program, const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_job); // tasks write their logs there
        process.start(program, arguments);
        if (!process.waitForFinished(-1)) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    QString inJob(const QString& name) const { return m_job + u'/' + name; }
    QByteArrayList linesOf(int part) const {
        QByteArrayList lines = test::contents(inJob(u"part-%1.jsonl"_s.arg(part))).split('\n');
        lines.removeAll(QByteArray());
        return lines;
    }
    QByteArray logOf(const QString& id, int task) const {
        return test::contents(inJob(u"edgewright-%1_%2.log"_s.arg(id).arg(task)));
    }
    // Two shards of four cells, each measured for so many seconds.
    void writeJob(const QString& name, const QByteArray& seconds) {
        const QString made = test::written(m_folder, name + u".json"_s,
                                           "{\"format\": \"edgewright experiment\", \"version\": 1, "
                                           "\"models\": [{\"name\": \"tiny\", \"path\": \"" +
                                               test::sampleFile("tiny_cnn_2d.onnx").toUtf8() +
                                               "\"}], \"samples\": 8, \"effort\": {\"seconds\": " + seconds +
                                               ", \"warmups\": 0}}");
        m_job = m_folder.filePath(name);
        const Outcome outcome = cli({u"experiment"_s, made, u"--slurm"_s, m_job, u"--shards"_s, u"2"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
    }
    // The number of the job; empty where Slurm refuses it.
    QString submit(const QStringList& more = {}) const {
        const Outcome outcome =
            run(u"sbatch"_s, QStringList{u"--parsable"_s} + more + QStringList{u"experiment.sbatch"_s});
        if (outcome.status != 0) qWarning("%s", outcome.err.constData());
        return QString::fromUtf8(outcome.out.split(';').first().trimmed());
    }
    // False after so many looks that only something that never comes is waited for.
    bool comesTrue(const std::function<bool()>& isTrue) const {
        constexpr int MaxLooks = 15000;
        for (int looks = 1; !isTrue(); ++looks) {
            if (looks == MaxLooks) {
                qWarning("%s\n%s", run(u"squeue"_s, {u"--array"_s}).out.constData(), m_cluster->logs().c_str());
                return false;
            }
            QThread::msleep(20);
        }
        return true;
    }
    bool jobsEnd() const {
        return comesTrue([this] {
            const Outcome queue = run(u"squeue"_s, {u"--noheader"_s});
            return queue.status == 0 && queue.out.trimmed().isEmpty();
        });
    }
    QJsonObject merged() const { return run(inJob(u"merge.sh"_s), {u"--json"_s}).json(); }

private slots:
    void initTestCase() {
        if (const std::string lack = test::SlurmCluster::missing(); !lack.empty()) QSKIP(lack.c_str());
        const QString folder = m_folder.filePath(u"slurm"_s);
        QVERIFY(QDir().mkpath(folder));
        m_cluster.emplace(folder.toStdString());
        qputenv("SLURM_CONF", m_cluster->configuration().c_str());
    }

    void aJobArray() {
        writeJob(u"an array"_s, "0.05");
        const QString id = submit();
        QVERIFY(!id.isEmpty() && jobsEnd());
        for (const int task : {1, 2}) {
            QVERIFY2(logOf(id, task).count("] tiny") == 2, logOf(id, task).constData());
            QCOMPARE(linesOf(task).size(), 2);
        }
        const QJsonObject json = merged();
        QCOMPARE(json[u"results"_s].toArray().size(), 4);
        QCOMPARE(json[u"failed"_s].toInt(-1), 0);
        for (const QJsonValue& each : json[u"results"_s].toArray())
            QVERIFY(each[u"latency_ms"_s].toDouble() > 0 && each[u"labelled"_s].toInt() == 8);
    }

    // Put back into the queue by Slurm, or killed and submitted by its number: what had a result is not run
    // again.
    void endedTasksAreRunAgain() {
        writeJob(u"ended"_s, "0.5");
        const QString id = submit();
        QVERIFY(!id.isEmpty() && comesTrue([this] { return !linesOf(1).isEmpty(); }));
        const QByteArray first = linesOf(1).first();
        const Outcome requeued = run(u"scontrol"_s, {u"requeue"_s, id + u"_1"_s});
        QVERIFY2(requeued.status == 0, requeued.err.constData());
        QVERIFY(comesTrue([this] { return !linesOf(2).isEmpty(); }));
        run(u"scancel"_s, {u"--full"_s, u"--signal=KILL"_s, id + u"_2"_s}); // in vain if it has ended by now
        QVERIFY(jobsEnd());
        const Outcome state = run(u"scontrol"_s, {u"show"_s, u"job"_s, id + u"_1"_s});
        QVERIFY2(state.out.contains("Restarts=1") && state.out.contains("JobState=COMPLETED"),
                 state.out.constData());
        QCOMPARE(linesOf(1).first(), first);
        QVERIFY2(logOf(id, 1).count("] tiny") <= 1, logOf(id, 1).constData()); // the log begins anew

        const QString again = submit({u"--array=2"_s});
        QVERIFY(!again.isEmpty() && jobsEnd());
        QVERIFY2(logOf(again, 2).count("] tiny") <= 1, logOf(again, 2).constData());
        QVERIFY(!QFile::exists(inJob(u"edgewright-%1_1.log"_s.arg(again))));
        const QJsonObject json = merged();
        QCOMPARE(json[u"results"_s].toArray().size(), 4);
        QCOMPARE(json[u"failed"_s].toInt(-1), 0);
    }
};

EDGEWRIGHT_TEST(CliSlurmTest)

} // namespace edgewright::cli_slurm_test

#include "cli_slurm_test.moc"
