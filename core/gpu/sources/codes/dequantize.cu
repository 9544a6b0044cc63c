// SPDX-License-Identifier: GPL-3.0-or-later
// y = (x - zero) * scale of codes or 32-bit sums; neighbours of `inner` elements share scale and zero point, of which there are
// `extent` in turn. A thread for each element.
KERNEL dequantize(int count, int extent, int inner, const CODE* x, const float* scales, const int* zeros, float* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    const int parameter = (int)(i / inner % extent);
    y[i] = (float)((long long)x[i] - zeros[parameter]) * scales[parameter];
}
