// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n]: a block reads tiles of SIDE x SIDE into shared memory, each number once for SIDE threads.
KERNEL gemm_shared_tile(int m, int n, int k, const float* a, const float* b, float* c) {
    __shared__ float tileA[SIDE][SIDE], tileB[SIDE][SIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
    float sum = 0.0f;
    for (int from = 0; from < k; from += SIDE) {
        tileA[y][x] = row < m && from + x < k ? a[(long long)row * k + from + x] : 0.0f;
        tileB[y][x] = column < n && from + y < k ? b[(long long)(from + y) * n + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SIDE; ++i)
            sum += tileA[y][i] * tileB[i][x];
        __syncthreads();
    }
    if (row < m && column < n) c[(long long)row * n + column] = sum;
}
