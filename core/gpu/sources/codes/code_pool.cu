// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over planes of codes: the largest one (MEAN 0), or the code of the mean of those that lie in the plane: of the
// numbers that they stand for, summed one after the other (MEAN 1), or of their exact sum times a scale (MEAN 2). `low` and
// `high` are less the zero point. Pads as in `pool`. blockIdx: elements of a plane of the result, planes.
KERNEL code_pool(int height, int width, int kernelHeight, int kernelWidth, int strideDown, int strideAcross, int padTop,
                 int padLeft, int padBottom, int padRight, int outHeight, int outWidth, int countsPads, int xZero, float xScale,
                 float yScale, float low, float high, int zero, const CODE* x, Code* y) {
    const int at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= outHeight * outWidth) return;
    const CODE* const plane = x + (long long)blockIdx.y * height * width;
    const int top = at / outWidth * strideDown - padTop, left = at % outWidth * strideAcross - padLeft;
    const int bottom = min(top + kernelHeight, height), right = min(left + kernelWidth, width);
    int whole = MEAN ? 0 : (int)low + zero;
    float sum = 0.0f;
    for (int row = max(top, 0); row < bottom; ++row)
        for (int column = max(left, 0); column < right; ++column) {
            const int code = plane[row * width + column];
            if (MEAN == 1)
                sum = __fadd_rn(sum, __fmul_rn((float)(code - xZero), xScale));
            else
                whole = MEAN ? whole + (code - xZero) : max(whole, code);
        }
    const int count = countsPads ? (min(top + kernelHeight, height + padBottom) - top) *
                                       (min(left + kernelWidth, width + padRight) - left)
                                 : (bottom - max(top, 0)) * (right - max(left, 0));
    Code result = (Code)whole;
    if (MEAN == 1) result = codeOf(sum / (float)max(count, 1) / yScale, low, high, zero);
    if (MEAN == 2) result = codeOf((float)whole * xScale, low, high, zero);
    y[(long long)blockIdx.y * outHeight * outWidth + at] = result;
}
