// SPDX-License-Identifier: GPL-3.0-or-later
// What the processor does at most with each instruction set, and how near the kernels come to it, on one
// thread.
#include "core/agent/roof/measured_roof.h"

#include "app/cli/reports/measure_report.h"
#include "core/device/roof/roof.h"
#include "core/kernels/isa.h"
#include "tests/bench/measurement.h"

#include <algorithm>

namespace edgewright::bench {

namespace {

using Roofs = std::vector<std::shared_ptr<const device::Roof>>; // by instruction set

void addRows(Table& table, const Roofs& roofs, device::Arithmetic arithmetic) {
    std::vector<std::string> peaks{std::string(device::nameOf(arithmetic)) + " peak"};
    for (const auto& roof : roofs)
        peaks.push_back(cli::fixed(roof->threads.front().peak(arithmetic), 1));
    table.add(std::move(peaks));
    for (std::size_t i = 0; i < roofs.front()->kernels.size(); ++i) {
        const device::KernelTime& first = roofs.front()->kernels[i];
        if (first.arithmetic != arithmetic) continue;
        std::vector<std::string> cells{first.algorithm + " " + first.shape};
        for (const auto& roof : roofs) {
            const device::KernelTime& each = roof->kernels[i];
            cells.push_back(cli::fixed(each.rate(), 1) + " (" +
                            cli::fixed(device::shareOfPeak(*roof, each).value_or(0) * 100, 0) + ")");
        }
        table.add(std::move(cells));
    }
}

void run(Session& session) {
    const kernels::Isa before = kernels::isaInUse();
    std::vector<std::string> heads{"GMAC/s (% of peak)"};
    Roofs roofs;
    for (const kernels::Isa isa : kernels::available()) {
        kernels::useIsa(isa);
        const auto roof = agent::measuredRoof({.threads = {1}, .seconds = session.quick ? 1.0 : 5.0});
        kernels::useIsa(before);
        if (!roof) return session.report.line(roof.error().message);
        heads.emplace_back(kernels::nameOf(isa));
        session.report.figures()[heads.back()] = cli::roofReport(**roof);
        roofs.push_back(*roof);
    }
    Table table(std::move(heads));
    for (const device::Arithmetic arithmetic : {device::Arithmetic::Float32, device::Arithmetic::Int8})
        addRows(table, roofs, arithmetic);
    session.report.print(table);
    const device::Roof& best = *roofs.back();
    const auto middle = std::ranges::find(best.kernels, "512x512x512", &device::KernelTime::shape);
    const double share = device::shareOfPeak(best, *middle).value_or(0);
    session.report.asked("GEMM 512 at 70 % of the peak or more, with the best instruction set", share >= 0.7,
                         cli::fixed(100 * share, 1) + " %");
}

} // namespace

extern const Measurement roof{"roof", "kernels as a share of the peak, by instruction set", false, run};

} // namespace edgewright::bench
