// SPDX-License-Identifier: GPL-3.0-or-later
// y = x / 2 (1 + erf(x / sqrt(2))).
FUNCTION float geluOf(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678118654752f)); }
KERNEL gelu(int count, const float* x, float* y) {
    const int i = (blockIdx.x * THREADS + threadIdx.x) * 4;
    if (i >= count) return;
    float4 four = fourOf(x + i, count - i, true);
    four.x = geluOf(four.x);
    four.y = geluOf(four.y);
    four.z = geluOf(four.z);
    four.w = geluOf(four.w);
    storeFour(y + i, four, count - i, true);
}
