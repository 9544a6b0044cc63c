// SPDX-License-Identifier: GPL-3.0-or-later
// The architecture as one reviewed text file (core/LAYERS), checked against every #include.
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::architecture_test {

using namespace Qt::StringLiterals;

namespace {

const QString Root = QString::fromStdString(test::sourceFolder());

struct Source {
    QString path; // relative to the root
    QStringList lines;
};

QList<Source> sources(const QStringList& folders, const QStringList& patterns = {u"*.h"_s, u"*.cpp"_s}) {
    QList<Source> result;
    for (const QString& folder : folders) {
        QDirIterator it(Root + u'/' + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (!file.open(QIODevice::ReadOnly)) continue;
            result.append(
                {QDir(Root).relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()).split(u'\n')});
        }
    }
    return result;
}

QMap<QString, QSet<QString>> allowedEdges() {
    QMap<QString, QSet<QString>> allowed;
    QFile file(Root + u"/core/LAYERS"_s);
    if (!file.open(QIODevice::ReadOnly)) return allowed;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        const QStringList parts = line.section(u'#', 0, 0).split(u':');
        if (parts.size() != 2) continue;
        const QStringList right = parts[1].split(u' ', Qt::SkipEmptyParts);
        allowed[parts[0].trimmed()] = QSet<QString>(right.begin(), right.end());
    }
    return allowed;
}

// The rest when whatever includes nothing, or is included by nothing, is taken away again and again.
QStringList inCircles(QMap<QString, QSet<QString>> edges) {
    for (qsizetype before = -1; before != edges.size();) {
        before = edges.size();
        QSet<QString> included;
        for (const QSet<QString>& right : edges)
            included += right;
        for (const QString& folder : edges.keys())
            if (edges[folder].isEmpty() || !included.contains(folder)) edges.remove(folder);
        const QStringList left = edges.keys();
        for (QSet<QString>& right : edges)
            right &= QSet<QString>(left.begin(), left.end());
    }
    return edges.keys();
}

// Lines of `source` that match, as "path:line: text".
QStringList offences(const Source& source, const QRegularExpression& pattern) {
    QStringList found;
    for (qsizetype i = 0; i < source.lines.size(); ++i)
        if (pattern.match(source.lines[i]).hasMatch())
            found << u"%1:%2: %3"_s.arg(source.path).arg(i + 1).arg(source.lines[i].trimmed());
    return found;
}

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The first group of each match, by the alphabet.
QStringList allOf(const QString& text, const QRegularExpression& pattern) {
    QStringList found;
    for (const auto& match : pattern.globalMatch(text))
        found << match.captured(1);
    found.sort();
    return found;
}

struct ClassBody {
    QString name;
    qsizetype members = 0; // of data, by their m_
};

// Each `class` in the text, nested ones for themselves.
QList<ClassBody> classesIn(const Source& source) {
    QString text = source.lines.join(u'\n');
    text.remove(QRegularExpression(u"\"(?:\\\\.|[^\"\\\\\n])*\"|//[^\n]*"_s));
    static const QRegularExpression opening(
        u"(?<!enum )\\bclass\\s+(\\w+)(?:\\s+final)?\\s*(?::(?!:)[^;{]*)?\\{"_s);
    static const QRegularExpression member(u"\\bm_\\w+"_s);
    QList<ClassBody> found;
    for (const auto& match : opening.globalMatch(text)) {
        QString own; // text of the body, without bodies of functions, arguments and initial values
        int depth = 1;
        for (qsizetype at = match.capturedEnd(); at < text.size() && depth > 0; ++at) {
            const QChar c = text[at];
            if (c == u'{' || c == u'(') ++depth;
            if (c == u'}' || c == u')') --depth;
            if (depth == 1) own += c;
        }
        QSet<QString> members;
        for (const auto& each : member.globalMatch(own))
            members << each.captured();
        found.append({match.captured(1), members.size()});
    }
    return found;
}

// The classes whose functions a file defines outside of them.
QSet<QString> classesDefinedIn(const Source& source) {
    static const QRegularExpression definition(u"^[A-Za-z_][^(=]*?(\\w+)::(?:~?\\w+|operator\\s*[^(]+)\\("_s);
    QSet<QString> found;
    for (const QString& line : source.lines)
        if (const auto match = definition.match(line); match.hasMatch()) found << match.captured(1);
    return found;
}

} // namespace

