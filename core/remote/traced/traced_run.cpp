// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/traced/traced_run.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/remote/guarded_run.h"
#include "core/remote/traced/trace_library.h"
#include "core/remote/traced/traced_output.h"
#include "core/remote/upload.h"

#include <random>

namespace edgewright::remote {

namespace {

constexpr std::chrono::seconds UnamePatience{10};
constexpr std::chrono::hours RunLimit{24 * 365};
constexpr std::string_view ArchitectureMark = "EDGEWRIGHT_ARCHITECTURE ";

constexpr const char* SayArchitecture = R"sh(echo "EDGEWRIGHT_ARCHITECTURE $(uname -m)")sh";

// $1: the mark; $2: the library; $3: by what; behind these the command. The folder that it begins in is removed
// afterwards, whatever happens (guarded_run.h). `head` sends what was counted, though somebody may write on.
constexpr const char* RunAndSend = R"sh(m=$1 l=$2 b=$3
shift 3
t=$PWD/traces
mkdir "$t" || exit 1
(
    unset LC_ALL
    cd "${HOME:-/}" || exit 1
    EDGEWRIGHT_CUDA_TRACE="$t/%p.json" EDGEWRIGHT_CUDA_TRACE_BY=$b
    export EDGEWRIGHT_CUDA_TRACE EDGEWRIGHT_CUDA_TRACE_BY
    [ "$b" = driver ] || export CUDA_INJECTION64_PATH="$l"
    [ "$b" = cupti ] || export LD_PRELOAD="$l${LD_PRELOAD:+:$LD_PRELOAD}"
    exec "$@"
)
s=$?
cd "$t"
for f in *.json; do
    [ -f "$f" ] || continue
    n=$(($(wc -c < "$f")))
    printf '\n%s %s %s\n' "$m" "$f" "$n"
    head -c "$n" "$f"
done
printf '\n%s end %s\n' "$m" "$s"
exit 0)sh";

std::string randomMark() {
    std::random_device device;
    std::string mark = "EDGEWRIGHT_TRACE_";
    constexpr std::string_view Digits = "0123456789abcdef";
    for (int i = 0; i < 32; ++i)
        mark += Digits[device() % Digits.size()];
    return mark;
}

Result<std::string> architectureOf(const Shell& machine, const RunContext& run) {
    ASSIGN_OR_RETURN(const ChildOutput output, machine.run(SayArchitecture, {}, run, UnamePatience));
    const std::string line = lastLineOf(output.text); // in front of it may be what a login prints
    if (!line.starts_with(ArchitectureMark)) return machine.notUnderstood(output);
    return line.substr(ArchitectureMark.size());
}

Result<std::string> libraryThere(const Shell& machine, const TracedRun& traced, const RunContext& run,
                                 const std::function<void(const std::string&)>& told) {
    ASSIGN_OR_RETURN(const std::string architecture, architectureOf(machine, run));
    const auto library = traceLibraryFor(architecture);
    if (!library) return Error(library.error()).within(inQuotes(machine.name()));
    ASSIGN_OR_RETURN(const Provided provided, provide(machine, *library, {"libraries", ".so"}, run));
    if (provided.wasSent && told)
        told(say("sent {1} to {2}", library->filename().string(), inQuotes(machine.name())));
    // The loader takes spaces and colons for the ends of names.
    if (traced.by != "cupti" && provided.path.find_first_of(" :") != std::string::npos)
        return badInput(
            say("{1}: cannot be preloaded, as there are spaces or colons in its path", provided.path));
    return provided.path;
}

} // namespace

Result<int> runTraced(const Shell& machine, const TracedRun& traced, const RunContext& run,
                      const std::function<void(std::string_view)>& took,
                      const std::function<void(const std::string&)>& told) {
    ASSIGN_OR_RETURN(const std::string library, libraryThere(machine, traced, run, told));
    const std::string mark = randomMark();
    std::vector<std::string> words{"sh", "-c", RunAndSend, "edgewright", mark, library, traced.by};
    words.insert(words.end(), traced.command.begin(), traced.command.end());
    TracedOutput output(mark, traced.folder, took);
    const auto ended =
        runGuarded(machine, words, RunLimit, run, [&](std::string_view bytes) { return output.take(bytes); });
    const auto status = output.status();
    if (!ended) return ended.error();
    if (!status) return Error(status.error()).within(inQuotes(machine.name()));
    return *status;
}

} // namespace edgewright::remote
