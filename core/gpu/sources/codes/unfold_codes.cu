// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of a convolution of 8-bit codes as rows of bytes with a sign: rows[element][c][i][j] = x[c][row][column] ^ flip of
// one image, and `pad` beyond its edges. Rows are a multiple of 16 bytes long, with zeros behind the last channel.
KERNEL unfold_codes(int channels, int height, int width, int kernelHeight, int kernelWidth, int strideDown,
                    int strideAcross, int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight,
                    int outWidth, int flip, int pad, const Code* x, Code* rows) {
    const int taps = kernelHeight * kernelWidth;
    const long long used = (long long)channels * taps, length = (used + 15) / 16 * 16, all = length * outHeight * outWidth;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < all; i += (long long)gridDim.x * THREADS) {
        const int place = (int)(i % length), at = (int)(i / length), tap = place % taps, channel = place / taps;
        const int row = at / outWidth * strideDown - padTop + tap / kernelWidth * dilationDown;
        const int column = at % outWidth * strideAcross - padLeft + tap % kernelWidth * dilationAcross;
        int code = 0;
        if (place < used) {
            const bool isInside = row >= 0 && row < height && column >= 0 && column < width;
            code = isInside ? x[((long long)channel * height + row) * width + column] ^ flip : pad;
        }
        rows[i] = (Code)code;
    }
}
