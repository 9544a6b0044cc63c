// SPDX-License-Identifier: GPL-3.0-or-later
// A function of one code, by its 256 results: y[i] = table[x[i]].
KERNEL code_table(int count, const Code* x, const RESULT* table, RESULT* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i < count) y[i] = table[x[i]];
}
