// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts as the user adds them, and the file that keeps them: also when somebody else has written it.
#include "core/remote/host.h"
#include "core/remote/installed.h"
#include "core/remote/ssh.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

#include <sys/stat.h>
#include <sys/utsname.h>

namespace edgewright::remote_host_test {

using namespace edgewright::remote;

class RemoteHostTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path file(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private slots:
    // Of the architecture of this machine there is an agent, whatever `./dev agents` made.
    void theAgentOfThisMachineServesItsArchitecture() {
        const auto agent = file("edgewright-agent");
        std::ofstream(agent) << "an agent";
        const QByteArray folder = qgetenv("EDGEWRIGHT_AGENTS"), own = qgetenv("EDGEWRIGHT_AGENT");
        qputenv("EDGEWRIGHT_AGENT", agent.c_str());
        qunsetenv("EDGEWRIGHT_AGENTS");
        const auto known = agentProgramsKnown();
        qputenv("EDGEWRIGHT_AGENTS", m_folder.path().toUtf8()); // which has none
        const auto named = agentProgramsKnown();
        own.isNull() ? qunsetenv("EDGEWRIGHT_AGENT") : qputenv("EDGEWRIGHT_AGENT", own);
        folder.isNull() ? qunsetenv("EDGEWRIGHT_AGENTS") : qputenv("EDGEWRIGHT_AGENTS", folder);
        struct utsname here {};
        QCOMPARE(::uname(&here), 0);
        QCOMPARE(std::ranges::count(known, std::string(here.machine), &AgentProgram::architecture), 1);
        QVERIFY(std::ranges::is_sorted(known, {}, &AgentProgram::architecture));
        QVERIFY(named.empty());
    }
    void keptInAFile() {
        const auto to = file("a folder/hosts.json");
        QVERIFY(readHosts(to) && readHosts(to)->empty());
        const std::vector<Host> hosts{{.name = "Küche \"1\" $(id); 名字", .address = "pi.local"},
                                      {.name = "jetson",
                                       .address = "192.168.0.9",
                                       .user = "nv",
                                       .port = 2222,
                                       .identity = "/keys/a b",
                                       .jump = "me@gate:22"}};
        const auto written = writeHosts(hosts, to);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        struct stat about {};
        QVERIFY(::stat(to.c_str(), &about) == 0 && (about.st_mode & 0777) == 0600);
        const auto read = readHosts(to);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(*read == hosts);
        QCOMPARE(hostNamed(*read, "jetson")->text(), std::string("nv@192.168.0.9:2222, through me@gate:22"));
        const auto none = hostNamed(*read, "nano");
        QVERIFY(!none && none.error().message.find("'jetson'") != std::string::npos);
        QVERIFY(hostNamed({}, "nano").error().message.find("none but this machine") != std::string::npos);
        QVERIFY(!writeHosts(hosts, "/proc/no/hosts.json"));
    }

    void changed() {
        const auto to = file("another folder/hosts.json");
        const auto add = [](const char* name) {
            return [name](std::vector<Host>& hosts) -> Result<void> {
                hosts.push_back({.name = name, .address = "pi.local"});
                return {};
            };
        };
        QVERIFY(changeHosts(to, add("a")) && changeHosts(to, add("b")));
        QCOMPARE(readHosts(to)->size(), std::size_t(2));
        QVERIFY(!changeHosts(to, [](std::vector<Host>& hosts) -> Result<void> {
            hosts.clear();
            return badInput("no");
        }));
        QCOMPARE(readHosts(to)->size(), std::size_t(2));
        const auto nowhere = changeHosts({}, add("c"));
        QVERIFY(!nowhere &&
                nowhere.error().message.find("neither XDG_CONFIG_HOME nor HOME") != std::string::npos);
    }

    void refused_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        for (const char* field : {"address", "user", "jump"})
            for (const char* value : {"-oProxyCommand=id", "a b", "a\nb", "a\tb"})
                QTest::addRow("%s %s", field, value) << field << value;
        QTest::newRow("no name") << "name"
                                 << "";
        QTest::newRow("a blank name") << "name"
                                      << "  ";
        QTest::newRow("a name of two lines") << "name"
                                             << "a\nb";
        QTest::newRow("this machine") << "name"
                                      << "this machine";
        QTest::newRow("no address") << "address"
                                    << "";
        QTest::newRow("a long address") << "address" << QString(300, 'a');
        QTest::newRow("an identity like an option") << "identity"
                                                    << "-i";
        QTest::newRow("an identity of two lines") << "identity"
                                                  << "a\nb";
    }
    void refused() {
        QFETCH(QString, field);
        QFETCH(QString, value);
        Host host{.name = "pi", .address = "pi.local"};
        QVERIFY(checked(host));
        (field == "name"      ? host.name
         : field == "address" ? host.address
         : field == "user"    ? host.user
         : field == "jump"    ? host.jump
                              : host.identity) = value.toStdString();
        const auto sound = checked(host);
        QVERIFY(!sound && sound.error().code == ErrorCode::BadInput && !sound.error().message.empty());
        QVERIFY(sound.error().message.find('\n') == std::string::npos);
    }
    void ports() {
        Host host{.name = "pi", .address = "pi.local"};
        for (const int port : {-1, 65536}) {
            host.port = port;
            QVERIFY(!checked(host));
        }
    }

