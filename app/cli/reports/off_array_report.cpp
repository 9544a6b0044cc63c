// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/off_array_report.h"

#include "app/cli/text.h"
#include "core/cost/findings/off_array.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

std::string offArrayText(const cost::OffArray& off, std::int64_t cycles) {
    const auto of = [&](std::int64_t part) {
        return table::percentText(static_cast<double>(part) /
                                  static_cast<double>(std::max<std::int64_t>(1, cycles)));
    };
    std::string text = say("not on the array  {1} of the cycles", of(off.cycles));
    const std::size_t named = std::min(cost::NamedOffArray, off.operators.size());
    for (std::size_t i = 0; i < named; ++i)
        text += (i == 0 ? ": " : ", ") + off.operators[i].first + " " + of(off.operators[i].second);
    const std::size_t rest = off.operators.size() - named;
    return rest > 0 ? sayCount(groups(rest), "{2}, and {1} more operator", "{2}, and {1} more operators", text)
                    : text;
}

std::string unmodelledText(const cost::Unmodelled& it) {
    const std::string text =
        sayCount(groups(it.nodes), "not modelled: {1} node of {2}", "not modelled: {1} nodes of {2}", it.op);
    if (!it.share) return say("{1}, share not known", text);
    const std::string share = table::percentText(*it.share);
    return it.isAtMost ? say("{1}, at most {2} of the words that the model's nodes read and write", text, share)
                       : say("{1}, {2} of the words that the model's nodes read and write", text, share);
}

} // namespace

OffArrayReport printOffArray(const Console& console, const cost::Workload& workload,
                             const cost::CostReport& report) {
    OffArrayReport made{Json::object(), Json::array()};
    const cost::OffArray off = cost::offArrayOf(report);
    if (off.cycles > 0) console.print(offArrayText(off, report.cycles));
    made.operators["cycles"] = off.cycles;
    made.operators["operators"] = Json::array();
    for (const auto& [op, cycles] : off.operators)
        made.operators["operators"].push_back({{"op", op}, {"cycles", cycles}});
    for (const cost::Unmodelled& it : workload.unmodelled) {
        console.print(unmodelledText(it));
        made.unmodelled.push_back({{"op", it.op},
                                   {"nodes", it.nodes},
                                   {"share", numberJson(it.share)},
                                   {"share_is_at_most", it.isAtMost}});
    }
    return made;
}

} // namespace edgewright::cli
