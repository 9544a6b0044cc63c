// SPDX-License-Identifier: GPL-3.0-or-later
// What OpenSSH asks arrives here, and what is answered arrives there: by the real ssh, of a real server.
#include "core/remote/askpass.h"

#include "tests/support/paths/paths.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <mutex>

#include <unistd.h>

namespace edgewright::remote_askpass_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;

namespace {

// Answers one after the other, the last one again and again; notes the questions.
class Person {
public:
    explicit Person(std::vector<std::optional<std::string>> answers) : m_answers(std::move(answers)) {}
    Askpass::Answer answering() {
        return [this](const Question& question, const RunContext&) {
            const std::lock_guard lock(m_mutex);
            m_questions.push_back(question);
            return m_answers[std::min(m_questions.size(), m_answers.size()) - 1];
        };
    }
    std::vector<Question> questions() const {
        const std::lock_guard lock(m_mutex);
        return m_questions;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::optional<std::string>> m_answers;
    std::vector<Question> m_questions;
};

struct Said {
    std::optional<int> status;
    std::string text;
};

// As ssh runs it.
Said askpass(const SshOptions& options, const std::string& prompt) {
    auto child = Child::start({options.askpass.string(), prompt}, options.environment);
    if (!child) return {};
    Said said;
    char bytes[4096];
    for (ssize_t got; (got = ::read(child->output(), bytes, sizeof bytes)) > 0;)
        said.text.append(bytes, static_cast<std::size_t>(got));
    said.status = child->wait(30s);
    return said;
}

} // namespace

class RemoteAskpassTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("EDGEWRIGHT_ASKPASS", test::program("edgewright-askpass").c_str()); }

    void questions() {
        const Question key =
            questionOf("The authenticity of host '[127.0.0.1]:2345' can't be established.\n"
                       "ED25519 key fingerprint is SHA256:abc+/d.\nThis key is not known by any "
                       "other names.\nAre you sure you want to continue connecting "
                       "(yes/no/[fingerprint])? ");
        QVERIFY(key.kind == Question::Kind::HostKey);
        QCOMPARE(key.keyType, std::string("ED25519"));
        QCOMPARE(key.fingerprint, std::string("SHA256:abc+/d"));
        QVERIFY(questionOf("pi@pi.local's password: ").kind == Question::Kind::Secret);
        QVERIFY(questionOf(" key fingerprint is ").kind ==
                Question::Kind::HostKey); // whatever a server makes of it
    }

    void answers() {
        Person person({"it's \"$(id)\" 名字", std::nullopt});
        auto server = Askpass::start(person.answering());
        QVERIFY2(server, server ? "" : server.error().message.c_str());
        SshOptions options;
        (*server)->use(options);
        const Said given = askpass(options, "Password: ");
        QCOMPARE(given.status, std::optional(0));
        QCOMPARE(given.text, std::string("it's \"$(id)\" 名字\n"));
        const Said none = askpass(options, "Again: ");
        QVERIFY(none.status == 1 && none.text.empty());
        QCOMPARE(person.questions()[1].text, std::string("Again: "));
        server->reset();
        QVERIFY(askpass(options, "Nobody listens").status == 1);
        QVERIFY(askpass({.askpass = test::program("edgewright-askpass")}, "x").status == 2);
    }

    // Who is asked does not answer: it ends all the same.
    void endsWhileItAsks() {
        std::atomic<bool> asked = false;
        auto server = Askpass::start([&](const Question&, const RunContext& run) -> std::optional<std::string> {
            asked = true;
            while (!run.stopped())
                std::this_thread::sleep_for(5ms);
            return std::nullopt;
        });
        QVERIFY(server);
        SshOptions options;
        (*server)->use(options);
        auto child = Child::start({options.askpass.string(), "?"}, options.environment);
        QVERIFY(child);
        QTRY_VERIFY(asked);
        server->reset();
        QCOMPARE(child->wait(30s), std::optional(1));
    }

    void hostKeyAndPassphrase() {
        if (const std::string why = test::SshServer::missing(); !why.empty()) QSKIP(why.c_str());
        QTemporaryDir folder;
        test::SshServer server(folder.path().toStdString());
        server.protectKey("secret 名字");
        const auto options = [&](Askpass& askpass) {
            SshOptions made = server.client();
            askpass.use(made);
            return made;
        };
        Person person({"yes", "wrong", "secret 名字"});
        auto askpass = Askpass::start(person.answering());
        QVERIFY(askpass);
        const auto connection = SshConnection::open(server.host(), options(**askpass));
        QVERIFY2(connection, connection ? "" : connection.error().message.c_str());
        QCOMPARE((*connection)->run("echo \"$1\"", {"a 'b' $(id)"}, {}, 10s)->text,
                 std::string("a 'b' $(id)\n"));
        const std::vector<Question> asked = person.questions();
        QCOMPARE(asked.size(), std::size_t(3));
        QVERIFY(asked[0].kind == Question::Kind::HostKey && asked[0].fingerprint.starts_with("SHA256:"));
        QVERIFY(asked[1].kind == Question::Kind::Secret && asked[2].kind == Question::Kind::Secret);

        Person refusing({std::nullopt});
        auto none = Askpass::start(refusing.answering());
        const auto refused = SshConnection::open(server.host(), options(**none));
        QVERIFY(!refused && refused.error().message.find("lets nobody in") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(RemoteAskpassTest)

} // namespace edgewright::remote_askpass_test

#include "remote_askpass_test.moc"
