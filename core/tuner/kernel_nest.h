// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that parameters make of a kernel, with the bytes that one turn of each works on and the level of
// memory that holds them: for people, to see what a choice does to the caches.
#pragma once

#include "core/loopnest/nest.h"
#include "core/measure/roof.h"
#include "core/tuner/tried.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::tuner {

inline constexpr std::string_view RegisterLevel = "registers";

struct KernelLoop {
    std::size_t depth = 0;
    std::string over;        // "columns of the result"
    std::int64_t extent = 0; // 0: not known
    std::int64_t step = 1;   // of one turn; 0: the kernel's own rule, which is not told
    bool isParallel = false; // its turns are shared out among threads
    std::int64_t bytes = 0;  // that one turn reads and writes, each byte once; 0: not known
    std::string level = {};  // "L2", RegisterLevel; empty: not known
    std::string how = {};    // "unrolled"; empty: a loop

    std::int64_t turns() const { return step > 0 ? (extent + step - 1) / step : 0; } // 0: not known
    // "columns of the result: 784 by 256, 4 turns"; "oc: 4, unrolled"
    std::string text() const;
};

struct KernelNest {
    std::string title;             // "matrix product in blocks"
    std::vector<KernelLoop> loops; // from outside to inside
};

// `roof`: of as many threads, whose levels hold the bytes of all of them; null: levels are not known. Tiles are
// those of the instruction set in use. No loops for a task whose product is not known.
KernelNest kernelNest(const Task& task, const kernels::KernelParameters& parameters, int threads,
                      const measure::ThreadRoof* roof);
// The nest of a generated kernel: its loops are called as the axes of its computation, "oc".
KernelNest kernelNest(const loopnest::Nest& nest, int threads, const measure::ThreadRoof* roof);
// The nest of a choice of a log or a search. BadInput for a choice that its space does not have here.
Result<KernelNest> kernelNest(const Task& task, const TriedChoice& choice, int threads,
                              const measure::ThreadRoof* roof);
// The levels of a roof of this machine, without rates: what its caches hold for so many threads. No levels
// where the system tells of no cache.
measure::ThreadRoof cachesHere(int threads);

} // namespace edgewright::tuner
