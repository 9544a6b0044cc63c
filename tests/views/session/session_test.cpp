// SPDX-License-Identifier: GPL-3.0-or-later
// The session without a window: stages run, settings restart just what depends on them, errors keep what was
// open.
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "views/session/session.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::session_test {

using views::Session;

class SessionTest : public QObject {
    Q_OBJECT

    QThreadPool m_pool;

    static bool complete(const Session& session) {
        const auto a = session.analysis();
        return session.idle() && a->typed && a->fusion && a->check && a->memoryBefore && a->memoryAfter &&
               a->costs && a->explored;
    }

private slots:
    void everyStageArrives() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        const auto a = session.analysis();
        QVERIFY(a->errors.empty());
        QVERIFY(a->pending.empty());
        QVERIFY(a->after()->nodeCount() < a->before()->nodeCount());
        QVERIFY(a->check->maxAbs < 1e-4);
        QVERIFY(a->memoryAfter->solution.peak >= a->memoryAfter->lowerBound);
    }

    void aSettingRestartsOnlyWhatDependsOnIt() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        const auto before = session.analysis();

        settings.change({}, [](pipeline::Settings& s) { s.accelerator.rows = 8; });
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        auto after = session.analysis();
        QCOMPARE(after->fusion, before->fusion);
        QCOMPARE(after->memoryAfter, before->memoryAfter);
        QCOMPARE(after->check, before->check);
        QVERIFY(after->costs != before->costs);
        QCOMPARE(after->costs->report.accelerator.rows, 8);

        settings.change({}, [](pipeline::Settings& s) { s.fusion.without.insert("fold_batch_norm"); });
        QTRY_VERIFY_WITH_TIMEOUT(complete(session) && session.analysis()->fusion != before->fusion, 30000);
        after = session.analysis();
        QVERIFY(after->fusion->graph.nodeCount() > before->fusion->graph.nodeCount());
        QCOMPARE(after->typed, before->typed);
        QCOMPARE(after->memoryBefore, before->memoryBefore);

        settings.undo();
        QTRY_VERIFY_WITH_TIMEOUT(complete(session) && session.analysis()->fusion->graph.nodeCount() ==
                                                          before->fusion->graph.nodeCount(),
                                 30000);
    }

    // Its results are computed again, and are those that it had.
    void whatIsPinnedComesBackWithItsStudy() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("net.study.json"));
        views::Numbers pinned;
        {
            views::SettingsModel settings;
            Session session(settings, m_pool);
            session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
            QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
            session.pin().pinAction().trigger();
            settings.change({}, [](pipeline::Settings& s) {
                s.fusion.without.insert("fold_batch_norm");
                s.accelerator.rows = 8;
            });
            QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
            pinned = session.pin().a()->numbers;
            QSignalSpy saved(&session, &Session::saved);
            session.saveStudy(file);
            QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 100000);
        }
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        QTRY_VERIFY_WITH_TIMEOUT(session.pin().a() && session.pin().a()->analysis, 100000);
        QVERIFY(session.pin().isSameModel());
        QCOMPARE(session.pin().differences().size(), std::size_t(2));
        QVERIFY(!session.isChanged());
        for (const auto quantity : {views::Quantity::Nodes, views::Quantity::Peak,
                                    views::Quantity::OriginalPeak, views::Quantity::Cycles}) {
            const auto& value = views::numberOf(session.pin().a()->numbers, quantity).value;
            QVERIFY(value.has_value());
            QCOMPARE(*value, *views::numberOf(pinned, quantity).value);
        }
        // A that is swapped back runs, and what ran is pinned.
        session.pin().swapAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        QVERIFY(!settings.get().fusion.without.contains("fold_batch_norm"));
        QVERIFY(session.pin().a()->settings.fusion.without.contains("fold_batch_norm"));
    }

    // With the settings of now, whether a page has shown the model in integers or not.
    void aModelIsSavedInIntegers() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        settings.change({}, [](pipeline::Settings& s) {
            s.quantization.samples = s.quantization.evaluationSamples = 2;
            s.int8.study.weights = quant::Granularity::PerTensor;
        });
        QTemporaryDir folder;
        QSignalSpy saved(&session, &Session::saved), failed(&session, &Session::failed);
        const QString file = folder.filePath(QStringLiteral("int8.onnx"));
        session.saveQuantized(file);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 100000);
        QCOMPARE(saved.first().first().toString(), file);
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY(opened);
        const ir::Graph& graph = (*opened)->model->graph;
        std::size_t scales = 0;
        for (const NodeId id : graph.order())
            if (graph.node(id).is("DequantizeLinear")) {
                ++scales;
                QCOMPARE(graph.value(graph.node(id).input(1)).known()->elements(), std::int64_t(1));
            }
        QVERIFY(scales > 0);
        session.saveQuantized(QStringLiteral("/no/such/folder/int8.onnx"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 100000);
        QVERIFY(failed.first().first().toString().contains(QStringLiteral("/no/such/folder")));
    }

    void bindingsRetypeTheModel() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        const std::int64_t peak = session.analysis()->memoryAfter->lowerBound;
        settings.change({}, [](pipeline::Settings& s) { s.bindings["batch"] = 4; });
        QTRY_VERIFY_WITH_TIMEOUT(complete(session) && session.analysis()->memoryAfter->lowerBound == 4 * peak,
                                 30000);
    }

    void aBadFileKeepsTheOpenModel() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        const auto before = session.analysis();
        QSignalSpy failed(&session, &Session::failed);
        session.open(QStringLiteral("/no/such/model.onnx"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 10000);
        QVERIFY(failed.first().first().toString().contains(QStringLiteral("/no/such/model.onnx")));
        QCOMPARE(session.analysis()->opened, before->opened);
    }

    // Tensors and nodes of the model before mean nothing in the next one.
    void anotherModelForgetsWhatNamedTensors() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        const ir::Graph& graph = *session.analysis()->before();
        const ValueId value = graph.node(graph.order().front()).output(0);
        settings.change({}, [&](pipeline::Settings& s) {
            s.liveness.unshared.insert(value);
            s.liveness.alignment = 16;
            s.scratch = true;
        });
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        session.open(QString::fromStdString(test::sample("residual_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(
            complete(session) && session.analysis()->opened->file.filename() == "residual_cnn_2d.onnx", 30000);
        QVERIFY(settings.get().liveness.unshared.empty());
        QCOMPARE(settings.get().liveness.alignment, 16); // these name nothing
        QVERIFY(settings.get().scratch);
    }

    // A plan may search until its time is over; nothing else waits for it.
    void searchesKeepNothingElseWaiting() {
        QThreadPool searches;
        searches.setMaxThreadCount(1);
        QSemaphore go;
        searches.start([&go] { go.acquire(); });
        views::SettingsModel settings;
        Session session(settings, m_pool, &searches);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        const auto known = [&] {
            const auto a = session.analysis();
            return a->typed && a->fusion && a->check && a->costs;
        };
        const bool others = QTest::qWaitFor(known, 30000);
        const bool planned = session.analysis()->memoryBefore || session.analysis()->memoryAfter;
        go.release();
        QVERIFY(others && !planned);
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
    }

    // Cancelled in the Jobs list: not forgotten, and back on request.
    void whatWasCancelledCanBeRetried() {
        QThreadPool searches;
        searches.setMaxThreadCount(1);
        QSemaphore go;
        searches.start([&go] { go.acquire(); });
        views::SettingsModel settings;
        Session session(settings, m_pool, &searches);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        const bool others = QTest::qWaitFor(
            [&] {
                const auto known = session.analysis();
                return known->check && known->costs && known->quantized;
            },
            30000);
        for (views::JobSlot* job : session.stages().all())
            if (job->running()) job->cancel();
        const auto now = session.analysis();
        go.release();
        QVERIFY(others && session.idle());
        QVERIFY(now->cancelled.contains("memory") && now->cancelled.contains("memory_fused"));
        QVERIFY(now->pending.empty() && now->errors.empty() && !now->memoryBefore);
        for (const std::string& stage : now->cancelled)
            session.retry(QString::fromStdString(stage));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        QVERIFY(session.analysis()->cancelled.empty());
    }

    void bothMemoryStagesSayWhyTheyFailed() {
        views::SettingsModel settings;
        settings.change({}, [](pipeline::Settings& s) { s.planner = "no such planner"; });
        Session session(settings, m_pool);
        session.open(QString::fromStdString(test::sample("tiny_cnn_2d.onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(session.idle() && session.analysis()->explored, 30000);
        QVERIFY(session.analysis()->errors.contains("memory"));
        QVERIFY(session.analysis()->errors.contains("memory_fused"));
        settings.change({}, [](pipeline::Settings& s) { s.planner = "greedy_by_size"; });
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        QVERIFY(session.analysis()->errors.empty());
    }

    void theNewestModelWins() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        for (const std::string& name : test::samples())
            session.open(QString::fromStdString(test::sample(name + ".onnx").string()));
        QTRY_VERIFY_WITH_TIMEOUT(complete(session), 100000);
        QCOMPARE(session.analysis()->opened->file.filename().string(), test::samples().back() + ".onnx");
    }

    void destroyingASessionThatIsBusyIsSafe() {
        for (int i = 0; i < 10; ++i) {
            views::SettingsModel settings;
            auto session = std::make_unique<Session>(settings, m_pool);
            session->open(QString::fromStdString(test::sample("residual_cnn_2d.onnx").string()));
            QTest::qWait(i * 7);
            session.reset();
        }
        m_pool.waitForDone();
        QCoreApplication::processEvents();
    }
};

EDGEWRIGHT_TEST(SessionTest)

} // namespace edgewright::session_test

#include "session_test.moc"
