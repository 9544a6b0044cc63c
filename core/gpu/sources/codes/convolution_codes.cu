// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution of planes of 8-bit codes, the sum over c of (x[b][g][c] - xZero)(w[g][f][c] - wZeros[g][f]) for each group g,
// exactly, and what becomes of it: a thread for each element. x ^ flip has a sign, as w has. `channels` and `filters` are those
// of a group. blockIdx: elements of a plane, groups' filters, b.
KERNEL convolution_codes(int channels, int filters, int height, int width, int kernelHeight, int kernelWidth, int strideDown,
                         int strideAcross, int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight,
                         int outWidth, int flip, int xZero, const Code* x, const signed char* w, const int* wZeros,
                         const int* terms, const float* scales, float low, float high, int zero, RESULT* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= outHeight * outWidth) return;
    const int filter = blockIdx.y, group = filter / filters, groups = gridDim.y / filters, taps = kernelHeight * kernelWidth;
    const int top = at / outWidth * strideDown - padTop, left = at % outWidth * strideAcross - padLeft;
    const int wZero = wZeros ? wZeros[filter] : 0;
    int sum = 0;
    for (int channel = 0; channel < channels; ++channel) {
        const Code* const plane = x + (((long long)blockIdx.z * groups + group) * channels + channel) * height * width;
        const signed char* const weights = w + ((long long)filter * channels + channel) * taps;
        for (int i = 0; i < kernelHeight; ++i)
            for (int j = 0; j < kernelWidth; ++j) {
                const int row = top + i * dilationDown, column = left + j * dilationAcross;
                if (row < 0 || row >= height || column < 0 || column >= width) continue;
                const int code = (signed char)(plane[row * width + column] ^ flip);
                sum += (code - xZero) * (weights[i * kernelWidth + j] - wZero);
            }
    }
    const long long element = ((long long)blockIdx.z * gridDim.y + filter) * outHeight * outWidth + at;
    storeSum(y + element, wholeSum(sum, terms, 0, 0, filter, 0), scales ? scales[filter] : 1.0f, low, high, zero);
}
