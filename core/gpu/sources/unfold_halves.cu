// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of a convolution as rows of halves: rows[element][c][i][j] = x[c][row][column] of one image, rounded to the
// nearest half. Rows are a multiple of 8 halves long, with zeros behind the last channel.
KERNEL unfold_halves(int channels, int height, int width, int kernelHeight, int kernelWidth, int strideDown,
                     int strideAcross, int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight,
                     int outWidth, const float* x, Half* rows) {
    const int taps = kernelHeight * kernelWidth;
    const long long used = channels * taps, length = (used + 7) / 8 * 8, all = length * outHeight * outWidth;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < all; i += (long long)gridDim.x * THREADS) {
        const int place = (int)(i % length), at = (int)(i / length), tap = place % taps, channel = place / taps;
        const int row = at / outWidth * strideDown - padTop + tap / kernelWidth * dilationDown;
        const int column = at % outWidth * strideAcross - padLeft + tap % kernelWidth * dilationAcross;
        const bool isThere = place < used && row >= 0 && row < height && column >= 0 && column < width;
        rows[i] = narrowed(isThere ? x[((long long)channel * height + row) * width + column] : 0.0f);
    }
}
