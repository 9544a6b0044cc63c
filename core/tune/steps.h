// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of TVM's auto_scheduler (src/auto_scheduler/transform_step.cc), which make a program from the
// definition of an operator, and the loop nest that follows from them.
#pragma once

#include "core/base/json_reader.h"
#include "core/tune/log.h"

#include <array>

namespace edgewright::tune {

enum class StepKind {
    Annotate,         // AN loop, annotation
    Fuse,             // FU [loops]
    Pragma,           // PR loop, text
    Reorder,          // RE [loops]
    Split,            // SP loop, extent (0: not known), [lengths], 1: they are of the inner loops
    FollowSplit,      // FSP loop, step that is followed, parts
    FollowFusedSplit, // FFSP loop, [steps that are followed], level, 1: it is the length of the inner loop
    Align,            // SA loop, factor, offset
    ComputeAt,        // CA stage, loop
    Inline,           // CI
    ComputeRoot,      // CR
    CacheRead,        // CHR scope, [stages that read]
    CacheWrite,       // CHW scope
    Rfactor           // RF loop, factor's loop
};

// One of the computation of one tensor, a stage. `numbers` are those of the comment above, in order.
struct Step {
    StepKind kind = StepKind::Annotate;
    std::size_t stage = 0;
    std::vector<std::int64_t> numbers;
    std::vector<std::int64_t> list;
    std::string text;
};

// A fault names what is expected: a step that is known, with numbers that can be.
std::vector<Step> stepsOf(const JsonValue& list);

std::string_view annotationOf(std::int64_t number); // "parallel"; "?" for a number that stands for none

// "3 SP 2.4": the fourth step splits loop 4 of stage 2.
std::vector<Knob> knobsOf(const std::vector<Step>& steps);

struct NestLine {
    std::size_t depth = 0;
    bool isLoop = true; // false: here a stage is computed
    std::string
        name; // of a loop as TVM writes it, "i0.2@i1.2@": parts of axes of its stage; of a stage "stage 3"
    std::int64_t extent = 0; // 0: not known
    bool isAtMost = false;   // its stage needs but a part of it where it is computed
    std::string annotation;  // "for", "parallel", "vectorize", "threadIdx.x"
    std::string pragma;      // "auto_unroll_max_step$512"; mostly empty
    bool operator==(const NestLine&) const = default;
};

// As far as the steps tell: axes are known once a step names them, stages without any are not there. Where a
// stage is computed inside of another, the lengths of its splits bound its loops, and the rest of each extent
// is not known.
std::vector<NestLine> nestOf(const std::vector<Step>& steps);
// "parallel i0.0@i1.0@ (0, 7)", "for i2.1 (<= 4)", "for i3 (?)", two blanks for each depth.
std::string nestText(const std::vector<NestLine>& nest);

} // namespace edgewright::tune
