// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n]: a thread computes ROWS x COLUMNS elements from ROWS + COLUMNS numbers of each step.
// The block has (BM / ROWS) (BN / COLUMNS) threads, a tile of BM x BN elements, and goes along k by BK.
KERNEL gemm_register_tile_2d(int m, int n, int k, const float* a, const float* b, float* c) {
    constexpr int Across = BN / COLUMNS, Threads = (BM / ROWS) * Across;
    __shared__ float tileA[BM][BK], tileB[BK][BN];
    const int thread = threadIdx.x, x = thread % Across * COLUMNS, y = thread / Across * ROWS;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    float sums[ROWS][COLUMNS] = {};
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
            float left[ROWS], right[COLUMNS];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                left[r] = tileA[y + r][i];
#pragma unroll
            for (int s = 0; s < COLUMNS; ++s)
                right[s] = tileB[i][x + s];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int s = 0; s < COLUMNS; ++s)
                    sums[r][s] += left[r] * right[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int s = 0; s < COLUMNS; ++s) {
            const int row = rowOfBlock + y + r, column = columnOfBlock + x + s;
            if (row < m && column < n) c[(long long)row * n + column] = sums[r][s];
        }
}
