// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution of planes, y[b][g][f] = sum over c of x[b][g][c] * w[g][f][c] for each group g, with what follows it: a thread
// computes FILTERS filters of one element, and uses each number of x for all of them. `channels` and `filters` are those of a
// group. blockIdx: elements of a plane, groups and in them FILTERS filters each, b.
KERNEL convolution_direct(int channels, int filters, int height, int width, int kernelHeight, int kernelWidth, int strideDown,
                          int strideAcross, int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight,
                          int outWidth, int function, float alpha, float beta, const float* x, const float* w,
                          const float* bias, const float* residual, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x, pieces = (filters + FILTERS - 1) / FILTERS;
    if (at >= outHeight * outWidth) return;
    const int group = blockIdx.y / pieces, first = blockIdx.y % pieces * FILTERS, groups = gridDim.y / pieces;
    const int top = at / outWidth * strideDown - padTop, left = at % outWidth * strideAcross - padLeft;
    const int taps = kernelHeight * kernelWidth;
    float sums[FILTERS] = {};
    for (int channel = 0; channel < channels; ++channel) {
        const float* const plane = x + (((long long)blockIdx.z * groups + group) * channels + channel) * height * width;
        const float* const weights = w + (((long long)group * filters + first) * channels + channel) * taps;
        for (int i = 0; i < kernelHeight; ++i)
            for (int j = 0; j < kernelWidth; ++j) {
                const int row = top + i * dilationDown, column = left + j * dilationAcross;
                if (row < 0 || row >= height || column < 0 || column >= width) continue;
                const float value = plane[row * width + column];
#pragma unroll
                for (int f = 0; f < FILTERS; ++f)
                    if (first + f < filters)
                        sums[f] += value * weights[(long long)f * channels * taps + i * kernelWidth + j];
            }
    }
#pragma unroll
    for (int f = 0; f < FILTERS; ++f)
        if (first + f < filters) {
            const int filter = group * filters + first + f;
            const long long element = ((long long)blockIdx.z * groups * filters + filter) * outHeight * outWidth + at;
            y[element] = finished(sums[f], function, alpha, beta, bias, filter, residual, element);
        }
}
