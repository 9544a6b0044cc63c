// SPDX-License-Identifier: GPL-3.0-or-later
// y[i] = function(a[..] pair b[..]), each of a and b repeated along axes where its stride is 0: a function of one number, an
// operator of two, or both. The three last extents are told, and four strides of each; a thread for each element.
KERNEL elements(int count, int extent1, int extent2, int extent3, int a0, int a1, int a2, int a3, int b0, int b1, int b2,
                int b3, int pair, int function, float alpha, float beta, const float* a, const float* b, float* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    const int at = (int)i, i3 = at % extent3, i2 = at / extent3 % extent2, i1 = at / extent3 / extent2 % extent1;
    const int i0 = at / extent3 / extent2 / extent1;
    const float left = a[(long long)i0 * a0 + (long long)i1 * a1 + (long long)i2 * a2 + (long long)i3 * a3];
    const float right =
        pair < 0 ? 0.0f : b[(long long)i0 * b0 + (long long)i1 * b1 + (long long)i2 * b2 + (long long)i3 * b3];
    y[at] = functionOf(function, pairOf(pair, left, right), alpha, beta);
}
