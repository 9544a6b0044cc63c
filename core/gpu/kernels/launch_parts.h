// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that launches of several kernels share.
#pragma once

#include "core/gpu/kernels/launches.h"

namespace edgewright::gpu {

// `told`, or the values of the kernel as they are declared where none is.
Values declaredUnlessTold(std::string_view kernel, Values told);
std::uint32_t threadsOf(const Values& values); // THREADS

// A thread for each of `count`, by a source that is the name of its kernel.
Launch flatLaunch(std::string_view source, std::int64_t count, Values values, std::vector<Operand> operands);
// gemm_tensor for c[m][n] with tiles of `values`.
Launch tensorProduct(std::int64_t m, std::int64_t n, Values values, std::vector<Operand> operands);

// "height, width, ..., outWidth" as kernels of convolutions have them.
void add(std::vector<Operand>& operands, const PlaneWindow& window);

} // namespace edgewright::gpu
