// SPDX-License-Identifier: GPL-3.0-or-later
// The largest memory of a process that opens a model: edgewright-cli inspect.
#include "tests/bench/child.h"
#include "tests/bench/measurement.h"

#include <algorithm>
#include <charconv>

namespace edgewright::bench {

namespace {

// What a file may cost: 1.3 times its size and 50 MB.
std::int64_t allowance(std::int64_t fileBytes) { return fileBytes + fileBytes * 3 / 10 + 50'000'000; }

// Asked through a small process of our own: see printPeakMemory.
Result<std::int64_t> peakOfOpening(const Session& session, const Case& from) {
    auto child = Child::start({"/proc/self/exe", "--peak-memory-of", session.commandLine.string(), "inspect",
                               from.model.string(), "--quiet"});
    if (!child) return std::move(child).error();
    const auto answer = child->hear(120);
    std::int64_t kibibytes = 0;
    if (!answer ||
        std::from_chars(answer->data(), answer->data() + answer->size(), kibibytes).ec != std::errc())
        return edgewright::badInput(session.commandLine.string() + " inspect: it failed");
    return kibibytes * 1024;
}

void run(Session& session) {
    Table table({"network", "file", "peak", "allowed"});
    Json& rows = session.report.figures() = Json::array();
    std::string over;
    double worst = 0;
    for (const Case& each : session.cases) {
        session.report.progress(each.name);
        const auto peak = peakOfOpening(session, each);
        if (!peak) {
            session.report.line("failed: " + each.name + ": " + peak.error().message);
            continue;
        }
        const std::int64_t allowed = allowance(each.modelBytes);
        table.add({each.name, cli::bytesText(each.modelBytes), cli::bytesText(*peak), cli::bytesText(allowed)});
        rows.push_back({{"network", each.name},
                        {"model_bytes", each.modelBytes},
                        {"peak_bytes", *peak},
                        {"allowed_bytes", allowed}});
        const double share = static_cast<double>(*peak) / static_cast<double>(allowed);
        worst = std::max(worst, share);
        if (share > 1) over += (over.empty() ? "" : ", ") + each.name + " " + cli::fixed(share, 2);
    }
    if (table.empty()) return;
    session.report.print(table);
    session.report.asked("opening takes at most 1.3 x file + 50 MB", over.empty(),
                         over.empty() ? "worst " + cli::fixed(100 * worst, 0) + " % of that" : over);
}

} // namespace

extern const Measurement opening{"opening", "largest memory of a process that opens a model", true, run};

} // namespace edgewright::bench
