// SPDX-License-Identifier: GPL-3.0-or-later
// Multiplications and additions in registers alone: CHAINS chains of `steps` each, for every number of x.
KERNEL peak_fp32(int count, int steps, const float* x, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= count) return;
    float values[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; ++i)
        values[i] = x[at] + i;
#pragma unroll 16
    for (int step = 0; step < steps; ++step)
#pragma unroll
        for (int i = 0; i < CHAINS; ++i)
            values[i] = values[i] * 0.5f + 1.0f;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < CHAINS; ++i)
        sum += values[i];
    y[at] = sum;
}
