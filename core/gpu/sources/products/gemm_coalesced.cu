// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n], a thread for each element; the threads of a warp take the columns of a row, whose
// accesses are one transaction.
KERNEL gemm_coalesced(int m, int n, int k, const float* a, const float* b, float* c) {
    const int row = blockIdx.y * SIDE + threadIdx.y, column = blockIdx.x * SIDE + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int i = 0; i < k; ++i)
        sum += a[(long long)row * k + i] * b[(long long)i * n + column];
    c[(long long)row * n + column] = sum;
}
