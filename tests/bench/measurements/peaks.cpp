// SPDX-License-Identifier: GPL-3.0-or-later
// What the processor can do at most: arithmetic in registers, over the number of independent sums. Too few of
// them wait for each other, too many do not fit into the registers: one number alone can be two times too low.
#include "tests/bench/measurement.h"

namespace edgewright::bench {

namespace {

void run(Session& session) {
    for (const auto& [kind, title] : {std::pair(Arithmetic::MultiplyAdd, "FP32 multiply-add, GFLOPS"),
                                      std::pair(Arithmetic::Dot, "INT8 dot product, GOPS")}) {
        std::vector<std::string> heads{title};
        for (const Roofs::Point& point : session.roofs.sweep(kernels::Isa::Baseline, kind))
            heads.push_back(std::to_string(point.loop->accumulators));
        heads.push_back("peak");
        Table table(std::move(heads));
        for (const kernels::Isa isa : kernels::available()) {
            const auto sweep = session.roofs.sweep(isa, kind);
            if (sweep.empty()) continue;
            std::vector<std::string> cells{std::string(kernels::nameOf(isa))};
            Json rates = Json::object();
            for (const Roofs::Point& point : sweep) {
                cells.push_back(cli::fixed(point.rate(), 0) + (point.time.best().disturbed() ? "*" : ""));
                rates[std::to_string(point.loop->accumulators)] = point.rate();
            }
            const double roof = session.roofs.roof(isa, kind);
            cells.push_back(cli::fixed(roof, 0));
            table.add(std::move(cells));
            session.report.figures()[kind == Arithmetic::Dot ? "int8_dot_gops" : "fp32_multiply_add_gflops"]
                                    [std::string(kernels::nameOf(isa))] = {{"by_accumulators", rates},
                                                                           {"peak", roof}};
        }
        if (!table.empty()) session.report.print(table);
    }
}

} // namespace

extern const Measurement peaks;
const Measurement peaks{"peaks", "arithmetic in registers, by the number of accumulators", false, run};

} // namespace edgewright::bench