class ArchitectureTest : public QObject {
    Q_OBJECT

private slots:
    void modulesIncludeOnlyWhatLayersAllows() {
        const auto allowed = allowedEdges();
        QVERIFY(allowed.size() >= 10);
        const QRegularExpression include(u"^\\s*#\\s*include\\s*\"core/([a-z0-9_]+)/"_s);
        QStringList found;
        int checked = 0;
        for (const Source& source : sources({u"core"_s})) {
            const QString module = source.path.section(u'/', 1, 1);
            QVERIFY2(allowed.contains(module), qPrintable(u"core/LAYERS does not name "_s + module));
            for (qsizetype i = 0; i < source.lines.size(); ++i) {
                const auto match = include.match(source.lines[i]);
                if (!match.hasMatch()) continue;
                ++checked;
                const QString other = match.captured(1);
                if (other != module && !allowed[module].contains(other))
                    found << u"%1:%2: %3 may not include %4"_s.arg(source.path).arg(i + 1).arg(module, other);
            }
        }
        QVERIFY(checked > 100);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void layersHaveNoCycle() { QCOMPARE(inCircles(allowedEdges()), QStringList()); }

    // A folder and one inside of it include each other in one direction only: a header may be implemented in a
    // folder below it, by what that folder has.
    void foldersHaveNoCircle() {
        QCOMPARE(inCircles({{u"a"_s, {u"a/b"_s}}, {u"a/b"_s, {u"a/c"_s}}, {u"a/c"_s, {}}, {u"d"_s, {u"a"_s}}}),
                 QStringList());
        QCOMPARE(
            inCircles({{u"a"_s, {u"a/b"_s}}, {u"a/b"_s, {u"a"_s, u"c"_s}}, {u"c"_s, {}}, {u"d"_s, {u"a"_s}}}),
            (QStringList{u"a"_s, u"a/b"_s}));
        const QRegularExpression include(u"^\\s*#\\s*include\\s*\"((?:core|views|app)/[^\"]+)/[^/\"]+\""_s);
        QMap<QString, QSet<QString>> edges;
        for (const Source& source : sources({u"core"_s, u"views"_s, u"app"_s})) {
            const QString folder = source.path.section(u'/', 0, -2);
            QSet<QString>& included = edges[folder];
            for (const QString& line : source.lines)
                if (const auto match = include.match(line); match.hasMatch() && match.captured(1) != folder)
                    included << match.captured(1);
        }
        QVERIFY(edges.size() > 80);
        QCOMPARE(inCircles(edges), QStringList());
    }

    // core/WORDS: "word: meaning [module::Type]"; `banned` is the next test's.
    void wordsHaveOneMeaning() {
        QFile file(Root + u"/core/WORDS"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QRegularExpression line(u"^([a-z]+): \\S[^\\[]*(?:\\[(\\w+)::(\\w+)\\])?$"_s);
        QMap<QString, QString> folders; // by type, "Machine" -> "core/measure/"; empty: no type has that name
        for (const QString& each : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
            if (each.startsWith(u'#') || each.startsWith(u"banned:"_s)) continue;
            const auto match = line.match(each);
            QVERIFY2(match.hasMatch(), qPrintable(each));
            const QString name = match.captured(1).left(1).toUpper() + match.captured(1).mid(1);
            QVERIFY2(!folders.contains(name), qPrintable(each));
            folders[name] = match.captured(2).isEmpty() ? QString() : u"core/"_s + match.captured(2) + u'/';
            if (match.hasCaptured(3)) QCOMPARE(match.captured(3), name);
        }
        QVERIFY(folders.size() > 5);
        const QRegularExpression declared(u"^(?:struct|class) (\\w+) (?:: [^;]*)?(?:final )?\\{"_s);
        QStringList found, expected;
        for (const Source& source : sources({u"core"_s, u"views"_s, u"app"_s}, {u"*.h"_s}))
            for (const QString& each : source.lines)
                if (const auto match = declared.match(each);
                    match.hasMatch() && folders.contains(match.captured(1)))
                    found << source.path.section(u'/', 0, 1) + u"/ "_s + match.captured(1);
        for (auto it = folders.begin(); it != folders.end(); ++it)
            if (!it.value().isEmpty()) expected << it.value() + u' ' + it.key();
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }

    // core/WORDS, "banned": words that open no comment of a header, and beginnings of no constant's name.
    void commentsAreStatements() {
        QFile file(Root + u"/core/WORDS"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList openers, beginnings;
        for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            if (!line.startsWith(u"banned:"_s)) continue;
            for (const QString& word : line.section(u':', 1).split(u' ', Qt::SkipEmptyParts))
                word.endsWith(u"..."_s) ? beginnings << word.chopped(3) : openers << word;
        }
        QVERIFY(openers.size() > 5 && beginnings.size() > 1);
        const QRegularExpression opener(u"^\\s*// ?(%1)\\b"_s.arg(openers.join(u'|')));
        const QRegularExpression constant(
            u"\\bconstexpr\\b.*\\b(%1)[A-Z]\\w*( = |\\{)"_s.arg(beginnings.join(u'|')));
        const QRegularExpression inComment(u"^\\s*//(?! SPDX)"_s);
        QVERIFY(opener.match(u"    // Whether it is there."_s).hasMatch());
        QVERIFY(constant.match(u"constexpr int Gap = 1, %1Rows = 4;"_s.arg(beginnings.front())).hasMatch());
        QStringList found;
        for (const Source& source : sources({u"core"_s, u"views"_s, u"app"_s, u"plugins"_s, u"tests"_s})) {
            found << offences(source, constant);
            if (!source.path.endsWith(u".h"_s)) continue;
            bool goesOn = false; // a line before has begun the comment
            for (qsizetype i = 0; i < source.lines.size(); ++i) {
                if (!goesOn && opener.match(source.lines[i]).hasMatch())
                    found << u"%1:%2: %3"_s.arg(source.path).arg(i + 1).arg(source.lines[i].trimmed());
                goesOn = inComment.match(source.lines[i]).hasMatch();
            }
        }
        QVERIFY2(found.isEmpty(),
                 qPrintable(u"comments are statements, limits are Max and Min:\n"_s + found.join(u'\n')));
    }

    void coreKnowsNoQtAndNeverPrints() {
        const QRegularExpression pattern(
            u"#include <Q|#include \"(views|app)/|std::c(out|err)\\b|\\bf?printf\\s*\\(|\\bqDebug\\b|std::exit\\s*\\("_s);
        QStringList found;
        for (const Source& source : sources({u"core"_s}))
            found << offences(source, pattern);
        for (const Source& source : sources({u"core"_s}, {u"CMakeLists.txt"_s, u"*.cmake"_s}))
            found << offences(source, QRegularExpression(u"\\bQt[0-9]?(::|\\b)"_s));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Words for people go through tr(): two words in one literal are a sentence, unless they are markup, a
    // style sheet or a pattern.
    void wordsAreTranslated() {
        const QRegularExpression sentence(
            u"(?:QStringLiteral\\(|\\bu)\"([^\"<>{}\\\\]*[A-Za-z]{2,} [A-Za-z]{2,}[^\"<>{}]*)\""_s);
        QCOMPARE(sentence.match(u"QStringLiteral(\"no model\")"_s).captured(1), u"no model"_s);
        QVERIFY(!sentence.match(u"QStringLiteral(\"<span style='color:%1'>\")"_s).hasMatch());
        QStringList found;
        for (const Source& source : sources({u"views"_s, u"app/workbench"_s}))
            for (qsizetype i = 0; i < source.lines.size(); ++i)
                if (const auto match = sentence.match(source.lines[i]); match.hasMatch())
                    found << u"%1:%2: %3"_s.arg(source.path).arg(i + 1).arg(match.captured(1));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Each has a form for one and a form for several, in English as well.
    void pluralsHaveTheirForms() {
        QFile file(Root + u"/translations/edgewright_en.ts"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString written = QString::fromUtf8(file.readAll());
        QVERIFY2(!written.contains(u"type=\"unfinished\""_s), "./dev translations, then fill in what is new");
        QVERIFY2(!written.contains(u"<name></name>"_s), "tr() in a class that lupdate does not find");
        const QRegularExpression plural(u"tr\\(\\s*\"([^\"]*%n[^\"]*)\""_s);
        QStringList found;
        int checked = 0;
        for (const Source& source : sources({u"views"_s, u"app/workbench"_s})) {
            const QString text = source.lines.join(u'\n');
            for (auto it = plural.globalMatch(text); it.hasNext();) {
                ++checked;
                const QString words = it.next().captured(1).replace(u"\\t"_s, u"\t"_s);
                if (!written.contains(words.toHtmlEscaped())) found << source.path + u": "_s + words;
            }
        }
        QVERIFY(checked > 20);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void onlyOnnxKnowsProtobuf() {
        QStringList found;
        for (const Source& source : sources({u"core"_s, u"app"_s, u"views"_s})) {
            if (source.path.startsWith(u"core/onnx/"_s)) continue;
            found << offences(source, QRegularExpression(u"#include <(google/protobuf|onnx/)"_s));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // What a run takes is known, and limited, because all of it comes from the KernelContext
    // (core/ops/operator.h): output, scratch, allocate, allocatePrepared. fold.cpp is the context of inference.
    // Tensor::of makes what is as small as its list.
    void operatorsAskTheirContextForMemory() {
        const QRegularExpression pattern(
            u"\\bTensor::(allocate|unfilled)\\b|\\btoFloat32\\b|\\b(m|c|re|aligned_)alloc\\s*\\(|\\bthread_"
            u"local\\b"
            "|\\bmake_(unique|shared)(_for_overwrite)?<[^>]*\\[\\]>|\\bnew\\s+[\\w:]+\\s*\\["
            "|\\bsetOutput\\(.*Tensor::of[(<]"_s);
        const Source made{u"made"_s,
                          {u"auto work = ir::Tensor::allocate(type, dims);"_s,
                           u"Tensor::unfilled(type, dims)"_s, u"ir::toFloat32(tensor)"_s, u"std::malloc(64)"_s,
                           u"std::aligned_alloc(64, 64)"_s, u"thread_local std::vector<float> scratch;"_s,
                           u"std::make_unique<float[]>(n)"_s, u"new float[n]"_s,
                           u"context.setOutput(0, ir::Tensor::of(dims, list));"_s}};
        QCOMPARE(offences(made, pattern).size(), made.lines.size());
        QStringList found;
        for (const Source& source : sources({u"core/ops"_s}))
            if (source.path != u"core/ops/inference/fold.cpp") found << offences(source, pattern);
        QVERIFY2(found.isEmpty(),
                 qPrintable(u"operators ask their KernelContext for memory (core/ops/operator.h):\n"_s +
                            found.join(u'\n')));
    }

    void viewsKnowNoMainWindowAndNoOtherPage() {
        QStringList found;
        const QStringList pages{u"graph"_s, u"memory"_s, u"int8"_s, u"accelerator"_s};
        for (const Source& source : sources({u"views"_s})) {
            found << offences(source, QRegularExpression(u"#include \"app/"_s));
            const QString page = source.path.section(u'/', 1, 1);
            if (!pages.contains(page)) continue;
            for (const QString& other : pages)
                if (other != page)
                    found << offences(source, QRegularExpression(u"#include \"views/%1/"_s.arg(other)));
        }
        const QRegularExpression widgets(
            u"#include <(QWidget|QtWidgets|Q\\w*(View|Box|Label|Button|Dialog))>|#include \"views/(?!session|support)"_s);
        for (const Source& source : sources({u"views/session"_s}))
            found << offences(source, widgets);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Results of a model are stages (core/pipeline/stage.h): a view calls no function of core that takes a
    // RunContext.
    void viewsComputeNothing() {
        const QRegularExpression space(u"^namespace edgewright::([a-z_:]+) \\{"_s), comment(u"//.*$"_s);
        QSet<QString> computing; // "pipeline::plan"
        for (const Source& source : sources({u"core"_s}, {u"*.h"_s})) {
            QString text, inside;
            for (const QString& line : source.lines) {
                if (const auto match = space.match(line); match.hasMatch()) inside = match.captured(1);
                text += QString(line).remove(comment) + u'\n';
            }
            for (qsizetype at = 0; (at = text.indexOf(u"const RunContext&"_s, at)) >= 0; ++at) {
                qsizetype open = at;
                for (int depth = 1; depth > 0 && open > 0;) {
                    --open;
                    depth += text[open] == u')' ? 1 : text[open] == u'(' ? -1 : 0;
                }
                qsizetype name = open;
                while (name > 0 && (text[name - 1].isLetterOrNumber() || text[name - 1] == u'_'))
                    --name;
                if (name < open) computing << inside + u"::"_s + text.mid(name, open - name);
            }
        }
        QVERIFY(computing.contains(u"pipeline::plan"_s) && computing.contains(u"quant::traceValue"_s));
        // Files, drawings and boards.
        const QStringList excepted{u"views/graph/canvas/graph_pane.cpp"_s,                // where boxes go
                                   u"views/measure/timeline/model/timeline_source.cpp"_s, // reads a file
                                   u"views/session/"_s}; // files, runs on machines
        const QRegularExpression call(u"\\b((?:[a-z_]+::)+)(?:[A-Z]\\w*::)?(\\w+)\\("_s);
        QStringList found;
        QSet<QString> used;
        for (const Source& source : sources({u"views"_s}))
            for (qsizetype i = 0; i < source.lines.size(); ++i)
                for (auto it = call.globalMatch(QString(source.lines[i]).remove(comment)); it.hasNext();) {
                    const auto match = it.next();
                    if (!computing.contains(match.captured(1) + match.captured(2))) continue;
                    const auto known = std::ranges::find_if(
                        excepted, [&](const QString& path) { return source.path.startsWith(path); });
                    if (known != excepted.end())
                        used << *known;
                    else
                        found << u"%1:%2: %3"_s.arg(source.path).arg(i + 1).arg(match.captured(0));
                }
        for (const QString& path : excepted)
            if (!used.contains(path)) found << path + u" is excepted and computes nothing"_s;
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // A class is one file, or two, and few members. Structs are records of values.
    void noClassIsAGiant() {
        constexpr qsizetype MaxMembers = 25, MaxFiles = 2;
        const Source made{u"made.h"_s,
                          {u"class A final : public B {"_s, u"    int count() const { return m_none; }"_s,
                           u"    int m_a = 0, m_b{1}; // m_no"_s, u"    class C { int m_c; };"_s, u"};"_s,
                           u"enum class E { e };"_s, u"std::vector<int> A::list(int at) {"_s,
                           u"A::A() : m_a(1) {}"_s, u"const int x = C::count();"_s}};
        const QList<ClassBody> bodies = classesIn(made);
        QCOMPARE(bodies.size(), 2);
        QCOMPARE(bodies[0].members, 2);
        QCOMPARE(bodies[1].members, 1);
        QCOMPARE(classesDefinedIn(made), QSet<QString>{u"A"_s});
        QMap<QString, QStringList> files; // by module and class
        QStringList found;
        QSet<QString> declared;
        for (const Source& source : sources({u"core"_s, u"views"_s, u"app"_s, u"plugins"_s})) {
            const QString module = source.path.section(u'/', 0, 1) + u' ';
            QSet<QString> here;
            for (const ClassBody& each : classesIn(source)) {
                here << each.name;
                if (source.path.endsWith(u".h"_s)) declared << module + each.name;
                if (each.members <= MaxMembers) continue;
                found << u"%1: %2 has %3 members"_s.arg(source.path, each.name).arg(each.members);
            }
            if (source.path.endsWith(u".cpp"_s))
                for (const QString& name : classesDefinedIn(source) - here)
                    files[module + name] << source.path;
        }
        QVERIFY(declared.size() > 300);
        for (auto it = files.begin(); it != files.end(); ++it) {
            if (!declared.contains(it.key()) || it->size() <= MaxFiles) continue;
            found << u"%1 is defined in %2"_s.arg(it.key(), it->join(u", "_s));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void commandLineKnowsNoQt() {
        QStringList found;
        for (const Source& source : sources({u"app/cli"_s}))
            found << offences(source, QRegularExpression(u"#include <Q|#include \"views/"_s));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void everySourceNamesItsLicence() {
        QStringList found;
        const QStringList patterns{u"*.h"_s,  u"*.cpp"_s, u"*.cmake"_s, u"CMakeLists.txt"_s,
                                   u"*.py"_s, u"*.sh"_s,  u"*.svg"_s};
        for (const Source& source :
             sources({u"core"_s, u"views"_s, u"app"_s, u"tests"_s, u"resources"_s, u"samples"_s, u"plugins"_s},
                     patterns))
            if (!source.lines.mid(0, 3).join(u'\n').contains(u"SPDX-License-Identifier: GPL-3.0-or-later"_s))
                found << source.path;
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // How long something takes is measured by programs for people, beside the tests and in tests/bench; a test
    // counts steps, events, or work. The fuzzer ends what takes too long.
    void noTestKnowsTheTime() {
        const QStringList measuring{u"tests/bench/"_s,
                                    u"tests/fuzz/"_s,
                                    u"tests/support/cpu_time.h"_s,
                                    u"tests/support/delay_relay.cpp"_s,
                                    u"tests/support/fault."_s,
                                    u"tests/support/jumping_clock.cpp"_s,
                                    u"tests/core/remote/upload_speed.cpp"_s,
                                    u"tests/plugins/cuda_trace/hook_cost.cpp"_s,
                                    u"tests/views/graph/graph_frames.cpp"_s,
                                    u"tests/views/graph/page_hold_ups.cpp"_s,
                                    u"tests/views/graph/whole_way.cpp"_s,
                                    u"tests/views/measure/timeline/timeline_frames.cpp"_s,
                                    u"tests/views/memory/memory_frames.cpp"_s,
                                    u"tests/workbench/class_times.cpp"_s,
                                    u"tests/workbench/killed_test.cpp"_s, // kills at a moment
                                    u"tests/workbench/window_pauses.cpp"_s,
                                    u"tests/architecture/"_s};
        const QRegularExpression clock(
            u"QElapsedTimer|(steady|system|high_resolution)_clock|clock_gettime|gettimeofday|std::clock\\b|"
            u"std::time\\(|currentTime|currentMSecs|cpu_time\\.h|seconds\"_s\\]\\.toDouble\\(\\) *<"_s);
        QStringList found;
        int checked = 0;
        for (const Source& source : sources({u"tests"_s})) {
            const bool measures = std::ranges::any_of(
                measuring, [&](const QString& path) { return source.path.startsWith(path); });
            if (measures) continue;
            ++checked;
            found << offences(source, clock);
        }
        QVERIFY(checked > 200);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // A board's date jumps: what is measured, waited for and locked does not ask for it.
    void boardsDoNotDependOnTheDate() {
        const QRegularExpression date(
            u"system_clock|file_time_type::clock|last_write_time|CLOCK_REALTIME|gettimeofday|std::time\\("_s);
        QStringList found;
        for (const Source& source :
             sources({u"core/measure"_s, u"core/protocol"_s, u"core/remote"_s, u"app/agent"_s}))
            if (source.path != u"core/measure/utc_date.cpp"_s) found << offences(source, date);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // tests/support ends the program where the collection is missing and required; another way there would not.
    void onlyTheSupportKnowsWhereTheCollectionIs() {
        const QRegularExpression path(u"\"(/?\\.\\.)?/?shared/"_s);
        QStringList found;
        for (const Source& source : sources({u"tests"_s}))
            if (!source.path.startsWith(u"tests/support/"_s) && !source.path.startsWith(u"tests/bench/"_s) &&
                !source.path.startsWith(u"tests/architecture/"_s))
                found << offences(source, path);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Else no object of a test could come from another clone.
    void onlyOneUnitOfTestsKnowsPaths() {
        const QRegularExpression path(u"compile_definitions\\([^)]*(_DIR\\}|TARGET_FILE|\\$\\{fakes\\})"_s);
        int read = 0;
        for (const Source& source : sources({u"tests"_s}, {u"CMakeLists.txt"_s})) {
            const bool isTheUnit = source.path == u"tests/support/paths/CMakeLists.txt"_s;
            QVERIFY2(path.match(source.lines.join(u' ')).hasMatch() == isTheUnit, qPrintable(source.path));
            ++read;
        }
        QVERIFY(read > 30);
    }

    // Each catalogue of CMake has tests that go through all its entries, so that none can be without one.
    void everyCatalogueIsIterated() {
        struct Iteration {
            QString catalogue, test, loop;
        };
        const QList<Iteration> iterations{
            {u"operators"_s, u"tests/core/ops/catalogue_test.cpp"_s, u"ops::catalogue\\(\\)"_s},
            {u"operator_tables"_s, u"tests/core/ops/catalogue_test.cpp"_s, u"ops::catalogue\\(\\)"_s},
            {u"operators"_s, u"tests/core/exec/conformance_test.cpp"_s,
             u"for \\(.* : ops::catalogue\\(\\)\\)"_s},
            {u"fusion_rules"_s, u"tests/core/fusion/rules_alone_test.cpp"_s,
             u"for \\(.* : (fusion::)?rules\\(\\)\\)"_s},
            {u"fusion_rules"_s, u"tests/core/fusion/fuse_random_test.cpp"_s, u"for \\(.* : rules\\(\\)\\)"_s},
            {u"planners"_s, u"tests/core/memory/planners_test.cpp"_s, u"for \\(.* : planners\\(\\)\\)"_s},
            {u"schedulers"_s, u"tests/core/memory/schedulers_test.cpp"_s, u"for \\(.* : schedulers\\(\\)\\)"_s},
            {u"range_methods"_s, u"tests/core/quant/range_methods_test.cpp"_s,
             u"for \\(.* : rangeMethods\\(\\)\\)"_s},
            {u"stages"_s, u"tests/core/pipeline/stages_test.cpp"_s, u"for \\(.* : pipeline::stages\\(\\)\\)"_s},
            {u"commands"_s, u"tests/cli/cli_test.cpp"_s, u"for \\(.* : verbs\\)"_s},
            {u"search_strategies"_s, u"tests/core/cost/search_test.cpp"_s,
             u"for \\(.* : strategies\\(\\)\\)"_s},
            {u"loopnest_rules"_s, u"tests/core/loopnest/loopnest_rules_test.cpp"_s,
             u"for \\(.* : rules\\(\\)\\)"_s},
            {u"gpu_kernels"_s, u"tests/core/gpu/gpu_kernels_test.cpp"_s,
             u"for \\(.* : gpu::kernels\\(\\)\\)"_s},
            {u"gpu_layers"_s, u"tests/core/gpu/gpu_network_test.cpp"_s,
             u"for \\(.* : gpu::layerRules\\(\\)\\)"_s},
            {u"cost_models"_s, u"tests/core/cost/search_test.cpp"_s, u"for \\(.* : costModels\\(\\)\\)"_s},
            {u"scenario_policies"_s, u"tests/core/scenario/scenario_policy_test.cpp"_s,
             u"for \\(.* : policies\\(\\)\\)"_s},
            {u"table_formats"_s, u"tests/core/table/table_test.cpp"_s, u"for \\(.* : formats\\(\\)\\)"_s},
            {u"tune_log_formats"_s, u"tests/core/tune/tune_formats_test.cpp"_s,
             u"for \\(.* : logFormats\\(\\)\\)"_s},
            {u"figure_formats"_s, u"tests/views/support/figure_test.cpp"_s,
             u"for \\(.* : figureFormats\\(\\)\\)"_s},
            {u"report_formats"_s, u"tests/workbench/command_line_test.cpp"_s,
             u"for \\(.* : workbench::reportFormats\\(\\)\\)"_s},
            {u"accelerator_charts"_s, u"tests/views/accelerator/accelerator_page_test.cpp"_s,
             u"for \\(.* : acceleratorCharts\\(\\)\\)"_s},
            {u"dse_charts"_s, u"tests/views/accelerator/design_space_test.cpp"_s,
             u"for \\(.* : dseCharts\\(\\)\\)"_s},
            {u"tuning_charts"_s, u"tests/views/measure/tuning_page_test.cpp"_s,
             u"for \\(.* : tuningCharts\\(\\)\\)"_s},
            {u"experiment_charts"_s, u"tests/workbench/study_page_test.cpp"_s,
             u"for \\(.* : workbench::experimentCharts\\(\\)\\)"_s},
            {u"scenario_charts"_s, u"tests/views/scenario/scenario_page_test.cpp"_s,
             u"for \\(.* : scenarioCharts\\(\\)\\)"_s},
            {u"pipeline_charts"_s, u"tests/views/pipeline/pipeline_page_test.cpp"_s,
             u"for \\(.* : pipelineCharts\\(\\)\\)"_s},
            {u"measurements"_s, {}, {}}, // of the bench: figures for people
        };
        QSet<QString> tested;
        for (const Iteration& each : iterations) {
            tested << each.catalogue;
            if (each.test.isEmpty()) continue;
            QFile file(Root + u'/' + each.test);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(each.test));
            QVERIFY2(QString::fromUtf8(file.readAll()).contains(QRegularExpression(each.loop)),
                     qPrintable(each.test + u" does not iterate "_s + each.catalogue));
        }
        const QRegularExpression declared(u"^\\s*edgewright_catalogue\\(\\w+ (\\w+)"_s);
        QSet<QString> catalogues;
        for (const Source& source : sources({u"core"_s, u"views"_s, u"app"_s, u"tests"_s, u"plugins"_s},
                                            {u"CMakeLists.txt"_s, u"*.cmake"_s}))
            for (const QString& line : source.lines)
                if (const auto match = declared.match(line); match.hasMatch()) catalogues << match.captured(1);
        QVERIFY(!catalogues.isEmpty());
        QCOMPARE(tested, catalogues);
    }

    // The first column of their tables is the interface that other programs read.
    void readmesOfCoreNameHeadersThatAreThere() {
        const QRegularExpression row(u"^\\| *(`[^|]+)\\|"_s), header(u"`([a-z0-9_/]+\\.h)`"_s);
        int checked = 0;
        for (const Source& readme : sources({u"core"_s}, {u"README.md"_s})) {
            const QDir folder = QFileInfo(Root + u'/' + readme.path).dir();
            for (const QString& line : readme.lines)
                for (const auto& named : header.globalMatch(row.match(line).captured(1))) {
                    ++checked;
                    QVERIFY2(folder.exists(named.captured(1)),
                             qPrintable(readme.path + u": there is no "_s + named.captured(1)));
                }
        }
        QVERIFY(checked > 50);
        QFile index(Root + u"/core/README.md"_s);
        QVERIFY(index.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(index.readAll());
        const auto modules = allowedEdges();
        for (auto it = modules.begin(); it != modules.end(); ++it)
            QVERIFY2(text.contains(u"| [%1](%1/README.md) |"_s.arg(it.key())), qPrintable(it.key()));
    }

    // Section by section the same files, commands and options, whatever their order; and every verb of ./dev.
    void readmesSayTheSameInBothLanguages() {
        const QStringList english = textOf(Root + u"/README.md"_s).split(u"\n## "_s),
                          chinese = textOf(Root + u"/README.zh_CN.md"_s).split(u"\n## "_s);
        QVERIFY(english.size() > 4);
        QCOMPARE(chinese.size(), english.size());
        const QRegularExpression code(u"(?<!`)`([^`\n]+)`"_s), link(u"\\]\\(([^)]*)\\)"_s),
            row(u"(?:^|\n)(\\|)"_s), command(u"(?:^|\n)((?:\\./dev|sudo|tar|edgewright)[^#\n]*?) *(?:#|\n)"_s);
        for (qsizetype at = 0; at < english.size(); ++at) {
            QCOMPARE(allOf(chinese[at], code), allOf(english[at], code));
            QCOMPARE(allOf(chinese[at], row), allOf(english[at], row));
            QCOMPARE(allOf(chinese[at], command), allOf(english[at], command));
            if (at > 0) QCOMPARE(allOf(chinese[at], link), allOf(english[at], link));
        }
        QVERIFY(english[0].contains(u"](README.zh_CN.md)"_s) && chinese[0].contains(u"](README.md)"_s));
        const QString dev = textOf(Root + u"/dev"_s);
        const QString verbs =
            QRegularExpression(u"\n    (setup \\| [a-z |]+)\\) \"\\$verb\""_s).match(dev).captured(1);
        QVERIFY(verbs.contains(u"site"_s));
        for (const QString& verb : verbs.split(u" | "_s)) {
            if (verb == u"help"_s) continue;
            QVERIFY2(english[1].contains(u"`%1`"_s.arg(verb)) || english[1].contains(u"./dev "_s + verb),
                     qPrintable(verb));
            QVERIFY2(dev.contains(u"\n./dev "_s + verb), qPrintable(u"./dev help says nothing of "_s + verb));
        }
    }

    // They are read from a disk, without a network: links lead to files, and to places that are in them.
    void pagesOfTheSiteLeadToFiles() {
        for (const QString& needed : {u"cmark-gfm"_s, u"python3"_s})
            if (QStandardPaths::findExecutable(needed).isEmpty())
                QSKIP(qPrintable(needed + u" is not installed: ./dev site"_s));
        const QTemporaryDir folder;
        QProcess program;
        program.start(u"python3"_s, {Root + u"/resources/site/site.py"_s, folder.path()});
        QVERIFY(program.waitForFinished(300'000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QRegularExpression link(u"(?:href|src)=\"([^\"]*)\""_s),
            loaded(u"(?:src=\"|<link[^>]*href=\"|url\\(|@import *\"?)((?:https?:)?//[^\"]*)"_s);
        QVERIFY(loaded.match(u"<img src=\"https://a.example/b.png\">"_s).hasMatch());
        QStringList found;
        int pages = 0;
        for (QDirIterator it(folder.path(), {u"*.html"_s, u"*.css"_s}, QDir::Files,
                             QDirIterator::Subdirectories);
             it.hasNext();) {
            const QString path = it.next(), text = textOf(path);
            const QString name = QDir(folder.path()).relativeFilePath(path);
            for (const QString& url : allOf(text, loaded))
                found << name + u" loads "_s + url;
            if (!path.endsWith(u".html"_s)) continue;
            ++pages;
            if (!text.contains(u"class=\"language\""_s)) found << name + u" has no switch of languages"_s;
            for (const QString& url : allOf(text, link)) {
                if (url.contains(u"://"_s)) continue;
                const QString place = url.section(u'#', 0, 0), anchor = url.section(u'#', 1);
                const QString target =
                    place.isEmpty() ? path : QDir::cleanPath(QFileInfo(path).path() + u'/' + place);
                if (place.startsWith(u'/') || !target.startsWith(folder.path()) ||
                    !QFileInfo(target).isFile() ||
                    (!anchor.isEmpty() && !textOf(target).contains(u" id=\"%1\""_s.arg(anchor))))
                    found << name + u" -> "_s + url;
            }
        }
        QVERIFY(pages > 60);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void topLevelIsTheGivenOne() {
        const QStringList given{u"app"_s,     u"core"_s,  u"views"_s,        u"resources"_s, u"plugins"_s,
                                u"samples"_s, u"tests"_s, u"translations"_s, u"build"_s};
        for (const QString& folder : QDir(Root).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(given.contains(folder), qPrintable(u"unexpected folder at the top: "_s + folder));
    }
};

EDGEWRIGHT_TEST(ArchitectureTest)

} // namespace edgewright::architecture_test

#include "architecture_test.moc"
