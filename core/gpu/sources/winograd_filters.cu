// SPDX-License-Identifier: GPL-3.0-or-later
// u[4][4][pairs] = G w G^T of F(2x2, 3x3) for each of `pairs` kernels of 3 x 3.
KERNEL winograd_filters(int pairs, const float* w, float* u) {
    const int pair = blockIdx.x * THREADS + threadIdx.x;
    if (pair >= pairs) return;
    float rows[4][3];
#pragma unroll
    for (int j = 0; j < 3; ++j) {
        const float a = w[pair * 9 + j], b = w[pair * 9 + 3 + j], c = w[pair * 9 + 6 + j];
        rows[0][j] = a;
        rows[1][j] = 0.5f * (a + b + c);
        rows[2][j] = 0.5f * (a - b + c);
        rows[3][j] = c;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float a = rows[i][0], b = rows[i][1], c = rows[i][2];
        const float transformed[4] = {a, 0.5f * (a + b + c), 0.5f * (a - b + c), c};
#pragma unroll
        for (int j = 0; j < 4; ++j)
            u[(long long)(i * 4 + j) * pairs + pair] = transformed[j];
    }
}
