// SPDX-License-Identifier: GPL-3.0-or-later
// Products of tensor cores in registers alone: CHAINS chains of `steps` each, for every warp. All fragments of a thread are
// its 4 bytes of x: a float that is rounded to TF32 (BYTES 4), two halves (BYTES 2) or four 8-bit integers (BYTES 1). `count`
// is a multiple of 32.
KERNEL peak_tensor(int count, int steps, const unsigned* x, SUM* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= count) return;
#if BYTES == 4
    const unsigned word = tensorFloat(__int_as_float(x[at]));
#else
    const unsigned word = x[at];
#endif
    const unsigned a[4] = {word, word, word, word}, b[2] = {word, word};
    SUM sums[CHAINS][4] = {};
#pragma unroll 8
    for (int step = 0; step < steps; ++step)
#pragma unroll
        for (int i = 0; i < CHAINS; ++i)
#if BYTES == 4
            multiplyTensorFloats(sums[i], a, b);
#else
            multiplyOnTensorCores(sums[i], a, b);
#endif
    SUM all = 0;
#pragma unroll
    for (int i = 0; i < CHAINS; ++i)
        all += (sums[i][0] + sums[i][1]) + (sums[i][2] + sums[i][3]);
    y[at] = all;
}
