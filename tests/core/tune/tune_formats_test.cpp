// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of tuners: every format of the catalogue is recognised, read, and written where it can be; files that
// are cut, damaged or hostile.
#include "core/tune/log_format.h"
#include "core/tune/steps.h"
#include "tests/core/tune/example_logs.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::tune_formats_test {

using namespace edgewright::tune;
using test::exampleLog;
using namespace Qt::StringLiterals;

namespace {

const LogFormat& formatCalled(const QString& name) {
    const LogFormat* const found = logFormatCalled(name.toStdString());
    return found ? *found : *logFormats().front();
}

Result<LogReading> readAs(const char* format, const std::string& text) {
    return logFormatCalled(format)->read(text, "tuned.log", {});
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

std::vector<Knob> byName(std::vector<Knob> knobs) {
    std::ranges::sort(knobs, {}, &Knob::name);
    return knobs;
}

// Milliseconds and seconds differ in their last bits.
bool isNear(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

// Of the schema of T4's results, version 1.0.0; empty: it fits.
QString problemOfT4(const QByteArray& text) {
    const QJsonObject root = QJsonDocument::fromJson(text).object();
    if (!root[u"schema_version"].isString() || !root[u"results"].isArray())
        return u"no version or no results"_s;
    static const QRegularExpression version(u"^[0-9]{1,}.[0-9]{1,}.[0-9]{1,}$"_s);
    if (!version.match(root[u"schema_version"].toString()).hasMatch()) return u"version"_s;
    for (const QJsonValue& each : root[u"results"].toArray()) {
        const QJsonObject result = each.toObject();
        for (const auto& key : {u"configuration"_s, u"times"_s, u"invalidity"_s, u"correctness"_s})
            if (!result.contains(key)) return u"no "_s + key;
        const QJsonObject times = result[u"times"].toObject();
        for (const auto& key : {u"compilation_time"_s, u"framework"_s, u"search_algorithm"_s, u"validation"_s})
            if (times.contains(key) && !times[key].isDouble()) return key;
        if (!result[u"configuration"].isObject() || !result[u"times"].isObject() ||
            !times[u"runtimes"].isArray())
            return u"configuration or times"_s;
        if (result.contains(u"timestamp") && !result[u"timestamp"].isString()) return u"timestamp"_s;
        if (!result[u"objectives"].isArray() || !result[u"correctness"].isDouble()) return u"objectives"_s;
        const QStringList words{u"timeout"_s,     u"compile"_s,     u"runtime"_s,
                                u"correctness"_s, u"constraints"_s, u"correct"_s};
        if (!words.contains(result[u"invalidity"].toString())) return u"invalidity"_s;
        for (const QJsonValue& measured : result[u"measurements"].toArray()) {
            const QJsonObject one = measured.toObject();
            const QJsonValue value = one[u"value"];
            if (!one[u"name"].isString() || !one[u"unit"].isString() ||
                !(value.isDouble() || value.isString() || value.isArray()))
                return u"measurements"_s;
        }
    }
    return {};
}

} // namespace

class TuneFormatsTest : public QObject {
    Q_OBJECT

    static void addFormats() {
        QTest::addColumn<QString>("name");
        for (const LogFormat* format : logFormats()) {
            const QString name = QString::fromStdString(std::string(format->name));
            QTest::newRow(qPrintable(name)) << name;
        }
    }

private slots:
    void everyFormat_data() { addFormats(); }
    void everyFormat() {
        QFETCH(const QString, name);
        const LogFormat& format = formatCalled(name);
        const std::string text = exampleLog(format.name);
        QVERIFY2(!text.empty(), "no example of this format");
        QVERIFY(!format.title.empty() && format.suffixes.starts_with('.'));
        for (const LogFormat* each : logFormats())
            QCOMPARE(each->sniff(text), each == &format);
        QVERIFY(!format.sniff("") && !format.sniff("{}") && !format.sniff("PK\x03\x04") &&
                !format.sniff("# note\n"));

        const auto read = format.read(text, "tuned.log", {});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY2(read->diagnostics.empty(),
                 read->diagnostics.empty() ? "" : read->diagnostics[0].message.c_str());
        QCOMPARE(read->log.format, std::string(format.name));
        QVERIFY(read->log.trials.size() >= 3);
        QVERIFY(!read->log.sessions.empty());
        for (const Trial& trial : read->log.trials) {
            QVERIFY(!trial.task.empty() && !trial.knobs.empty());
            QVERIFY(trial.session < read->log.sessions.size());
            QCOMPARE(medianSeconds(trial).has_value(), trial.state == TrialState::Correct);
        }
        QVERIFY(std::ranges::any_of(read->log.trials,
                                    [](const Trial& each) { return each.state != TrialState::Correct; }));
    }

    void readingStops_data() { addFormats(); }
    void readingStops() {
        QFETCH(const QString, name);
        std::stop_source source;
        source.request_stop();
        const auto read =
            formatCalled(name).read(exampleLog(name.toStdString()), "tuned.log", {source.get_token()});
        QVERIFY(!read && read.error().code == ErrorCode::Cancelled);
    }

    // From each format into each that can be written: what the tuner measured comes back.
    void fromEachIntoEach_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("into");
        for (const LogFormat* from : logFormats())
            for (const LogFormat* into : logFormats())
                if (into->write)
                    QTest::addRow("%s, %s", from->name.data(), into->name.data())
                        << QString::fromLatin1(from->name.data()) << QString::fromLatin1(into->name.data());
    }
    void fromEachIntoEach() {
        QFETCH(const QString, from);
        QFETCH(const QString, into);
        auto first = formatCalled(from).read(exampleLog(from.toStdString()), "tuned.log", {});
        QVERIFY(first);
        const bool isCache = into == u"kernel_tuner_cache";
        if (isCache && from != into) { // one task, one machine, the same knobs
            const Trial one = first->log.trials[0];
            first->log.trials.assign(1, one);
        }
        const auto text = formatCalled(into).write(first->log);
        QVERIFY2(text, text ? "" : text.error().message.c_str());
        const auto again = formatCalled(into).read(*text, "again.log", {});
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY2(again->diagnostics.empty(),
                 again->diagnostics.empty() ? "" : again->diagnostics[0].message.c_str());
        if (into == u"edgewright") {
            TuneLog expected = first->log;
            expected.format = "edgewright";
            QVERIFY(again->log == expected);
            return;
        }
        QCOMPARE(again->log.trials.size(), first->log.trials.size());
        for (std::size_t i = 0; i < again->log.trials.size(); ++i) {
            const Trial &was = first->log.trials[i], &is = again->log.trials[i];
            QCOMPARE(is.task, was.task);
            QCOMPARE(is.state, was.state);
            QCOMPARE(again->log.sessionOf(is).machine, first->log.sessionOf(was).machine);
            QCOMPARE(is.knobs.size(), was.knobs.size());
            const auto a = byName(is.knobs), b = byName(was.knobs);
            for (std::size_t k = 0; k < a.size(); ++k) {
                QCOMPARE(a[k].name, b[k].name);
                QCOMPARE(textOf(a[k].value), textOf(b[k].value));
            }
            QVERIFY(std::ranges::equal(is.seconds, was.seconds, isNear));
            QVERIFY(isNear(is.price.total(), was.price.total()));
            QVERIFY(std::abs(is.unixTime - was.unixTime) < 1e-5);
            QCOMPARE(is.quantities.size(), was.quantities.size());
        }
    }

    void t4FitsItsSchema() {
        for (const LogFormat* format : logFormats()) {
            const auto read = format->read(exampleLog(format->name), "tuned.log", {});
            QVERIFY(read);
            const auto text = logFormatCalled("kernel_tuner_t4")->write(read->log);
            QVERIFY(text);
            const QString problem = problemOfT4(QByteArray::fromStdString(*text));
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
        QCOMPARE(problemOfT4("{\"schema_version\": \"1.0.0\", \"results\": [{}]}"), u"no configuration"_s);
    }

    void knobsHaveTheirKinds() {
        const auto own = readAs("edgewright", exampleLog("edgewright"));
        QVERIFY(own);
        const std::vector<Knob> expected{{"mr", std::int64_t(6)},
                                         {"nr", std::int64_t(16)},
                                         {"order", Permutation{{0, 2, 1}}},
                                         {"loops", Annotations{{"parallel", "none", "vectorize"}}},
                                         {"kc", Numbers{4, 64}},
                                         {"pack", true},
                                         {"share", 0.5},
                                         {"note", std::string("a \"b\"")}};
        QVERIFY(own->log.trials[0].knobs == expected);
        const auto tvm = readAs("autotvm", exampleLog("autotvm"));
        QVERIFY(tvm);
        QVERIFY((tvm->log.trials[0].knobs == std::vector<Knob>{{"tile_ic", Numbers{-1, 3}},
                                                               {"tile_oc", Numbers{-1, 8}},
                                                               {"reorder_0", Permutation{{0, 2, 1}}},
                                                               {"ann_0", Annotations{{"unroll", "vec"}}},
                                                               {"unroll_kw", true}}));
        QCOMPARE(tvm->log.trials[1].state, TrialState::TimedOut);
        QVERIFY(tvm->log.trials[1].seconds.empty());
        QCOMPARE(tvm->log.trials[2].knobs.size(), 2U);
        QCOMPARE(tvm->log.sessionOf(tvm->log.trials[0]).version, std::string("AutoTVM 0.2, TVM 0.10.0"));
        QCOMPARE(tvm->log.sessionOf(tvm->log.trials[2]).version, std::string("AutoTVM 0.1"));
    }

    void timesAreSeconds() {
        const auto cache = readAs("kernel_tuner_cache", exampleLog("kernel_tuner_cache"));
        QVERIFY(cache);
        const Trial& first = cache->log.trials[0];
        QVERIFY(std::ranges::equal(first.seconds, std::vector{2e-3, 0.5e-3, 0.5e-3}, isNear));
        QVERIFY(isNear(medianSeconds(first).value_or(0), 0.5e-3)); // the mean is 1 ms
        QVERIFY(isNear(first.price.compile, 0.4405) && isNear(first.price.framework, 0.75e-3));
        QVERIFY(std::abs(first.unixTime - 1703238845.502007) < 1e-6);
        QCOMPARE(first.task, std::string("vector_add [4096,16]"));
        QCOMPARE(first.quantities, (std::vector<Quantity>{{"GFLOP/s", 1948.5, ""}}));
        QCOMPARE(cache->log.sessions[0].machine, std::string("A GPU"));
        QCOMPARE(cache->log.trials[2].state, TrialState::NotAllowed);
        QCOMPARE(cache->log.trials[3].state, TrialState::NotRun);
        // The mean of them all would choose the other one.
        const auto tasks = tasksOf(cache->log);
        QCOMPARE(tasks.size(), 1U);
        QCOMPARE(tasks[0].best, std::optional<std::size_t>(0));

        // Both spellings of the price.
        const auto t4 = readAs("kernel_tuner_t4", exampleLog("kernel_tuner_t4"));
        QVERIFY(t4);
        QVERIFY(isNear(t4->log.trials[0].price.compile, 0.4205));
        QVERIFY(isNear(t4->log.trials[1].price.compile, 0.3));
        QCOMPARE(t4->log.trials[0].task, std::string("tuned"));
        QVERIFY(isNear(medianSeconds(t4->log.trials[0]).value_or(0), 0.25e-3));
    }

    void failuresOfTuners_data() {
        QTest::addColumn<QByteArray>("result");
        QTest::addColumn<int>("state");
        const auto row = [](const char* result, TrialState state) {
            QTest::newRow(result) << QByteArray(result) << static_cast<int>(state);
        };
        row("[[0.5, 0.25], 0, 1, 2]", TrialState::Correct);
        row("[[1000000000.0], 0, 1, 2]", TrialState::NotRun);
        row("[[1e10], 0, 1, 2]", TrialState::NotRun);
        row("[[1e20, 0.25], 0, 1, 2]", TrialState::Correct);
        row("[[1e9], 1, 1, 2]", TrialState::NotAllowed);
        row("[[1e9], 2, 1, 2]", TrialState::NotCompiled);
        row("[[1e9], 3, 1, 2]", TrialState::NotCompiled);
        row("[[], 4, 1, 2]", TrialState::NotRun);
        row("[[1e9], 5, 1, 2]", TrialState::Wrong);
        row("[[1e9], 6, 1, 2]", TrialState::TimedOut);
        row("[[1e9], 7, 1, 2]", TrialState::TimedOut);
        row("[[1e9], 8, 1, 2]", TrialState::NotRun);
    }
    void failuresOfTuners() {
        QFETCH(const QByteArray, result);
        QFETCH(const int, state);
        const std::string line = "{\"input\": [\"llvm\", \"dense\", [], {}], \"config\": {\"entity\": [[\"k\", "
                                 "\"ot\", 1]]}, \"result\": " +
                                 result.toStdString() + ", \"version\": 0.2}\n";
        const auto read = readAs("autotvm", line);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(static_cast<int>(read->log.trials[0].state), state);
        QVERIFY(
            std::ranges::all_of(read->log.trials[0].seconds, [](double each) { return each < FailedSeconds; }));
    }

    // Cut anywhere: nothing but the trial that was being written is lost, and that is said.
    void cutAtEveryByte_data() { addFormats(); }
    void cutAtEveryByte() {
        QFETCH(const QString, name);
        const LogFormat& format = formatCalled(name);
        const std::string text = exampleLog(format.name);
        const std::size_t all = format.read(text, "cut.log", {})->log.trials.size();
        std::size_t before = 0;
        for (std::size_t size = 0; size <= text.size(); ++size) {
            const auto read = format.read(std::string_view(text).substr(0, size), "cut.log", {});
            if (!read) {
                QCOMPARE(read.error().code, ErrorCode::BadInput);
                QVERIFY2(read.error().message.starts_with("cut.log"), read.error().message.c_str());
                QCOMPARE(before, 0U);
                continue;
            }
            const std::size_t trials = read->log.trials.size();
            QVERIFY(trials == before || trials == before + 1);
            QVERIFY(read->diagnostics.size() <= 1);
            for (const Diagnostic& each : read->diagnostics)
                QCOMPARE(each.code, std::string("cut-log"));
            before = trials;
        }
        QCOMPARE(before, all);
        // A line that ends is there.
        if (text.starts_with("{\n") || text.starts_with("{\"results\"")) return;
        std::size_t lines = 0;
        for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
            const std::string_view whole = std::string_view(text).substr(0, at + 1);
            const std::size_t begin = whole.rfind('\n', at - 1) + 1;
            const bool isTrial =
                at > 0 && text[begin] == '{' && !whole.substr(begin).starts_with("{\"edgewright");
            lines += isTrial ? 1 : 0;
            if (lines == 0) continue;
            QCOMPARE(format.read(whole, "cut.log", {})->log.trials.size(), lines);
        }
        QCOMPARE(lines, all);
    }

    void cachesThatAreOpen_data() {
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("comma") << QByteArray(",");
        QTest::newRow("comma and line") << QByteArray(",\n");
        QTest::newRow("no comma") << QByteArray("\n");
        QTest::newRow("one brace") << QByteArray("\n}\n");
        QTest::newRow("comma and both braces") << QByteArray(",\n}\n}\n");
    }
    void cachesThatAreOpen() {
        QFETCH(const QByteArray, end);
        std::string text = exampleLog("kernel_tuner_cache");
        text.resize(text.rfind("}\n}\n}") + 1);
        // A last object within the last trial looks like its end.
        text = replaced(std::move(text), "\"framework_time\": 0.5}", "\"framework_time\": 0.5, \"more\": {}}");
        const auto read = readAs("kernel_tuner_cache", text + end.toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->log.trials.size(), 4U);
        QCOMPARE(read->diagnostics.size(), end.endsWith("}\n}\n") ? 0U : 1U);
        QVERIFY(read->diagnostics.empty() || read->diagnostics[0].severity == Severity::Note);
    }

    // One that makes no sense among others: it is told with its line, the others are read.
    void damagedTrials_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const char* name, const char* from, const char* to,
                            const char* message) {
            QTest::addRow("%s: %s", name, title)
                << QString(name) << QByteArray(from) << QByteArray(to) << QByteArray(message);
        };
        row("state", "edgewright", "\"timeout\"", "\"late\"",
            "tuned.log, line 4: state: expected one of correct, timeout");
        row("not JSON", "edgewright", "\"timeout\"", "timeout", "tuned.log, line 4: ");
        row("no time", "edgewright", "\"timeout\"", "\"correct\"",
            "tuned.log, line 4: seconds: expected one sample or more");
        row("NaN", "edgewright", "\"seconds\":[]", "\"seconds\":[NaN]", "tuned.log, line 4: ");
        row("too large", "edgewright", "\"seconds\":[]", "\"seconds\":[1e999]",
            "tuned.log, line 4: seconds[0]: expected a finite number");
        row("negative", "edgewright", "\"seconds\":[]", "\"seconds\":[-1]",
            "tuned.log, line 4: seconds[0]: expected a time: a number from 0 on");
        row("knob", "edgewright", "[[\"mr\",8]]", "[[\"mr\"]]", "tuned.log, line 4: knobs[0]: expected a knob");
        row("kind", "edgewright", "[[\"mr\",8]]", "[[\"mr\",{\"way\":1}]]",
            "tuned.log, line 4: knobs[0][1]: expected an ");
        row("kind", "autotvm", "\"tile_ic\", \"sp\", [-1, 1]", "\"tile_ic\", \"xx\", [-1, 1]",
            "tuned.log, line 3: config.entity[0]: expected a knob whose kind is sp, re, an or ot");
        row("error number", "autotvm", "[[1000000000.0], 7", "[[1000000000.0], 9",
            "tuned.log, line 3: result[1]: expected a whole number from 0 to 8");
        row("list", "autotvm", "[[1000000000.0], 7, 10.1, 1676344771.25]", "7",
            "tuned.log, line 3: result: expected a list");
        row("step", "auto_scheduler", "[\"CI\", 5]", "[\"XX\", 5]",
            "tuned.log, line 3: i[1][1][0]: expected a step that begins with one of AN, FU");
        row("items", "auto_scheduler", "[\"CI\", 5]", "[\"CI\", 5, 6]",
            "tuned.log, line 3: i[1][1][0]: expected a step CI of 2 items");
        row("lengths", "auto_scheduler", "[\"CI\", 5]", "[\"CI\", 5000000000]",
            "tuned.log, line 3: i[1][1][0][1]: expected a whole number from 0 to");
        row("knob", "kernel_tuner_cache", "{\"block_size_x\": 96, \"use_cmem\": true",
            "{\"block_size_x\": 96, \"use_mem\": true",
            "tuned.log, line 23: the document: expected a value of the knob 'use_cmem'");
        row("NaN", "kernel_tuner_cache", "\"time\": 0.75", "\"time\": NaN", "tuned.log, line 23: ");
        row("word", "kernel_tuner_cache", "InvalidConfig", "Invalid",
            "tuned.log, line 24: time: expected a number of milliseconds, InvalidConfig, ");
        row("invalidity", "kernel_tuner_t4", "\"invalidity\": \"compile\"", "\"invalidity\": \"broken\"",
            "tuned.log, line 3: invalidity: expected one of correct, timeout");
        row("NaN", "kernel_tuner_t4", "[0.375]", "[NaN]", "tuned.log, line 4: ");
        row("no times", "kernel_tuner_t4", "[0.375]", "[]",
            "tuned.log, line 4: the document: expected a correct result with its");
    }
    void damagedTrials() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, from);
        QFETCH(const QByteArray, to);
        QFETCH(const QByteArray, message);
        const LogFormat& format = formatCalled(name);
        const std::string good = exampleLog(format.name);
        const std::string text = replaced(good, from.toStdString(), to.toStdString());
        QVERIFY2(!text.empty(), "the example is another one");
        const auto read = format.read(text, "tuned.log", {});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->log.trials.size(), format.read(good, "tuned.log", {})->log.trials.size() - 1);
        QCOMPARE(read->diagnostics.size(), 1U);
        QVERIFY2(QByteArray::fromStdString(read->diagnostics[0].message).startsWith(message),
                 read->diagnostics[0].message.c_str());
        QCOMPARE(read->diagnostics[0].severity, Severity::Warning);
        QVERIFY(message.contains(QByteArray::fromStdString(read->diagnostics[0].place) + ":"));
    }

    // Where nothing is left, the first fault is the error.
    void hostileFiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const std::string& text, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(text) << QByteArray(message);
        };
        row("nothing", "", "is no log of a tuner");
        row("blanks", " \n\n", "is no log of a tuner");
        row("another JSON", "{\"traceEvents\": []}", "is no log of a tuner");
        row("a page", "<html></html>", "is no log of a tuner");
        const std::string deep(200'000, '[');
        row("deep, a line", "{\"input\": 1, \"config\": " + deep + "\n", "line 1");
        row("deep, closed", "{\"input\": 1, \"config\": " + deep + std::string(200'000, ']') + "}\n",
            "is nested more than 64 deep");
        row("deep, T4",
            "{\"schema_version\": \"1.0.0\", \"results\": [{\"configuration\": " + deep +
                std::string(200'000, ']') + "}]}",
            "line 1: configuration[0]");
        row("deep and cut, T4", "{\"schema_version\": \"1.0.0\", \"results\": " + deep,
            "ends before its results do");
        row("deep, cache", "{\"tune_params_keys\": " + deep, "expected \"tune_params_keys\"");
        row("no cache", "{\"tune_params_keys\": []}", "expected \"cache\"");
        row("no results", "{\"results\": 7, \"schema_version\": \"1.0.0\"}",
            "line 1: expected an object or a list");
        row("behind the end", "{\"results\": [], \"schema_version\": \"1.0.0\"} x",
            "line 1: expected nothing more");
        row("no colon", "{\"results\" [], \"schema_version\": \"1.0.0\"}", "line 1: expected ':'");
        row("later version", "{\"edgewright_tuning_log\":2,\"session\":\"a\"}\n",
            "line 1: edgewright_tuning_log: expected a whole number from 1 to 1");
        row("all damaged", "{\"i\": 1, \"r\": 2, \"v\": \"v0.6\"}\n{\"i\": 1, \"r\": 2, \"v\": \"v0.6\"}\n",
            "line 1: i: expected a list");
    }
    void hostileFiles() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, message);
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"tuned.log"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto read = readLog(path.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::BadInput);
        const QByteArray told = QByteArray::fromStdString(read.error().message);
        QVERIFY2(told.startsWith(path.toUtf8()) && told.contains(message), told.constData());
        QVERIFY(told.size() < 1000);
    }

    void diagnosticsAreLimited() {
        std::string text = exampleLog("autotvm");
        for (int i = 0; i < 3000; ++i)
            text += "{}\n";
        const auto read = readAs("autotvm", text);
        QVERIFY(read);
        QCOMPARE(read->log.trials.size(), 3U);
        QCOMPARE(read->diagnostics.size(), MaxLogDiagnostics + 1);
        QVERIFY(read->diagnostics.back().message.starts_with("2800 more trials"));
    }

    // Whatever bytes change, it is read, or refused.
    void randomDamage_data() { addFormats(); }
    void randomDamage() {
        QFETCH(const QString, name);
        const LogFormat& format = formatCalled(name);
        const std::string good = exampleLog(format.name);
        std::mt19937 random(7);
        constexpr std::string_view Letters = "{}[]\",:0-9eE.\\ \n#\x80tfn";
        for (int round = 0; round < 1500; ++round) {
            std::string text = good;
            for (int i = 0; i < 1 + round % 5; ++i) {
                const std::size_t at = random() % text.size(), length = random() % 40;
                switch (random() % 3) {
                case 0:
                    text[at] = Letters[random() % Letters.size()];
                    break;
                case 1:
                    text.erase(at, length);
                    break;
                default:
                    text.insert(at, good.substr(random() % good.size(), length));
                }
                if (text.empty()) text = " ";
            }
            const auto read = format.read(text, "damaged.log", {});
            if (!read) continue;
            for (const LogFormat* into : logFormats())
                if (into->write) static_cast<void>(into->write(read->log));
        }
    }

    void loopNests() {
        const auto read = readAs("auto_scheduler", exampleLog("auto_scheduler"));
        QVERIFY(read);
        QCOMPARE(QString::fromStdString(read->log.trials[0].nest),
                 QString::fromUtf8(
                     R"(auto_unroll_max_step$64: parallel i0.0@i1.0@ (0, 6)
  for i0.1 (0, 1)
    for i1.1 (0, 2)
      for i2.0 (0, 8)
        for i0.2 (0, 8)
          for i1.2 (0, 1)
            for i2.1 (0, 4)
              for i0.3 (0, 4)
                vectorize i1.3 (0, 8)
                  compute stage 2)"));
        // The cache of stage 3 is computed in its first loop: its lengths are bounds there.
        QCOMPARE(QString::fromStdString(read->log.trials[1].nest), QString::fromUtf8(
                                                                       R"(parallel i0.0@i1.0@ (0, 6)
  for i0.0 (?)
    for i1.0 (?)
      for i0.1 (<= 1)
        for i1.1 (<= 2)
          for i2.0 (?)
            for i0.2 (<= 8)
              for i1.2 (<= 1)
                for i2.1 (<= 4)
                  for i0.3 (<= 4)
                    for i1.3 (<= 8)
                      compute stage 2 (local)
  for i0.1 (0, 1)
    for i1.1 (0, 2)
      for i0.2 (0, 32)
        vectorize i1.2 (0, 8)
          compute stage 3)"));
        const Trial& trial = read->log.trials[0];
        QCOMPARE(knobsText(trial).substr(0, 48),
                 std::string("0 SP 2.0 = 1, 8, 4; 1 SP 2.4 = 2, 1, 8; 2 SP 2.8"));
        QVERIFY((trial.knobs[3].value == KnobValue(Permutation{{0, 4, 1, 5, 8, 2, 6, 9, 3, 7}})));
        QVERIFY((trial.knobs[5].value == KnobValue(Annotations{{"parallel"}})));
        QVERIFY(read->log.trials[2].nest.find("blockIdx.x") != std::string::npos);
    }

    // Steps that do not fit each other: that stage alone has no loops.
    void nestsOfHostileSteps() {
        const auto nest = [](std::vector<Step> steps) { return nestText(nestOf(steps)); };
        const Step good{StepKind::Split, 0, {0, 8, 1}, {4}, ""};
        QCOMPARE(nest({good}), std::string("for i0.0 (0, 2)\n  for i0.1 (0, 4)\n    compute stage 0"));
        const auto lost = [&](const Step& step) {
            return nest({good, {StepKind::Split, 1, {0, 8, 1}, {4}, ""}, step});
        };
        const std::string expected = nest({good}) + "\n? stage 1";
        QCOMPARE(lost({StepKind::Reorder, 1, {}, {0, 0}, ""}), expected);
        QCOMPARE(lost({StepKind::Reorder, 1, {}, {1}, ""}), expected);
        QCOMPARE(lost({StepKind::Fuse, 1, {}, {0, 2}, ""}), expected);
        QCOMPARE(lost({StepKind::Fuse, 1, {}, {-1}, ""}), expected);
        QCOMPARE(lost({StepKind::Annotate, 1, {300, 1}, {}, ""}), expected);
        QCOMPARE(lost({StepKind::FollowSplit, 1, {0, 7, 2}, {}, ""}), expected);
        QCOMPARE(lost({StepKind::FollowFusedSplit, 1, {0, 9, 1}, {0}, ""}), expected);
        QCOMPARE(lost({StepKind::Split, 1, {0, 8, 1}, std::vector<std::int64_t>(300, 1), ""}), expected);
        QVERIFY(nest({{StepKind::Inline, 1'000'000'000, {}, {}, ""}}).empty());
        // Stages within each other; extents beyond all numbers; a great many loops.
        QVERIFY(
            nest({{StepKind::ComputeAt, 0, {1, 0}, {}, ""}, {StepKind::ComputeAt, 1, {0, 0}, {}, ""}}).empty());
        QVERIFY(nest({{StepKind::Split, 0, {0, 2000000000, 1}, {0, -5, 2000000000}, ""},
                      {StepKind::Fuse, 0, {}, {0, 1, 2, 3}, ""}})
                    .starts_with("for i0.0@i0.1@i0.2@i0.3@ (?)"));
        std::vector<Step> many;
        for (std::size_t stage = 0; stage < 200; ++stage)
            many.push_back({StepKind::Split, stage, {0, 8, 1}, std::vector<std::int64_t>(200, 1), ""});
        QVERIFY(nestOf(many).size() < 2000);
    }

    void whatCannotBeWritten() {
        const auto own = readAs("edgewright", exampleLog("edgewright"));
        QVERIFY(own);
        const auto cache = logFormatCalled("kernel_tuner_cache")->write(own->log);
        QVERIFY(!cache && cache.error().code == ErrorCode::BadInput);
        QVERIFY(!logFormatCalled("kernel_tuner_cache")->write(TuneLog()));
        const QTemporaryDir folder;
        const auto written =
            writeLog(folder.filePath(u"x.log"_s).toStdString(), own->log, *logFormatCalled("autotvm"));
        QVERIFY(!written && written.error().code == ErrorCode::Unsupported);
        QVERIFY(writeLog(folder.filePath(u"x.json"_s).toStdString(), own->log,
                         *logFormatCalled("kernel_tuner_t4")));
        const auto again = readLog(folder.filePath(u"x.json"_s).toStdString());
        QVERIFY(again && again->log.sessions == own->log.sessions);
    }
};

EDGEWRIGHT_TEST(TuneFormatsTest)

} // namespace edgewright::tune_formats_test

#include "tune_formats_test.moc"
