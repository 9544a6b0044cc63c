// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/stages/stage_machine.h"

#include "core/measure/machine.h"

#include <charconv>

namespace edgewright::device {

namespace {

// "3", "0-3": adds them; false where it is neither.
bool addProcessors(std::string_view part, std::vector<int>& to) {
    const char* const end = part.data() + part.size();
    int first = 0;
    auto [at, error] = std::from_chars(part.data(), end, first);
    if (error != std::errc()) return false;
    int last = first;
    if (at != end && *at == '-') {
        const auto [after, wrong] = std::from_chars(at + 1, end, last);
        if (wrong != std::errc()) return false;
        at = after;
    }
    if (at != end || first < 0 || last < first || last >= measure::MaxThreads) return false;
    for (int each = first; each <= last; ++each)
        to.push_back(each);
    return true;
}

} // namespace

std::optional<StageMachine> StageMachine::parsed(std::string_view text) {
    StageMachine machine{.text = std::string(text), .host = {}, .processors = {}};
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        const auto shape = relay::LinkShape::parsed(text.substr(at + 1)); // else it belongs to a name
        machine.shape = shape.value_or(relay::LinkShape());
        if (shape) text = text.substr(0, at);
    }
    const std::size_t colon = text.find(':');
    machine.host = text.substr(0, colon);
    if (machine.host == Rank && colon != std::string_view::npos) {
        std::vector<int> ranks;
        if (!addProcessors(text.substr(colon + 1), ranks) || ranks.size() != 1 || ranks.front() < 1) return {};
        machine.host.clear();
        machine.rank = ranks.front();
        return machine;
    }
    if (machine.host.empty()) return {};
    if (machine.host == Here) machine.host.clear();
    if (colon == std::string_view::npos) return machine;
    std::string_view rest = text.substr(colon + 1);
    while (true) {
        const std::size_t plus = rest.find('+');
        if (!addProcessors(rest.substr(0, plus), machine.processors)) return {};
        if (plus == std::string_view::npos) return machine;
        rest.remove_prefix(plus + 1);
    }
}

} // namespace edgewright::device
