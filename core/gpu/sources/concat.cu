// SPDX-License-Identifier: GPL-3.0-or-later
// y[outer] = a[outer][first] followed by b[outer][second]. blockIdx: pieces of a row of y, outer.
KERNEL concat(int first, int second, const float* a, const float* b, float* y) {
    const int at = (blockIdx.x * THREADS + threadIdx.x) * 4, all = first + second;
    const bool isWhole = first % 4 == 0 && second % 4 == 0;
    float* const row = y + (long long)blockIdx.y * all;
    if (isWhole) {
        if (at >= all) return;
        const float* const from = at < first ? a + (long long)blockIdx.y * first + at : b + (long long)blockIdx.y * second + at - first;
        storeFour(row + at, fourOf(from, 4, true), 4, true);
        return;
    }
    for (int i = at; i < min(at + 4, all); ++i)
        row[i] = i < first ? a[(long long)blockIdx.y * first + i] : b[(long long)blockIdx.y * second + i - first];
}