    void filesThatAreNone_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("no JSON");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("format");
        const auto row = [](const char* name, const char* hosts, const char* says) {
            QTest::newRow(name) << QByteArray(
                                       "{\"format\": \"edgewright hosts\", \"version\": 1, \"hosts\": ") +
                                       hosts + "}"
                                << QByteArray(says);
        };
        row("a text", "\"x\"", "hosts: expected a list");
        row("no address", "[{\"name\": \"a\"}]", "hosts[0]: expected a host: the address is missing");
        row("an option", "[{\"name\": \"a\", \"address\": \"-oX\"}]", "begins with '-'");
        row("a port", "[{\"name\": \"a\", \"address\": \"b\", \"port\": 70000}]", "hosts[0].port");
        row("a slip", "[{\"name\": \"a\", \"adress\": \"b\", \"address\": \"b\"}]",
            "no key is called 'hosts[0].adress'; did you mean 'address'?");
        row("twice", "[{\"name\": \"a\", \"address\": \"b\"}, {\"name\": \"a\", \"address\": \"c\"}]",
            "there are two 'a'");
    }
    void filesThatAreNone() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto to = file("none.json");
        std::ofstream(to) << text.toStdString();
        const auto read = readHosts(to);
        QVERIFY(!read && read.error().message.starts_with(to.string()));
        QVERIFY2(read.error().message.find(says.toStdString()) != std::string::npos,
                 read.error().message.c_str());
    }

    // A connection that is never there is not waited for.
    void neverReady() {
        const auto client = file("ssh");
        std::ofstream(client) << "#!/bin/sh\nexec sleep 1000\n";
        std::filesystem::permissions(client, std::filesystem::perms::owner_all);
        const auto connection =
            SshConnection::open({.name = "pi", .address = "pi.local"},
                                {.program = client.string(), .connectSeconds = 0, .loginSeconds = 1});
        QVERIFY(!connection && connection.error().code == ErrorCode::TimedOut);
        QCOMPARE(connection.error().message,
                 std::string("'pi' (pi.local): the login was not finished within 1 s"));
    }

    void shellWords() {
        QCOMPARE(shellWord("a b"), std::string("'a b'"));
        QCOMPARE(shellWord("it's; $(id) `id` \" \\"), std::string("'it'\\''s; $(id) `id` \" \\'"));
        QCOMPARE(shellWord(""), std::string("''"));
    }
};

EDGEWRIGHT_TEST(RemoteHostTest)

} // namespace edgewright::remote_host_test

#include "remote_host_test.moc"
