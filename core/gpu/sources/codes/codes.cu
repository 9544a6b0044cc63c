// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix of 8-bit codes as rows of bytes with a sign: y[row][column] = x[row * rowStep + column * columnStep] ^ flip. Rows of
// y are a multiple of 16 bytes long, with zeros behind `columns`.
KERNEL codes(int rows, int columns, int rowStep, int columnStep, int flip, const Code* x, Code* y) {
    const long long width = (columns + 15) / 16 * 16, i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= rows * width) return;
    const long long row = i / width, column = i % width;
    y[i] = column < columns ? (Code)(x[row * rowStep + column * columnStep] ^ flip) : (Code)0;
}
