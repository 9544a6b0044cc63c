// SPDX-License-Identifier: GPL-3.0-or-later
// y = the code of x / scale, from `low` to `high`; neighbours of `inner` elements share scale and zero point, of which there are
// `extent` in turn. A thread for each element.
KERNEL quantize(int count, int extent, int inner, int low, int high, const float* x, const float* scales, const int* zeros,
                Code* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    const int parameter = (int)(i / inner % extent), zero = zeros[parameter];
    y[i] = codeOf(x[i] / scales[parameter], (float)(low - zero), (float)(high - zero), zero);
}
