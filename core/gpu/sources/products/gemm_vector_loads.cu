// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n] as gemm_register_tile_2d, four numbers at a time: from global memory, from shared memory, where
// the tile of a lies transposed, and to c. BK, BN, ROWS and COLUMNS are multiples of 4.
KERNEL gemm_vector_loads(int m, int n, int k, const float* a, const float* b, float* c) {
    constexpr int Across = BN / COLUMNS, Threads = (BM / ROWS) * Across, Pad = 4;
    __shared__ __align__(16) float tileA[BK][BM + Pad], tileB[BK][BN];
    const int thread = threadIdx.x, x = thread % Across * COLUMNS, y = thread / Across * ROWS;
    const int rowOfBlock = blockIdx.y * BM, columnOfBlock = blockIdx.x * BN;
    const bool isWholeA = k % 4 == 0, isWholeB = n % 4 == 0;
    float sums[ROWS][COLUMNS] = {};
    for (int from = 0; from < k; from += BK) {
        for (int i = thread; i < BM * BK / 4; i += Threads) {
            const int y4 = i / (BK / 4), x4 = i % (BK / 4) * 4, row = rowOfBlock + y4;
            const float4 four = fourOf(a + (long long)row * k + from + x4, row < m ? k - from - x4 : 0, isWholeA);
            tileA[x4][y4] = four.x;
            tileA[x4 + 1][y4] = four.y;
            tileA[x4 + 2][y4] = four.z;
            tileA[x4 + 3][y4] = four.w;
        }
        for (int i = thread; i < BK * BN / 4; i += Threads) {
            const int y4 = i / (BN / 4), x4 = i % (BN / 4) * 4, column = columnOfBlock + x4;
            *reinterpret_cast<float4*>(&tileB[y4][x4]) =
                fourOf(b + (long long)(from + y4) * n + column, from + y4 < k ? n - column : 0, isWholeB);
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < BK; ++i) {
            __align__(16) float left[ROWS], right[COLUMNS];
#pragma unroll
            for (int r = 0; r < ROWS; r += 4)
                *reinterpret_cast<float4*>(&left[r]) = *reinterpret_cast<const float4*>(&tileA[i][y + r]);
#pragma unroll
            for (int s = 0; s < COLUMNS; s += 4)
                *reinterpret_cast<float4*>(&right[s]) = *reinterpret_cast<const float4*>(&tileB[i][x + s]);
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
#pragma unroll
                for (int s = 0; s < COLUMNS; ++s)
                    sums[r][s] += left[r] * right[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = rowOfBlock + y + r;
#pragma unroll
        for (int s = 0; s < COLUMNS; s += 4) {
            const int column = columnOfBlock + x + s;
            storeFour(c + (long long)row * n + column,
                      make_float4(sums[r][s], sums[r][s + 1], sums[r][s + 2], sums[r][s + 3]),
                      row < m ? n - column : 0, isWholeB);
        }
    }
}
