// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slurm_cluster.h"

#include "tests/support/free_port.h"

#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include <unistd.h>

namespace edgewright::test {

namespace fs = std::filesystem;
using remote::Child;

namespace {

constexpr std::array Programs{"/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged", "/usr/bin/sbatch"};
constexpr std::array Logs{"munged", "slurmctld", "slurmd"};

// In a namespace of processes, of which cat(1) is the first: it ends when its input is closed, and all others
// with it. The folder is $1.
constexpr const char* Daemons = R"(
export SLURM_CONF="$1/slurm.conf"
/usr/sbin/munged --foreground --force --socket="$1/munge.socket" --key-file="$1/munge.key" \
    --pid-file="$1/munge.pid" --seed-file="$1/munge.seed" --log-file="$1/munge.log" >"$1/munged" 2>&1 &
until [ -S "$1/munge.socket" ]; do sleep 0.05; done
/usr/sbin/slurmctld -D -i >"$1/slurmctld" 2>&1 &
/usr/sbin/slurmd -D -N node >"$1/slurmd" 2>&1 &
exec cat
)";

std::vector<std::string> inNamespace(std::vector<std::string> line) {
    line.insert(line.begin(), {"unshare", "--pid", "--fork", "--mount-proc"});
    return line;
}

int slurmStatusOf(const std::vector<std::string>& line, const std::vector<std::string>& environment = {}) {
    auto child = Child::start(line, environment);
    return child ? child->wait(std::chrono::seconds(30)).value_or(-1) : -1;
}

// The name that slurmctld knows this machine by.
std::string shortHostName() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) qFatal("this machine has no name");
    const std::string whole = name.data();
    return whole.substr(0, whole.find('.'));
}

void writeKey(const fs::path& file) {
    std::random_device random;
    std::string key;
    while (key.size() < 128)
        key.push_back(static_cast<char>(random() & 0xff));
    std::ofstream(file, std::ios::binary) << key;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

void writeConfiguration(const fs::path& folder, const fs::path& file) {
    const int controller = freePort();
    int node = freePort();
    while (node == controller)
        node = freePort();
    const std::string in = folder.string() + "/";
    // cred_expire: a job that is run again waits as long.
    std::ofstream(file) << "ClusterName=edgewright\nSlurmctldHost=" << shortHostName() << "(127.0.0.1)\n"
                        << "SlurmctldPort=" << controller << "\nSlurmdPort=" << node << "\n"
                        << "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny\n"
                        << "AuthType=auth/munge\nAuthInfo=socket=" << in << "munge.socket,cred_expire=5\n"
                        << "SlurmUser=root\nSlurmdUser=root\n"
                        << "StateSaveLocation=" << in << "state\nSlurmdSpoolDir=" << in << "spool\n"
                        << "SlurmctldPidFile=" << in << "slurmctld.pid\nSlurmdPidFile=" << in << "slurmd.pid\n"
                        << "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\n"
                        << "MpiDefault=none\nSchedulerType=sched/builtin\nSelectType=select/linear\n"
                        << "SchedulerParameters=sched_interval=1,sched_min_interval=0\nReturnToService=2\n"
                        << "NodeName=node NodeAddr=127.0.0.1 CPUs=1\n"
                        << "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
}

} // namespace

std::string SlurmCluster::missing() {
    for (const char* program : Programs)
        if (!fs::exists(program))
            return std::string("slurmctld, slurmd and munge are not installed: no ") + program;
    if (::geteuid() != 0) return "only root starts a Slurm in a namespace of its own";
    if (slurmStatusOf(inNamespace({"true"})) != 0) return "no namespace for processes can be made here";
    return {};
}

SlurmCluster::SlurmCluster(fs::path folder) : m_folder(std::move(folder)) {
    for (const char* each : {"state", "spool"})
        fs::create_directories(m_folder / each);
    writeKey(m_folder / "munge.key");
    writeConfiguration(m_folder, configuration());
    auto daemons = Child::start(inNamespace({"sh", "-c", Daemons, "sh", m_folder.string()}));
    if (!daemons) qFatal("%s", daemons.error().message.c_str());
    m_daemons.emplace(*std::move(daemons));
    const std::vector<std::string> isIdle{"sh", "-c", "[ \"$(sinfo --noheader --format=%T)\" = idle ]"};
    for (int i = 0; slurmStatusOf(isIdle, {"SLURM_CONF=" + configuration().string()}) != 0; ++i)
        if (i == 600 || m_daemons->wait(std::chrono::milliseconds(100))) // a minute where each says no at once
            qFatal("Slurm has no node: %s\n%s", m_daemons->errors().c_str(), logs().c_str());
}

std::string SlurmCluster::logs() const {
    std::string text;
    for (const char* name : Logs) {
        std::ifstream stream(m_folder / name);
        text += std::string(name) + ":\n" + std::string(std::istreambuf_iterator<char>(stream), {});
    }
    return text;
}

} // namespace edgewright::test
