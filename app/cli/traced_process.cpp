// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/traced_process.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/remote/traced/trace_library.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <thread>

namespace edgewright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds TracedGrace{3};
constexpr std::chrono::milliseconds Poll{10};

// The loader takes spaces and colons for the ends of names.
Result<fs::path> preloadable(const fs::path& library, const fs::path& folder) {
    if (library.string().find_first_of(" :") == std::string::npos) return library;
    const fs::path link = folder / library.filename();
    std::error_code failed;
    fs::create_symlink(library, link, failed);
    if (failed || link.string().find_first_of(" :") != std::string::npos)
        return badInput(
            say("{1}: cannot be preloaded, as there are spaces or colons in its path", library.string()));
    return link;
}

Result<std::vector<std::string>> environmentFor(const TracedProcess& process) {
    ASSIGN_OR_RETURN(const fs::path library, remote::traceLibraryHere());
    std::vector<std::string> own{"EDGEWRIGHT_CUDA_TRACE=" + (process.folder / "%p.json").string(),
                                 "EDGEWRIGHT_CUDA_TRACE_BY=" + process.by};
    if (process.by != "driver") own.push_back("CUDA_INJECTION64_PATH=" + library.string());
    if (process.by != "cupti") {
        ASSIGN_OR_RETURN(const fs::path named, preloadable(library, process.folder));
        const char* const before = std::getenv("LD_PRELOAD");
        own.push_back("LD_PRELOAD=" + named.string() + (before && *before ? ':' + std::string(before) : ""));
    }
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string_view variable = *each;
        const std::string_view name = variable.substr(0, variable.find('=') + 1);
        bool isReplaced = false;
        for (const std::string& one : own)
            isReplaced = isReplaced || one.starts_with(name);
        if (!isReplaced) all.emplace_back(variable);
    }
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& each : texts)
        pointers.push_back(each.data());
    pointers.push_back(nullptr);
    return pointers;
}

Result<pid_t> start(const TracedProcess& process) {
    ASSIGN_OR_RETURN(std::vector<std::string> environment, environmentFor(process));
    std::vector<std::string> command = process.command;
    // What this program ignores, the command does not.
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGPIPE);
    ::sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (process.outputToErrors) ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    pid_t id = -1;
    const int fault = ::posix_spawnp(&id, command.front().c_str(), &files, &attributes,
                                     pointersTo(command).data(), pointersTo(environment).data());
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    if (fault != 0) return badInput(say("{1}: cannot be started: {2}", command.front(), std::strerror(fault)));
    return id;
}

} // namespace

Result<int> runTraced(const TracedProcess& process, const RunContext& run) {
    ASSIGN_OR_RETURN(const pid_t id, start(process));
    std::chrono::milliseconds stoppedFor{0};
    bool isAsked = false;
    while (true) {
        int status = 0;
        const pid_t ended = ::waitpid(id, &status, WNOHANG);
        if (ended == id) return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        if (ended < 0 && errno != EINTR) return internalError(std::strerror(errno));
        std::this_thread::sleep_for(Poll);
        if (!run.stopped()) continue;
        stoppedFor += Poll;
        if (stoppedFor < TracedGrace || isAsked) continue;
        ::kill(id, SIGTERM);
        isAsked = true;
    }
}

} // namespace edgewright::cli
