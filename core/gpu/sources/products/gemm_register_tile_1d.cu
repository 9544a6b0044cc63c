// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n]: a thread computes ROWS elements of a column, and uses what it reads of b for all of them.
// The block has BN (BM / ROWS) threads, a tile of BM x BN elements, and goes along k by BK.
KERNEL gemm_register_tile_1d(int m, int n, int k, const float* a, const float* b, float* c) {
    constexpr int Threads = BN * (BM / ROWS);
    __shared__ float tileA[BM][BK], tileB[BK][BN];
    const int thread = threadIdx.x, x = thread % BN, y = thread / BN * ROWS;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    float sums[ROWS] = {};
    for (int from = 0; from < k; from += BK) {
        for (int i = thread; i < BM * BK; i += Threads) {
            const int row = rowOfBlock + i / BK, at = from + i % BK;
            tileA[i / BK][i % BK] = row < m && at < k ? a[(long long)row * k + at] : 0.0f;
        }
        for (int i = thread; i < BK * BN; i += Threads) {
            const int at = from + i / BN, column = columnOfBlock + i % BN;
            tileB[i / BN][i % BN] = at < k && column < n ? b[(long long)at * n + column] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < BK; ++i) {
            const float right = tileB[i][x];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                sums[r] += tileA[y + r][i] * right;
        }
        __syncthreads();
    }
    const int column = columnOfBlock + x;
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
        if (rowOfBlock + y + r < m && column < n) c[(long long)(rowOfBlock + y + r) * n + column] = sums[r];
}
