// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of side x side, `stride` apart, `pad` beyond the edges: the largest number (AVERAGE 0) or the mean of those that
// lie in the plane (AVERAGE 1). blockIdx: elements of a plane of the result, planes.
KERNEL pool(int height, int width, int side, int stride, int pad, int outHeight, int outWidth, const float* x, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= outHeight * outWidth) return;
    const float* const plane = x + (long long)blockIdx.y * height * width;
    const int top = at / outWidth * stride - pad, left = at % outWidth * stride - pad;
    float result = AVERAGE ? 0.0f : -__int_as_float(0x7f800000);
    int count = 0;
    for (int row = max(top, 0); row < min(top + side, height); ++row)
        for (int column = max(left, 0); column < min(left + side, width); ++column) {
            const float value = plane[row * width + column];
            result = AVERAGE ? result + value : fmaxf(result, value);
            ++count;
        }
    y[(long long)blockIdx.y * outHeight * outWidth + at] = AVERAGE ? result / count : result;
}
