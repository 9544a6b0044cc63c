// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/network_namespace.h"

#include "core/remote/processes/child.h"

#include <QtGlobal>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <unistd.h>

namespace edgewright::test {

namespace fs = std::filesystem;
using remote::Child;

namespace {

constexpr std::string_view Prefix = "edgewright-";
constexpr const char* FarHardware = "02:00:00:00:00:02"; // the only one at the other end of a link

int statusOf(const std::vector<std::string>& arguments, std::string* errors = nullptr) {
    auto child = Child::start(arguments);
    if (!child) return -1;
    const int status = child->wait(std::chrono::seconds(30)).value_or(-1);
    if (errors) *errors = child->errors();
    return status;
}

void run(const std::vector<std::string>& arguments) {
    std::string errors;
    if (statusOf(arguments, &errors) == 0) return;
    std::string line;
    for (const std::string& each : arguments)
        line += each + " ";
    qFatal("%s: %s", line.c_str(), errors.c_str());
}

// "edgewright-<process>-<number>", of a process that has ended.
void removeLeftBehind() {
    std::error_code ignored;
    for (fs::directory_iterator it("/run/netns", ignored), end; !ignored && it != end; it.increment(ignored)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(Prefix)) continue;
        int process = 0;
        std::from_chars(name.data() + Prefix.size(), name.data() + name.size(), process);
        if (std::error_code other; process == 0 || fs::exists("/proc/" + std::to_string(process), other))
            continue;
        statusOf({"sh", "-c", "ip netns pids \"$1\" | xargs -r kill -KILL", "sh", name});
        statusOf({"ip", "netns", "delete", name}); // its link goes with it
    }
}

} // namespace

std::string NetworkNamespace::missing() {
    if (::geteuid() != 0) return "only root makes network namespaces";
    if (statusOf({"ip", "netns", "list"}) != 0) return "iproute2 is not installed";
    return {};
}

NetworkNamespace::NetworkNamespace() {
    removeLeftBehind();
    static int count = 0;
    m_name = std::string(Prefix) + std::to_string(::getpid()) + "-" + std::to_string(++count);
    run({"ip", "netns", "add", m_name});
    // 198.18.0.0/15 is for tests of networks (RFC 2544): 32768 links with two addresses each, the last of them
    // that of board.sh. The name of the link says which is taken.
    constexpr unsigned Links = 32767;
    unsigned link = static_cast<unsigned>(::getpid()) * 7u + static_cast<unsigned>(count);
    for (int attempts = 0;; ++attempts, ++link) {
        link %= Links;
        m_link = "ewh" + std::to_string(link);
        m_far = "ewb" + std::to_string(link);
        if (statusOf({"ip", "link", "add", m_link, "type", "veth", "peer", "name", m_far, "address",
                      FarHardware, "netns", m_name}) == 0)
            break;
        if (attempts == 100) qFatal("no link can be made");
    }
    const unsigned first = link * 4;
    const auto address = [&](unsigned host) {
        const unsigned at = first + host;
        return "198." + std::to_string(18 + (at >> 16)) + "." + std::to_string((at >> 8) & 255) + "." +
               std::to_string(at & 255);
    };
    m_address = address(2);
    run({"ip", "address", "add", address(1) + "/30", "dev", m_link});
    run({"ip", "link", "set", m_link, "up"});
    run({"ip", "-n", m_name, "address", "add", m_address + "/30", "dev", m_far});
    run({"ip", "-n", m_name, "link", "set", "lo", "up"});
    // Known for good, as behind a router: after a cut, a search that failed would be remembered for seconds.
    run({"ip", "neighbour", "replace", m_address, "lladdr", FarHardware, "dev", m_link, "nud", "permanent"});
    mend();
}

NetworkNamespace::~NetworkNamespace() {
    // Processes inside keep the namespace, and with it the link.
    statusOf({"ip", "link", "delete", m_link});
    statusOf({"ip", "netns", "delete", m_name});
}

void NetworkNamespace::cut() const { run({"ip", "-n", m_name, "link", "set", m_far, "down"}); }

void NetworkNamespace::mend() const { run({"ip", "-n", m_name, "link", "set", m_far, "up"}); }

std::int64_t NetworkNamespace::receivedBytes() const {
    std::int64_t bytes = 0;
    std::ifstream("/sys/class/net/" + m_link + "/statistics/rx_bytes") >> bytes;
    return bytes;
}

void NetworkNamespace::limit(const std::string& rate) const {
    const std::vector<std::string> shape{"root", "tbf", "rate", rate, "burst", "32kbit", "latency", "400ms"};
    for (std::vector<std::string> line :
         {std::vector<std::string>{"tc", "qdisc", "replace", "dev", m_link},
          std::vector<std::string>{"tc", "-n", m_name, "qdisc", "replace", "dev", m_far}}) {
        line.insert(line.end(), shape.begin(), shape.end());
        run(line);
    }
}

} // namespace edgewright::test
