// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is linked with the driver, as many that launch kernels of their own are.
#include "plugins/cuda_trace/abi.h"

using namespace edgewright::cuda_trace;

extern "C" {
int cuInit(unsigned flags);
int cuMemAlloc_v2(Address* at, std::size_t bytes);
int cuMemFree_v2(Address at);
}

int main() {
    Address at = 0;
    const bool works =
        cuInit(0) == Success && cuMemAlloc_v2(&at, 4096) == Success && cuMemFree_v2(at) == Success;
    return works ? 0 : 1;
}
