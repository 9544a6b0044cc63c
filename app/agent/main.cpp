// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-agent FOLDER [--own-kernels]: takes networks on standard input, measures them, answers on standard
// output, and ends when its input does. Bundles are kept in FOLDER. With --own-kernels, which the program gives
// to the agent of its own machine alone, networks may run with generated kernels that this user has compiled
// here. edgewright-agent --generated BUNDLE OBJECT KERNELS THREADS SAMPLES FOLDER: runs generated kernels,
// which may end it.
#include "core/agent/agent.h"
#include "core/agent/generated_run.h"
#include "core/agent/own_objects.h"
#include "core/base/version.h"

#include <csignal>
#include <cstdio>
#include <cstring>

#include <sys/resource.h>
#include <unistd.h>

namespace {

// Standard input is not read. A kernel that crashes leaves no image of its memory behind.
int runGenerated(const std::vector<std::string>& words) {
    using namespace edgewright;
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const auto order = agent::generatedOrderOf(words);
    const auto ran = order ? agent::runGenerated(*order, STDOUT_FILENO) : Result<void>(order.error());
    if (ran) return 0;
    std::fprintf(stderr, "edgewright-agent: %s\n", ran.error().message.c_str());
    return 1;
}

} // namespace

int main(int count, char** arguments) {
    using namespace edgewright;
    if (count == 2 && std::strcmp(arguments[1], "--version") == 0) {
        std::puts("edgewright-agent " EDGEWRIGHT_VERSION);
        return 0;
    }
    if (count > 2 && std::strcmp(arguments[1], "--generated") == 0)
        return runGenerated({arguments + 2, arguments + count});
    const bool hasOwnKernels = count == 3 && std::strcmp(arguments[2], "--own-kernels") == 0;
    if ((count != 2 && !hasOwnKernels) || arguments[1][0] == '-') {
        std::fputs("usage: edgewright-agent FOLDER [--own-kernels]\n", stderr);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN); // who does not listen any more is told by the call that writes
    // Nothing is left running: an operator that takes longer than this is ended with the process.
    constexpr unsigned SecondsToEnd = 2;
    const agent::AgentOptions options{
        .folder = arguments[1],
        .lost = [] { ::alarm(SecondsToEnd); },
        .objects = hasOwnKernels ? agent::ownObjectsFolder() : std::filesystem::path(),
    };
    const auto ended = agent::serve(STDIN_FILENO, STDOUT_FILENO, options);
    if (ended) return 0;
    std::fprintf(stderr, "edgewright-agent: %s\n", ended.error().message.c_str());
    return 1;
}
