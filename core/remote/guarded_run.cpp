// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/guarded_run.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <charconv>

namespace edgewright::remote {

namespace {

constexpr std::string_view Started = "EDGEWRIGHT_STARTED\n", Ended = "\nEDGEWRIGHT_ENDED ";
constexpr std::size_t MaxHead = 64 << 10; // that a login may print
constexpr std::chrono::milliseconds TimeToEnd{5000};

// The program has a process group of its own. Somebody waits for the end of our input beside it, which comes
// when we close it, die, or the link is cut.
constexpr const char* Guard = R"sh(umask 077
LC_ALL=C
export LC_ALL
mkdir -p "$d" && w=$(mktemp -d "$d/run.XXXXXX") && cd "$w" || exit 1
exec 3<&0 </dev/null
group=setsid
command -v setsid >/dev/null 2>&1 || group=
p= g=
end() {
    kill -TERM "-$p" "$p"
    for i in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 "-$p" || kill -0 "$p" || return 0
        sleep 0.1
    done
    kill -KILL "-$p" "$p"
} 2>/dev/null
leave() {
    [ -z "$g" ] || kill "$g" 2>/dev/null
    [ -z "$p" ] || kill -KILL "-$p" 2>/dev/null
    cd / && rm -rf "$w"
}
trap 'end; leave; exit 143' TERM INT HUP
echo EDGEWRIGHT_STARTED
$group "$@" 3<&- 2>&1 &
p=$!
exec 2>/dev/null
(
    cat <&3 >/dev/null &
    c=$!
    trap 'kill $c; exit 0' TERM INT HUP
    wait $c
    end
) >/dev/null 2>&1 &
g=$!
exec 3<&-
wait "$p"
s=$?
leave
printf '\nEDGEWRIGHT_ENDED %s\n' "$s")sh";

// What stands between the two marks.
class GuardedOutput {
public:
    explicit GuardedOutput(const std::function<bool(std::string_view)>& took) : m_took(took) {}

    void take(std::string_view bytes) {
        m_text += bytes;
        if (!m_hasStarted) {
            const std::size_t at = m_text.find(Started);
            if (at == std::string::npos) {
                if (m_text.size() > MaxHead) m_text.erase(0, m_text.size() - Started.size());
                return;
            }
            m_hasStarted = true;
            m_text.erase(0, at + Started.size());
        }
        m_status = statusAtEnd();
        const std::size_t ready = m_status ? m_text.rfind(Ended) : m_text.size() - beginOfMark();
        m_wantsMore = m_wantsMore && m_took(std::string_view(m_text).substr(0, ready));
        m_text.erase(0, ready);
    }
    bool hasStarted() const { return m_hasStarted; }
    bool wantsMore() const { return m_wantsMore; }
    std::optional<int> status() const { return m_status; }

private:
    // How many of the last bytes may be the beginning of the last mark.
    std::size_t beginOfMark() const {
        constexpr std::size_t MaxDigits = 8;
        const std::size_t at = m_text.rfind('\n');
        if (at == std::string::npos) return 0;
        const std::string_view last = std::string_view(m_text).substr(at);
        const bool isMark = last.starts_with(Ended) && last.size() <= Ended.size() + MaxDigits;
        return isMark || Ended.starts_with(last) ? last.size() : 0;
    }
    std::optional<int> statusAtEnd() const {
        const std::size_t at = m_text.rfind(Ended);
        if (at == std::string::npos || !m_text.ends_with('\n')) return std::nullopt;
        int status = 0;
        const char* const end = m_text.data() + m_text.size() - 1;
        const auto [read, error] = std::from_chars(m_text.data() + at + Ended.size(), end, status);
        if (error != std::errc() || read != end) return std::nullopt;
        return status;
    }

    const std::function<bool(std::string_view)>& m_took;
    std::string m_text;
    bool m_hasStarted = false, m_wantsMore = true;
    std::optional<int> m_status;
};

// The guard ends the program once our end is closed; what it still says is of no interest.
void endGuarded(Child& child) {
    child.closeInput();
    const auto end = std::chrono::steady_clock::now() + TimeToEnd;
    while (readSome(child.output(), std::chrono::milliseconds(20), [](std::string_view) {}))
        if (std::chrono::steady_clock::now() > end) break;
    if (!child.wait(Child::Grace)) child.end();
}

} // namespace

Result<std::optional<int>> runGuarded(const Shell& machine, const std::vector<std::string>& words,
                                      std::chrono::milliseconds limit, const RunContext& run,
                                      const std::function<bool(std::string_view)>& took) {
    ASSIGN_OR_RETURN(Child child, machine.start(Guard, words));
    GuardedOutput output(took);
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!output.status() && readSome(child.output(), std::chrono::milliseconds(20),
                                        [&](std::string_view bytes) { output.take(bytes); })) {
        const bool isLate = std::chrono::steady_clock::now() > end;
        if (!run.stopped() && !isLate && output.wantsMore() && !child.errorsAreFull()) continue;
        const bool isFull = child.errorsAreFull();
        endGuarded(child);
        if (run.stopped()) return cancelled();
        if (!output.wantsMore()) return std::optional<int>();
        if (isFull) return badInput(say("{1} writes more than 1 MiB of errors", inQuotes(machine.name())));
        return Error{ErrorCode::TimedOut, say("{1} on {2} has not ended after {3} s", inQuotes(words.front()),
                                              inQuotes(machine.name()), limit.count() / 1000)};
    }
    const std::optional<int> status = output.status();
    endGuarded(child);
    if (status) return status;
    const int own = child.wait(Child::Grace).value_or(255);
    if (output.hasStarted() && own != 255)
        return badInput(
            say("{1} on {2} was ended from outside", inQuotes(words.front()), inQuotes(machine.name())));
    return machine.failureOf(child.errors(), own);
}

} // namespace edgewright::remote
