// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of a convolution as columns: columns[c][i][j][element] = x[c][row][column] of one image (im2col).
KERNEL unfold(int channels, int height, int width, int kernelHeight, int kernelWidth, int strideDown, int strideAcross,
              int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight, int outWidth, const float* x,
              float* columns) {
    const int taps = kernelHeight * kernelWidth;
    const long long elements = outHeight * outWidth, all = channels * taps * elements;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < all; i += (long long)gridDim.x * THREADS) {
        const int at = (int)(i % elements), tap = (int)(i / elements) % taps, channel = (int)(i / elements) / taps;
        const int row = at / outWidth * strideDown - padTop + tap / kernelWidth * dilationDown;
        const int column = at % outWidth * strideAcross - padLeft + tap % kernelWidth * dilationAcross;
        const bool isThere = row >= 0 && row < height && column >= 0 && column < width;
        columns[i] = isThere ? x[((long long)channel * height + row) * width + column] : 0.0f;
    }
}
