// SPDX-License-Identifier: GPL-3.0-or-later
// A sketch: the structure of a loop nest without its numbers. A schedule: a sketch and the numbers.
//
// Source of the words and of the structure: Zheng et al., "Ansor", OSDI 2020, section 4. The loops of a tiled
// nest are, from the outside:
//
//   S0  spatial, the outermost of them fused: independent tasks, that threads share
//   S1  spatial
//   R0  reduction, blocks: partial sums stay in memory between them
//   S2  spatial
//   R1  reduction
//   S3  spatial, unrolled and vectorised: sums in registers
#pragma once

#include "core/loopnest/computation.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::loopnest {

// The machine that kernels are made for.
struct Target {
    std::int64_t lanes = 4;                               // floats of the widest vector
    std::int64_t registers = 16;                          // that hold vectors
    std::int64_t cacheL1 = 32 << 10, cacheL2 = 512 << 10; // bytes
    friend bool operator==(const Target&, const Target&) = default;
};
Target targetHere();

// The place of the factors of a computation.
enum class Factor { Left, Right };

struct Sketch {
    std::vector<std::string> steps = {};    // of the rules that changed it, in their order
    std::vector<std::size_t> tiled = {};    // spatial axes with S1 to S3; others have S0 alone
    std::optional<std::size_t> vector = {}; // the axis whose innermost part is in vectors
    std::optional<Factor> packed = {};      // a constant factor, copied once into the order of the tiles
    bool copiesPadding = false;             // padded input is copied first, with its padding
    bool splitsReduction = false;           // R0: sums are kept in memory
    bool isParallel = false;                // S0 loops are fused into tasks
    bool unrolls = false;                   // the innermost R1 loop

    std::string name() const; // "tile, vectorise ow, pad"
};

// A number that a sketch leaves open.
struct Knob {
    std::string key;
    std::vector<std::int64_t> values; // at least one
};

struct Schedule {
    std::shared_ptr<const Computation> computation; // simplified
    Target target;
    Sketch sketch;
    std::vector<std::pair<std::string, std::int64_t>> choices; // of each knob of the sketch

    std::int64_t choice(std::string_view key, std::int64_t otherwise) const;
    std::string text() const; // "tile, vectorise ow, pad: tile.ow 2, ..."
    friend bool operator==(const Schedule& a, const Schedule& b) {
        return a.computation == b.computation && a.sketch.steps == b.sketch.steps && a.choices == b.choices;
    }
};

// All sketches that the rules derive from a simplified computation; at least one, none twice.
std::vector<Sketch> sketchesOf(const Computation& computation, const Target& target);
// The schedule that was written down as the name of its sketch and its choices, in any order. BadInput for a
// sketch that no rule derives for this target, and where a knob has no choice or none of its values.
Result<Schedule> scheduleNamed(std::shared_ptr<const Computation> computation, const Target& target,
                               const std::string& sketch,
                               const std::vector<std::pair<std::string, std::int64_t>>& choices);
// The knobs of all rules, in their order.
std::vector<Knob> knobsOf(const Computation& computation, const Sketch& sketch, const Target& target);

} // namespace edgewright::loopnest
