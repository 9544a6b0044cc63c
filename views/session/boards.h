// SPDX-License-Identifier: GPL-3.0-or-later
// The machines that the user has added: kept in a file, connected when they are needed.
#pragma once

#include "core/remote/board.h"
#include "core/remote/host.h"
#include "views/session/board_questions.h"
#include "views/support/job/job_slot.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::views {

// A board, or the GPU of this machine.
struct DeviceStatus {
    enum class State { Unknown, Busy, Connected, Failed };
    State state = State::Unknown;
    QString text;                               // what is done now, or why it failed
    std::optional<protocol::Welcome> welcome{}; // of the last connection

    static DeviceStatus failed(const Error& error) {
        return {State::Failed, QString::fromStdString(error.message)};
    }
};

class Boards final : public QObject {
    Q_OBJECT
public:
    // `file`: as remote::hostsFile(); empty: nothing is kept. What cannot be read is told by problem().
    Boards(QThreadPool& pool, std::filesystem::path file, QObject* parent = nullptr);

    const std::vector<remote::Host>& hosts() const { return m_hosts; }
    const remote::Host* find(const std::string& name) const; // null: there is none
    const QString& problem() const { return m_problem; }
    // In the place of the host `known`, or a new one where that is empty.
    Result<void> save(const std::string& known, const remote::Host& host);
    Result<void> forget(const std::string& name);

    // Connects to a host, which need not be saved, and asks what machine it is: trial() tells.
    void test(const remote::Host& host);
    void stopTest() { m_test.cancel(); }
    const DeviceStatus& trial() const { return m_trial; }
    // The agent and all bundles on the board.
    void removeFiles(const std::string& name);

    const DeviceStatus& status(const std::string& name) const;
    void setStatus(const std::string& name, DeviceStatus status);
    // For a thread that measures there; null: there is no such host.
    std::shared_ptr<remote::BoardLink> link(const std::string& name);
    remote::Askpass::Answer asking(const std::string& name);

signals:
    void changed();                                           // hosts, or the status of one
    void tested();                                            // trial() is another
    void asked(std::shared_ptr<BoardQuestion> question);      // somebody must answer
    void answerless(std::shared_ptr<BoardQuestion> question); // no more
    void message(const QString& text);

private:
    Result<void> change(const std::function<Result<void>(std::vector<remote::Host>&)>& how);
    void finishTest(const remote::Host& host, Result<protocol::Welcome> welcome);

    std::filesystem::path m_file;
    std::vector<remote::Host> m_hosts;
    QString m_problem;
    std::map<std::string, DeviceStatus> m_status;
    std::map<std::string, std::shared_ptr<remote::BoardLink>> m_links;
    DeviceStatus m_trial;
    std::shared_ptr<remote::BoardLink> m_trialLink; // null: nothing was tested
    std::shared_ptr<QuestionDesk> m_desk;
    JobSlot m_test, m_remove;
};

} // namespace edgewright::views
