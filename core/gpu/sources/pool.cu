// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over planes: the largest number (AVERAGE 0) or the mean (AVERAGE 1) of those that lie in the plane. A mean counts
// `padBottom` and `padRight` elements beyond the plane, too, and those before it, where `countsPads` is set.
// blockIdx: elements of a plane of the result, planes.
KERNEL pool(int height, int width, int kernelHeight, int kernelWidth, int strideDown, int strideAcross, int padTop, int padLeft,
            int padBottom, int padRight, int outHeight, int outWidth, int countsPads, const float* x, float* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= outHeight * outWidth) return;
    const float* const plane = x + (long long)blockIdx.y * height * width;
    const int top = at / outWidth * strideDown - padTop, left = at % outWidth * strideAcross - padLeft;
    const int bottom = min(top + kernelHeight, height), right = min(left + kernelWidth, width);
    float result = AVERAGE ? 0.0f : -__int_as_float(0x7f800000);
    for (int row = max(top, 0); row < bottom; ++row)
        for (int column = max(left, 0); column < right; ++column) {
            const float value = plane[row * width + column];
            result = AVERAGE ? result + value : value > result || value != value ? value : result;
        }
    const int count = countsPads ? (min(top + kernelHeight, height + padBottom) - top) *
                                       (min(left + kernelWidth, width + padRight) - left)
                                 : (bottom - max(top, 0)) * (right - max(left, 0));
    y[(long long)blockIdx.y * outHeight * outWidth + at] = AVERAGE ? result / count : result;
}
