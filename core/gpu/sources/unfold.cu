// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of a convolution as columns: columns[c][i][j][element] = x[c][row][column] of one image (im2col).
KERNEL unfold(int channels, int height, int width, int side, int stride, int pad, int outHeight, int outWidth, const float* x,
              float* columns) {
    const long long elements = outHeight * outWidth, all = channels * side * side * elements;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < all; i += (long long)gridDim.x * THREADS) {
        const int at = (int)(i % elements), tap = (int)(i / elements) % (side * side);
        const int channel = (int)(i / elements) / (side * side);
        const int row = at / outWidth * stride - pad + tap / side, column = at % outWidth * stride - pad + tap % side;
        const bool isThere = row >= 0 && row < height && column >= 0 && column < width;
        columns[i] = isThere ? x[((long long)channel * height + row) * width + column] : 0.0f;
    }
}
