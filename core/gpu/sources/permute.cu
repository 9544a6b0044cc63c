// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of an array in another order: y[i0][i1][i2][i3][i4] = x[i0 s0 + i1 s1 + ...], a thread for each element of y,
// whose four last extents are told; elements are NUMBER, of 4 bytes or 1.
KERNEL permute(int count, int extent1, int extent2, int extent3, int extent4, int s0, int s1, int s2, int s3, int s4,
               const NUMBER* x, NUMBER* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    int rest = (int)i;
    const int i4 = rest % extent4, i3 = (rest /= extent4) % extent3, i2 = (rest /= extent3) % extent2;
    const int i1 = (rest /= extent2) % extent1, i0 = rest / extent1;
    y[i] = x[(long long)i0 * s0 + (long long)i1 * s1 + (long long)i2 * s2 + (long long)i3 * s3 + (long long)i4 * s4];
}
