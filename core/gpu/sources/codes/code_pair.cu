// SPDX-License-Identifier: GPL-3.0-or-later
// Sums (MULTIPLY 0) and products of elements of two arrays of codes as codes again: left a + constant + right b, or left
// (a - aZero)(b - bZero) + constant, each step rounded; the zero point of the result is part of `constant`. Operands are
// repeated as in `elements`; a thread for each element.
KERNEL code_pair(int count, int extent1, int extent2, int extent3, int a0, int a1, int a2, int a3, int b0, int b1, int b2,
                 int b3, int aZero, int bZero, float left, float right, float constant, float low, float high, const CODE* a,
                 const CODE* b, Code* y) {
    const long long i = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    const int at = (int)i, i3 = at % extent3, i2 = at / extent3 % extent2, i1 = at / extent3 / extent2 % extent1;
    const int i0 = at / extent3 / extent2 / extent1;
    const int first = a[(long long)i0 * a0 + (long long)i1 * a1 + (long long)i2 * a2 + (long long)i3 * a3];
    const int second = b[(long long)i0 * b0 + (long long)i1 * b1 + (long long)i2 * b2 + (long long)i3 * b3];
    float value;
    if (MULTIPLY)
        value = __fadd_rn(__fmul_rn((float)((first - aZero) * (second - bZero)), left), constant);
    else
        value = __fadd_rn(__fadd_rn(__fmul_rn((float)first, left), constant), __fmul_rn((float)second, right));
    y[at] = codeOf(value, low, high, 0);
}
