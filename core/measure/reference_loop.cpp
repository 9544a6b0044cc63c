// SPDX-License-Identifier: GPL-3.0-or-later
// The loop alone, without anything of the C++ library that checks its indices in some builds: its time tells of
// the machine, and programs that were built otherwise remember theirs in the same file.
#include "core/measure/pace.h"
#include "core/measure/stopwatch.h"

namespace edgewright::measure {

namespace {

constexpr int Extent = 48, Rounds = 4; // of a product that fits the first cache

struct Matrices {
    float a[Extent * Extent], b[Extent * Extent], c[Extent * Extent];
};

void multiply(Matrices& matrices) {
    for (int i = 0; i < Extent; ++i)
        for (int k = 0; k < Extent; ++k) {
            const float left = matrices.a[i * Extent + k];
            for (int j = 0; j < Extent; ++j)
                matrices.c[i * Extent + j] += left * matrices.b[k * Extent + j];
        }
}

} // namespace

double referenceSeconds() {
    Matrices matrices;
    for (int i = 0; i < Extent * Extent; ++i) {
        matrices.a[i] = 0.5F;
        matrices.b[i] = 0.25F;
        matrices.c[i] = 0;
    }
    const Stopwatch watch;
    for (int i = 0; i < Rounds; ++i)
        multiply(matrices);
    asm volatile("" : : "r"(matrices.c) : "memory"); // a reader, without which the loop would not be there
    return watch.elapsed().wall;
}

} // namespace edgewright::measure
