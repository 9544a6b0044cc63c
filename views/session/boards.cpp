// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/boards.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

const DeviceStatus unknownDevice;

} // namespace

Boards::Boards(QThreadPool& pool, std::filesystem::path file, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_desk(QuestionDesk::make()), m_test(pool, tr("Test a board")),
      m_remove(pool, tr("Remove files from a board")) {
    connect(m_desk.get(), &QuestionDesk::asked, this, &Boards::asked);
    connect(m_desk.get(), &QuestionDesk::over, this, &Boards::answerless);
    connect(&m_test, &JobSlot::cancelled, this, [this] {
        m_trial = {DeviceStatus::State::Failed, tr("Stopped.")};
        emit tested();
    });
    if (m_file.empty()) return;
    auto hosts = remote::readHosts(m_file);
    if (hosts)
        m_hosts = *std::move(hosts);
    else
        m_problem = QString::fromStdString(hosts.error().message);
}

const remote::Host* Boards::find(const std::string& name) const {
    const auto found = std::ranges::find(m_hosts, name, &remote::Host::name);
    return found == m_hosts.end() ? nullptr : &*found;
}

Result<void> Boards::change(const std::function<Result<void>(std::vector<remote::Host>&)>& how) {
    // What could not be read is not written over.
    if (!m_problem.isEmpty()) return badInput(m_problem.toStdString());
    if (m_file.empty()) return how(m_hosts);
    ASSIGN_OR_RETURN(m_hosts, remote::changeHosts(m_file, how));
    return {};
}

Result<void> Boards::save(const std::string& known, const remote::Host& host) {
    RETURN_IF_ERROR(remote::checked(host));
    RETURN_IF_ERROR(change([&](std::vector<remote::Host>& hosts) -> Result<void> {
        const auto place = [&](const std::string& name) {
            return std::ranges::find(hosts, name, &remote::Host::name);
        };
        if (host.name != known && place(host.name) != hosts.end())
            return badInput(
                tr("there is a board \"%1\" already").arg(QString::fromStdString(host.name)).toStdString());
        if (const auto at = place(known); at == hosts.end() || known.empty())
            hosts.push_back(host);
        else
            *at = host;
        return {};
    }));
    m_links.erase(known); // who uses the connection keeps it until then
    if (known != host.name) m_status.erase(known);
    // What was tested is connected already.
    if (m_trialLink && m_trialLink->host() == host && m_trial.state == DeviceStatus::State::Connected) {
        m_links[host.name] = std::exchange(m_trialLink, nullptr);
        m_status[host.name] = m_trial;
    }
    emit changed();
    return {};
}

Result<void> Boards::forget(const std::string& name) {
    RETURN_IF_ERROR(change([&](std::vector<remote::Host>& hosts) -> Result<void> {
        std::erase_if(hosts, [&](const remote::Host& host) { return host.name == name; });
        return {};
    }));
    m_links.erase(name);
    m_status.erase(name);
    emit changed();
    return {};
}

void Boards::test(const remote::Host& host) {
    const remote::Host* known = find(host.name);
    m_trialLink = known && *known == host ? this->link(host.name) : std::make_shared<remote::BoardLink>(host);
    m_trial = {DeviceStatus::State::Busy, tr("Connecting …")};
    emit tested();
    m_test.start(
        [link = m_trialLink, answer = m_desk->asking(QString::fromStdString(host.name))](
            const RunContext& run) -> Result<protocol::Welcome> {
            ASSIGN_OR_RETURN(const auto use, link->use(answer, run));
            return use.board().session().welcome();
        },
        [this, host](Result<protocol::Welcome> welcome) { finishTest(host, std::move(welcome)); });
}

void Boards::finishTest(const remote::Host& host, Result<protocol::Welcome> welcome) {
    m_trial = welcome ? DeviceStatus{DeviceStatus::State::Connected, {}, *std::move(welcome)}
                      : DeviceStatus::failed(welcome.error());
    if (const remote::Host* known = find(host.name); known && *known == host) setStatus(host.name, m_trial);
    emit tested();
}

void Boards::removeFiles(const std::string& name) {
    auto link = this->link(name);
    if (!link) return;
    m_remove.start(
        [link, answer = asking(name)](const RunContext& run) -> Result<void> {
            ASSIGN_OR_RETURN(const auto use, link->use(answer, run));
            return use.board().removeAll(run); // the next use copies the agent anew
        },
        [this, name](const Result<void>& removed) {
            setStatus(name, {});
            emit message(removed ? tr("Nothing of Edgewright is left on %1.").arg(QString::fromStdString(name))
                                 : QString::fromStdString(removed.error().message));
        });
}

const DeviceStatus& Boards::status(const std::string& name) const {
    const auto found = m_status.find(name);
    return found == m_status.end() ? unknownDevice : found->second;
}

void Boards::setStatus(const std::string& name, DeviceStatus status) {
    if (!find(name)) return;
    DeviceStatus& known = m_status[name];
    if (!status.welcome) status.welcome = std::move(known.welcome);
    known = std::move(status);
    emit changed();
}

std::shared_ptr<remote::BoardLink> Boards::link(const std::string& name) {
    const remote::Host* host = find(name);
    if (!host) return nullptr;
    auto& link = m_links[name];
    if (!link) link = std::make_shared<remote::BoardLink>(*host);
    return link;
}

remote::Askpass::Answer Boards::asking(const std::string& name) {
    return m_desk->asking(QString::fromStdString(name));
}

} // namespace edgewright::views
