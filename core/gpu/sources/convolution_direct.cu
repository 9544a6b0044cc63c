// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution of planes, y[b][f] = sum over c of x[b][c] * w[f][c]: a thread computes FILTERS filters of one element, and
// uses each number of x for all of them. blockIdx: elements of a plane, groups of filters, b.
KERNEL convolution_direct(int channels, int height, int width, int filters, int side, int stride, int pad, int outHeight,
                          int outWidth, const float* x, const float* w, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * FILTERS;
    if (at >= outHeight * outWidth) return;
    const int top = at / outWidth * stride - pad, left = at % outWidth * stride - pad;
    float sums[FILTERS] = {};
    for (int channel = 0; channel < channels; ++channel) {
        const float* const plane = x + ((long long)blockIdx.z * channels + channel) * height * width;
        const float* const taps = w + ((long long)first * channels + channel) * side * side;
        for (int i = 0; i < side; ++i)
            for (int j = 0; j < side; ++j) {
                const int row = top + i, column = left + j;
                if (row < 0 || row >= height || column < 0 || column >= width) continue;
                const float value = plane[row * width + column];
#pragma unroll
                for (int f = 0; f < FILTERS; ++f)
                    if (first + f < filters)
                        sums[f] += value * taps[(long long)f * channels * side * side + i * side + j];
            }
    }
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        if (first + f < filters)
            y[((long long)blockIdx.z * filters + first + f) * outHeight * outWidth + at] = sums[f];
}
