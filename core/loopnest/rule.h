// SPDX-License-Identifier: GPL-3.0-or-later
// A rule that derives sketches: it gets one, and returns what it makes of it.
//
// To add one: write core/loopnest/rules/<name>.cpp, all of it in namespace edgewright::loopnest::<name>_rule,
// with `extern const Rule entry;` and its definition, and add <name> to ENTRIES of loopnest_rules in
// core/loopnest/CMakeLists.txt. Its place there is the order of application. Whatever a sketch and its knobs
// say, c_source.h writes a kernel with the result of the definition, or Nest::of refuses them.
#pragma once

#include "core/loopnest/sketch.h"

#include <span>

namespace edgewright::loopnest {

struct Rule {
    std::string_view name; // = file name
    std::string_view summary;
    // One sketch or several in place of the given one: the same where the rule does not apply.
    std::vector<Sketch> (*apply)(const Computation& computation, const Sketch& sketch, const Target& target);
    // Appends what it leaves open. Null: nothing.
    void (*knobs)(const Computation& computation, const Sketch& sketch, const Target& target,
                  std::vector<Knob>& into) = nullptr;
};

std::span<const Rule* const> rules();

// The values of a list that are at most `limit`; at least the first.
std::vector<std::int64_t> upTo(std::int64_t limit, std::span<const std::int64_t> values);

} // namespace edgewright::loopnest
