// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix as rows of halves: y[row][column] = x[row * rowStep + column * columnStep], rounded to the nearest one. Rows of y
// are a multiple of 8 halves long, with zeros behind `columns`.
KERNEL halves(int rows, int columns, int rowStep, int columnStep, const float* x, Half* y) {
    const long long width = (columns + 7) / 8 * 8, i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= rows * width) return;
    const long long row = i / width, column = i % width;
    y[i] = narrowed(column < columns ? x[row * rowStep + column * columnStep] : 0.0f);
}
