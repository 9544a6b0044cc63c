// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution of each plane by itself, y[b][c] = x[b][c] * w[c], with what follows it: a thread for each element, the
// threads of a block along rows. SIDE x SIDE taps, unrolled; 0: as many as are told.
// blockIdx: elements of a plane, c, b.
KERNEL convolution_depthwise(int height, int width, int kernelHeight, int kernelWidth, int strideDown, int strideAcross,
                             int dilationDown, int dilationAcross, int padTop, int padLeft, int outHeight, int outWidth,
                             int function, float alpha, float beta, const float* x, const float* w, const float* bias,
                             const float* residual, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x, channel = blockIdx.y, channels = gridDim.y;
    if (at >= outHeight * outWidth) return;
    const int down = SIDE > 0 ? SIDE : kernelHeight, across = SIDE > 0 ? SIDE : kernelWidth;
    const int top = at / outWidth * strideDown - padTop, left = at % outWidth * strideAcross - padLeft;
    const float* const plane = x + ((long long)blockIdx.z * channels + channel) * height * width;
    const float* const taps = w + (long long)channel * down * across;
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < down; ++i)
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int row = top + i * dilationDown, column = left + j * dilationAcross;
            const bool isThere = row >= 0 && row < height && column >= 0 && column < width;
            sum += isThere ? plane[row * width + column] * taps[i * across + j] : 0.0f;
        }
    const long long element = ((long long)blockIdx.z * channels + channel) * outHeight * outWidth + at;
    y[element] = finished(sum, function, alpha, beta, bias, channel, residual, element);
}
