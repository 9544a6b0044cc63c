// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/sketch.h"

#include "core/base/catalogue.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/loopnest/rule.h"
#include "core/measure/machine.h"
#include "loopnest_rules.def"

#include <algorithm>

namespace edgewright::loopnest {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_LOOPNEST_RULES, rules, Rule, _rule)

Target targetHere() {
    Target target;
    const std::vector<std::string> features = measure::processorFeatures();
    const auto has = [&](const char* feature) { return std::ranges::count(features, feature) > 0; };
    if (has("avx512f"))
        target.lanes = 16, target.registers = 32;
    else if (has("avx2") || has("avx"))
        target.lanes = 8;
    else if (has("asimddp") || has("asimd") || has("neon"))
        target.registers = 32;
    for (const measure::Cache& cache : measure::thisMachine().caches) {
        if (cache.level == 1 && cache.bytes > 0) target.cacheL1 = cache.bytes;
        if (cache.level == 2 && cache.bytes > 0) target.cacheL2 = cache.bytes;
    }
    return target;
}

std::string Sketch::name() const {
    std::string text;
    for (const std::string& step : steps)
        text += (text.empty() ? "" : ", ") + step;
    return text;
}

std::int64_t Schedule::choice(std::string_view key, std::int64_t otherwise) const {
    for (const auto& [name, value] : choices)
        if (name == key) return value;
    return otherwise;
}

std::string Schedule::text() const {
    std::string text = sketch.name();
    const char* between = ": ";
    for (const auto& [key, value] : choices) {
        text += between + key + " " + std::to_string(value);
        between = ", ";
    }
    return text;
}

std::vector<Sketch> sketchesOf(const Computation& computation, const Target& target) {
    std::vector<Sketch> sketches{Sketch{}};
    for (const Rule* const rule : rules()) {
        std::vector<Sketch> derived;
        for (const Sketch& each : sketches)
            for (Sketch& made : rule->apply(computation, each, target))
                derived.push_back(std::move(made));
        sketches = std::move(derived);
    }
    return sketches;
}

std::vector<Knob> knobsOf(const Computation& computation, const Sketch& sketch, const Target& target) {
    std::vector<Knob> knobs;
    for (const Rule* const rule : rules())
        if (rule->knobs) rule->knobs(computation, sketch, target, knobs);
    return knobs;
}

Result<Schedule> scheduleNamed(std::shared_ptr<const Computation> computation, const Target& target,
                               const std::string& sketch,
                               const std::vector<std::pair<std::string, std::int64_t>>& choices) {
    const std::vector<Sketch> sketches = sketchesOf(*computation, target);
    const auto found = std::ranges::find(sketches, sketch, &Sketch::name);
    if (found == sketches.end())
        return badInput(say("no rule derives the loop nest {1} here", inQuotes(sketch)));
    Schedule schedule{std::move(computation), target, *found, {}};
    for (const Knob& knob : knobsOf(*schedule.computation, schedule.sketch, target)) {
        const auto chosen = std::ranges::find(choices, knob.key, &std::pair<std::string, std::int64_t>::first);
        if (chosen == choices.end() || std::ranges::count(knob.values, chosen->second) == 0)
            return badInput(
                say("the loop nest {1} has another {2} here", inQuotes(sketch), inQuotes(knob.key)));
        schedule.choices.push_back(*chosen);
    }
    return schedule;
}

std::vector<std::int64_t> upTo(std::int64_t limit, std::span<const std::int64_t> values) {
    std::vector<std::int64_t> kept;
    for (const std::int64_t each : values)
        if (kept.empty() || each <= limit) kept.push_back(each);
    return kept;
}

} // namespace edgewright::loopnest
