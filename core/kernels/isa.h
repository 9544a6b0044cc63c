// SPDX-License-Identifier: GPL-3.0-or-later
// The instruction sets that the kernels are compiled for, and which of them runs.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace edgewright::kernels {

struct Table;

// In rising order. Baseline is what the compiler targets anyway: SSE2 on x86-64, NEON on aarch64. Avx512Amx is
// Avx512Vnni with products of 8-bit codes by tiles.
enum class Isa { Baseline, Avx2, Avx512, Avx512Vnni, Avx512Amx };

// Compiled in and understood by this processor, in rising order; never empty.
std::span<const Isa> available();
// "baseline", "avx2", "avx512", "avx512vnni", "avx512amx".
std::string_view nameOf(Isa isa);
// The kernels of one instruction set; `isa` must be available.
const Table& tableOf(Isa isa);
// The kernels in use: the best available, or what the environment variable EDGEWRIGHT_ISA names, or what useIsa
// says.
const Table& table();
Isa isaInUse();
// Empty unless EDGEWRIGHT_ISA names none of the available ones: then what it names, and what there is.
std::string problemWithChoice();
// For comparisons and tests; not while kernels run.
void useIsa(Isa isa);

} // namespace edgewright::kernels
