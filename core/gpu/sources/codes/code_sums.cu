// SPDX-License-Identifier: GPL-3.0-or-later
// y[row] = constant + factor * the sum of a row of bytes with a sign: what zero points add to a product of codes. A thread for
// each row.
KERNEL code_sums(int rows, int bytes, int constant, int factor, const signed char* x, int* y) {
    const int row = blockIdx.x * THREADS + threadIdx.x;
    if (row >= rows) return;
    const signed char* const codes = x + (long long)row * bytes;
    int sum = 0;
    for (int i = 0; i < bytes; ++i)
        sum += codes[i];
    y[row] = constant + factor * sum;
}
