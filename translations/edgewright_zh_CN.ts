<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Chart</name>
    <message>
        <source>Open a model to see what its layers cost.</source>
        <translation>打开一个模型，查看各层的开销。</translation>
    </message>
    <message>
        <source>Where the cycles go</source>
        <translation>周期花在哪里</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Energy by level</source>
        <translation>各级能耗</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Over array size</source>
        <translation>随阵列大小</translation>
    </message>
    <message>
        <source>Over SRAM</source>
        <translation>随 SRAM 大小</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Pareto front</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>SQNR per output channel</source>
        <translation>各输出通道的 SQNR</translation>
    </message>
    <message>
        <source>Open a model to compare its layers in INT8 and FP32.</source>
        <translation>打开一个模型，比较各层的 INT8 与 FP32 结果。</translation>
    </message>
    <message>
        <source>Cells of the experiment</source>
        <translation>实验的各单元</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>The experiment over input sizes</source>
        <translation>实验随输入大小的变化</translation>
    </message>
    <message>
        <source>Over sizes</source>
        <translation>随输入大小</translation>
    </message>
    <message>
        <source>Kernels: tuned and by default</source>
        <translation>内核：调优后与默认</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Importance of the parameters</source>
        <translation>各参数的重要性</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Loop nest of a tuned kernel</source>
        <translation>调优后内核的循环嵌套</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>循环嵌套</translation>
    </message>
    <message>
        <source>Predictions of the cost model against speeds</source>
        <translation>代价模型的预测与实测速度</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Best so far over the trials</source>
        <translation>迄今最佳（按试验次数）</translation>
    </message>
    <message>
        <source>Best so far, by trials</source>
        <translation>迄今最佳，按试验</translation>
    </message>
    <message>
        <source>Best so far over the time</source>
        <translation>迄今最佳（按时间）</translation>
    </message>
    <message>
        <source>Best so far, by time</source>
        <translation>迄今最佳，按时间</translation>
    </message>
    <message>
        <source>Batches by size and reason</source>
        <translation>按大小和原因统计的批</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>Parts of the latency</source>
        <translation>延迟的各部分</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Utilisation of the cores</source>
        <translation>核心利用率</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>Distribution of the latency</source>
        <translation>延迟的分布</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Tail of the latency</source>
        <translation>延迟的尾部</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>Latency over the load</source>
        <translation>延迟随负载的变化</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Length of the queues</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Timeline of the scenario</source>
        <translation>场景的时间线</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Time between frames by the number of devices</source>
        <translation>各设备数下的帧间隔</translation>
    </message>
    <message>
        <source>Time between frames against latency</source>
        <translation>帧间隔与延迟</translation>
    </message>
    <message>
        <source>Period and latency</source>
        <translation>周期与延迟</translation>
    </message>
    <message>
        <source>Frames through the stages</source>
        <translation>各阶段中的帧</translation>
    </message>
    <message>
        <source>Utilisation of the devices</source>
        <translation>设备利用率</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Number of devices</source>
        <translation>设备数量</translation>
    </message>
</context>
<context>
    <name>Column</name>
    <message>
        <source>Only in</source>
        <translation>仅见于</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Coordinates in the output, from 0 on</source>
        <translation>在输出中的坐标，从 0 起</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Output channel</source>
        <translation>输出通道</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>What the layer computes in float32</source>
        <translation>该层以 float32 计算的结果</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>What its code stands for</source>
        <translation>其量化码所代表的值</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>量化码</translation>
    </message>
    <message>
        <source>Code of the output</source>
        <translation>输出的量化码</translation>
    </message>
    <message>
        <source>Error (steps)</source>
        <translation>误差（步长）</translation>
    </message>
    <message>
        <source>INT8 less FP32, in steps of the output&apos;s codes</source>
        <translation>INT8 减 FP32，以输出量化码的步长为单位</translation>
    </message>
    <message>
        <source>Comes from (steps)</source>
        <translation>来源（步长）</translation>
    </message>
    <message>
        <source>The steps that brought most of it in; One value tells all of them</source>
        <translation>带来大部分误差的步骤；全部步骤见“单个值”</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>From a product to the sum of all</source>
        <translation>从单个乘积到全部之和</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Width in two&apos;s complement, sign included</source>
        <translation>补码位宽，含符号位</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>What the width follows from</source>
        <translation>该位宽由何得出</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>Position in the kernel, one number for each axis</source>
        <translation>在卷积核中的位置，每个轴一个数</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>w</source>
        <translation>w</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>累加和</translation>
    </message>
    <message>
        <source>What the accumulator holds after this term; × where the sum did not fit</source>
        <translation>加上该项后累加器中的值；× 表示和超出了位宽</translation>
    </message>
    <message>
        <source>x FP32</source>
        <translation>x FP32</translation>
    </message>
    <message>
        <source>w FP32</source>
        <translation>w FP32</translation>
    </message>
    <message>
        <source>Exact sum</source>
        <translation>精确和</translation>
    </message>
    <message>
        <source>Operator of the profile</source>
        <translation>性能剖析中的算子</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Lives there</source>
        <translation>占用方式</translation>
    </message>
    <message>
        <source>Untick one that shares to give it a buffer of its own</source>
        <translation>取消勾选某个共享的张量，即为它单独分配缓冲区</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>What was pinned</source>
        <translation>已固定的结果</translation>
    </message>
    <message>
        <source>What runs now</source>
        <translation>当前的结果</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>所做改动</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Whether it holds for the settings of now</source>
        <translation>是否符合当前设置</translation>
    </message>
    <message>
        <source>Best in, within 1 %</source>
        <translation>最优指标（1 % 以内）</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Of the file</source>
        <translation>在文件中的行</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Of the prediction</source>
        <translation>预测的误差</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>测点</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>+ prefetch</source>
        <translation>+ 预取</translation>
    </message>
    <message>
        <source>Stalls</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>Of dense MACs</source>
        <translation>稠密 MAC 利用率</translation>
    </message>
    <message>
        <source>MACs of the dense filters, as SCALE-Sim counts them, of those possible in these cycles: of sparse filters it may exceed 100 %</source>
        <translation>按 SCALE-Sim 的算法，以稠密滤波器计的 MAC 数与这些周期内可完成的 MAC 数之比：滤波器稀疏时可能超过 100 %</translation>
    </message>
    <message>
        <source>Mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>Rows × columns of output pixels × filters × input channels of the best tiling</source>
        <translation>最佳分块的输出像素行 × 列 × 滤波器 × 输入通道</translation>
    </message>
    <message>
        <source>Loops over tiles, the outermost first: P output pixels, F filters, C input channels</source>
        <translation>遍历分块的循环，最外层在前：P 为输出像素，F 为滤波器，C 为输入通道</translation>
    </message>
    <message>
        <source>Best cycles</source>
        <translation>最少周期</translation>
    </message>
    <message>
        <source>Of the best tiling that it found, by what tiles are chosen for on this accelerator</source>
        <translation>所找到的最佳分块的值，按该加速器选择分块的目标计</translation>
    </message>
    <message>
        <source>Least energy</source>
        <translation>最低能耗</translation>
    </message>
    <message>
        <source>Energy × cycles</source>
        <translation>能耗 × 周期</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>How the next tilings are chosen</source>
        <translation>如何选取接下来的分块</translation>
    </message>
    <message>
        <source>To 95 %</source>
        <translation>达到 95 %</translation>
    </message>
    <message>
        <source>Trials until the best so far is within 95 % of the best that is known</source>
        <translation>当前最优达到已知最优的 95 % 所需的尝试次数</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Of best</source>
        <translation>与最优之比</translation>
    </message>
    <message>
        <source>The best that is known, divided by this</source>
        <translation>已知最优值除以此值</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Name in the model</source>
        <translation>在模型中的名称</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Layers that are searched as this one</source>
        <translation>与该层共用同一搜索结果的层数</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>What is chosen without a search, over this</source>
        <translation>不搜索时的选择与此值之比</translation>
    </message>
    <message>
        <source>Of points</source>
        <translation>总方案数</translation>
    </message>
    <message>
        <source>Tilings that there are</source>
        <translation>全部可能的分块数</translation>
    </message>
    <message>
        <source>Best of all</source>
        <translation>全局最优</translation>
    </message>
    <message>
        <source>All of them were tried</source>
        <translation>所有分块都已试过</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>当前最优</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Of what was measured, or of the variant beside it</source>
        <translation>所测变体的算子，或对照变体的算子</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Its kind</source>
        <translation>算子的类型</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>● Time of the same part in the variant beside it</source>
        <translation>● 对照变体中同一部分的时间</translation>
    </message>
    <message>
        <source>● Median over the profiled runs</source>
        <translation>● 各次剖析运行的中位数</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>● Of the time, from the variant beside it</source>
        <translation>● 时间相对对照变体的变化</translation>
    </message>
    <message>
        <source>● Of all operators</source>
        <translation>● 占全部算子时间的比例</translation>
    </message>
    <message>
        <source>GMAC/s</source>
        <translation>GMAC/s</translation>
    </message>
    <message>
        <source>● Multiply-accumulates a second</source>
        <translation>● 每秒乘加次数</translation>
    </message>
    <message>
        <source>Of roof</source>
        <translation>占屋顶</translation>
    </message>
    <message>
        <source>● Share of what this machine can do at the operator&apos;s intensity, its bytes from the nearest level that holds them; above 100 % they came from a nearer one</source>
        <translation>● 占本机在该算子计算强度下所能达到的性能之比，访存按来自能容纳其字节的最近一级存储计；超过 100 % 说明数据来自更近的一级</translation>
    </message>
    <message>
        <source>≈ By the processor fitted to this machine</source>
        <translation>≈ 按拟合本机的处理器模型</translation>
    </message>
    <message>
        <source>Off by</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>≈ / ●: predicted time over measured time; 1 × is a right prediction</source>
        <translation>≈ / ●：预测时间与实测时间之比；1 × 即预测准确</translation>
    </message>
    <message>
        <source>= All constants that the graph reads as it runs: of layers weights, biases and scales, and beside these shapes, tables and scales of tensors</source>
        <translation>= 计算图运行时读取的全部常量：各层的权重、偏置和缩放因子，以及形状、表和张量的缩放因子</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Of runs of all variants, in turn</source>
        <translation>所有变体轮流运行，一轮为一组</translation>
    </message>
    <message>
        <source>Processor time</source>
        <translation>处理器时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>From</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>The median lies above this, 95 % sure</source>
        <translation>中位数高于此值，置信度 95 %</translation>
    </message>
    <message>
        <source>To</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>The median lies below this, 95 % sure</source>
        <translation>中位数低于此值，置信度 95 %</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>95 % of the runs took no longer</source>
        <translation>95 % 的运行用时不超过此值</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>The first run</source>
        <translation>首次运行</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name in the experiment</source>
        <translation>在实验中的名称</translation>
    </message>
    <message>
        <source>Extents of open dimensions of the inputs</source>
        <translation>输入中未定维度的维长</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>量化码</translation>
    </message>
    <message>
        <source>float32, or integers by a strategy of quantization</source>
        <translation>float32，或按某一量化策略的整数</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Fusion and reuse of memory, alone and together</source>
        <translation>融合与内存复用，单独或同时启用</translation>
    </message>
    <message>
        <source>The accelerator that cycles and energy are predicted for</source>
        <translation>预测周期和能耗所针对的加速器</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The machine that it was measured on</source>
        <translation>进行测量的机器</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Median of the runs</source>
        <translation>各次运行的中位数</translation>
    </message>
    <message>
        <source>Latency from, 95 %</source>
        <translation>延迟下限，95 %</translation>
    </message>
    <message>
        <source>Lower end of the interval of the median</source>
        <translation>中位数区间的下端</translation>
    </message>
    <message>
        <source>Latency to, 95 %</source>
        <translation>延迟上限，95 %</translation>
    </message>
    <message>
        <source>Upper end of the interval of the median</source>
        <translation>中位数区间的上端</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>每秒次数</translation>
    </message>
    <message>
        <source>Inferences per second</source>
        <translation>每秒推理次数</translation>
    </message>
    <message>
        <source>Ratio to the baseline</source>
        <translation>与基线之比</translation>
    </message>
    <message>
        <source>Time over that of the baseline in fp32 in runs in pairs, whatever speed the machine had</source>
        <translation>成对运行中的时间与 fp32 基线的时间之比，不受机器当时速度的影响</translation>
    </message>
    <message>
        <source>Baseline beside it</source>
        <translation>同期基线</translation>
    </message>
    <message>
        <source>Median of the runs of the baseline in fp32 that took turns with this cell: where it differs between cells, the machine had another speed</source>
        <translation>与该单元轮流运行的 fp32 基线的中位数：各单元之间若有不同，说明机器当时的速度不同</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Tensors between operators, as planned: the arena, or all of them side by side</source>
        <translation>算子之间的张量，按规划计：内存池，或全部张量并排存放</translation>
    </message>
    <message>
        <source>Holes</source>
        <translation>空洞</translation>
    </message>
    <message>
        <source>Bytes of the peak that hold nothing in the step with the most live bytes</source>
        <translation>在存活字节最多的一步中，峰值内不存放任何内容的字节</translation>
    </message>
    <message>
        <source>Measured: the most that a run holds at once beside weights and given inputs, with what operators compute in and keep made of weights. Without an arena it frees each tensor after its last reader</source>
        <translation>实测：一次运行在权重和给定输入之外同时占用的最大内存，含算子计算所用的空间和由权重生成并保留的数据。没有内存池时，每个张量在最后一次被读取后即释放</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配次数</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>Bytes written and read between operators, without weights</source>
        <translation>算子之间读写的字节，不含权重</translation>
    </message>
    <message>
        <source>In integers</source>
        <translation>整数层</translation>
    </message>
    <message>
        <source>Layers that multiply codes; the others compute in float32</source>
        <translation>以量化码相乘的层；其余各层以 float32 计算</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Samples with labels</source>
        <translation>有标签的样本</translation>
    </message>
    <message>
        <source>Predicted for the accelerator</source>
        <translation>针对该加速器的预测</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>字长</translation>
    </message>
    <message>
        <source>Of an element on the accelerator: cycles and energy are predicted for such words, whatever the codes of the cell</source>
        <translation>加速器上一个元素的字长：周期和能耗均按此字长预测，与单元所用的量化码无关</translation>
    </message>
    <message>
        <source>Time on the accelerator at its clock</source>
        <translation>加速器在其时钟频率下的时间</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Share of the samples with labels that are recognised</source>
        <translation>有标签的样本中被正确识别的比例</translation>
    </message>
    <message>
        <source>Accuracy from, 95 %</source>
        <translation>准确率下限，95 %</translation>
    </message>
    <message>
        <source>Lower end of the interval of the accuracy</source>
        <translation>准确率区间的下端</translation>
    </message>
    <message>
        <source>Accuracy to, 95 %</source>
        <translation>准确率上限，95 %</translation>
    </message>
    <message>
        <source>Upper end of the interval of the accuracy</source>
        <translation>准确率区间的上端</translation>
    </message>
    <message>
        <source>Predicted for the accelerator, in the unit of its energy table</source>
        <translation>针对该加速器的预测，单位同其能耗表</translation>
    </message>
    <message>
        <source>The judgement on the ratio by its interval: no difference is none larger than what the interval leaves open, at most 5 %; none below 2 % is claimed</source>
        <translation>按比值的区间作出的判定：“无差异”指差异不超过区间所留的余地，最多 5 %；从不断言差异小于 2 %</translation>
    </message>
    <message>
        <source>Paired ratio</source>
        <translation>成对比值</translation>
    </message>
    <message>
        <source>Time over that of the baseline in runs in pairs, one right after the other: the medians of all runs, which are the latencies, may be further apart, or less</source>
        <translation>成对运行（一次紧接一次）中的时间与基线时间之比：全部运行的中位数（即延迟）之间的差距可能更大，也可能更小</translation>
    </message>
    <message>
        <source>Ratio from, 99.9 %</source>
        <translation>比值下限，99.9 %</translation>
    </message>
    <message>
        <source>Lower end of the interval of the ratio, which the verdict is on</source>
        <translation>判定所依据的比值区间的下端</translation>
    </message>
    <message>
        <source>Ratio to, 99.9 %</source>
        <translation>比值上限，99.9 %</translation>
    </message>
    <message>
        <source>Upper end of the interval of the ratio, which the verdict is on</source>
        <translation>判定所依据的比值区间的上端</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Peak ratio</source>
        <translation>峰值比</translation>
    </message>
    <message>
        <source>Peak over that of the baseline</source>
        <translation>峰值与基线峰值之比</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Why there is no result</source>
        <translation>没有结果的原因</translation>
    </message>
    <message>
        <source>Output pixels</source>
        <translation>输出像素</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>滤波器</translation>
    </message>
    <message>
        <source>Kernel elements times input channels</source>
        <translation>卷积核元素数乘以输入通道数</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Groups times batch times steps</source>
        <translation>组数乘以批大小乘以步数</translation>
    </message>
    <message>
        <source>All cycles: those of the array or the vector unit, and waiting for memory</source>
        <translation>全部周期：阵列或向量单元的周期，以及等待内存的周期</translation>
    </message>
    <message>
        <source>Cycles in which the array waits for memory</source>
        <translation>阵列等待内存的周期</translation>
    </message>
    <message>
        <source>Mapping efficiency: share of the array that holds work</source>
        <translation>映射效率：阵列中有工作的部分所占的比例</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>MACs done of the MACs possible in these cycles</source>
        <translation>完成的 MAC 数与这些周期内可完成的 MAC 数之比</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>Bytes read from and written to the three SRAMs</source>
        <translation>三块 SRAM 读写的字节</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Bytes read from and written to DRAM</source>
        <translation>DRAM 读写的字节</translation>
    </message>
    <message>
        <source>MACs, registers and hops of the array, accesses to SRAM and DRAM, by the energy table of the accelerator</source>
        <translation>阵列的 MAC、寄存器和逐跳传输，以及 SRAM 和 DRAM 访问，按加速器的能耗表计</translation>
    </message>
    <message>
        <source>MAC/byte</source>
        <translation>MAC/字节</translation>
    </message>
    <message>
        <source>Arithmetic intensity: MACs per byte of DRAM traffic</source>
        <translation>计算强度：每字节 DRAM 访存量对应的 MAC 数</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>The cause whose removal would shorten the layer most, all else as it is: computing itself, rows or columns of the array without work, filling and draining it, SRAM, what DRAM brings or takes, or the vector unit. Where two hold it up alike, within 1 %: the memory</source>
        <translation>其余不变时，消除后能使该层缩短最多的因素：计算本身、阵列中空闲的行或列、阵列的填充与排空、SRAM、DRAM 的读入或写出，或向量单元。若有两个因素的影响相当（相差 1 % 以内），则记为内存</translation>
    </message>
    <message>
        <source>Cycles of what does this work in the costs that these are compared with</source>
        <translation>在所对比的开销中，完成这部分工作的周期</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Time of this layer, divided by the time there</source>
        <translation>该层的时间除以对比一方的时间</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>情形</translation>
    </message>
    <message>
        <source>Peak bytes</source>
        <translation>峰值字节</translation>
    </message>
    <message>
        <source>Sum of buffers</source>
        <translation>缓冲区总和</translation>
    </message>
    <message>
        <source>Of baseline</source>
        <translation>占基线</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>× bound</source>
        <translation>× 下界</translation>
    </message>
    <message>
        <source>The peak over the most bytes that are alive at once in that order</source>
        <translation>峰值与该顺序下同时存活的最大字节数之比</translation>
    </message>
    <message>
        <source>Against the plan that is shown</source>
        <translation>相对当前显示的规划</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Module, node</source>
        <translation>模块、节点</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Without those that compute constants</source>
        <translation>不含计算常量的算子</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <source>What is inside included</source>
        <translation>含内部各项</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Of a module: a constant that several nodes read counts once</source>
        <translation>对模块而言：多个节点读取的同一常量只计一次</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Bytes that the nodes write, as far as sizes are known</source>
        <translation>节点写出的字节，仅计大小已知者</translation>
    </message>
    <message>
        <source>Input scale</source>
        <translation>输入缩放因子</translation>
    </message>
    <message>
        <source>The number that one step of the input&apos;s codes stands for</source>
        <translation>输入量化码的一个步长所代表的数值</translation>
    </message>
    <message>
        <source>Input zero point</source>
        <translation>输入零点</translation>
    </message>
    <message>
        <source>The code of the input that stands for 0</source>
        <translation>代表 0 的输入量化码</translation>
    </message>
    <message>
        <source>Weight scales</source>
        <translation>权重缩放因子</translation>
    </message>
    <message>
        <source>One for all weights, or one for each output channel</source>
        <translation>全部权重共用一个，或每个输出通道一个</translation>
    </message>
    <message>
        <source>Output scale</source>
        <translation>输出缩放因子</translation>
    </message>
    <message>
        <source>The number that one step of the output&apos;s codes stands for</source>
        <translation>输出量化码的一个步长所代表的数值</translation>
    </message>
    <message>
        <source>Output zero point</source>
        <translation>输出零点</translation>
    </message>
    <message>
        <source>The code of the output that stands for 0</source>
        <translation>代表 0 的输出量化码</translation>
    </message>
    <message>
        <source>The product, with what is folded into it</source>
        <translation>乘积算子，含并入其中的算子</translation>
    </message>
    <message>
        <source>The product and the activation in its clamp</source>
        <translation>乘积算子，以及并入其截断的激活函数</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>SQNR in the model</source>
        <translation>模型内 SQNR</translation>
    </message>
    <message>
        <source>Signal to quantization noise of the layer&apos;s output when all layers are integers: with what the layers before it add</source>
        <translation>所有层均为整数时该层输出的信号与量化噪声之比：含前面各层引入的噪声</translation>
    </message>
    <message>
        <source>Of samples</source>
        <translation>样本范围</translation>
    </message>
    <message>
        <source>The lowest and the highest SQNR in the model of one sample</source>
        <translation>单个样本在模型内的最低和最高 SQNR</translation>
    </message>
    <message>
        <source>SQNR alone</source>
        <translation>单层 SQNR</translation>
    </message>
    <message>
        <source>Signal to quantization noise of the layer&apos;s output on its float32 input: what this layer alone adds</source>
        <translation>该层以其 float32 输入计算时，输出的信号与量化噪声之比：仅含该层自身引入的噪声</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Lowest SQNR of the model&apos;s outputs when only this layer is integers: low means that the layer costs much</source>
        <translation>仅该层为整数时模型各输出中最低的 SQNR：值低说明该层代价大</translation>
    </message>
    <message>
        <source>Sensitive output</source>
        <translation>敏感输出</translation>
    </message>
    <message>
        <source>The output, or part of one, that the sensitivity is of</source>
        <translation>该敏感度所对应的输出或输出的一部分</translation>
    </message>
    <message>
        <source>In float32</source>
        <translation>保留 float32</translation>
    </message>
    <message>
        <source>Lowest SQNR of the model&apos;s outputs when only this layer is float32: what it gains to leave it out</source>
        <translation>仅该层为 float32 时模型各输出中最低的 SQNR：即不量化该层的收益</translation>
    </message>
    <message>
        <source>Cosine in the model</source>
        <translation>模型内余弦相似度</translation>
    </message>
    <message>
        <source>Cosine between the integer and the float32 output, in the model</source>
        <translation>整数输出与 float32 输出的余弦相似度，在模型内</translation>
    </message>
    <message>
        <source>Largest error in the model (values)</source>
        <translation>模型内最大误差（值）</translation>
    </message>
    <message>
        <source>Largest error in the model (steps)</source>
        <translation>模型内最大误差（步长）</translation>
    </message>
    <message>
        <source>Largest difference from float32 in the model, in steps of the layer&apos;s codes</source>
        <translation>在模型内与 float32 的最大差异，以该层量化码的步长为单位</translation>
    </message>
    <message>
        <source>Mean error in the model (steps)</source>
        <translation>模型内平均误差（步长）</translation>
    </message>
    <message>
        <source>Mean difference from float32 in the model, in steps of the layer&apos;s codes</source>
        <translation>在模型内与 float32 的平均差异，以该层量化码的步长为单位</translation>
    </message>
    <message>
        <source>Within one step in the model</source>
        <translation>模型内一个步长以内</translation>
    </message>
    <message>
        <source>Share of outputs that are at most one step of the codes away from float32, in the model</source>
        <translation>在模型内，与 float32 相差不超过量化码一个步长的输出所占的比例</translation>
    </message>
    <message>
        <source>Bits needed, worst case</source>
        <translation>所需位数，最坏情况</translation>
    </message>
    <message>
        <source>Width of an accumulator that holds every sum of these weights, whatever the input</source>
        <translation>无论输入如何，都能容纳这些权重的任何累加和的累加器位宽</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>缩放因子数</translation>
    </message>
    <message>
        <source>Scales of the weights: one, or one for each output channel</source>
        <translation>权重的缩放因子：一个，或每个输出通道一个</translation>
    </message>
    <message>
        <source>Why less than 95 % of the outputs are within one step</source>
        <translation>一个步长以内的输出不足 95 % 的原因</translation>
    </message>
    <message>
        <source>Width of the accumulator, with its sign</source>
        <translation>累加器的位宽，含符号位</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>What an addition does that leaves the width</source>
        <translation>加法超出位宽时的处理方式</translation>
    </message>
    <message>
        <source>Overflows</source>
        <translation>溢出次数</translation>
    </message>
    <message>
        <source>= Outputs of layers whose sum left the accumulator, over all samples</source>
        <translation>= 累加和超出累加器的层输出数，所有样本合计</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>= Layers with such an output</source>
        <translation>= 有此类输出的层数</translation>
    </message>
    <message>
        <source>SQNR, all samples</source>
        <translation>SQNR，全部样本</translation>
    </message>
    <message>
        <source>● Over all samples together, of the output, or the part of one, where it is lowest, all layers in integers</source>
        <translation>● 所有样本合计，取 SQNR 最低的输出或输出的一部分，所有层均为整数</translation>
    </message>
    <message>
        <source>Weakest output</source>
        <translation>最弱输出</translation>
    </message>
    <message>
        <source>The output, or the part of one, that the SQNR is of</source>
        <translation>该 SQNR 所对应的输出或输出的一部分</translation>
    </message>
    <message>
        <source>Layers, mean</source>
        <translation>各层平均</translation>
    </message>
    <message>
        <source>● Mean SQNR of the layers, each on its float32 input</source>
        <translation>● 各层的平均 SQNR，每层均以其 float32 输入计算</translation>
    </message>
    <message>
        <source>Worst SQNR</source>
        <translation>最差 SQNR</translation>
    </message>
    <message>
        <source>● Of the worst layer, on its float32 input</source>
        <translation>● 最差层的 SQNR，以其 float32 输入计算</translation>
    </message>
    <message>
        <source>Worst layer</source>
        <translation>最差层</translation>
    </message>
    <message>
        <source>The one with the lowest SQNR on its float32 input</source>
        <translation>以其 float32 输入计算时 SQNR 最低的层</translation>
    </message>
    <message>
        <source>● Of the labelled samples</source>
        <translation>● 有标签样本的准确率</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Accuracy, without labels agreement, of all inputs like these samples, with 95 % confidence (Wilson&apos;s interval)</source>
        <translation>与这些样本同类的所有输入的准确率（无标签时为一致率），置信度 95 %（Wilson 区间）</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>一致率</translation>
    </message>
    <message>
        <source>● Share of samples that integers take for what float32 takes them for</source>
        <translation>● 整数与 float32 识别结果相同的样本所占的比例</translation>
    </message>
    <message>
        <source>Of an input code and a weight</source>
        <translation>一个输入量化码与一个权重的乘积</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>项数</translation>
    </message>
    <message>
        <source>Products of one output</source>
        <translation>一个输出的乘积数</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>乘积和</translation>
    </message>
    <message>
        <source>Holds every sum of products, without the bias</source>
        <translation>可容纳任何乘积之和，不含偏置</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Holds the codes of the bias alone, which are long in channels with a tiny scale</source>
        <translation>仅容纳偏置的量化码；缩放因子极小的通道，其偏置码位数很多</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Sum that these weights can give</source>
        <translation>这些权重所能产生的和</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>最坏情况</translation>
    </message>
    <message>
        <source>Holds every such sum</source>
        <translation>可容纳所有这样的和</translation>
    </message>
    <message>
        <source>On the samples</source>
        <translation>在样本上的实测</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>The least usual width that holds the worst case</source>
        <translation>能容纳最坏情况的最小常用位宽</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>The least number of bits that hold the value, with its sign</source>
        <translation>容纳该值所需的最少位数，含符号位</translation>
    </message>
    <message>
        <source>Bits needed, seen</source>
        <translation>所需位数，实测</translation>
    </message>
    <message>
        <source>Width of an accumulator that holds every sum on these samples</source>
        <translation>在这些样本上能容纳所有和的累加器位宽</translation>
    </message>
    <message>
        <source>Largest error alone (values)</source>
        <translation>单层最大误差（值）</translation>
    </message>
    <message>
        <source>Within one step alone</source>
        <translation>单层一个步长以内</translation>
    </message>
    <message>
        <source>Cosine alone</source>
        <translation>单层余弦相似度</translation>
    </message>
    <message>
        <source>SQNR of weights</source>
        <translation>权重的 SQNR</translation>
    </message>
    <message>
        <source>Lowest SQNR of the model&apos;s outputs when only this layer is integers</source>
        <translation>仅该层为整数时，模型各输出中最低的 SQNR</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>One layer is studied on the sample that is chosen here</source>
        <translation>研究单层时使用在此选中的样本</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>样本的真实类别</translation>
    </message>
    <message>
        <source>Largest element of the output in float32</source>
        <translation>float32 输出中的最大元素</translation>
    </message>
    <message>
        <source>Largest element of the output in integers</source>
        <translation>整数输出中的最大元素</translation>
    </message>
    <message>
        <source>What integers change</source>
        <translation>改用整数带来的变化</translation>
    </message>
    <message>
        <source>Scales of the weights, codes of the activations, how ranges were chosen</source>
        <translation>权重的缩放因子、激活的量化码、值域的选取方式</translation>
    </message>
    <message>
        <source>Not told apart from what is recommended: the difference is within the noise of these samples. Pareto optimal: no other is as good in answers, SQNR (of all samples, and its mean) and bytes, and better in one of them; the time of a short run does not count</source>
        <translation>与推荐方案无法区分：差异在这些样本的噪声之内。帕累托最优：没有其他方案在判别结果、SQNR（全部样本的 SQNR 及样本均值）和字节数上都不差于它，且至少一项更优；短时运行的用时不计入</translation>
    </message>
    <message>
        <source>In FP32</source>
        <translation>FP32 准确率</translation>
    </message>
    <message>
        <source>● Accuracy in float32, of the labelled samples</source>
        <translation>● 有标签样本在 float32 下的准确率</translation>
    </message>
    <message>
        <source>SQNR, mean of samples</source>
        <translation>SQNR，样本均值</translation>
    </message>
    <message>
        <source>● Mean over the samples of the lowest SQNR that an output has in each: by this strategies are compared and chosen</source>
        <translation>● 每个样本取各输出中最低的 SQNR，再对样本取平均：策略据此比较和选取</translation>
    </message>
    <message>
        <source>SQNR, worst sample</source>
        <translation>SQNR，最差样本</translation>
    </message>
    <message>
        <source>● Of the sample, and the output or the part of one, where it is lowest: what is usable is judged by it, since loud samples hide it in the SQNR of all</source>
        <translation>● 取 SQNR 最低的样本及其输出（或输出的一部分）：是否可用以此判断，因为在全部样本的 SQNR 中，它会被幅值大的样本掩盖</translation>
    </message>
    <message>
        <source>● The lowest and the highest that the same output has in one sample: what differs by much less is not told apart by these samples</source>
        <translation>● 同一输出在单个样本中的最低值与最高值：差异远小于此的，这些样本无法区分</translation>
    </message>
    <message>
        <source>The output, or the part of one, that the SQNR of all samples is of</source>
        <translation>全部样本的 SQNR 所对应的输出或输出的一部分</translation>
    </message>
    <message>
        <source>● Mean SQNR of the layers, in the model</source>
        <translation>● 各层在模型内的平均 SQNR</translation>
    </message>
    <message>
        <source>The one with the lowest SQNR</source>
        <translation>SQNR 最低的层</translation>
    </message>
    <message>
        <source>= Of the layers, with biases and scales</source>
        <translation>= 各层的权重，含偏置和缩放因子</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>= As the model would be written</source>
        <translation>= 模型写出后的大小</translation>
    </message>
    <message>
        <source>Time here</source>
        <translation>本机用时</translation>
    </message>
    <message>
        <source>● Of a short run in this program, one thread, in turn with the first strategy</source>
        <translation>● 在本程序中短时运行的用时，单线程，与第一个策略交替运行</translation>
    </message>
    <message>
        <source>Time between</source>
        <translation>用时区间</translation>
    </message>
    <message>
        <source>● With 95 % confidence, against the first strategy: times whose intervals meet are not told apart</source>
        <translation>● 95 % 置信度，与第一个策略对比：区间相交的用时无法区分</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>In one run; of all runs their number</source>
        <translation>一次运行中的调用次数；对所有运行则为运行次数</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Each with its value: lengths of loops from outside to inside</source>
        <translation>各参数及其取值：循环长度由外到内</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>The kernel with its shapes and types</source>
        <translation>内核及其形状和类型</translation>
    </message>
    <message>
        <source>Median of the samples; the first of them is often a cold one</source>
        <translation>样本的中位数；第一个样本往往是冷启动</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>What the trial took in all: building, checking, timing, searching</source>
        <translation>该次尝试的总耗时：构建、检查、计时、搜索</translation>
    </message>
    <message>
        <source>Knobs</source>
        <translation>调优参数</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>In UTC</source>
        <translation>UTC 时间</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Instruction set</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>Best time</source>
        <translation>最佳时间</translation>
    </message>
    <message>
        <source>The least median of all trials</source>
        <translation>所有尝试中最小的中位数</translation>
    </message>
    <message>
        <source>Trials without a time</source>
        <translation>没有时间的试验</translation>
    </message>
    <message>
        <source>What its trials took in all</source>
        <translation>其所有尝试的总耗时</translation>
    </message>
    <message>
        <source>Best trial</source>
        <translation>最佳尝试</translation>
    </message>
    <message>
        <source>Its place in the log</source>
        <translation>在日志中的位置</translation>
    </message>
    <message>
        <source>Best knobs</source>
        <translation>最佳调优参数</translation>
    </message>
    <message>
        <source>The first node that it runs for</source>
        <translation>它所执行的第一个节点</translation>
    </message>
    <message>
        <source>Nodes with the same kernel on the same shapes</source>
        <translation>形状相同、内核相同的节点数</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Median of new samples</source>
        <translation>新样本的中位数</translation>
    </message>
    <message>
        <source>Tuned</source>
        <translation>调优后</translation>
    </message>
    <message>
        <source>Median of new samples; the default where nothing is faster beyond doubt</source>
        <translation>新样本的中位数；没有确定更快者时为默认</translation>
    </message>
    <message>
        <source>Tuned / default</source>
        <translation>调优后 / 默认</translation>
    </message>
    <message>
        <source>Median of the ratios by block</source>
        <translation>逐块比值的中位数</translation>
    </message>
    <message>
        <source>The least ratio that the samples leave open</source>
        <translation>样本允许的最小比值</translation>
    </message>
    <message>
        <source>The largest ratio that the samples leave open</source>
        <translation>样本允许的最大比值</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>屋顶</translation>
    </message>
    <message>
        <source>No call takes less on this machine, by its multiply-accumulates and its bytes</source>
        <translation>按乘加数和字节数，本机上任何一次调用都不会更短</translation>
    </message>
    <message>
        <source>Of the tuned kernel</source>
        <translation>调优后内核的</translation>
    </message>
    <message>
        <source>Kernel and shapes</source>
        <translation>内核与形状</translation>
    </message>
    <message>
        <source>From the scheduled arrival to the end; nothing where too few queries are done to know it</source>
        <translation>从计划到达到结束；完成的查询太少、无法得知时为空</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>That arrived after the warm-up</source>
        <translation>预热之后到达的</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Done after their deadline</source>
        <translation>在截止时间之后完成</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Refused, timed out, or frames that gave way to others</source>
        <translation>被拒绝、超时，或让位于其他帧</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Mean wait</source>
        <translation>平均等待</translation>
    </message>
    <message>
        <source>From arrival to start</source>
        <translation>从到达到开始</translation>
    </message>
    <message>
        <source>Gave way</source>
        <translation>让出</translation>
    </message>
    <message>
        <source>Batches that stopped between two operators</source>
        <translation>在两个算子之间停下的批</translation>
    </message>
    <message>
        <source>Mean batch</source>
        <translation>平均批大小</translation>
    </message>
    <message>
        <source>Latency of the run less that of the simulation, request by request: the median</source>
        <translation>逐个请求，运行的延迟减去仿真的延迟：中位数</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Queries that were done</source>
        <translation>已完成的查询</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>Cores busy</source>
        <translation>核占用</translation>
    </message>
    <message>
        <source>The cores of its set, by all models</source>
        <translation>其集合的核，被所有模型占用</translation>
    </message>
    <message>
        <source>Run − simulated</source>
        <translation>运行 − 仿真</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Requests in it</source>
        <translation>其中的请求数</translation>
    </message>
    <message>
        <source>Sent because</source>
        <translation>发出原因</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批数</translation>
    </message>
    <message>
        <source>Generated</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Generated / default</source>
        <translation>生成 / 默认</translation>
    </message>
    <message>
        <source>Sketches</source>
        <translation>草图</translation>
    </message>
    <message>
        <source>Structures of a loop nest that rules derive</source>
        <translation>由规则推导出的循环嵌套结构</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>循环嵌套</translation>
    </message>
    <message>
        <source>Median of new samples, beside those of parameters</source>
        <translation>新样本的中位数，与各参数的样本并排测得</translation>
    </message>
    <message>
        <source>In both spaces</source>
        <translation>两个空间合计</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>A frame, as planned</source>
        <translation>每帧，按计划</translation>
    </message>
    <message>
        <source>Median of computing a frame, as the device says</source>
        <translation>设备报告的每帧计算时间的中位数</translation>
    </message>
    <message>
        <source>Receives</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Bytes of a frame that the stage reads</source>
        <translation>该阶段读取的每帧字节数</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Bytes of a frame that others read</source>
        <translation>其他阶段读取的每帧字节数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>At most: weights, activations, and frames that wait</source>
        <translation>至多：权重、激活值和等待的帧</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Share of the period, as planned; the largest one limits</source>
        <translation>占周期的比例，按计划；最大者为瓶颈</translation>
    </message>
    <message>
        <source>Name of the kernel</source>
        <translation>内核名称</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Extents, as the kernel names them</source>
        <translation>各维大小，按内核的名称</translation>
    </message>
    <message>
        <source>Macros of the kernel</source>
        <translation>内核的宏</translation>
    </message>
    <message>
        <source>Median of a run, by events of the GPU</source>
        <translation>一次运行的中位数，按 GPU 事件计时</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Multiply-adds a second</source>
        <translation>每秒乘加次数</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes that must be read and written, each once, a second</source>
        <translation>每秒必须读写的字节，每个只计一次</translation>
    </message>
    <message>
        <source>Share of the arithmetic that this GPU reaches, or of the bytes of a copy</source>
        <translation>占此 GPU 所能达到的运算的比例，或占复制字节的比例</translation>
    </message>
    <message>
        <source>Largest difference from the reference over its largest number</source>
        <translation>与参考结果的最大差异除以其最大值</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Within its tolerance, all numbers finite</source>
        <translation>在容差之内，所有数都有限</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Warps that a multiprocessor runs at once, of those that it can</source>
        <translation>多处理器同时运行的线程束占其上限的比例</translation>
    </message>
    <message>
        <source>Resource that is used up first</source>
        <translation>最先用尽的资源</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Kind of work</source>
        <translation>工作种类</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>工作方式</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Between two frames, as planned</source>
        <translation>两帧之间，按计划</translation>
    </message>
    <message>
        <source>Of a frame that waits for no other one, as planned</source>
        <translation>不等待其他帧的一帧，按计划</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Devices of the stages, in their order</source>
        <translation>各阶段的设备，按顺序</translation>
    </message>
    <message>
        <source>Between two frames, as planned; nothing: the network has no room</source>
        <translation>两帧之间，按计划；空：放不下网络</translation>
    </message>
    <message>
        <source>Frames, over those with one device less</source>
        <translation>帧数，与少一台设备时之比</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>To the device, since the run began</source>
        <translation>发往设备，自运行开始</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Its answer came, since the run began</source>
        <translation>收到其回答，自运行开始</translation>
    </message>
    <message>
        <source>As the device says</source>
        <translation>由设备告知</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Of this machine&apos;s processors, a frame: its messages, and what a device on it computes</source>
        <translation>每帧占本机处理器的时间：消息，以及本机上设备的计算</translation>
    </message>
    <message>
        <source>First operator</source>
        <translation>首个算子</translation>
    </message>
    <message>
        <source>Of the stage</source>
        <translation>属于该阶段</translation>
    </message>
    <message>
        <source>Last operator</source>
        <translation>末个算子</translation>
    </message>
    <message>
        <source>Ran on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Another machine than the device, for it; or a copy between both</source>
        <translation>代替该设备运行的另一台机器；或两者之间的复制</translation>
    </message>
    <message>
        <source>Of library</source>
        <translation>占库的比例</translation>
    </message>
    <message>
        <source>Speed over that of cuBLAS for the same product, or of cuDNN for the same convolution</source>
        <translation>速度与同一乘积的 cuBLAS 或同一卷积的 cuDNN 之比</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>链路延迟</translation>
    </message>
    <message>
        <source>Of a message, however small, as measured</source>
        <translation>一条消息（无论多小）的实测延迟</translation>
    </message>
    <message>
        <source>Link ns/byte</source>
        <translation>链路 ns/字节</translation>
    </message>
    <message>
        <source>Nanoseconds of each byte of a message, as measured</source>
        <translation>消息中每字节的实测纳秒数</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>Fact</name>
    <message>
        <source>Operators of the original graph</source>
        <translation>原始计算图的算子数</translation>
    </message>
    <message>
        <source>Calls of kernels that the original graph takes</source>
        <translation>原始计算图所需的内核调用次数</translation>
    </message>
    <message>
        <source>Bytes that the original graph reads and writes</source>
        <translation>原始计算图读写的字节数</translation>
    </message>
    <message>
        <source>Predicted time of the original graph on one core</source>
        <translation>原始计算图在单核上的预测时间</translation>
    </message>
    <message>
        <source>Patches of the fusion</source>
        <translation>融合的改动次数</translation>
    </message>
    <message>
        <source>Most live bytes of the original graph</source>
        <translation>原始计算图同时存活的最多字节数</translation>
    </message>
    <message>
        <source>Bytes of all buffers of the original graph side by side</source>
        <translation>原始计算图的全部缓冲区并排时的字节数</translation>
    </message>
    <message>
        <source>Buffers of the original graph</source>
        <translation>原始计算图的缓冲区数</translation>
    </message>
    <message>
        <source>First step with the most live bytes, of the original graph</source>
        <translation>原始计算图中存活字节最多的第一步</translation>
    </message>
    <message>
        <source>Bytes of a tensor</source>
        <translation>张量的字节数</translation>
    </message>
    <message>
        <source>MACs / (cycles × cells) of the accelerator</source>
        <translation>加速器的 MAC 数 / (周期数 × 单元数)</translation>
    </message>
    <message>
        <source>Cells of the array: MACs per cycle at most</source>
        <translation>阵列的单元数：每周期最多的 MAC 数</translation>
    </message>
    <message>
        <source>MACs per byte where the roofs meet</source>
        <translation>两条屋顶线交点处的每字节 MAC 数</translation>
    </message>
    <message>
        <source>Cycles of a layer on the accelerator</source>
        <translation>一层在加速器上的周期数</translation>
    </message>
    <message>
        <source>Folds of a layer on the array</source>
        <translation>一层在阵列上的折叠次数</translation>
    </message>
    <message>
        <source>MACs of a layer</source>
        <translation>一层的 MAC 数</translation>
    </message>
    <message>
        <source>MACs / (cycles × cells) of a layer</source>
        <translation>一层的 MAC 数 / (周期数 × 单元数)</translation>
    </message>
    <message>
        <source>MACs per byte of DRAM of a layer</source>
        <translation>一层每字节 DRAM 访存的 MAC 数</translation>
    </message>
    <message>
        <source>Scale of the input of the INT8 layer</source>
        <translation>INT8 层输入的缩放因子</translation>
    </message>
    <message>
        <source>Zero point of the input of the INT8 layer</source>
        <translation>INT8 层输入的零点</translation>
    </message>
    <message>
        <source>Scale of the output of the INT8 layer</source>
        <translation>INT8 层输出的缩放因子</translation>
    </message>
    <message>
        <source>Zero point of the output of the INT8 layer</source>
        <translation>INT8 层输出的零点</translation>
    </message>
    <message>
        <source>Scales of the weights of the INT8 layer</source>
        <translation>INT8 层权重的缩放因子个数</translation>
    </message>
    <message>
        <source>SQNR of the INT8 layer</source>
        <translation>INT8 层的 SQNR</translation>
    </message>
    <message>
        <source>Bits that the sums of the INT8 layer need</source>
        <translation>INT8 层的累加和所需的位数</translation>
    </message>
    <message>
        <source>Outputs of the INT8 layer whose sums left the accumulator</source>
        <translation>INT8 层中累加和超出累加器的输出个数</translation>
    </message>
    <message>
        <source>Products of the INT8 value</source>
        <translation>INT8 值的乘积项数</translation>
    </message>
    <message>
        <source>Sum of the INT8 value, with its bias</source>
        <translation>INT8 值的累加和，含偏置</translation>
    </message>
    <message>
        <source>Output code of the INT8 value</source>
        <translation>INT8 值的输出量化码</translation>
    </message>
    <message>
        <source>Outputs that left accumulators: &quot;16 wrap&quot;, &quot;24 saturate&quot;</source>
        <translation>超出累加器的输出个数：&quot;16 wrap&quot;、&quot;24 saturate&quot;</translation>
    </message>
    <message>
        <source>SQNR of the weakest output with accumulators: &quot;16 wrap&quot;</source>
        <translation>使用该累加器时最弱输出的 SQNR：&quot;16 wrap&quot;</translation>
    </message>
    <message>
        <source>Fewest runs with an interval of the median at a confidence</source>
        <translation>在某一置信度下中位数有区间所需的最少运行次数</translation>
    </message>
    <message>
        <source>Rank, from the fastest, of the run that the 95 % interval of the median of so many begins with</source>
        <translation>在这么多次运行中，中位数的 95 % 区间从第几快的一次开始</translation>
    </message>
    <message>
        <source>1 where this interval of a ratio is called less time, else 0</source>
        <translation>比值的这一区间判为用时更少则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it is called more time, else 0</source>
        <translation>判为用时更多则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it is called no difference larger than its bound, else 0</source>
        <translation>判为差异不超过其界则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it is called too noisy to say, else 0</source>
        <translation>判为噪声过大、无法断定则为 1，否则为 0</translation>
    </message>
    <message>
        <source>Largest difference from 1 that an interval of a ratio leaves open</source>
        <translation>比值的区间所允许的与 1 的最大偏差</translation>
    </message>
    <message>
        <source>Ratio of two variants in blocks that take so many times as long, over that before</source>
        <translation>两个变体在用时为这么多倍的块中的比值，与之前比值之比</translation>
    </message>
    <message>
        <source>Pairs of runs, fused and original, that were measured; 0: nothing was</source>
        <translation>测得的融合与原图成对运行数；0：没有测量</translation>
    </message>
    <message>
        <source>Measured time of the fused graph over that of the original one, in pairs</source>
        <translation>成对测得的融合后用时与原图用时之比</translation>
    </message>
    <message>
        <source>Low end of the interval of that ratio</source>
        <translation>该比值区间的下端</translation>
    </message>
    <message>
        <source>High end of the interval of that ratio</source>
        <translation>该比值区间的上端</translation>
    </message>
    <message>
        <source>Largest difference from 1 that the interval leaves open</source>
        <translation>该区间所允许的与 1 的最大偏差</translation>
    </message>
    <message>
        <source>1 where fusion was measured to take less time, else 0</source>
        <translation>测得融合用时更少则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it was measured to take more time, else 0</source>
        <translation>测得用时更多则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where no difference was measured that is larger than the bound, else 0</source>
        <translation>测得差异不超过界则为 1，否则为 0</translation>
    </message>
    <message>
        <source>1 where it was measured, and is too noisy to say, else 0</source>
        <translation>已测量但噪声过大、无法断定则为 1，否则为 0</translation>
    </message>
</context>
<context>
    <name>FigureStyle</name>
    <message>
        <source>As on screen</source>
        <translation>与屏幕一致</translation>
    </message>
    <message>
        <source>Paper, one column (84 mm)</source>
        <translation>论文，单栏（84 mm）</translation>
    </message>
    <message>
        <source>Paper, 120 mm</source>
        <translation>论文，120 mm</translation>
    </message>
    <message>
        <source>Paper, full width (174 mm)</source>
        <translation>论文，通栏（174 mm）</translation>
    </message>
    <message>
        <source>Slide 16:9, light</source>
        <translation>幻灯片 16:9，浅色</translation>
    </message>
    <message>
        <source>Slide 16:9, dark</source>
        <translation>幻灯片 16:9，深色</translation>
    </message>
</context>
<context>
    <name>File</name>
    <message>
        <source>is a Python pickle; expected an ONNX model: load it in Python and write it with torch.onnx.export (PyTorch) or skl2onnx (scikit-learn)</source>
        <translation>是 Python pickle；应为 ONNX 模型：请在 Python 中加载，再用 torch.onnx.export（PyTorch）或 skl2onnx（scikit-learn）写出</translation>
    </message>
    <message>
        <source>is a web page, not a model; expected the raw file behind it</source>
        <translation>是网页，不是模型；应为其背后的原始文件</translation>
    </message>
    <message>
        <source>holds weights for llama.cpp (GGML), without a graph; expected an ONNX model: export the model that it was made from, for example with `optimum-cli export onnx`</source>
        <translation>是 llama.cpp 的权重（GGML），没有计算图；应为 ONNX 模型：请导出其来源模型，例如用 `optimum-cli export onnx`</translation>
    </message>
    <message>
        <source>is a Git LFS pointer, not the model itself; run `git lfs pull` in its repository</source>
        <translation>是 Git LFS 指针，不是模型本身；请在其仓库中运行 `git lfs pull`</translation>
    </message>
    <message>
        <source>is a TensorFlow Lite model; expected an ONNX model: convert it with `python -m tf2onnx.convert --tflite FILE --output model.onnx`</source>
        <translation>是 TensorFlow Lite 模型；应为 ONNX 模型：请用 `python -m tf2onnx.convert --tflite FILE --output model.onnx` 转换</translation>
    </message>
    <message>
        <source>is a model in ONNX Runtime&apos;s own format (ORT); expected the ONNX model (.onnx) that it was made from</source>
        <translation>是 ONNX Runtime 自有格式（ORT）的模型；应为其来源 ONNX 模型（.onnx）</translation>
    </message>
    <message>
        <source>is a GGUF file, weights for llama.cpp without a graph; expected an ONNX model: export the model that it was made from, for example with `optimum-cli export onnx`</source>
        <translation>是 GGUF 文件，即没有计算图的 llama.cpp 权重；应为 ONNX 模型：请导出其来源模型，例如用 `optimum-cli export onnx`</translation>
    </message>
    <message>
        <source>is an HDF5 file, as Keras writes (.h5); expected an ONNX model: convert it with `python -m tf2onnx.convert --keras FILE --output model.onnx`</source>
        <translation>是 Keras 写出的 HDF5 文件（.h5）；应为 ONNX 模型：请用 `python -m tf2onnx.convert --keras FILE --output model.onnx` 转换</translation>
    </message>
    <message>
        <source>is a file of PyTorch (torch.save); expected an ONNX model: load it in PyTorch and write it with torch.onnx.export</source>
        <translation>是 PyTorch 文件（torch.save）；应为 ONNX 模型：请在 PyTorch 中加载，再用 torch.onnx.export 写出</translation>
    </message>
    <message>
        <source>is a NumPy array; expected an ONNX model</source>
        <translation>是 NumPy 数组；应为 ONNX 模型</translation>
    </message>
    <message>
        <source>is compressed with gzip; expected an ONNX model: unpack it with `gunzip`</source>
        <translation>经 gzip 压缩；应为 ONNX 模型：请用 `gunzip` 解压</translation>
    </message>
    <message>
        <source>is compressed with bzip2; expected an ONNX model: unpack it with `bunzip2`</source>
        <translation>经 bzip2 压缩；应为 ONNX 模型：请用 `bunzip2` 解压</translation>
    </message>
    <message>
        <source>is compressed with xz; expected an ONNX model: unpack it with `unxz`</source>
        <translation>经 xz 压缩；应为 ONNX 模型：请用 `unxz` 解压</translation>
    </message>
    <message>
        <source>is compressed with Zstandard; expected an ONNX model: unpack it with `unzstd`</source>
        <translation>经 Zstandard 压缩；应为 ONNX 模型：请用 `unzstd` 解压</translation>
    </message>
    <message>
        <source>is a 7z archive; expected an ONNX model: unpack it with `7z x`</source>
        <translation>是 7z 归档；应为 ONNX 模型：请用 `7z x` 解压</translation>
    </message>
    <message>
        <source>is a tar archive; expected an ONNX model: unpack it with `tar xf`</source>
        <translation>是 tar 归档；应为 ONNX 模型：请用 `tar xf` 解压</translation>
    </message>
</context>
<context>
    <name>GPU kernel</name>
    <message>
        <source>Scores, softmax and values, one after the other</source>
        <translation>得分、softmax 与值，依次进行</translation>
    </message>
    <message>
        <source>Tile by tile, without the matrix of scores</source>
        <translation>逐块进行，不存得分矩阵</translation>
    </message>
    <message>
        <source>A thread for several filters of an element</source>
        <translation>每个线程负责一个元素的若干滤波器</translation>
    </message>
    <message>
        <source>Windows as columns of a matrix product (im2col)</source>
        <translation>窗口作为矩阵乘积的列 (im2col)</translation>
    </message>
    <message>
        <source>Winograd&apos;s F(2 x 2, 3 x 3): 2.25 times fewer products</source>
        <translation>Winograd 的 F(2 x 2, 3 x 3)：乘法次数减少到 1/2.25</translation>
    </message>
    <message>
        <source>A thread for each element, a warp down a column</source>
        <translation>每个元素一个线程，线程束沿列</translation>
    </message>
    <message>
        <source>A warp along a row: its accesses are one</source>
        <translation>线程束沿行：其访问合为一次</translation>
    </message>
    <message>
        <source>Tiles in shared memory</source>
        <translation>分块放入共享内存</translation>
    </message>
    <message>
        <source>Several elements of a column for each thread</source>
        <translation>每个线程负责一列中的若干元素</translation>
    </message>
    <message>
        <source>A rectangle of elements for each thread</source>
        <translation>每个线程负责一个矩形的元素</translation>
    </message>
    <message>
        <source>Four numbers with each access</source>
        <translation>每次访问四个数</translation>
    </message>
    <message>
        <source>The next tile is read while this one is multiplied</source>
        <translation>相乘当前块时读入下一块</translation>
    </message>
    <message>
        <source>A tile for each warp</source>
        <translation>每个线程束一个分块</translation>
    </message>
    <message>
        <source>Halves on tensor cores, sums in float32</source>
        <translation>张量核心上的半精度，以 float32 求和</translation>
    </message>
    <message>
        <source>8-bit integers on tensor cores, sums in 32 bits</source>
        <translation>张量核心上的 8 位整数，以 32 位求和</translation>
    </message>
    <message>
        <source>Products in registers alone: the roof in float32</source>
        <translation>只在寄存器中的乘积：float32 的屋顶</translation>
    </message>
    <message>
        <source>Tensor cores alone: the roof of halves</source>
        <translation>只用张量核心：半精度的屋顶</translation>
    </message>
    <message>
        <source>Tensor cores alone: the roof of 8-bit integers</source>
        <translation>只用张量核心：8 位整数的屋顶</translation>
    </message>
    <message>
        <source>The largest number of each window</source>
        <translation>每个窗口的最大值</translation>
    </message>
    <message>
        <source>The mean of each window, without what is beyond the edge</source>
        <translation>每个窗口的均值，不含边缘之外</translation>
    </message>
    <message>
        <source>The copy that others are compared with</source>
        <translation>供其他内核比较的复制</translation>
    </message>
    <message>
        <source>Largest number and sum of a row in one pass</source>
        <translation>一遍得到一行的最大值与和</translation>
    </message>
    <message>
        <source>Mean, then variance, then the row, from the cache</source>
        <translation>先均值，再方差，再整行，取自缓存</translation>
    </message>
    <message>
        <source>GELU by the error function</source>
        <translation>用误差函数的 GELU</translation>
    </message>
    <message>
        <source>The sum of all numbers, by warps, blocks and a second pass</source>
        <translation>所有数之和，经线程束、线程块与第二遍</translation>
    </message>
    <message>
        <source>Tiles turned over in shared memory</source>
        <translation>在共享内存中转置分块</translation>
    </message>
    <message>
        <source>Two arrays, one behind the other in each row</source>
        <translation>两个数组，每行中前后相接</translation>
    </message>
    <message>
        <source>Operators of one number or two, with operands that repeat</source>
        <translation>一个数或两个数的算子，操作数可广播</translation>
    </message>
    <message>
        <source>Parts of rows into parts of rows</source>
        <translation>行的一部分到行的一部分</translation>
    </message>
    <message>
        <source>Up to five axes in another order</source>
        <translation>最多五个轴换成另一种次序</translation>
    </message>
    <message>
        <source>Each plane by itself, with bias and bounds</source>
        <translation>逐个平面，带偏置和上下界</translation>
    </message>
    <message>
        <source>A tile for each warp, with bias, sum and function before it is stored</source>
        <translation>每个线程束一个分块，存储前加偏置、求和并应用函数</translation>
    </message>
    <message>
        <source>The mean of each row: global pooling</source>
        <translation>每行的均值：全局池化</translation>
    </message>
    <message>
        <source>Columns of 8-bit codes as rows</source>
        <translation>8 位量化码的列转为行</translation>
    </message>
    <message>
        <source>8-bit codes with zero points on tensor cores, sums in 32 bits</source>
        <translation>在张量核心上计算带零点的 8 位量化码，以 32 位求和</translation>
    </message>
    <message>
        <source>Numbers as 8-bit codes</source>
        <translation>把数转为 8 位量化码</translation>
    </message>
    <message>
        <source>Two arrays of 8-bit codes, summed or multiplied</source>
        <translation>两组 8 位量化码相加或相乘</translation>
    </message>
    <message>
        <source>The largest code of each window, or the code of the mean</source>
        <translation>每个窗口的最大量化码，或平均值的量化码</translation>
    </message>
    <message>
        <source>A function of 8-bit codes, looked up</source>
        <translation>8 位量化码的函数，查表求得</translation>
    </message>
    <message>
        <source>The numbers that 8-bit codes stand for</source>
        <translation>8 位量化码所代表的数</translation>
    </message>
    <message>
        <source>Windows as rows of halves, multiplied on tensor cores, with bias</source>
        <translation>窗口转为半精度数的行，在张量核心上相乘，并加偏置</translation>
    </message>
    <message>
        <source>Windows as rows of 8-bit codes, multiplied on tensor cores</source>
        <translation>窗口转为 8 位量化码的行，在张量核心上相乘</translation>
    </message>
    <message>
        <source>Direct, of 8-bit codes, each element for itself</source>
        <translation>直接计算 8 位量化码，各元素独立</translation>
    </message>
    <message>
        <source>Tensor cores alone: the roof of TF32</source>
        <translation>仅张量核心：TF32 的屋顶</translation>
    </message>
    <message>
        <source>Columns as rows of halves, rounded</source>
        <translation>列转为半精度数的行，经舍入</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Cycles, traffic and bounds of every layer on a systolic array</source>
        <translation>每一层在脉动阵列上的周期、访存量与上下界</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>The graph before and after operator fusion</source>
        <translation>算子融合前后的计算图</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>What integers cost: the model layer by layer, a layer element by element</source>
        <translation>整数化的代价：模型逐层看，单层逐元素看</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Times on this machine and on boards, with how sure they are, beside what was predicted</source>
        <translation>本机与开发板上的用时及其可信程度，并与预测对照</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Lifetimes and arena addresses of every tensor, before and after fusion</source>
        <translation>每个张量在融合前后的生命周期与内存池地址</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>All that was found out about this model: choices, measurements, figures, tables</source>
        <translation>关于此模型的全部所得：选择、测量、图、表格</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Several models at once: which policy keeps the deadlines, and how much fits</source>
        <translation>多个模型同时运行：哪种策略能守住截止时间，以及能容纳多少</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>One network over several devices: where it is cut, what limits, and what one more board brings</source>
        <translation>一个网络分到多台设备：在何处切分、瓶颈在哪里、再加一块开发板带来什么</translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>The largest tensor between operators of the original graph</source>
        <translation>原始计算图中算子之间最大的张量</translation>
    </message>
    <message>
        <source>The largest tensor between operators of the fused graph</source>
        <translation>融合后计算图中算子之间最大的张量</translation>
    </message>
    <message>
        <source>The tensors that are alive in the step with the most live bytes, fused</source>
        <translation>融合后存活字节最多的一步中存活的张量</translation>
    </message>
    <message>
        <source>The same of the original graph</source>
        <translation>同上，原始计算图</translation>
    </message>
    <message>
        <source>The layer with the most cycles on the accelerator</source>
        <translation>在加速器上周期最多的层</translation>
    </message>
    <message>
        <source>The layer with the most MACs</source>
        <translation>MAC 最多的层</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增大(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减小(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>转到上级文件夹</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新建一个文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表视图</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>切换到列表视图</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细视图</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>切换到详细视图</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧栏</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>位置和书签列表</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>查找文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近的位置</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
</context>
<context>
    <name>QGnomeTheme</name>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close without Saving</source>
        <translation>关闭而不保存</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save All</source>
        <translation>全部保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>Yes to &amp;All</source>
        <translation>全部选是(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>N&amp;o to All</source>
        <translation>全部选否(&amp;O)</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>Quantity</name>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>opset</source>
        <translation>算子集 (opset)</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>parameter bytes</source>
        <translation>参数字节数</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <source>arena</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>arena, unfused</source>
        <translation>内存池（未融合）</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>sum of buffers</source>
        <translation>缓冲区总和</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>estimated time</source>
        <translation>估计时间</translation>
    </message>
    <message>
        <source>accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>accelerator time</source>
        <translation>加速器时间</translation>
    </message>
    <message>
        <source>accelerator energy</source>
        <translation>加速器能耗</translation>
    </message>
    <message>
        <source>accelerator DRAM</source>
        <translation>加速器 DRAM</translation>
    </message>
    <message>
        <source>accelerator area</source>
        <translation>加速器面积</translation>
    </message>
    <message>
        <source>INT8 accuracy</source>
        <translation>INT8 准确率</translation>
    </message>
    <message>
        <source>INT8 agreement</source>
        <translation>INT8 一致率</translation>
    </message>
    <message>
        <source>INT8 SQNR, lowest output</source>
        <translation>INT8 SQNR，最低的输出</translation>
    </message>
    <message>
        <source>INT8 weights</source>
        <translation>INT8 权重</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>Rule</name>
    <message>
        <source>Products, softmax and the moves of heads into Attention</source>
        <translation>乘积、softmax 与头的移动合为 Attention</translation>
    </message>
    <message>
        <source>Channels moved into the plane into DepthToSpace</source>
        <translation>把通道移入平面的操作合为 DepthToSpace</translation>
    </message>
    <message>
        <source>Blocks of the plane moved into channels into SpaceToDepth</source>
        <translation>把平面的块移入通道的操作合为 SpaceToDepth</translation>
    </message>
    <message>
        <source>Mean over the plane into GlobalAveragePool</source>
        <translation>对平面求均值合为 GlobalAveragePool</translation>
    </message>
    <message>
        <source>Instance norm of reshaped groups into GroupNormalization</source>
        <translation>改变形状后分组的实例归一化合为 GroupNormalization</translation>
    </message>
    <message>
        <source>Mean and variance of each channel into InstanceNormalization</source>
        <translation>逐通道的均值与方差合为 InstanceNormalization</translation>
    </message>
    <message>
        <source>Mean and variance over the last axes into LayerNormalization</source>
        <translation>沿最后各轴的均值与方差合为 LayerNormalization</translation>
    </message>
    <message>
        <source>x by its norm into LpNormalization</source>
        <translation>x 除以其范数合为 LpNormalization</translation>
    </message>
    <message>
        <source>A slope of its own below zero for each channel into PRelu</source>
        <translation>零以下逐通道各有斜率的计算合为 PRelu</translation>
    </message>
    <message>
        <source>Sums of squares, of exp and of abs into one reduction</source>
        <translation>平方、exp 与 abs 的求和合为一个归约</translation>
    </message>
    <message>
        <source>x by its root mean square into RMSNormalization</source>
        <translation>x 除以其均方根合为 RMSNormalization</translation>
    </message>
    <message>
        <source>Gelu from its erf or tanh formula</source>
        <translation>由 erf 或 tanh 公式得到 Gelu</translation>
    </message>
    <message>
        <source>Mish from its formula</source>
        <translation>由公式得到 Mish</translation>
    </message>
    <message>
        <source>x * clip(x + 3, 0, 6) / 6 into HardSwish</source>
        <translation>x * clip(x + 3, 0, 6) / 6 合为 HardSwish</translation>
    </message>
    <message>
        <source>x * sigmoid(alpha * x) into Swish</source>
        <translation>x * sigmoid(alpha * x) 合为 Swish</translation>
    </message>
    <message>
        <source>clip(alpha * x + beta, 0, 1) into HardSigmoid</source>
        <translation>clip(alpha * x + beta, 0, 1) 合为 HardSigmoid</translation>
    </message>
    <message>
        <source>1 / (1 + exp(-x)) into Sigmoid</source>
        <translation>1 / (1 + exp(-x)) 合为 Sigmoid</translation>
    </message>
    <message>
        <source>log(1 + exp(x)) into Softplus</source>
        <translation>log(1 + exp(x)) 合为 Softplus</translation>
    </message>
    <message>
        <source>x / (1 + abs(x)) into Softsign</source>
        <translation>x / (1 + abs(x)) 合为 Softsign</translation>
    </message>
    <message>
        <source>alpha * (exp(x) - 1) below zero into Elu</source>
        <translation>零以下为 alpha * (exp(x) - 1) 的计算合为 Elu</translation>
    </message>
    <message>
        <source>alpha * x below zero into LeakyRelu</source>
        <translation>零以下为 alpha * x 的计算合为 LeakyRelu</translation>
    </message>
    <message>
        <source>max(x, 0) in other words into Relu</source>
        <translation>max(x, 0) 的其他写法合为 Relu</translation>
    </message>
    <message>
        <source>exp(x) by its sum into Softmax</source>
        <translation>exp(x) 除以其总和合为 Softmax</translation>
    </message>
    <message>
        <source>x without the logarithm of its sum of exp into LogSoftmax</source>
        <translation>x 减去其 exp 总和的对数合为 LogSoftmax</translation>
    </message>
    <message>
        <source>Batch norm into the convolution or matrix product before it</source>
        <translation>批归一化并入前面的卷积或矩阵乘积</translation>
    </message>
    <message>
        <source>Results that follow from constants and shapes become initializers</source>
        <translation>由常量和形状决定的结果成为初始值</translation>
    </message>
    <message>
        <source>initializer -&gt; A</source>
        <translation>初始值 -&gt; A</translation>
    </message>
    <message>
        <source>Constant scale and offset into the convolution or matrix product behind them</source>
        <translation>常量缩放与偏移并入后面的卷积或矩阵乘积</translation>
    </message>
    <message>
        <source>Constant scale and offset into the convolution or matrix product before them</source>
        <translation>常量缩放与偏移并入前面的卷积或矩阵乘积</translation>
    </message>
    <message>
        <source>Activation into the operator before it</source>
        <translation>激活函数并入前面的算子</translation>
    </message>
    <message>
        <source>Scores, softmax and weighted sum of attention into one block</source>
        <translation>注意力的得分、softmax 与加权和合为一个融合组</translation>
    </message>
    <message>
        <source>Concat into the operator that writes its last part</source>
        <translation>Concat 并入写入其最后一部分的算子</translation>
    </message>
    <message>
        <source>Chains and diamonds of element-wise operators into one pass</source>
        <translation>链状和菱形的逐元素算子合为一次遍历</translation>
    </message>
    <message>
        <source>Chains of data movement into one</source>
        <translation>连续的数据移动合为一次</translation>
    </message>
    <message>
        <source>Matrix product and bias into Gemm</source>
        <translation>矩阵乘积与偏置合为 Gemm</translation>
    </message>
    <message>
        <source>Reductions with the element-wise operators around them, row by row</source>
        <translation>归约与前后的逐元素算子合并，逐行计算</translation>
    </message>
    <message>
        <source>Dequantization of weights into the operator that reads them</source>
        <translation>权重的反量化并入读取它的算子</translation>
    </message>
    <message>
        <source>Change of shape behind a recurrent operator</source>
        <translation>循环算子之后的形状改变并入该算子</translation>
    </message>
    <message>
        <source>Element-wise operators and data movement into the reduction that reads them</source>
        <translation>逐元素算子和数据移动并入读取它们的归约</translation>
    </message>
    <message>
        <source>Sum with another tensor into the convolution or matrix product</source>
        <translation>与另一张量的求和并入卷积或矩阵乘积</translation>
    </message>
    <message>
        <source>Convolutions and matrix products of the same tensor, side by side</source>
        <translation>同一张量的多个卷积和矩阵乘积并排合为一个</translation>
    </message>
    <message>
        <source>Squeeze-and-excite tail into one block</source>
        <translation>squeeze-and-excite 尾部合为一个融合组</translation>
    </message>
    <message>
        <source>Movement of codes instead of what they stand for</source>
        <translation>直接移动量化码，而不是它们所代表的值</translation>
    </message>
    <message>
        <source>MaxPool of codes</source>
        <translation>量化码的 MaxPool</translation>
    </message>
    <message>
        <source>Product between DequantizeLinear and QuantizeLinear in integers</source>
        <translation>DequantizeLinear 与 QuantizeLinear 之间的乘积改用整数计算</translation>
    </message>
    <message>
        <source>Sum, product of elements, average, activation or joined tensors on codes</source>
        <translation>求和、逐元素乘积、平均、激活函数或张量拼接直接在量化码上计算</translation>
    </message>
    <message>
        <source>Transposed convolution between codes as a convolution, which multiplies integers</source>
        <translation>量化码之间的转置卷积改为整数相乘的卷积</translation>
    </message>
    <message>
        <source>Splits and concats that take each other back</source>
        <translation>相互抵消的拆分与拼接</translation>
    </message>
    <message>
        <source>Padding into the convolution or pooling behind it</source>
        <translation>填充并入后面的卷积或池化</translation>
    </message>
    <message>
        <source>Conv with larger pads</source>
        <translation>填充更大的 Conv</translation>
    </message>
    <message>
        <source>Transposes of matrices into the matrix product beside them</source>
        <translation>矩阵的转置并入相邻的矩阵乘积</translation>
    </message>
    <message>
        <source>Slices that a concat joins again, and concats that a slice cuts again</source>
        <translation>又被拼接起来的切片，以及又被切开的拼接</translation>
    </message>
    <message>
        <source>Consecutive concats along one axis into one</source>
        <translation>沿同一轴的连续拼接合为一个</translation>
    </message>
    <message>
        <source>Consecutive paddings with the same value into one</source>
        <translation>以相同值的连续填充合为一个</translation>
    </message>
    <message>
        <source>Consecutive Reshape, Flatten, Squeeze and Unsqueeze into one</source>
        <translation>连续的 Reshape、Flatten、Squeeze 和 Unsqueeze 合为一个</translation>
    </message>
    <message>
        <source>Consecutive slices into one</source>
        <translation>连续的切片合为一个</translation>
    </message>
    <message>
        <source>Consecutive transposes into one or none</source>
        <translation>连续的转置合为一个或相互抵消</translation>
    </message>
    <message>
        <source>Transposes past operators that do not care, where they meet and cancel</source>
        <translation>把转置移过不受其影响的算子，使其相遇并抵消</translation>
    </message>
    <message>
        <source>Transposes that only move axes of extent 1 are reshapes</source>
        <translation>只移动维长为 1 的轴的转置改为 Reshape</translation>
    </message>
    <message>
        <source>Operators that undo or repeat the one before them</source>
        <translation>去掉抵消或重复前一个算子的算子</translation>
    </message>
    <message>
        <source>Drop limits that the operators before them keep anyway</source>
        <translation>去掉前面的算子本就满足的限制</translation>
    </message>
    <message>
        <source>Expansions that the operators behind them do by broadcasting</source>
        <translation>去掉后面的算子可通过广播完成的扩展</translation>
    </message>
    <message>
        <source>Drop operators that pass their input on unchanged</source>
        <translation>去掉原样传递输入的算子</translation>
    </message>
    <message>
        <source>Where on a negated condition chooses the other way round</source>
        <translation>条件取反的 Where 改为反过来选择</translation>
    </message>
    <message>
        <source>Drop operators whose results nobody reads</source>
        <translation>去掉结果无人读取的算子</translation>
    </message>
    <message>
        <source>A -&gt; (nobody)</source>
        <translation>A -&gt; （无人读取）</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>An If whose condition is constant is the branch that it takes</source>
        <translation>条件为常量的 If 换成它所走的分支</translation>
    </message>
    <message>
        <source>its branch</source>
        <translation>其分支</translation>
    </message>
    <message>
        <source>Consecutive casts of which the first loses nothing into one</source>
        <translation>连续的类型转换，若第一个没有损失，则合为一个</translation>
    </message>
    <message>
        <source>Consecutive Relu, Clip, Max and Min with constants into one</source>
        <translation>连续的 Relu、Clip 以及带常量的 Max、Min 合为一个</translation>
    </message>
    <message>
        <source>Operators that compute the same from the same inputs into one</source>
        <translation>由相同输入做相同计算的算子合为一个</translation>
    </message>
    <message>
        <source>Squeeze and Unsqueeze behind a reduction into its keepdims</source>
        <translation>归约之后的 Squeeze 和 Unsqueeze 并入其 keepdims</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>Array</source>
        <translation>阵列</translation>
    </message>
    <message>
        <source>SRAM, double buffered</source>
        <translation>SRAM，双缓冲</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Tiles for</source>
        <translation>分块目标</translation>
    </message>
    <message>
        <source>Array rows</source>
        <translation>阵列行数</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Cells of a column of the array</source>
        <translation>阵列每列的单元数</translation>
    </message>
    <message>
        <source>Array columns</source>
        <translation>阵列列数</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>Cells of a row of the array</source>
        <translation>阵列每行的单元数</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>What stays in the cells: outputs, weights or inputs</source>
        <translation>驻留在单元中的数据：输出、权重或输入</translation>
    </message>
    <message>
        <source>Arrays</source>
        <translation>阵列数</translation>
    </message>
    <message>
        <source>So many of them, which share everything else</source>
        <translation>阵列的个数，其余资源均由它们共享</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Bytes of an element: 1 INT8, 2 FP16, 4 FP32</source>
        <translation>每个元素的字节数：1 INT8，2 FP16，4 FP32</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Cycles per nanosecond; above the nominal clock the voltage rises, and with it the energy of all that is on the chip</source>
        <translation>每纳秒的周期数；高于标称时钟频率时电压升高，片上各部分的能耗随之升高</translation>
    </message>
    <message>
        <source>GHz</source>
        <translation>GHz</translation>
    </message>
    <message>
        <source>SRAM for inputs</source>
        <translation>输入 SRAM</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>KiB for inputs</source>
        <translation>用于输入的 KiB</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>SRAM for weights</source>
        <translation>权重 SRAM</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KiB for weights</source>
        <translation>用于权重的 KiB</translation>
    </message>
    <message>
        <source>SRAM for outputs</source>
        <translation>输出 SRAM</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>KiB for outputs</source>
        <translation>用于输出的 KiB</translation>
    </message>
    <message>
        <source>SRAM for activations</source>
        <translation>激活 SRAM</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>KiB in which activations stay between layers; 0: they pass DRAM; where nothing is said, half of the SRAM for inputs, where all of them fit and that costs less</source>
        <translation>供激活在层间驻留的 KiB；0：经由 DRAM；未指定时，若激活全部放得下且代价更低，则用输入 SRAM 的一半</translation>
    </message>
    <message>
        <source>with inputs</source>
        <translation>与输入共用</translation>
    </message>
    <message>
        <source>DRAM bandwidth</source>
        <translation>DRAM 带宽</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Bytes per cycle from and to DRAM; as SCALE-Sim counts: words per cycle of each SRAM, as much as is needed where nothing is said</source>
        <translation>与 DRAM 之间每周期传输的字节数；按 SCALE-Sim 计法：各 SRAM 每周期的字数，未指定时按需取值</translation>
    </message>
    <message>
        <source>B/cycle</source>
        <translation>B/周期</translation>
    </message>
    <message>
        <source>16, as usual</source>
        <translation>16（默认）</translation>
    </message>
    <message>
        <source>What tiles are chosen for</source>
        <translation>选取分块时的优化目标</translation>
    </message>
    <message>
        <source>Folds overlap</source>
        <translation>折叠重叠</translation>
    </message>
    <message>
        <source>The next fold&apos;s operand shifts in while this one computes</source>
        <translation>当前折叠计算时，下一折叠的操作数同时移入</translation>
    </message>
    <message>
        <source>Pack depthwise groups</source>
        <translation>打包逐深度卷积的组</translation>
    </message>
    <message>
        <source>Weight stationary: several channels of a depthwise convolution lie on the array at once, along its diagonal</source>
        <translation>权重驻留：逐深度卷积的多个通道沿对角线同时放在阵列上</translation>
    </message>
    <message>
        <source>Vector lanes</source>
        <translation>向量通道数</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>向量通道</translation>
    </message>
    <message>
        <source>Elements per cycle of the vector unit</source>
        <translation>向量单元每周期处理的元素数</translation>
    </message>
    <message>
        <source>as columns</source>
        <translation>与列数相同</translation>
    </message>
    <message>
        <source>SRAM bandwidth</source>
        <translation>SRAM 带宽</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>Bytes per cycle between the SRAMs and the array</source>
        <translation>SRAM 与阵列之间每周期传输的字节数</translation>
    </message>
    <message>
        <source>as the array takes</source>
        <translation>按阵列所需</translation>
    </message>
    <message>
        <source>Nominal clock</source>
        <translation>标称时钟频率</translation>
    </message>
    <message>
        <source>The clock at which the energies of the table hold; other clocks take the voltage that the table says</source>
        <translation>能耗表各数值所对应的时钟频率；其他时钟频率下的电压由能耗表给出</translation>
    </message>
    <message>
        <source>Energy table</source>
        <translation>能耗表</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>What operations cost: a table by name, or a JSON file</source>
        <translation>各种操作的能耗：内置能耗表的名称，或 JSON 文件</translation>
    </message>
    <message>
        <source>Output stationary</source>
        <translation>输出驻留</translation>
    </message>
    <message>
        <source>Weight stationary</source>
        <translation>权重驻留</translation>
    </message>
    <message>
        <source>Input stationary</source>
        <translation>输入驻留</translation>
    </message>
    <message>
        <source>fewest cycles</source>
        <translation>周期最少</translation>
    </message>
    <message>
        <source>least energy</source>
        <translation>能耗最低</translation>
    </message>
    <message>
        <source>energy × cycles</source>
        <translation>能耗 × 周期</translation>
    </message>
    <message>
        <source>Area at most</source>
        <translation>面积上限</translation>
    </message>
    <message>
        <source>Only points whose cells, SRAMs, lanes and DRAM pads take no more than this at 45 nm</source>
        <translation>仅限单元、SRAM、向量通道和 DRAM 焊盘在 45 nm 下的总面积不超过此值的点</translation>
    </message>
    <message>
        <source>mm²</source>
        <translation>mm²</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Time at most</source>
        <translation>时间上限</translation>
    </message>
    <message>
        <source>Only points that run the network in no more than this</source>
        <translation>仅限运行网络的时间不超过此值的点</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Energy at most</source>
        <translation>能耗上限</translation>
    </message>
    <message>
        <source>Only points that take no more than this for one run of the network</source>
        <translation>仅限网络单次运行的能耗不超过此值的点</translation>
    </message>
    <message>
        <source>mJ</source>
        <translation>mJ</translation>
    </message>
    <message>
        <source>as imported</source>
        <translation>原样导入</translation>
    </message>
    <message>
        <source>The graph of the file, every tensor with bytes of its own</source>
        <translation>文件中的计算图，每个张量各占内存</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>The fused graph, every tensor with bytes of its own</source>
        <translation>融合后的计算图，每个张量各占内存</translation>
    </message>
    <message>
        <source>in an arena</source>
        <translation>使用内存池</translation>
    </message>
    <message>
        <source>The graph of the file in the planned arena</source>
        <translation>文件中的计算图，使用已规划的内存池</translation>
    </message>
    <message>
        <source>fused, in an arena</source>
        <translation>融合后，使用内存池</translation>
    </message>
    <message>
        <source>The fused graph in the planned arena</source>
        <translation>融合后的计算图，使用已规划的内存池</translation>
    </message>
    <message>
        <source>Samples of accuracy</source>
        <translation>准确率的样本数</translation>
    </message>
    <message>
        <source>At most so many samples with labels that accuracy is counted on; 0: none</source>
        <translation>统计准确率时最多使用的有标签样本数；0：不统计</translation>
    </message>
    <message>
        <source>as given</source>
        <translation>与原模型相同</translation>
    </message>
    <message>
        <source>Opset limit</source>
        <translation>算子集 (opset) 上限</translation>
    </message>
    <message>
        <source>Raise the opset up to this where a rule asks for it</source>
        <translation>规则需要时，最高可将算子集 (opset) 提升到此版本</translation>
    </message>
    <message>
        <source>Least traffic</source>
        <translation>最少访存量</translation>
    </message>
    <message>
        <source>Choose for least traffic</source>
        <translation>按最少访存量选取</translation>
    </message>
    <message>
        <source>Where candidates overlap, take those that move the fewest bytes between operators, instead of the first in the order of the rules</source>
        <translation>候选重叠时，选取算子间传输字节最少的，而非规则顺序中的第一个</translation>
    </message>
    <message>
        <source>Fusion steps</source>
        <translation>融合步数</translation>
    </message>
    <message>
        <source>Stop after so many patches</source>
        <translation>应用这么多次改写后停止</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Library for convolutions</source>
        <translation>卷积所用的库</translation>
    </message>
    <message>
        <source>own kernels</source>
        <translation>自有内核</translation>
    </message>
    <message>
        <source>Algorithm of convolutions</source>
        <translation>卷积算法</translation>
    </message>
    <message>
        <source>How convolutions are computed, where they can be; automatic takes the least estimated time</source>
        <translation>在可行之处采用的卷积计算方式；automatic 选取估计用时最少的</translation>
    </message>
    <message>
        <source>Denormal numbers count as zero</source>
        <translation>非规格化数视为零</translation>
    </message>
    <message>
        <source>Warm-up runs</source>
        <translation>预热次数</translation>
    </message>
    <message>
        <source>Uncertainty of medians</source>
        <translation>中位数的不确定度</translation>
    </message>
    <message>
        <source>Enough once every median is known within so many percent; 0: use all of the time</source>
        <translation>所有中位数的不确定度均降到此百分比以内即结束；0：用满全部时间</translation>
    </message>
    <message>
        <source>Fewest blocks</source>
        <translation>最少轮次</translation>
    </message>
    <message>
        <source>Least time</source>
        <translation>最短时间</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Most blocks</source>
        <translation>最多轮次</translation>
    </message>
    <message>
        <source>Time for measuring</source>
        <translation>测量时间</translation>
    </message>
    <message>
        <source>At most so long, unless the medians are known well enough before</source>
        <translation>最长测量时间；若各中位数已足够确定，则提前结束</translation>
    </message>
    <message>
        <source>Seed of the order of runs</source>
        <translation>运行顺序的随机种子</translation>
    </message>
    <message>
        <source>in memory of the caller&apos;s own</source>
        <translation>位于调用方自己的内存</translation>
    </message>
    <message>
        <source>in the arena while needed</source>
        <translation>需要时位于内存池</translation>
    </message>
    <message>
        <source>in the arena for the whole run</source>
        <translation>整个运行期间位于内存池</translation>
    </message>
    <message>
        <source>Sans</source>
        <translation>无衬线</translation>
    </message>
    <message>
        <source>Serif</source>
        <translation>衬线</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>Time for a plan</source>
        <translation>规划时限</translation>
    </message>
    <message>
        <source>Seconds for each plan, of which the search for an order may take half</source>
        <translation>每个规划的秒数，其中搜索执行顺序最多占一半</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Bytes that offsets are multiples of</source>
        <translation>偏移均为此字节数的倍数</translation>
    </message>
    <message>
        <source>In place</source>
        <translation>原地</translation>
    </message>
    <message>
        <source>Views share their input&apos;s buffer; element-wise operators overwrite an input that dies there</source>
        <translation>视图与其输入共享缓冲区；逐元素算子覆盖在该处结束生命周期的输入</translation>
    </message>
    <message>
        <source>Slices and parts of a Concat in place, not copied</source>
        <translation>切片和 Concat 的各部分原地处理，不复制</translation>
    </message>
    <message>
        <source>What is sliced, split or concatenated is left or written in place</source>
        <translation>切片、拆分或拼接的内容留在原处或原地写入</translation>
    </message>
    <message>
        <source>Where the model&apos;s inputs live</source>
        <translation>模型输入的存放位置</translation>
    </message>
    <message>
        <source>Where the model&apos;s outputs live</source>
        <translation>模型输出的存放位置</translation>
    </message>
    <message>
        <source>Weights in the arena too</source>
        <translation>权重也放入内存池</translation>
    </message>
    <message>
        <source>Plan the weights, too</source>
        <translation>权重也一并规划</translation>
    </message>
    <message>
        <source>What operators need for themselves, measured in one run</source>
        <translation>算子自用内存，由一次运行实测</translation>
    </message>
    <message>
        <source>Plan what operators need for themselves, too, as one run on random inputs measures it</source>
        <translation>算子自用内存也一并规划，其大小由一次随机输入的运行实测</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Seed of the inputs</source>
        <translation>输入的随机种子</translation>
    </message>
    <message>
        <source>Seed of INT8 inputs</source>
        <translation>INT8 输入的随机种子</translation>
    </message>
    <message>
        <source>Fold batch norms first</source>
        <translation>先折叠批归一化</translation>
    </message>
    <message>
        <source>The fused graph is what is quantized, as a target would do it</source>
        <translation>量化的对象是融合后的计算图，与目标设备的做法一致</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>值域</translation>
    </message>
    <message>
        <source>How the ranges of activations follow from their values</source>
        <translation>如何由激活的值得出其值域</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>百分位数</translation>
    </message>
    <message>
        <source>Share of the values that the method percentile keeps, in %</source>
        <translation>percentile 方法所保留的值的占比，以 % 计</translation>
    </message>
    <message>
        <source>Calibration data</source>
        <translation>校准数据</translation>
    </message>
    <message>
        <source>Calibrate on</source>
        <translation>校准数据</translation>
    </message>
    <message>
        <source>Inputs that ranges are taken from: calibration.npy or .npz, test_data_set_*, images; else random numbers</source>
        <translation>用来确定值域的输入：calibration.npy 或 .npz、test_data_set_*、图像；都没有则用随机数</translation>
    </message>
    <message>
        <source>found or random</source>
        <translation>自动查找，否则随机</translation>
    </message>
    <message>
        <source>Samples to calibrate on at most</source>
        <translation>校准样本数上限</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>At most so many samples to calibrate on</source>
        <translation>最多用于校准的样本数</translation>
    </message>
    <message>
        <source>Evaluation data</source>
        <translation>评估数据</translation>
    </message>
    <message>
        <source>Compare on</source>
        <translation>对比数据</translation>
    </message>
    <message>
        <source>Inputs that integers are compared with float32 on: test.npz with an array &apos;labels&apos;, test.npy with labels.npy, images in folders of classes; unless told what has labels beside the model, else the inputs of the calibration</source>
        <translation>用来对比整数与 float32 的输入：test.npz（含数组 &apos;labels&apos;）、test.npy 及 labels.npy、按类别分文件夹的图像；未指定时用模型旁有标签的数据，否则用校准输入</translation>
    </message>
    <message>
        <source>labelled or same</source>
        <translation>有标签的，否则同校准</translation>
    </message>
    <message>
        <source>Samples to compare on at most</source>
        <translation>对比样本数上限</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>对比样本数</translation>
    </message>
    <message>
        <source>At most so many samples to compare on</source>
        <translation>最多用于对比的样本数</translation>
    </message>
    <message>
        <source>Equalize layers</source>
        <translation>均衡各层</translation>
    </message>
    <message>
        <source>Cross-layer equalization: channels of neighbours are scaled to like ranges</source>
        <translation>跨层均衡：缩放相邻层的通道，使其值域相近</translation>
    </message>
    <message>
        <source>Correct biases</source>
        <translation>校正偏置</translation>
    </message>
    <message>
        <source>The mean error of every output channel is taken from its bias</source>
        <translation>从各输出通道的偏置中减去该通道的平均误差</translation>
    </message>
    <message>
        <source>Layers in float32</source>
        <translation>保留 float32 的层数</translation>
    </message>
    <message>
        <source>In float32</source>
        <translation>保留 float32</translation>
    </message>
    <message>
        <source>At most so many layers stay in float32: those that gain most there, and none that gains nothing</source>
        <translation>保留 float32 的层数上限：选取增益最大的层，没有增益的层不选</translation>
    </message>
    <message>
        <source>Points of the design space</source>
        <translation>设计空间的点数</translation>
    </message>
    <message>
        <source>Font of figures</source>
        <translation>图的字体</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>The font of figures that are exported</source>
        <translation>导出的图所用的字体</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Design space</source>
        <translation>设计空间</translation>
    </message>
    <message>
        <source>Integers</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Numeric check</source>
        <translation>数值检查</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Rules switched off</source>
        <translation>已关闭的规则</translation>
    </message>
    <message>
        <source>Rules switched on</source>
        <translation>已打开的规则</translation>
    </message>
    <message>
        <source>Fusions taken back</source>
        <translation>已撤销的融合</translation>
    </message>
    <message>
        <source>Groups by hand</source>
        <translation>手动融合组</translation>
    </message>
    <message>
        <source>Tensors kept apart</source>
        <translation>不共享缓冲区的张量</translation>
    </message>
    <message>
        <source>Adopted tilings</source>
        <translation>已采用的分块</translation>
    </message>
    <message>
        <source>Tilings for other accelerators</source>
        <translation>其他加速器的分块</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Range of the input</source>
        <translation>输入的值域</translation>
    </message>
    <message>
        <source>Range of the output</source>
        <translation>输出的值域</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>entropy (TensorRT, 2048 bins)</source>
        <translation>熵（TensorRT，2048 个分箱）</translation>
    </message>
    <message>
        <source>entropy (ONNX Runtime, 128 bins)</source>
        <translation>熵（ONNX Runtime，128 个分箱）</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>量化码</translation>
    </message>
    <message>
        <source>symmetric</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>limits of the codes</source>
        <translation>量化码范围</translation>
    </message>
    <message>
        <source>scales as powers of two</source>
        <translation>缩放因子取 2 的幂</translation>
    </message>
    <message>
        <source>Scales of weights</source>
        <translation>权重的缩放因子</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Scales of the weights, which are symmetric</source>
        <translation>权重的缩放因子，权重采用对称量化</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>half-even as in ONNX, half-away as in gemmlowp, half-up as in XNNPACK</source>
        <translation>half-even 同 ONNX，half-away 同 gemmlowp，half-up 同 XNNPACK</translation>
    </message>
    <message>
        <source>Seed of rounding</source>
        <translation>舍入的随机种子</translation>
    </message>
    <message>
        <source>Requantization</source>
        <translation>重量化</translation>
    </message>
    <message>
        <source>Requantize</source>
        <translation>重量化</translation>
    </message>
    <message>
        <source>float32 as in ONNX Runtime, fixed-point as in XNNPACK, double-rounding as in gemmlowp, short-multiplier as in CMSIS-NN for 16 bits</source>
        <translation>float32 同 ONNX Runtime，fixed-point 同 XNNPACK，double-rounding 同 gemmlowp，short-multiplier 同 CMSIS-NN 的 16 位做法</translation>
    </message>
    <message>
        <source>Accumulation of products</source>
        <translation>乘积的累加</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>saturating-pairs: as AVX2 without VNNI adds uint8 times int8</source>
        <translation>saturating-pairs：同无 VNNI 的 AVX2 累加 uint8 乘 int8 的方式</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>累加器</translation>
    </message>
    <message>
        <source>Width of the accumulator, 8 to 32</source>
        <translation>累加器的位宽，8 到 32</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Overflow of the accumulator</source>
        <translation>累加器的溢出</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>What the accumulator does</source>
        <translation>累加器溢出时的行为</translation>
    </message>
    <message>
        <source>per tensor</source>
        <translation>逐张量</translation>
    </message>
    <message>
        <source>One scale for all weights</source>
        <translation>所有权重共用一个缩放因子</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>One scale for each output channel of the weights</source>
        <translation>权重的每个输出通道各有一个缩放因子</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>without the lowest</source>
        <translation>不含最小码</translation>
    </message>
    <message>
        <source>one bit less</source>
        <translation>少 1 位</translation>
    </message>
    <message>
        <source>half to even</source>
        <translation>半数向偶数</translation>
    </message>
    <message>
        <source>ONNX, ONNX Runtime, PyTorch</source>
        <translation>ONNX、ONNX Runtime、PyTorch</translation>
    </message>
    <message>
        <source>half away from 0</source>
        <translation>半数远离 0</translation>
    </message>
    <message>
        <source>std::round, TFLite&apos;s quantize, gemmlowp</source>
        <translation>std::round、TFLite 的 quantize、gemmlowp</translation>
    </message>
    <message>
        <source>half up</source>
        <translation>半数向上</translation>
    </message>
    <message>
        <source>Single rounding in fixed point: TFLite, XNNPACK</source>
        <translation>定点单次舍入：TFLite、XNNPACK</translation>
    </message>
    <message>
        <source>towards 0</source>
        <translation>向 0</translation>
    </message>
    <message>
        <source>A cast in C, hardware that drops the low bits</source>
        <translation>C 语言的类型转换，直接舍去低位的硬件</translation>
    </message>
    <message>
        <source>stochastic</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>No bias on the mean; in training with few bits</source>
        <translation>均值无偏；用于低位宽训练</translation>
    </message>
    <message>
        <source>As ONNX Runtime computes it</source>
        <translation>与 ONNX Runtime 的计算方式相同</translation>
    </message>
    <message>
        <source>The same in double precision</source>
        <translation>计算方式相同，但用双精度</translation>
    </message>
    <message>
        <source>fixed point</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>Integer multiplier and shift, one rounding (TFLite, XNNPACK)</source>
        <translation>整数乘数加移位，一次舍入（TFLite、XNNPACK）</translation>
    </message>
    <message>
        <source>rounded twice</source>
        <translation>两次舍入</translation>
    </message>
    <message>
        <source>Fixed point, rounded twice (gemmlowp: TFLite&apos;s reference, TFLite Micro)</source>
        <translation>定点，两次舍入（gemmlowp：TFLite 的参考实现、TFLite Micro）</translation>
    </message>
    <message>
        <source>15 bits</source>
        <translation>15 位</translation>
    </message>
    <message>
        <source>Fixed point with a multiplier of 15 bits (CMSIS-NN, 16-bit activations)</source>
        <translation>定点，15 位乘数（CMSIS-NN，16 位激活）</translation>
    </message>
    <message>
        <source>one by one</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Every product is added to the accumulator: VNNI, NEON, most arrays</source>
        <translation>每个乘积依次加到累加器：VNNI、NEON、大多数阵列</translation>
    </message>
    <message>
        <source>in pairs</source>
        <translation>成对</translation>
    </message>
    <message>
        <source>Two products at a time in 16 bits that saturate: AVX2 without VNNI (vpmaddubsw)</source>
        <translation>每次两个乘积，以 16 位饱和相加：无 VNNI 的 AVX2 (vpmaddubsw)</translation>
    </message>
    <message>
        <source>Saturate</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>回绕</translation>
    </message>
    <message>
        <source>The least Kullback-Leibler divergence between values and codes as in TensorRT: up to 2048 bins, 128 quantized levels (255 where the range is not symmetric)</source>
        <translation>使值与量化码之间的 Kullback-Leibler 散度最小，同 TensorRT：至多 2048 个区间、128 个量化级（值域非对称时为 255）</translation>
    </message>
    <message>
        <source>Kullback-Leibler divergence as in ONNX Runtime: 128 bins, 128 quantized levels, of which the whole range is the only one that is tried: the same as min_max</source>
        <translation>同 ONNX Runtime 的 Kullback-Leibler 散度：128 个区间、128 个量化级，只尝试整个值域：与 min_max 相同</translation>
    </message>
    <message>
        <source>The least mean squared error of the values</source>
        <translation>使值的均方误差最小</translation>
    </message>
    <message>
        <source>From the lowest to the highest value</source>
        <translation>从最小值到最大值</translation>
    </message>
    <message>
        <source>Lowest and highest of each input, averaged over the inputs</source>
        <translation>每个输入的最小值和最大值，在各输入上取平均</translation>
    </message>
    <message>
        <source>Without the outermost values, a share of all that is chosen</source>
        <translation>去除最外侧的值，其占比可选</translation>
    </message>
    <message>
        <source>Simulated annealing on the order that fills a skyline</source>
        <translation>对填充天际线的顺序做模拟退火</translation>
    </message>
    <message>
        <source>A runtime that allocates as it goes: lowest free block</source>
        <translation>边运行边分配的运行时：取地址最低的空闲块</translation>
    </message>
    <message>
        <source>A runtime that allocates as it goes: tightest free block</source>
        <translation>边运行边分配的运行时：取最紧的空闲块</translation>
    </message>
    <message>
        <source>The best plan, proven, or the best until the time is over</source>
        <translation>已证明最优的规划，或到时限为止的最佳规划</translation>
    </message>
    <message>
        <source>Largest tensor first, lowest free address</source>
        <translation>最大的张量优先，取最低的空闲地址</translation>
    </message>
    <message>
        <source>Busiest step first, tightest gap</source>
        <translation>存活字节最多的一步优先，取最紧的空隙</translation>
    </message>
    <message>
        <source>Most neighbours in time first, lowest free address</source>
        <translation>同时存活的张量最多者优先，取最低的空闲地址</translation>
    </message>
    <message>
        <source>Longest lifetime first, lowest free address</source>
        <translation>生命周期最长者优先，取最低的空闲地址</translation>
    </message>
    <message>
        <source>Largest first, then swaps around the peak</source>
        <translation>最大者优先，再在峰值附近交换</translation>
    </message>
    <message>
        <source>Every tensor at an address of its own</source>
        <translation>每个张量各有自己的地址</translation>
    </message>
    <message>
        <source>All greedy orders, then a short exact search: the same plan everywhere</source>
        <translation>尝试所有贪心顺序，再做短时间的精确搜索：在任何机器上规划相同</translation>
    </message>
    <message>
        <source>The smallest peak, proven where the limits allow</source>
        <translation>最小的峰值，在限制之内时已证明</translation>
    </message>
    <message>
        <source>The order of the file</source>
        <translation>文件中的顺序</translation>
    </message>
    <message>
        <source>A branch to its end before the next one begins</source>
        <translation>一个分支到底之后再开始下一个</translation>
    </message>
    <message>
        <source>Always the operator after which the fewest bytes are alive</source>
        <translation>总是选择执行后存活字节最少的算子</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>min max</source>
        <translation>最小最大值</translation>
    </message>
    <message>
        <source>moving average</source>
        <translation>移动平均</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>百分位数</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>Tile in registers</source>
        <translation>寄存器中的分块</translation>
    </message>
    <message>
        <source>Depth of a block</source>
        <translation>块的深度</translation>
    </message>
    <message>
        <source>Columns of a block</source>
        <translation>块的列数</translation>
    </message>
    <message>
        <source>Rows of a task</source>
        <translation>任务的行数</translation>
    </message>
    <message>
        <source>Strip of a task</source>
        <translation>任务的条带</translation>
    </message>
    <message>
        <source>Channels at a time</source>
        <translation>每次的通道数</translation>
    </message>
    <message>
        <source>Earliest deadline first</source>
        <translation>最早截止时间优先</translation>
    </message>
    <message>
        <source>By deadline; later ones give way between operators</source>
        <translation>按截止时间；较晚的在算子之间让出</translation>
    </message>
    <message>
        <source>First in, first out</source>
        <translation>先进先出</translation>
    </message>
    <message>
        <source>By arrival; nothing gives way</source>
        <translation>按到达顺序；互不让出</translation>
    </message>
    <message>
        <source>Fixed priorities</source>
        <translation>固定优先级</translation>
    </message>
    <message>
        <source>By priority; lower ones give way between operators</source>
        <translation>按优先级；较低的在算子之间让出</translation>
    </message>
    <message>
        <source>Round robin</source>
        <translation>轮转</translation>
    </message>
    <message>
        <source>Model by model, a request each</source>
        <translation>逐模型轮转，每次一个请求</translation>
    </message>
    <message>
        <source>Round robin of operators</source>
        <translation>算子轮转</translation>
    </message>
    <message>
        <source>Model by model, an operator each</source>
        <translation>逐模型轮转，每次一个算子</translation>
    </message>
    <message>
        <source>Single stream</source>
        <translation>单流</translation>
    </message>
    <message>
        <source>90th percentile of one query at a time</source>
        <translation>每次一个查询的第 90 百分位</translation>
    </message>
    <message>
        <source>Multiple streams</source>
        <translation>多流</translation>
    </message>
    <message>
        <source>99th percentile of queries of 8 samples</source>
        <translation>8 个样本的查询的第 99 百分位</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Largest rate whose 99th percentile is within a bound</source>
        <translation>第 99 百分位不超过上界的最大速率</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Samples per second of one large query</source>
        <translation>一个大查询每秒处理的样本数</translation>
    </message>
    <message>
        <source>Drop the oldest</source>
        <translation>丢弃最旧的</translation>
    </message>
    <message>
        <source>The frame that waits longest is dropped</source>
        <translation>丢弃等待最久的帧</translation>
    </message>
    <message>
        <source>Drop the newest</source>
        <translation>丢弃最新的</translation>
    </message>
    <message>
        <source>The frame that arrives is dropped</source>
        <translation>丢弃刚到达的帧</translation>
    </message>
    <message>
        <source>Let all wait</source>
        <translation>全部等待</translation>
    </message>
    <message>
        <source>No frame is dropped</source>
        <translation>不丢弃任何帧</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>The request is answered without a result</source>
        <translation>请求被答复，但没有结果</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>The request goes behind all others</source>
        <translation>请求排到所有其他请求之后</translation>
    </message>
    <message>
        <source>Periodic</source>
        <translation>周期性</translation>
    </message>
    <message>
        <source>One each period</source>
        <translation>每个周期一个</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>泊松</translation>
    </message>
    <message>
        <source>Independent of each other, at a rate</source>
        <translation>按给定速率，彼此独立</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>伽马</translation>
    </message>
    <message>
        <source>At a rate, more or less in bursts</source>
        <translation>按给定速率，或多或少成簇</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>At the times of a file</source>
        <translation>按文件中的时间</translation>
    </message>
    <message>
        <source>Closed loop</source>
        <translation>闭环</translation>
    </message>
    <message>
        <source>The next one when the last one is done</source>
        <translation>上一个完成后才到下一个</translation>
    </message>
    <message>
        <source>All at once</source>
        <translation>一次全部</translation>
    </message>
    <message>
        <source>One query of many samples</source>
        <translation>含许多样本的一个查询</translation>
    </message>
    <message>
        <source>Frames of a folder</source>
        <translation>文件夹中的帧</translation>
    </message>
    <message>
        <source>Images of a folder, over and over</source>
        <translation>反复取文件夹中的图像</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>Frames of a video device</source>
        <translation>视频设备的帧</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>到达方式</translation>
    </message>
    <message>
        <source>When requests arrive</source>
        <translation>请求何时到达</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>相位</translation>
    </message>
    <message>
        <source>When the first request arrives</source>
        <translation>第一个请求何时到达</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>By how much a request is late at most</source>
        <translation>请求最多晚到多少</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Requests in a second, on average</source>
        <translation>平均每秒的请求数</translation>
    </message>
    <message>
        <source>1/s</source>
        <translation>1/s</translation>
    </message>
    <message>
        <source>Coefficient of variation</source>
        <translation>变异系数</translation>
    </message>
    <message>
        <source>Deviation of the gaps over their mean; 1: as Poisson; above: in bursts</source>
        <translation>间隔的标准差与均值之比；1：与泊松相同；更大：成簇</translation>
    </message>
    <message>
        <source>File of times</source>
        <translation>时间文件</translation>
    </message>
    <message>
        <source>Seconds, one in a line, in order</source>
        <translation>秒数，每行一个，按顺序</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流数</translation>
    </message>
    <message>
        <source>Queries that are asked at a time</source>
        <translation>同时发出的查询数</translation>
    </message>
    <message>
        <source>Samples of a query</source>
        <translation>每个查询的样本数</translation>
    </message>
    <message>
        <source>Samples at once</source>
        <translation>一次的样本数</translation>
    </message>
    <message>
        <source>Folder of frames</source>
        <translation>帧文件夹</translation>
    </message>
    <message>
        <source>Video device</source>
        <translation>视频设备</translation>
    </message>
    <message>
        <source>When behind</source>
        <translation>来不及处理时</translation>
    </message>
    <message>
        <source>Which frame is dropped where earlier ones still wait</source>
        <translation>仍有更早的帧在等待时丢弃哪一帧</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大批大小</translation>
    </message>
    <message>
        <source>Delay of a batch</source>
        <translation>批的等待时限</translation>
    </message>
    <message>
        <source>The oldest request waits so long for others at most</source>
        <translation>最早的请求最多为其他请求等待这么久</translation>
    </message>
    <message>
        <source>Longest queue</source>
        <translation>最长队列</translation>
    </message>
    <message>
        <source>More requests are refused at once; 0: no limit</source>
        <translation>超出的请求立即拒绝；0：不限</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>超时时间</translation>
    </message>
    <message>
        <source>For which a request waits at most; 0: no limit</source>
        <translation>请求最多等待的时间；0：不限</translation>
    </message>
    <message>
        <source>After the time-out</source>
        <translation>超时之后</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>1 is the highest</source>
        <translation>1 为最高</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>From the arrival to the result</source>
        <translation>从到达到得出结果</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Batches of this model that run at once at most</source>
        <translation>该模型最多同时运行的批数</translation>
    </message>
    <message>
        <source>Core set</source>
        <translation>核集合</translation>
    </message>
    <message>
        <source>the only one</source>
        <translation>唯一的一个</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>those of this machine</source>
        <translation>本机的核</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Which request is next when a core is free</source>
        <translation>有核空闲时下一个执行哪个请求</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>For which requests arrive that count</source>
        <translation>计入结果的请求到达的时间</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Requests that arrive before do not count</source>
        <translation>此前到达的请求不计入</translation>
    </message>
    <message>
        <source>Fewest queries</source>
        <translation>最少查询数</translation>
    </message>
    <message>
        <source>Of each model; arrivals go on until the duration and these are reached</source>
        <translation>每个模型的；直到时长与查询数都达到为止</translation>
    </message>
    <message>
        <source>Seed of the scenario</source>
        <translation>场景的种子</translation>
    </message>
    <message>
        <source>Own names</source>
        <translation>自有名称</translation>
    </message>
    <message>
        <source>ew_..., with base units, as Prometheus advises</source>
        <translation>ew_...，采用基本单位，遵循 Prometheus 的建议</translation>
    </message>
    <message>
        <source>Triton&apos;s names</source>
        <translation>Triton 的名称</translation>
    </message>
    <message>
        <source>nv_..., so that dashboards made for Triton work</source>
        <translation>nv_...，使为 Triton 制作的仪表板可用</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试验次数</translation>
    </message>
    <message>
        <source>Configurations that are tried, over all kernels</source>
        <translation>所有内核总共尝试的配置数</translation>
    </message>
    <message>
        <source>Time for searching</source>
        <translation>搜索时间</translation>
    </message>
    <message>
        <source>The search ends after so long; deciding comes after it</source>
        <translation>搜索到此时间为止；之后再作决定</translation>
    </message>
    <message>
        <source>Threads that a kernel may use</source>
        <translation>一个内核可用的线程数</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Way in which configurations are searched for</source>
        <translation>搜索配置的方式</translation>
    </message>
    <message>
        <source>Cost model</source>
        <translation>代价模型</translation>
    </message>
    <message>
        <source>What the strategy “learned” learns with</source>
        <translation>策略“learned”用来学习的模型</translation>
    </message>
    <message>
        <source>default model</source>
        <translation>默认模型</translation>
    </message>
    <message>
        <source>Seed of the search</source>
        <translation>搜索的随机种子</translation>
    </message>
    <message>
        <source>Preferred batches</source>
        <translation>首选批大小</translation>
    </message>
    <message>
        <source>Sizes that are sent as soon as they wait, as 4, 8; empty: the largest batch</source>
        <translation>等待数达到即发送的大小，如 4, 8；留空：最大的批</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters of the program&apos;s own kernels, on this machine or a board</source>
        <translation>本程序自带内核的参数，在本机或开发板上</translation>
    </message>
    <message>
        <source>Generated kernels</source>
        <translation>生成的内核</translation>
    </message>
    <message>
        <source>Loop nests that the C compiler of this machine builds, here alone</source>
        <translation>由本机的 C 编译器构建的循环嵌套，只在本机上</translation>
    </message>
    <message>
        <source>Parameters, then generated kernels: each with all of the trials and the time</source>
        <translation>先参数，再生成的内核：各用全部试验次数和时间</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>What is searched: parameters of the program&apos;s own kernels (template), kernels generated and compiled here (generated), or both, with as many trials each</source>
        <translation>搜索什么：本程序自带内核的参数（template）、在本机生成并编译的内核（generated），或两者（both），各试验同样多次</translation>
    </message>
    <message>
        <source>the order in which the network runs</source>
        <translation>网络运行的顺序</translation>
    </message>
    <message>
        <source>one branch to its end before the next one</source>
        <translation>一个分支完成后再下一个</translation>
    </message>
    <message>
        <source>all branches at the same time</source>
        <translation>所有分支同时进行</translation>
    </message>
    <message>
        <source>the step after which the fewest bytes are alive</source>
        <translation>之后存活字节最少的步骤</translation>
    </message>
    <message>
        <source>tensors go as they are</source>
        <translation>张量原样传送</translation>
    </message>
    <message>
        <source>half the bytes, 11 bits of precision</source>
        <translation>字节减半，11 位精度</translation>
    </message>
    <message>
        <source>a quarter of the bytes, one scale for each tensor</source>
        <translation>字节为四分之一，每个张量一个缩放因子</translation>
    </message>
    <message>
        <source>Threads of each device</source>
        <translation>每台设备的线程数</translation>
    </message>
    <message>
        <source>Numbers on the link</source>
        <translation>链路上的数</translation>
    </message>
    <message>
        <source>Tensors between stages: exact, or in fewer bytes</source>
        <translation>阶段之间的张量：精确，或用更少的字节</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>信用额</translation>
    </message>
    <message>
        <source>Frames that a device has and has not answered: with one it waits while a frame is on the link</source>
        <translation>设备已收到而未回答的帧数：为一时，帧在链路上期间设备等待</translation>
    </message>
    <message>
        <source>Devices may take turns</source>
        <translation>设备可以轮流</translation>
    </message>
    <message>
        <source>A stage may have several devices, to which frames go in turns</source>
        <translation>一个阶段可以有多台设备，帧轮流发往它们</translation>
    </message>
    <message>
        <source>Time for measuring a device</source>
        <translation>测量一台设备的时间</translation>
    </message>
    <message>
        <source>Measure each for</source>
        <translation>每台测量</translation>
    </message>
    <message>
        <source>At most so long for each device, and as long as it takes for its link</source>
        <translation>每台设备最多这么久，其链路则按所需时间</translation>
    </message>
    <message>
        <source>Frames of a run</source>
        <translation>一次运行的帧数</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>That a run sends through the stages; 8 and more tell a period</source>
        <translation>一次运行送过各阶段的帧数；8 帧以上才能得出周期</translation>
    </message>
    <message>
        <source>Compare with one device</source>
        <translation>与单台设备比较</translation>
    </message>
    <message>
        <source>A run sends the frames through the best device alone as well</source>
        <translation>运行时也把这些帧只送过最好的一台设备</translation>
    </message>
    <message>
        <source>That each device computes on</source>
        <translation>每台设备用于计算的线程数</translation>
    </message>
    <message>
        <source>Way between stages</source>
        <translation>阶段之间的路径</translation>
    </message>
    <message>
        <source>Frames go from stage to stage by this machine, or from device to device; a run says where the latter is not possible</source>
        <translation>帧在阶段之间经本机转发，或由设备直接传给设备；若后者不可行，运行时会说明</translation>
    </message>
    <message>
        <source>this machine relays each frame from stage to stage</source>
        <translation>每一帧都由本机在阶段之间转发</translation>
    </message>
    <message>
        <source>devices hand frames on themselves, unencrypted, where they reach each other</source>
        <translation>设备能互相连通时自行传递帧，不加密</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>What fusion saves</source>
        <translation>融合节省的开销</translation>
    </message>
    <message>
        <source>What the pinned fusion saves</source>
        <translation>固定的融合节省的开销</translation>
    </message>
    <message>
        <source>Find the fusion that breaks the outputs</source>
        <translation>查找导致输出出错的融合</translation>
    </message>
    <message>
        <source>Compare outputs before and after fusion</source>
        <translation>比较融合前后的输出</translation>
    </message>
    <message>
        <source>Compare the costs</source>
        <translation>比较开销</translation>
    </message>
    <message>
        <source>Estimate cycles and traffic</source>
        <translation>估计周期与访存量</translation>
    </message>
    <message>
        <source>Explore the design space</source>
        <translation>探索设计空间</translation>
    </message>
    <message>
        <source>Fuse operators</source>
        <translation>融合算子</translation>
    </message>
    <message>
        <source>Try what would help</source>
        <translation>尝试改进措施</translation>
    </message>
    <message>
        <source>Run the INT8 kernel</source>
        <translation>运行 INT8 内核</translation>
    </message>
    <message>
        <source>Try accumulators</source>
        <translation>尝试累加器</translation>
    </message>
    <message>
        <source>Run the inputs for calibration</source>
        <translation>运行校准输入</translation>
    </message>
    <message>
        <source>Compare the model with itself in float</source>
        <translation>将模型与其浮点形式比较</translation>
    </message>
    <message>
        <source>Count the values of a layer</source>
        <translation>统计一层的值</translation>
    </message>
    <message>
        <source>Follow an output in fixed point</source>
        <translation>以定点追踪一个输出</translation>
    </message>
    <message>
        <source>Run the model up to a layer</source>
        <translation>运行模型至某一层</translation>
    </message>
    <message>
        <source>Run the model in integers</source>
        <translation>以整数运行模型</translation>
    </message>
    <message>
        <source>Run the model with one layer in integers</source>
        <translation>运行模型，仅一层为整数</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>Compute one output of a layer step by step</source>
        <translation>逐步计算一层的一个输出</translation>
    </message>
    <message>
        <source>Search for mappings</source>
        <translation>搜索映射</translation>
    </message>
    <message>
        <source>Plan memory of the original graph</source>
        <translation>规划原始计算图的内存</translation>
    </message>
    <message>
        <source>Plan memory of the fused graph</source>
        <translation>规划融合后计算图的内存</translation>
    </message>
    <message>
        <source>Plan memory of the fused graph with another planner</source>
        <translation>用另一规划器规划融合后计算图的内存</translation>
    </message>
    <message>
        <source>Plan memory of the fused graph with every planner</source>
        <translation>用所有规划器规划融合后计算图的内存</translation>
    </message>
    <message>
        <source>Plan memory of the original graph with another planner</source>
        <translation>用另一规划器规划原始计算图的内存</translation>
    </message>
    <message>
        <source>Plan memory of the original graph with every planner</source>
        <translation>用所有规划器规划原始计算图的内存</translation>
    </message>
    <message>
        <source>Find modules</source>
        <translation>查找模块</translation>
    </message>
    <message>
        <source>Find modules in the fused graph</source>
        <translation>查找融合后计算图中的模块</translation>
    </message>
    <message>
        <source>Find modules in a graph inside</source>
        <translation>查找子图中的模块</translation>
    </message>
    <message>
        <source>Infer shapes</source>
        <translation>推断形状</translation>
    </message>
    <message>
        <source>Weight statistics</source>
        <translation>权重统计</translation>
    </message>
</context>
<context>
    <name>Word</name>
    <message>
        <source>several nodes have that name</source>
        <translation>多个节点同名</translation>
    </message>
    <message>
        <source>no node has that name</source>
        <translation>没有同名节点</translation>
    </message>
    <message>
        <source>apart</source>
        <translation>单独存放</translation>
    </message>
    <message>
        <source>own bytes</source>
        <translation>独占字节</translation>
    </message>
    <message>
        <source>view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>in place</source>
        <translation>原地</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>of older settings</source>
        <translation>基于旧设置</translation>
    </message>
    <message>
        <source>being computed</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Without a search</source>
        <translation>不搜索</translation>
    </message>
    <message>
        <source>Simulated annealing</source>
        <translation>模拟退火</translation>
    </message>
    <message>
        <source>Evolution</source>
        <translation>进化算法</translation>
    </message>
    <message>
        <source>Exhaustive</source>
        <translation>穷举</translation>
    </message>
    <message>
        <source>Learned cost model</source>
        <translation>学习型代价模型</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Idle cells</source>
        <translation>空闲单元</translation>
    </message>
    <message>
        <source>Fill and drain</source>
        <translation>填充与排空</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>DRAM: inputs</source>
        <translation>DRAM：输入</translation>
    </message>
    <message>
        <source>DRAM: weights</source>
        <translation>DRAM：权重</translation>
    </message>
    <message>
        <source>DRAM: outputs</source>
        <translation>DRAM：输出</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>向量单元</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MAC</translation>
    </message>
    <message>
        <source>Registers of the array</source>
        <translation>阵列寄存器</translation>
    </message>
    <message>
        <source>Hops between cells</source>
        <translation>单元间逐跳传输</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>peak memory: the most that a run holds at once beside weights and given inputs: tensors between operators, what operators compute in, and what they keep made of weights; the arena is the part that is planned, as on the Memory page</source>
        <translation>峰值内存：一次运行在权重和给定输入之外同时占用的最大内存，含算子之间的张量、算子计算所用的空间，以及由权重生成并保留的数据；内存池是其中经过规划的部分，与“内存”页面所示相同</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>无差异</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>无法判定</translation>
    </message>
    <message>
        <source>proven optimal</source>
        <translation>已证明最优</translation>
    </message>
    <message>
        <source>of a part</source>
        <translation>仅含部分张量</translation>
    </message>
    <message>
        <source>stopped at the limit</source>
        <translation>达到限制而停止</translation>
    </message>
    <message>
        <source>not proven</source>
        <translation>未证明</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>computed in float32: no integer operator covers it</source>
        <translation>以 float32 计算：没有可用的整数算子</translation>
    </message>
    <message>
        <source>saturates</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>wraps</source>
        <translation>回绕</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>another</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>both wrong</source>
        <translation>均错误</translation>
    </message>
    <message>
        <source>lost in integers</source>
        <translation>整数下变错</translation>
    </message>
    <message>
        <source>won in integers</source>
        <translation>整数下变对</translation>
    </message>
    <message>
        <source>both wrong, differently</source>
        <translation>均错误，且结果不同</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>not told apart</source>
        <translation>无法区分</translation>
    </message>
    <message>
        <source>Pareto optimal</source>
        <translation>帕累托最优</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>repetitions</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>ifmap height</source>
        <translation>输入特征图的高</translation>
    </message>
    <message>
        <source>ifmap width</source>
        <translation>输入特征图的宽</translation>
    </message>
    <message>
        <source>filter height</source>
        <translation>卷积核的高</translation>
    </message>
    <message>
        <source>filter width</source>
        <translation>卷积核的宽</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>dilation</source>
        <translation>膨胀率</translation>
    </message>
    <message>
        <source>output height</source>
        <translation>输出的高</translation>
    </message>
    <message>
        <source>output width</source>
        <translation>输出的宽</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>lanes</source>
        <translation>向量通道</translation>
    </message>
    <message>
        <source>DRAM pads</source>
        <translation>DRAM 焊盘</translation>
    </message>
    <message>
        <source>fewer cells (axis size, rows or cols)</source>
        <translation>更少的单元（轴 size、rows 或 cols）</translation>
    </message>
    <message>
        <source>less SRAM (axis sram)</source>
        <translation>更少的 SRAM（轴 sram）</translation>
    </message>
    <message>
        <source>fewer lanes (--lanes)</source>
        <translation>更少的向量通道（--lanes）</translation>
    </message>
    <message>
        <source>less bandwidth (axis bandwidth)</source>
        <translation>更低的带宽（轴 bandwidth）</translation>
    </message>
    <message>
        <source>area</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>energy × delay</source>
        <translation>能耗 × 延迟</translation>
    </message>
    <message>
        <source>SCALE-Sim&apos;s cycles without stalls</source>
        <translation>SCALE-Sim 不含停顿的周期</translation>
    </message>
    <message>
        <source>a layer takes all of its cycles, and its first load and last store</source>
        <translation>一层占用其全部周期，以及首次加载和最后一次存储</translation>
    </message>
    <message>
        <source>the next fold shifts in while this one computes</source>
        <translation>本折叠计算时，下一折叠移入</translation>
    </message>
    <message>
        <source>several groups of a convolution lie on the array at once</source>
        <translation>卷积的多个组同时放在阵列上</translation>
    </message>
    <message>
        <source>they share the folds of a layer</source>
        <translation>它们分担一层的各个折叠</translation>
    </message>
    <message>
        <source>tiles must fit the SRAMs, and cut folds at their edges</source>
        <translation>分块必须放得进 SRAM，并在边缘处切断折叠</translation>
    </message>
    <message>
        <source>all operands share the way to DRAM; zeros of padding are not moved</source>
        <translation>所有操作数共用通往 DRAM 的通路；填充的零不搬运</translation>
    </message>
    <message>
        <source>members of a fused group hand each other tiles on chip</source>
        <translation>融合组的成员在片上相互传递分块</translation>
    </message>
    <message>
        <source>what is no matrix product takes its time, too</source>
        <translation>非矩阵乘法的运算也占用时间</translation>
    </message>
    <message>
        <source>activations stay on chip between layers</source>
        <translation>激活在各层之间驻留片上</translation>
    </message>
    <message>
        <source>one core of a Xeon with AVX-512</source>
        <translation>一个支持 AVX-512 的 Xeon 核心</translation>
    </message>
    <message>
        <source>Gemmini in RTL, six products</source>
        <translation>Gemmini 的 RTL，六个乘积</translation>
    </message>
    <message>
        <source>start and end of each product on its host, a few thousand cycles, are not modelled</source>
        <translation>每个乘积在主机上的开始和结束（数千个周期）没有建模</translation>
    </message>
    <message>
        <source>TPU v1 as published, four regular workloads</source>
        <translation>已发表的 TPU v1，四个规则的工作负载</translation>
    </message>
    <message>
        <source>networks are taken as large products between which activations stay on chip; two irregular ones are up to 6.4 times off (cost --published)</source>
        <translation>网络按大型乘积处理，其间激活驻留片上；两个不规则的网络偏差可达 6.4 倍（cost --published）</translation>
    </message>
    <message>
        <source>Eyeriss as published, AlexNet without DRAM</source>
        <translation>已发表的 Eyeriss，AlexNet，不含 DRAM</translation>
    </message>
    <message>
        <source>its row-stationary dataflow is taken as output stationary</source>
        <translation>其行驻留数据流按输出驻留处理</translation>
    </message>
    <message>
        <source>a step whose buffers no longer fit above what is placed</source>
        <translation>已放置内容之上放不下其余缓冲区的步</translation>
    </message>
    <message>
        <source>a buffer that others push above the capacity</source>
        <translation>被其他缓冲区推到容量之上的缓冲区</translation>
    </message>
    <message>
        <source>a buffer that is not placed now lies on another one</source>
        <translation>现在不放置的缓冲区位于另一缓冲区之上</translation>
    </message>
    <message>
        <source>and on one that is not alive within its lifetime</source>
        <translation>且位于在其生命周期内不存活的缓冲区之上</translation>
    </message>
    <message>
        <source>steps that no unplaced buffer connects, one after the other</source>
        <translation>没有未放置缓冲区相连的步，依次搜索</translation>
    </message>
    <message>
        <source>peaks between two sums of sizes</source>
        <translation>两个大小之和之间的峰值</translation>
    </message>
    <message>
        <source>operators that need no more bytes now than later, at once</source>
        <translation>现在运行不比以后多占字节的算子，立即运行</translation>
    </message>
    <message>
        <source>segments between operators that divide all others, by themselves</source>
        <translation>由可划分其余全部算子的算子隔开的各段，单独搜索</translation>
    </message>
    <message>
        <source>orders below what one operator needs in each of them</source>
        <translation>低于某一算子在其中所需的顺序</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>reuse</source>
        <translation>复用</translation>
    </message>
    <message>
        <source>fusion and reuse</source>
        <translation>融合与复用</translation>
    </message>
    <message>
        <source>waiting for another measurement on this machine</source>
        <translation>正在等待本机上的另一次测量</translation>
    </message>
    <message>
        <source>statistic</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>findings of nodes on or behind a cycle</source>
        <translation>处涉及位于环上或环之后的节点</translation>
    </message>
    <message>
        <source>initializers have no data</source>
        <translation>个初始值没有数据</translation>
    </message>
    <message>
        <source>places use values that nothing provides</source>
        <translation>处使用了无人提供的值</translation>
    </message>
    <message>
        <source>operators have no cost</source>
        <translation>个算子没有代价</translation>
    </message>
    <message>
        <source>loops whose length is not known are counted with one iteration</source>
        <translation>个长度未知的循环按一次迭代计算</translation>
    </message>
    <message>
        <source>nodes do not fit what they read or write</source>
        <translation>个节点与其读写的内容不符</translation>
    </message>
    <message>
        <source>values have other types than the file declares</source>
        <translation>个值的类型与文件声明的不同</translation>
    </message>
    <message>
        <source>values are written more than once</source>
        <translation>个值被写入多次</translation>
    </message>
    <message>
        <source>nodes have operators that are not known</source>
        <translation>个节点的算子未知</translation>
    </message>
    <message>
        <source>tensors have sizes that are not known, and are not planned</source>
        <translation>个张量的大小未知，没有规划</translation>
    </message>
    <message>
        <source>nodes run graphs that are not planned</source>
        <translation>个节点运行的图没有规划</translation>
    </message>
    <message>
        <source>matrices that do not fill tiles: useful MACs are 60 % of those of the active array</source>
        <translation>矩阵未填满分块：有用的 MAC 占活跃阵列 MAC 数的 60 %</translation>
    </message>
    <message>
        <source>the peak of the array; the counters of the same table say 78.2 % of it</source>
        <translation>阵列的峰值；同一表中的计数器给出其 78.2 %</translation>
    </message>
    <message>
        <source>four layers with 32 rows and shallow convolutions: half of the active array is empty and 35 % of the cycles wait for weights</source>
        <translation>四层为 32 行的浅卷积：活跃阵列的一半为空，35 % 的周期在等待权重</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Not compiled</source>
        <translation>编译失败</translation>
    </message>
    <message>
        <source>Failed to run</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>Wrong result</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>已满</translation>
    </message>
    <message>
        <source>Preferred size</source>
        <translation>优选大小</translation>
    </message>
    <message>
        <source>Waited long enough</source>
        <translation>已等满时限</translation>
    </message>
    <message>
        <source>A core was free</source>
        <translation>有空闲的核</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Queue full</source>
        <translation>队列已满</translation>
    </message>
    <message>
        <source>Dropped for another frame</source>
        <translation>被其他帧取代而丢弃</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>矩阵乘积</translation>
    </message>
    <message>
        <source>matrix product on tensor cores</source>
        <translation>张量核心上的矩阵乘积</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>movement</source>
        <translation>数据移动</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>edgewright::views</name>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Element-wise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Data movement</source>
        <translation>数据搬运</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AcceleratorControls</name>
    <message>
        <source>≈ Estimated; no measurement of such a machine is known to us</source>
        <translation>≈ 估计；未见此类机器的实测数据</translation>
    </message>
    <message>
        <source>≈ Checked against %1: %2 … %3</source>
        <translation>≈ 已对照 %1 检验：%2 … %3</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Vector unit, SRAM, energy</source>
        <translation>向量单元、SRAM、能耗</translation>
    </message>
    <message>
        <source>Own settings</source>
        <translation>自定义设置</translation>
    </message>
    <message>
        <source>This machine (not measured yet)</source>
        <translation>本机（尚未测量）</translation>
    </message>
    <message>
        <source>Measure the roof of this machine on the page Measure.</source>
        <translation>请在“测量”页面测量本机的屋顶。</translation>
    </message>
    <message>
        <source>This machine, %1 (measured roof)</source>
        <translation>本机，%1（实测屋顶）</translation>
    </message>
    <message>
        <source>● Peak and bandwidth are measured; what is below them is estimated for an array, not for this processor: the page Measure predicts that</source>
        <translation>● 峰值和带宽为实测；其余按阵列估计，并非针对本处理器：对处理器的预测见“测量”页面</translation>
    </message>
    <message>
        <source>%1 GB/s at this clock</source>
        <translation>此时钟频率下为 %1 GB/s</translation>
    </message>
    <message>
        <source>≈ Estimated; not measured on such a machine</source>
        <translation>≈ 估计；未在此类机器上实测</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AcceleratorView</name>
    <message>
        <source>Waiting for DRAM takes %1: without it %2.</source>
        <translation>等待 DRAM 占 %1：若无等待，%2。</translation>
    </message>
    <message>
        <source>%1: %2 of the cycles, without them %3.</source>
        <translation>%1：占周期的 %2；若消除，%3。</translation>
    </message>
    <message>
        <source>%1: %2 of the cycles, without it %3.</source>
        <translation>%1：占周期的 %2；若消除，%3。</translation>
    </message>
    <message>
        <source>The graph as given, where nothing is fused</source>
        <translation>给定的计算图，未作任何融合</translation>
    </message>
    <message>
        <source>The fused graph</source>
        <translation>融合后的计算图</translation>
    </message>
    <message numerus="yes">
        <source>%1 layers of %n nodes</source>
        <translation>
            <numerusform>%1 层，来自 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2, %3</source>
        <translation>%1 × %2，%3</translation>
    </message>
    <message>
        <source>%1 GHz</source>
        <translation>%1 GHz</translation>
    </message>
    <message>
        <source>DRAM %1</source>
        <translation>DRAM %1</translation>
    </message>
    <message>
        <source>%1 by the table %2</source>
        <translation>%1，按能耗表 %2</translation>
    </message>
    <message>
        <source>%1 of the cycles compute: %2 GMAC/s</source>
        <translation>%1 的周期在计算：%2 GMAC/s</translation>
    </message>
    <message>
        <source>, utilisation %1</source>
        <translation>，利用率 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: the limit of %2 of %n layers.</source>
        <translation>
            <numerusform>%1：%n 层中有 %2 层受限于此。</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for DRAM</source>
        <translation>等待 DRAM</translation>
    </message>
    <message>
        <source>%1 × %2 → %3 × %4: %5 (%6 of %7 layers cannot fill it)</source>
        <translation>%1 × %2 → %3 × %4：%5（%7 层中有 %6 层填不满阵列）</translation>
    </message>
    <message>
        <source>From %1 KiB of SRAM for activations on, all of them stay on chip: DRAM %2 → %3, %4, energy %5 ×, area %6 ×; %7.</source>
        <translation>激活所用的 SRAM 达到 %1 KiB 后，全部激活驻留片上：DRAM %2 → %3，%4，能耗 %5 ×，面积 %6 ×；%7。</translation>
    </message>
    <message>
        <source>More SRAM for tiles than %1 KiB gains less than 1 %.</source>
        <translation>分块所用的 SRAM 超过 %1 KiB 后，增益不足 1 %。</translation>
    </message>
    <message>
        <source>Less was not tried.</source>
        <translation>更小的未尝试。</translation>
    </message>
    <message numerus="yes">
        <source>%n layers still move words twice there, most %1.</source>
        <translation>
            <numerusform>此时仍有 %n 层重复搬运数据，以 %1 最多。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not on the array: %1 of the cycles (%2).</source>
        <translation>不在阵列上：占周期的 %1（%2）。</translation>
    </message>
    <message>
        <source>%1, share not known</source>
        <translation>%1，占比未知</translation>
    </message>
    <message>
        <source>%1, at most %2 of the words</source>
        <translation>%1，至多占字数的 %2</translation>
    </message>
    <message>
        <source>%1, %2 of the words</source>
        <translation>%1，占字数的 %2</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>Not modelled: %1.</source>
        <translation>未建模：%1。</translation>
    </message>
    <message>
        <source>No costs yet</source>
        <translation>尚无开销数据</translation>
    </message>
    <message>
        <source>%1 = %2.</source>
        <translation>%1 = %2。</translation>
    </message>
    <message>
        <source>A node has a layer for each of its operators that computes: a group has several, a view has none.</source>
        <translation>节点中每个参与计算的算子各为一层：融合组有多层，视图没有层。</translation>
    </message>
    <message>
        <source>Area: %1.</source>
        <translation>面积：%1。</translation>
    </message>
    <message>
        <source>Layers without a full shape, not counted: %1.</source>
        <translation>形状不完整、未计入的层：%1。</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Design space</source>
        <translation>设计空间</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search for mappings</source>
        <translation>搜索映射</translation>
    </message>
    <message>
        <source>All roofs</source>
        <translation>全部屋顶</translation>
    </message>
    <message>
        <source>The roofs of all presets in the roofline, each at its own clock</source>
        <translation>在屋顶线图中显示所有预设的屋顶，各按其自身的时钟频率</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>also those that cost nothing: %1</source>
        <translation>含无开销的层：%1</translation>
    </message>
    <message>
        <source>This model has no operator with a known shape.</source>
        <translation>该模型没有形状已知的算子。</translation>
    </message>
    <message>
        <source>The costs are being computed.</source>
        <translation>正在计算开销。</translation>
    </message>
    <message>
        <source>There are no costs: %1</source>
        <translation>没有开销数据：%1</translation>
    </message>
    <message>
        <source>Cycles and MACs</source>
        <translation>周期数和 MAC 数</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AccumulatorChart</name>
    <message>
        <source>saturating</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>wrapping</source>
        <translation>回绕</translation>
    </message>
    <message>
        <source>%1 bits, %2</source>
        <translation>%1 位，%2</translation>
    </message>
    <message>
        <source>SQNR %1 at %2</source>
        <translation>SQNR %1，位于 %2</translation>
    </message>
    <message>
        <source>%1 overflows in %2 layers</source>
        <translation>%2 层中溢出 %1 次</translation>
    </message>
    <message>
        <source>Agreement %1</source>
        <translation>一致率 %1</translation>
    </message>
    <message>
        <source>Accuracy %1</source>
        <translation>准确率 %1</translation>
    </message>
    <message>
        <source>Accumulator (bits); beside the points: 95 % interval of the agreement with float32</source>
        <translation>累加器（位）；点旁：与 float32 一致率的 95 % 区间</translation>
    </message>
    <message>
        <source>● Output SQNR, all samples (dB)</source>
        <translation>● 输出 SQNR，全部样本 (dB)</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AccumulatorPath</name>
    <message>
        <source>%1-bit accumulator, overflows: %2</source>
        <translation>%1 位累加器，溢出次数：%2</translation>
    </message>
    <message>
        <source>Accumulator: %1 of %2 bits used</source>
        <translation>累加器：%2 位中用了 %1 位</translation>
    </message>
    <message>
        <source>held</source>
        <translation>实际存值</translation>
    </message>
    <message>
        <source>exact (dashed)</source>
        <translation>精确值（虚线）</translation>
    </message>
    <message>
        <source>%1 terms, bias</source>
        <translation>%1 项，含偏置</translation>
    </message>
    <message>
        <source>%1 terms</source>
        <translation>%1 项</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AccumulatorsPane</name>
    <message>
        <source>Accumulators of several widths</source>
        <translation>多种位宽的累加器</translation>
    </message>
    <message>
        <source>Try accumulators</source>
        <translation>尝试累加器</translation>
    </message>
    <message>
        <source>Use this accumulator</source>
        <translation>使用此累加器</translation>
    </message>
    <message>
        <source>32 bits down to 12, saturating and wrapping: what leaves them, and what becomes of the output. Press Try accumulators.</source>
        <translation>从 32 位到 12 位，饱和与回绕：哪些累加和超出位宽，输出又变得如何。按“尝试累加器”。</translation>
    </message>
    <message>
        <source>How far sums grow, what holds them, and the way of one of them to its code</source>
        <translation>累加和增长到多大、由多宽的累加器容纳，以及其中一个如何变为量化码</translation>
    </message>
    <message>
        <source>The model in fixed point</source>
        <translation>定点形式的模型</translation>
    </message>
    <message>
        <source>Fixed point</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>No layer was followed in fixed point: %1</source>
        <translation>没有以定点追踪任何层：%1</translation>
    </message>
    <message>
        <source>An output is being followed in fixed point.</source>
        <translation>正在以定点追踪一个输出。</translation>
    </message>
    <message>
        <source>Press Try accumulators: what the sums of this model need, and the way of its largest sum to a code, are told with its own numbers.</source>
        <translation>按“尝试累加器”：将以本模型自身的数值说明其累加和需要多少位，以及最大的累加和如何变为量化码。</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>累加器</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AliveModel</name>
    <message>
        <source>%1, %2 of what is alive</source>
        <translation>%1，占存活量的 %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>By how much the lower bound falls if this tensor needs no bytes</source>
        <translation>若此张量不占字节，下界会降低多少</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>可省</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AlivePanel</name>
    <message>
        <source>Alive at the peak</source>
        <translation>峰值时存活</translation>
    </message>
    <message>
        <source>Once there is a plan, the tensors that make its peak stand here.</source>
        <translation>有规划后，此处列出构成其峰值的张量。</translation>
    </message>
    <message>
        <source>%1: alive in step %2</source>
        <translation>%1：第 %2 步存活</translation>
    </message>
    <message>
        <source>%1: alive at the peak, step %2</source>
        <translation>%1：峰值时存活，第 %2 步</translation>
    </message>
    <message>
        <source>%1, the largest tensors first</source>
        <translation>%1，最大的张量在前</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n buffers · %2 unused below</source>
        <translation>
            <numerusform>%1，在 %n 个缓冲区中 · 其下未用 %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::AnalysisColours</name>
    <message>
        <source>Roofline bound</source>
        <translation>屋顶线受限类型</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算受限</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>访存受限</translation>
    </message>
    <message>
        <source>INT8 error (SQNR)</source>
        <translation>INT8 误差（SQNR）</translation>
    </message>
    <message>
        <source>Numeric difference</source>
        <translation>数值差异</translation>
    </message>
    <message>
        <source>Measured time</source>
        <translation>实测时间</translation>
    </message>
    <message>
        <source>Time on %1</source>
        <translation>在 %1 上的时间</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AnswerLine</name>
    <message>
        <source>exact: counted or computed</source>
        <translation>精确：由计数或计算得出</translation>
    </message>
    <message>
        <source>estimated by a model</source>
        <translation>由估算模型得出</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>复制结论</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArenaPainter</name>
    <message>
        <source>%1 · arena %2 · %3 lower bound</source>
        <translation>%1 · 内存池 %2 · 下界的 %3</translation>
    </message>
    <message>
        <source>%1 · arena %2</source>
        <translation>%1 · 内存池 %2</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>arena %1 = lower bound</source>
        <translation>内存池 %1 = 下界</translation>
    </message>
    <message>
        <source>arena %1</source>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>lower bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>此前：%1</translation>
    </message>
    <message>
        <source>peak step %1</source>
        <translation>峰值步 %1</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>%1 alive, %2 unused below</source>
        <translation>存活 %1，其下未用 %2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayCanvas</name>
    <message>
        <source>Every fourth position that streams past is darker, so that its way through the cells can be seen.</source>
        <translation>流过的位置中，每第四个颜色较深，以便看清其经过各单元的路径。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayPane</name>
    <message>
        <source>Cells of the array, folds and SRAMs</source>
        <translation>阵列的单元、折叠与 SRAM</translation>
    </message>
    <message>
        <source>Accelerator: array</source>
        <translation>加速器：阵列</translation>
    </message>
    <message>
        <source>Play the cycles, or pause</source>
        <translation>播放周期，或暂停</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
    <message>
        <source>One cycle back, one cycle forward</source>
        <translation>后退一个周期，前进一个周期</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Left、Right</translation>
    </message>
    <message>
        <source>Previous fold, next fold</source>
        <translation>上一折叠，下一折叠</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Up、Down</translation>
    </message>
    <message>
        <source>First cycle, last cycle of the fold</source>
        <translation>折叠的第一个周期，最后一个周期</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>Open a model to see its layers on the array.</source>
        <translation>打开一个模型，查看其各层在阵列上的情形。</translation>
    </message>
    <message>
        <source>There are no costs: %1</source>
        <translation>没有开销数据：%1</translation>
    </message>
    <message>
        <source>This model has no layer that an accelerator runs.</source>
        <translation>该模型没有由加速器运行的层。</translation>
    </message>
    <message>
        <source>The costs are being computed.</source>
        <translation>正在计算开销。</translation>
    </message>
    <message>
        <source>%1 (%2) runs on the vector unit, %3 elements in each cycle: no cell of the array takes part. Choose a convolution or a matrix product to see it on the array.</source>
        <translation>%1（%2）在向量单元上运行，每周期 %3 个元素：阵列的单元均不参与。请选择卷积或矩阵乘，以查看其在阵列上的情形。</translation>
    </message>
    <message>
        <source>It cannot be drawn: %1</source>
        <translation>无法绘制：%1</translation>
    </message>
    <message>
        <source>No layer is selected; this one takes most cycles. %1</source>
        <translation>未选择层；此为周期最多的一层。%1</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>阵列</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayPicture</name>
    <message>
        <source>%1 on the array</source>
        <translation>阵列上的 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayText</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>%1–%2/%3</translation>
    </message>
    <message>
        <source>K %1</source>
        <translation>K %1</translation>
    </message>
    <message>
        <source>filters %1</source>
        <translation>滤波器 %1</translation>
    </message>
    <message>
        <source>pixels %1</source>
        <translation>像素 %1</translation>
    </message>
    <message>
        <source>pixels %1 in the tile</source>
        <translation>分块内像素 %1</translation>
    </message>
    <message>
        <source>groups: turn %1 of %2</source>
        <translation>组：第 %1/%2 轮</translation>
    </message>
    <message>
        <source>group %1 of %2</source>
        <translation>组 %1/%2</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>步 %1/%2</translation>
    </message>
    <message>
        <source>image %1 of %2</source>
        <translation>图像 %1/%2</translation>
    </message>
    <message>
        <source>pixel tile %1 of %2</source>
        <translation>像素分块 %1/%2</translation>
    </message>
    <message>
        <source>filter tile %1 of %2</source>
        <translation>滤波器分块 %1/%2</translation>
    </message>
    <message>
        <source>channel tile %1 of %2</source>
        <translation>通道分块 %1/%2</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>, %1 loaded</source>
        <translation>，载入 %1</translation>
    </message>
    <message>
        <source>, %1 written back</source>
        <translation>，写回 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 folds</source>
        <translation>
            <numerusform>%1 次折叠</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, each laid down %2 times</source>
        <translation>%1，各放置 %2 遍</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 × %3 sums (pixels × filters) stay on %4 × %5 cells in %6; %7</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;：%2 × %3 个累加和（像素 × 滤波器）驻留在 %4 × %5 个单元上，分 %6；%7</translation>
    </message>
    <message numerus="yes">
        <source>K = %1 products stream past</source>
        <translation>
            <numerusform>K = %1 个乘积依次流过</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 × %3 weights (K × filters) stay on %4 × %5 cells in %6; %7</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;：%2 × %3 个权重（K × 滤波器）驻留在 %4 × %5 个单元上，分 %6；%7</translation>
    </message>
    <message numerus="yes">
        <source>%1 output pixels stream past</source>
        <translation>
            <numerusform>%1 个输出像素依次流过</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 × %3 inputs (K × pixels) stay on %4 × %5 cells in %6; %7</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;：%2 × %3 个输入（K × 像素）驻留在 %4 × %5 个单元上，分 %6；%7</translation>
    </message>
    <message numerus="yes">
        <source>%1 filters stream past</source>
        <translation>
            <numerusform>%1 个滤波器依次流过</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 rows are idle in every fold</source>
        <translation>每次折叠中 %2 行有 %1 行空闲</translation>
    </message>
    <message>
        <source>%1 of %2 rows are idle in the last ones</source>
        <translation>末尾的折叠中 %2 行有 %1 行空闲</translation>
    </message>
    <message>
        <source>%1 of %2 columns are idle in every fold</source>
        <translation>每次折叠中 %2 列有 %1 列空闲</translation>
    </message>
    <message>
        <source>%1 of %2 columns are idle in the last ones</source>
        <translation>末尾的折叠中 %2 列有 %1 列空闲</translation>
    </message>
    <message>
        <source>, for each of %1 groups, %2 of them at once on the diagonal</source>
        <translation>，%1 组均如此，每次 %2 组同时排在对角线上</translation>
    </message>
    <message>
        <source>, for each of %1 groups</source>
        <translation>，%1 组均如此</translation>
    </message>
    <message>
        <source>; %1 arrays share the folds</source>
        <translation>；%1 个阵列分担这些折叠</translation>
    </message>
    <message>
        <source>Every cell has work in every fold.</source>
        <translation>每次折叠中所有单元都有任务。</translation>
    </message>
    <message>
        <source>%1 of the cells have no work: %2 of %3 rows, %4 of %5 columns are used.</source>
        <translation>%1 的单元无任务：使用了 %3 行中的 %2 行、%5 列中的 %4 列。</translation>
    </message>
    <message>
        <source>%1 of the cells have no work: the blocks of the tiles do not all fill the array.</source>
        <translation>%1 的单元无任务：各分块中的块并非都能填满阵列。</translation>
    </message>
    <message>
        <source>%1 of the cells have no work: %2.</source>
        <translation>%1 的单元无任务：%2。</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>sums stay, then leave</source>
        <translation>累加和先驻留，后移出</translation>
    </message>
    <message>
        <source>weights, which stay</source>
        <translation>权重，驻留</translation>
    </message>
    <message>
        <source>partial sums</source>
        <translation>部分和</translation>
    </message>
    <message>
        <source>inputs, which stay</source>
        <translation>输入，驻留</translation>
    </message>
    <message>
        <source>%1 × (%2)</source>
        <translation>%1 × (%2)</translation>
    </message>
    <message>
        <source>Inputs shift in</source>
        <translation>输入移入</translation>
    </message>
    <message>
        <source>Weights shift in</source>
        <translation>权重移入</translation>
    </message>
    <message numerus="yes">
        <source>%1 positions stream past</source>
        <translation>
            <numerusform>%1 个位置依次流过</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold %1 of %2: %3, %4; %5 of %6 rows and %7 of %8 columns; %9</source>
        <translation>折叠 %1/%2：%3，%4；使用 %6 行中的 %5 行、%8 列中的 %7 列；%9</translation>
    </message>
    <message>
        <source>Fold %1 of %2 · %3, %4 · cycle %5 of %6 · %7 of %8 cells compute</source>
        <translation>折叠 %1/%2 · %3，%4 · 周期 %5/%6 · %8 个单元中 %7 个在计算</translation>
    </message>
    <message>
        <source>Row %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>no work in this fold</source>
        <translation>此折叠中无任务</translation>
    </message>
    <message>
        <source>multiplies and adds position %1 of %2 of fold %3</source>
        <translation>正在乘加折叠 %3 的位置 %1/%2</translation>
    </message>
    <message>
        <source>finished fold %1</source>
        <translation>已完成折叠 %1</translation>
    </message>
    <message>
        <source>waits for its first position</source>
        <translation>等待其第一个位置</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步 %1/%2</translation>
    </message>
    <message>
        <source>Steps %1–%2 of %3; what is held is that of the first</source>
        <translation>步 %1–%2/%3；占用量为其中第一步的</translation>
    </message>
    <message>
        <source>The whole layer is one tile</source>
        <translation>整层为一个分块</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Outputs stay on chip for the vector unit; what it moves is counted with them</source>
        <translation>输出留在片上供向量单元使用；向量单元搬运的数据一并计入</translation>
    </message>
    <message>
        <source>Array %1, DRAM %2</source>
        <translation>阵列 %1，DRAM %2</translation>
    </message>
    <message>
        <source>: the array waits</source>
        <translation>：阵列在等待</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayTransport</name>
    <message>
        <source>Previous fold (Up)</source>
        <translation>上一折叠（Up）</translation>
    </message>
    <message>
        <source>One cycle back (Left)</source>
        <translation>后退一个周期（Left）</translation>
    </message>
    <message>
        <source>Play the cycles (Space)</source>
        <translation>播放周期（Space）</translation>
    </message>
    <message>
        <source>One cycle forward (Right)</source>
        <translation>前进一个周期（Right）</translation>
    </message>
    <message>
        <source>Next fold (Down)</source>
        <translation>下一折叠（Down）</translation>
    </message>
    <message>
        <source>Cycle of the fold</source>
        <translation>折叠内的周期</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Cycles per second</source>
        <translation>每秒周期数</translation>
    </message>
    <message>
        <source>%1 cycles/s</source>
        <translation>%1 周期/秒</translation>
    </message>
</context>
<context>
    <name>edgewright::views::AxesEditor</name>
    <message>
        <source>Sample of</source>
        <translation>随机抽取</translation>
    </message>
    <message>
        <source>What varies</source>
        <translation>变化的参数</translation>
    </message>
    <message>
        <source>All else is as the accelerator on the left has it.</source>
        <translation>其余均与左侧的加速器相同。</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>%1 的取值</translation>
    </message>
    <message>
        <source>Points drawn at random, without repeating, instead of all of them</source>
        <translation>随机抽取若干点，不重复，而非计算全部</translation>
    </message>
    <message>
        <source>Points of the sample</source>
        <translation>抽取的点数</translation>
    </message>
    <message>
        <source>Square arrays</source>
        <translation>方形阵列</translation>
    </message>
    <message>
        <source>Squares of 4 to 128 with all dataflows, what the page begins with</source>
        <translation>4 到 128 的方形阵列，含所有数据流，即此页面的初始设置</translation>
    </message>
    <message numerus="yes">
        <source>%Ln points</source>
        <translation>
            <numerusform>%Ln 个点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 points are more than the %2 that are kept: take a sample of them, or fewer values.</source>
        <translation>%1 个点超过了最多保留的 %2 个：请随机抽取一部分，或减少取值。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Batches</name>
    <message>
        <source>No batch of this model was sent.</source>
        <translation>没有发送过此模型的批。</translation>
    </message>
    <message>
        <source>batch of %1</source>
        <translation>大小为 %1 的批</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>batch of 4, reason, number</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Batches of %1</source>
        <translation>%1 的批</translation>
    </message>
    <message>
        <source>no batch</source>
        <translation>没有批</translation>
    </message>
    <message>
        <source>Requests in a mean batch of %1: %2</source>
        <translation>%1 的平均每批请求数：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Benefit</name>
    <message>
        <source>alive at once %1</source>
        <translation>同时存活 %1</translation>
    </message>
    <message>
        <source>predicted faster by %1</source>
        <translation>预测快 %1</translation>
    </message>
    <message>
        <source>predicted slower by %1</source>
        <translation>预测慢 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors have no full shape and count as empty.</source>
        <translation>
            <numerusform>%n 个张量形状不完整，按空张量计。</numerusform>
        </translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>Arena</source>
        <translation>内存池</translation>
    </message>
    <message>
        <source>Alive, nothing shared</source>
        <translation>存活，无共享</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>%1 (medians of all runs), %2</source>
        <comment>times, &apos;too noisy to say&apos;</comment>
        <translation>%1（全部运行的中位数），%2</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>at least %1, without %2</source>
        <translation>至少 %1，不含 %2</translation>
    </message>
    <message>
        <source>, on %1</source>
        <comment>machine</comment>
        <translation>，在 %1 上</translation>
    </message>
    <message>
        <source>group by hand</source>
        <translation>手动融合组</translation>
    </message>
    <message>
        <source>Take back %1</source>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>Apply %1</source>
        <translation>应用 %1</translation>
    </message>
    <message>
        <source>Group by hand</source>
        <translation>手动建立融合组</translation>
    </message>
    <message>
        <source>Dissolve a group</source>
        <translation>解散融合组</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>of a fusion whose check failed</source>
        <translation>所用融合未通过校验</translation>
    </message>
    <message>
        <source>only %1 of %2 tensors, the sizes of the others are not known</source>
        <translation>仅 %2 个张量中的 %1 个，其余大小未知</translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>节省 %1</translation>
    </message>
    <message>
        <source>costs %1</source>
        <translation>增加 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::BitsChart</name>
    <message>
        <source>Worst case %1, measured %2, of %3 bits</source>
        <translation>最坏情况 %1 位，实测 %2 位，共 %3 位</translation>
    </message>
    <message>
        <source>Output channel; dashed: measured</source>
        <translation>输出通道；虚线：实测</translation>
    </message>
    <message>
        <source>Bits, worst case</source>
        <translation>位数，最坏情况</translation>
    </message>
    <message>
        <source>Channel %1
worst case %2 bits</source>
        <translation>通道 %1
最坏情况 %2 位</translation>
    </message>
    <message>
        <source>channel %1: %2 bits</source>
        <translation>通道 %1：%2 位</translation>
    </message>
</context>
<context>
    <name>edgewright::views::BitsTable</name>
    <message>
        <source>One product</source>
        <translation>单个乘积</translation>
    </message>
    <message>
        <source>of an input code and a weight, zero points taken off</source>
        <translation>一个输入量化码与一个权重之积，均已减去零点</translation>
    </message>
    <message>
        <source>Products of one output</source>
        <translation>一个输出的乘积数</translation>
    </message>
    <message>
        <source>Worst case</source>
        <translation>最坏情况</translation>
    </message>
    <message>
        <source>%1 … %2, by the signs of the weights</source>
        <translation>%1 … %2，按权重的符号</translation>
    </message>
    <message>
        <source>Widest channel</source>
        <translation>最宽的通道</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>Recommended accumulator</source>
        <translation>推荐的累加器</translation>
    </message>
    <message>
        <source>the least usual width that holds the worst case</source>
        <translation>能容纳最坏情况的最小常用位宽</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>累加器</translation>
    </message>
    <message>
        <source>holds every sum that these weights can give</source>
        <translation>可容纳这些权重能产生的所有累加和</translation>
    </message>
    <message>
        <source>too narrow: %1 outputs overflow</source>
        <translation>太窄：%1 个输出溢出</translation>
    </message>
    <message>
        <source>holds this sample, not the worst case</source>
        <translation>可容纳此样本，但容不下最坏情况</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Board</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>kernels for %1</source>
        <translation>内核面向 %1</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>%1 free on its disk</source>
        <translation>磁盘可用 %1</translation>
    </message>
    <message>
        <source>governor %1</source>
        <translation>调频策略 %1</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>负载 %1</translation>
    </message>
    <message>
        <source>its clock is held down now</source>
        <translation>当前正被降频</translation>
    </message>
    <message>
        <source>being measured</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>not connected yet</source>
        <translation>尚未连接</translation>
    </message>
</context>
<context>
    <name>edgewright::views::BoardDialog</name>
    <message>
        <source>Add a board</source>
        <translation>添加开发板</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Any machine with Linux that your ssh command reaches. What you leave empty is as in your OpenSSH configuration (~/.ssh/config). A small program is copied into the cache folder of the user there; nothing of it stays running, and no port is opened.</source>
        <translation>任何能用 ssh 命令连接的 Linux 机器。留空的项按 OpenSSH 配置（~/.ssh/config）。会将一个小程序复制到该机器上用户的缓存文件夹；不会留下任何常驻进程，也不会打开端口。</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>raspberrypi.local, 192.168.0.17, or a Host of ~/.ssh/config</source>
        <translation>raspberrypi.local、192.168.0.17，或 ~/.ssh/config 中的 Host</translation>
    </message>
    <message>
        <source>&amp;Name here</source>
        <translation>本地名称(&amp;N)</translation>
    </message>
    <message>
        <source>as its address</source>
        <translation>与地址相同</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>as in ~/.ssh/config</source>
        <translation>按 ~/.ssh/config</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>端口(&amp;P)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Private &amp;key</source>
        <translation>私钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Through</source>
        <translation>跳板机(&amp;T)</translation>
    </message>
    <message>
        <source>user@gate:port, if the board is behind another machine</source>
        <translation>user@gate:port，开发板位于另一台机器之后时填写</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>It works.</source>
        <translation>连接正常。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::BoardPrompts</name>
    <message>
        <source>Forget %1?</source>
        <translation>忘记 %1？</translation>
    </message>
    <message>
        <source>Forget %1? Its runs stay in the study. What lies on the board stays there, unless you remove our files from it first.</source>
        <translation>要忘记 %1 吗？其运行记录仍保留在研究中。若不先从开发板上移除本程序的文件，这些文件会继续留在上面。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Boards</name>
    <message>
        <source>Test a board</source>
        <translation>测试开发板</translation>
    </message>
    <message>
        <source>Remove files from a board</source>
        <translation>从开发板移除文件</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>正在连接 …</translation>
    </message>
    <message>
        <source>Nothing of Edgewright is left on %1.</source>
        <translation>%1 上已无 Edgewright 的任何文件。</translation>
    </message>
    <message>
        <source>there is a board &quot;%1&quot; already</source>
        <translation>已有名为“%1”的开发板</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Breadcrumbs</name>
    <message>
        <source>Where in the model</source>
        <translation>在模型中的位置</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Breakdown</name>
    <message>
        <source>No request was done.</source>
        <translation>没有完成任何请求。</translation>
    </message>
    <message>
        <source>waits for its batch</source>
        <translation>等待成批</translation>
    </message>
    <message>
        <source>queues</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>gave way</source>
        <translation>让出</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>%1: %2 %3 (%4)</source>
        <comment>model, part, time, share</comment>
        <translation>%1：%2 %3（%4）</translation>
    </message>
    <message>
        <source>Mean from arrival to end (%1)</source>
        <translation>从到达到结束的平均值（%1）</translation>
    </message>
    <message>
        <source>Mean from arrival to end: %1</source>
        <translation>从到达到结束的平均时间：%1</translation>
    </message>
    <message>
        <source>%1, of which %2 it computes</source>
        <comment>time, share</comment>
        <translation>%1，其中 %2 在计算</translation>
    </message>
</context>
<context>
    <name>edgewright::views::BufferModel</name>
    <message>
        <source>Has a buffer of its own, because you said so.</source>
        <translation>按你的设定单独使用一个缓冲区。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Callout</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CellGrid</name>
    <message>
        <source>Multiplies and adds</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>... for the fold before</source>
        <translation>……上一折叠的乘加</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>No work</source>
        <translation>无任务</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Change</name>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>absorbed</source>
        <translation>吸收</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ChartCard</name>
    <message>
        <source>There is nothing to show: %1</source>
        <translation>没有可显示的内容：%1</translation>
    </message>
    <message>
        <source>Being computed.</source>
        <translation>正在计算。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CompareBar</name>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Own step axes</source>
        <translation>各用各的步轴</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>Original | Fused</source>
        <translation>原始 | 融合后</translation>
    </message>
    <message>
        <source>A | B</source>
        <translation>A | B</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>fused graph</source>
        <translation>融合后的计算图</translation>
    </message>
    <message>
        <source>original graph</source>
        <translation>原始计算图</translation>
    </message>
    <message>
        <source>Planner B</source>
        <translation>规划器 B</translation>
    </message>
    <message>
        <source>Order of planner B</source>
        <translation>规划器 B 的执行顺序</translation>
    </message>
    <message>
        <source>order of A</source>
        <translation>与 A 相同的顺序</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>行排序</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起始步</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Show the tensors of every module; a click on a heading opens or closes one</source>
        <translation>显示每个模块的张量；单击标题可展开或收起单个模块</translation>
    </message>
    <message>
        <source>Each graph takes the whole width, whatever its number of steps. Bytes stay on one scale.</source>
        <translation>无论步数多少，每个计算图都占满整个宽度；字节仍用同一刻度。</translation>
    </message>
    <message>
        <source>what is pinned and what runs</source>
        <translation>固定的结果与当前的结果</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CompareBox</name>
    <message>
        <source>Compare with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>Another state of the model or another accelerator, layer by layer: marks in the charts, columns in the table, a sentence above</source>
        <translation>与模型的另一状态或另一加速器逐层对比：图中加标记，表中加列，上方加一句结论</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>对比…</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ComparedPlans</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Planning with %1. Choose another planner, or wait.</source>
        <translation>正在用 %1 规划。可另选规划器，或等待。</translation>
    </message>
    <message>
        <source>A · Fused</source>
        <translation>A · 融合后</translation>
    </message>
    <message>
        <source>A · Original</source>
        <translation>A · 原始</translation>
    </message>
    <message>
        <source>B · Fused</source>
        <translation>B · 融合后</translation>
    </message>
    <message>
        <source>B · Original</source>
        <translation>B · 原始</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ComparedTensor</name>
    <message>
        <source>FP32 %1</source>
        <translation>FP32 %1</translation>
    </message>
    <message>
        <source>INT8 %1</source>
        <translation>INT8 %1</translation>
    </message>
    <message>
        <source>Error %1, %2 steps</source>
        <translation>误差 %1，%2 个步长</translation>
    </message>
    <message>
        <source>FP32 output</source>
        <translation>FP32 输出</translation>
    </message>
    <message>
        <source>FP32 weights</source>
        <translation>FP32 权重</translation>
    </message>
    <message>
        <source>INT8 output, dequantized</source>
        <translation>INT8 输出（反量化）</translation>
    </message>
    <message>
        <source>Codes of weights, dequantized</source>
        <translation>权重量化码（反量化）</translation>
    </message>
    <message>
        <source>values as in FP32; a step for each output channel</source>
        <translation>数值按 FP32 表示；每个输出通道各有一个步长</translation>
    </message>
    <message>
        <source>values as in FP32; one step of INT8 is %1</source>
        <translation>数值按 FP32 表示；INT8 的一个步长为 %1</translation>
    </message>
    <message>
        <source>Error in steps, INT8 − FP32</source>
        <translation>误差（以步长计），INT8 − FP32</translation>
    </message>
    <message>
        <source>Error, INT8 − FP32</source>
        <translation>误差，INT8 − FP32</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ComparisonText</name>
    <message>
        <source>Before fusion</source>
        <translation>融合前</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>Beside “%1” (%2, %3): %4</source>
        <translation>与“%1”（%2，%3）相比：%4</translation>
    </message>
    <message>
        <source>%1 less time</source>
        <translation>时间少 %1</translation>
    </message>
    <message>
        <source>%1 more time</source>
        <translation>时间多 %1</translation>
    </message>
    <message>
        <source>the same time</source>
        <translation>时间相同</translation>
    </message>
    <message>
        <source>%1 less energy</source>
        <translation>能耗少 %1</translation>
    </message>
    <message>
        <source>%1 more energy</source>
        <translation>能耗多 %1</translation>
    </message>
    <message>
        <source>the same energy</source>
        <translation>能耗相同</translation>
    </message>
    <message>
        <source>%1 less area</source>
        <translation>面积小 %1</translation>
    </message>
    <message>
        <source>%1 more area</source>
        <translation>面积大 %1</translation>
    </message>
    <message>
        <source>the same area</source>
        <translation>面积相同</translation>
    </message>
    <message>
        <source> (%1, there %2)</source>
        <translation> (%1，对方为 %2)</translation>
    </message>
    <message>
        <source>Beside “%1”: %2 of %3 layers faster, %4 slower.</source>
        <translation>与“%1”相比：%3 层中 %2 层更快，%4 层更慢。</translation>
    </message>
    <message>
        <source>%1 × as fast</source>
        <translation>速度 %1 ×</translation>
    </message>
    <message>
        <source>no gain</source>
        <translation>无提升</translation>
    </message>
    <message>
        <source>%1 % slower</source>
        <translation>慢 %1 %</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>%1: nothing of it</source>
        <translation>%1：无对应的层</translation>
    </message>
    <message>
        <source>%1: %2, DRAM %3</source>
        <translation>%1：%2，DRAM %3</translation>
    </message>
    <message>
        <source>(now %1)</source>
        <translation>(现在：%1)</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CoreSetRows</name>
    <message>
        <source>All models share all cores.</source>
        <translation>所有模型共用所有核心。</translation>
    </message>
    <message>
        <source>Add core set</source>
        <translation>添加核集合</translation>
    </message>
    <message>
        <source>Cores that only models of that set run on</source>
        <translation>只有该集合的模型在其上运行的核心</translation>
    </message>
    <message>
        <source>Name of core set %1</source>
        <translation>核集合 %1 的名称</translation>
    </message>
    <message>
        <source>Name of the core set</source>
        <translation>核集合的名称</translation>
    </message>
    <message>
        <source>Cores of core set %1</source>
        <translation>核集合 %1 的核心</translation>
    </message>
    <message>
        <source>Its cores, from 0 on, as 0-3, 6</source>
        <translation>其核心，从 0 起，如 0-3, 6</translation>
    </message>
    <message>
        <source>Remove core set %1</source>
        <translation>移除核集合 %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add a core set</source>
        <translation>添加核集合</translation>
    </message>
    <message>
        <source>set %1</source>
        <translation>集合 %1</translation>
    </message>
    <message>
        <source>Remove a core set</source>
        <translation>移除核集合</translation>
    </message>
    <message>
        <source>Name of a core set</source>
        <translation>核集合的名称</translation>
    </message>
    <message>
        <source>cores from 0 on, as 0-3, 6</source>
        <translation>从 0 起的核心，如 0-3, 6</translation>
    </message>
    <message>
        <source>Cores of a core set</source>
        <translation>核集合的核心</translation>
    </message>
    <message>
        <source>✕ “%1”: expected %2</source>
        <translation>✕ “%1”：应为%2</translation>
    </message>
    <message>
        <source>✕ expected %1</source>
        <translation>✕ 应为%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Cores</name>
    <message>
        <source>core %1</source>
        <translation>核心 %1</translation>
    </message>
    <message>
        <source>%1 computes %2 of the time</source>
        <translation>%1 有 %2 的时间在计算</translation>
    </message>
    <message>
        <source>Computes, of the time that counts (%)</source>
        <translation>计入时间中用于计算的比例（%）</translation>
    </message>
    <message>
        <source>Of the time that counts, cores compute: %1</source>
        <translation>计入的时间中，核心在计算的比例：%1</translation>
    </message>
    <message>
        <source>core %1: %2</source>
        <comment>a share</comment>
        <translation>核心 %1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CostBars</name>
    <message>
        <source>Layer, in order of execution</source>
        <translation>层，按执行顺序</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Where the cycles go</source>
        <translation>周期花在哪里</translation>
    </message>
    <message>
        <source>Cycles (%1 cycles)</source>
        <translation>周期 (%1 周期)</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Energy by level</source>
        <translation>各级能耗</translation>
    </message>
    <message>
        <source>Energy (%1)</source>
        <translation>能耗 (%1)</translation>
    </message>
</context>
<context>
    <name>edgewright::views::CostText</name>
    <message>
        <source>%1 MAC energies</source>
        <translation>%1 MAC 能耗</translation>
    </message>
    <message>
        <source>2 × rows</source>
        <translation>2 × 行</translation>
    </message>
    <message>
        <source>2 × columns</source>
        <translation>2 × 列</translation>
    </message>
    <message>
        <source>2 × arrays</source>
        <translation>2 × 阵列</translation>
    </message>
    <message>
        <source>2 × SRAM</source>
        <translation>2 × SRAM</translation>
    </message>
    <message>
        <source>2 × bandwidth</source>
        <translation>2 × 带宽</translation>
    </message>
    <message>
        <source>2 × lanes</source>
        <translation>2 × 向量通道</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DataTable</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter of the rows</source>
        <translation>筛选行</translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rows</source>
        <translation>
            <numerusform>%1 / %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::DataflowPane</name>
    <message>
        <source>Rows of the inputs (output pixels)</source>
        <translation>输入的行数（输出像素）</translation>
    </message>
    <message>
        <source>Columns of the weights (filters)</source>
        <translation>权重的列数（滤波器）</translation>
    </message>
    <message>
        <source>Products that are summed up</source>
        <translation>累加的乘积数</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Rows of the array</source>
        <translation>阵列的行数</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Columns of the array</source>
        <translation>阵列的列数</translation>
    </message>
    <message>
        <source>Cells of the array under three dataflows</source>
        <translation>三种数据流下阵列的单元</translation>
    </message>
    <message>
        <source>Dataflows</source>
        <translation>数据流</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Dataflows</name>
    <message>
        <source>done after %1 cycles</source>
        <translation>%1 个周期后完成</translation>
    </message>
    <message>
        <source>fold %1 of %2, its cycle %3 of %4: %5 of %6 cells compute</source>
        <translation>折叠 %1/%2，周期 %3/%4：%6 个单元中 %5 个在计算</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>dataflow, cycles</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 × %2 × %3 (M × N × K) on %4 × %5 cells, in cycles: %6; folds do not overlap here</source>
        <translation>%1 × %2 × %3（M × N × K），在 %4 × %5 个单元上，周期数：%6；此处各折叠不重叠</translation>
    </message>
    <message>
        <source>%1 = %2 folds of %3 = %4 cycles: %5 cycles</source>
        <translation>%1 = %2 次折叠，每次 %3 = %4 个周期：共 %5 个周期</translation>
    </message>
    <message>
        <source>Utilisation %1. Reads: inputs %2, weights %3. Sums: %4 written, %5 read again.</source>
        <translation>利用率 %1。读取：输入 %2，权重 %3。和：写入 %4，再次读取 %5。</translation>
    </message>
    <message>
        <source>Cycle %1 of %2</source>
        <translation>周期 %1/%2</translation>
    </message>
    <message>
        <source>What stays shifts in</source>
        <translation>移入驻留数据</translation>
    </message>
    <message>
        <source>One product under three dataflows</source>
        <translation>同一乘积的三种数据流</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Describe</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>, shape unknown</source>
        <translation>，形状未知</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <translation>张量 %1</translation>
    </message>
    <message numerus="yes">
        <source>graph with %n nodes</source>
        <translation>
            <numerusform>含 %n 个节点的计算图</numerusform>
        </translation>
    </message>
    <message>
        <source>of an unknown type</source>
        <translation>类型未知</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DesignSpace</name>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Rows = columns</source>
        <translation>行 = 列</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>SRAM split</source>
        <translation>SRAM 划分</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Arrays</source>
        <translation>阵列</translation>
    </message>
    <message>
        <source>SRAM (KiB)</source>
        <translation>SRAM (KiB)</translation>
    </message>
    <message>
        <source>Activations (KiB)</source>
        <translation>激活 (KiB)</translation>
    </message>
    <message>
        <source>Bandwidth (B/cycle)</source>
        <translation>带宽 (B/周期)</translation>
    </message>
    <message>
        <source>Clock (GHz)</source>
        <translation>时钟频率 (GHz)</translation>
    </message>
    <message>
        <source>Precision (bytes)</source>
        <translation>精度 (字节)</translation>
    </message>
    <message>
        <source>Some of os, ws, is</source>
        <translation>os、ws、is 中的若干种</translation>
    </message>
    <message>
        <source>Shares of inputs, weights and outputs: 1/1/1,2/1/1</source>
        <translation>输入、权重与输出所占的份额：1/1/1,2/1/1</translation>
    </message>
    <message>
        <source>KiB in which activations stay between layers: 0,64,256 or 64:256:64 (from:to:step); auto: half of the SRAM for inputs, where all of them fit and that costs less</source>
        <translation>层间驻留激活所用的 KiB：0,64,256 或 64:256:64（起:止:增量）；auto：输入 SRAM 的一半，仅用于激活全部放得下且开销更低之处</translation>
    </message>
    <message>
        <source>KiB of inputs, weights and outputs together: 96,192 or 48:384:48 (from:to:step)</source>
        <translation>输入、权重与输出合计的 KiB：96,192 或 48:384:48（起:止:增量）</translation>
    </message>
    <message>
        <source>Bytes per cycle: 8,16 or 4..64 (doubling) or 8:64:8 (from:to:step)</source>
        <translation>每周期字节数：8,16 或 4..64（逐次翻倍）或 8:64:8（起:止:增量）</translation>
    </message>
    <message>
        <source>GHz: 0.5,1 (or 0,5; 1) or 0.25..2 (doubling); the bandwidth of DRAM stays as it is per cycle</source>
        <translation>GHz：0.5,1（或 0,5; 1）或 0.25..2（逐次翻倍）；DRAM 每周期的带宽保持不变</translation>
    </message>
    <message>
        <source>Bytes of an element: 1 for INT8, 2 for FP16, 4 for FP32</source>
        <translation>每个元素的字节数：INT8 为 1，FP16 为 2，FP32 为 4</translation>
    </message>
    <message>
        <source>8,16,24 or 4..128 (doubling) or 8:64:8 (from:to:step)</source>
        <translation>8,16,24 或 4..128（逐次翻倍）或 8:64:8（起:止:增量）</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>Energy × delay</source>
        <translation>能耗 × 延迟</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>%1 mm²</source>
        <translation>%1 mm²</translation>
    </message>
    <message>
        <source>%1·s</source>
        <comment>energy times seconds</comment>
        <translation>%1·s</translation>
    </message>
    <message>
        <source>%1 (MAC energies·s)</source>
        <translation>%1 (MAC 能耗·s)</translation>
    </message>
    <message>
        <source>%1 (MAC energies)</source>
        <translation>%1 (MAC 能耗)</translation>
    </message>
    <message>
        <source>%1 × %2, %3</source>
        <translation>%1 × %2，%3</translation>
    </message>
    <message>
        <source>%1 arrays of %2</source>
        <translation>%1 个阵列，各为 %2</translation>
    </message>
    <message>
        <source>SRAM %1/%2/%3 KiB, %4 B/cycle, %5 GHz, words of %6 B</source>
        <translation>SRAM %1/%2/%3 KiB，%4 B/周期，%5 GHz，字长 %6 B</translation>
    </message>
    <message>
        <source>For activations %1</source>
        <comment>KiB, or no number</comment>
        <translation>用于激活：%1</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>room with inputs</source>
        <translation>与输入共用空间</translation>
    </message>
    <message>
        <source>A layer does not fit the SRAMs.</source>
        <translation>有一层放不进 SRAM。</translation>
    </message>
    <message>
        <source>%1 = %2, utilisation %3</source>
        <translation>%1 = %2，利用率 %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Beyond the bounds: %1</source>
        <translation>超出上界：%1</translation>
    </message>
    <message>
        <source>Pareto optimal</source>
        <translation>帕累托最优</translation>
    </message>
    <message>
        <source>Click to use this accelerator</source>
        <translation>单击以采用此加速器</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DeviceList</name>
    <message>
        <source>Devices and their runs</source>
        <translation>设备及其运行</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Measured with other settings than those of now.</source>
        <translation>实测时的设置与当前设置不同。</translation>
    </message>
    <message>
        <source>Waits for the memory plans …</source>
        <translation>等待内存规划 …</translation>
    </message>
    <message>
        <source>Waits for its turn …</source>
        <translation>排队等待 …</translation>
    </message>
    <message>
        <source>Measuring … 99 %, last runs and times by operator</source>
        <translation>正在测量 … 99 %，最后几次运行与各算子的时间</translation>
    </message>
    <message>
        <source>Measuring … %1 %</source>
        <translation>正在测量 … %1 %</translation>
    </message>
    <message>
        <source>Change or test…</source>
        <translation>更改或测试…</translation>
    </message>
    <message>
        <source>Remove our files from it</source>
        <translation>从中移除本程序的文件</translation>
    </message>
    <message>
        <source>Forget this board…</source>
        <translation>忘记此开发板…</translation>
    </message>
    <message>
        <source>Put it beside</source>
        <translation>作为对照</translation>
    </message>
    <message>
        <source>Save as CSV, JSON or trace…</source>
        <translation>另存为 CSV、JSON 或跟踪文件…</translation>
    </message>
    <message>
        <source>Forget this run</source>
        <translation>忘记此次运行</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>The NVIDIA GPU of this machine, with kernels of our own</source>
        <translation>本机的 NVIDIA GPU，使用我们自己的核函数</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DeviceRows</name>
    <message>
        <source>Add device</source>
        <translation>添加设备</translation>
    </message>
    <message>
        <source>Further processors of this machine, or a board: a network is cut into at most as many stages as there are devices</source>
        <translation>本机的其他处理器，或一块开发板：网络最多切分成与设备数相同的阶段</translation>
    </message>
    <message>
        <source>Boards are added on the page %1.</source>
        <translation>开发板在页面“%1”上添加。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>This machine, or a board that was added</source>
        <translation>本机，或已添加的开发板</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>全部核</translation>
    </message>
    <message>
        <source>The logical processors that it may use, as 0-3,6. Empty: all.</source>
        <translation>它可以使用的逻辑处理器，如 0-3,6。空：全部。</translation>
    </message>
    <message>
        <source>Cores are named as 0-3,6.</source>
        <translation>核的写法如 0-3,6。</translation>
    </message>
    <message>
        <source>This machine has the core 0 alone.</source>
        <translation>本机只有核 0。</translation>
    </message>
    <message>
        <source>This machine has the cores 0 to %1.</source>
        <translation>本机有核 0 到 %1。</translation>
    </message>
    <message>
        <source>%1 is no board that was added.</source>
        <translation>%1 不是已添加的开发板。</translation>
    </message>
    <message>
        <source>Two devices share cores of this machine: give each its own.</source>
        <translation>两台设备共用本机的核：请各给各的。</translation>
    </message>
    <message>
        <source>Two devices share cores of %1: give each its own.</source>
        <translation>两台设备共用 %1 的核：请各给各的。</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Cores of device %1</source>
        <translation>设备 %1 的核</translation>
    </message>
    <message>
        <source>Remove device %1</source>
        <translation>移除设备 %1</translation>
    </message>
    <message>
        <source>A link is named as 100Mbit/s+1ms: %1 kbit/s to %2 Gbit/s, and a delay of %3 s at most.</source>
        <translation>链路的写法如 100Mbit/s+1ms：%1 kbit/s 至 %2 Gbit/s，延迟最多 %3 s。</translation>
    </message>
    <message>
        <source>its own link</source>
        <translation>其自身的链路</translation>
    </message>
    <message>
        <source>A link to try that is not there, as 100Mbit/s+1ms: bandwidth and delay of each direction, on top of its own. Empty: its own alone.</source>
        <translation>试用一条并不存在的链路，如 100Mbit/s+1ms：每个方向的带宽与延迟，叠加在其自身链路之上。留空：只用其自身的链路。</translation>
    </message>
    <message>
        <source>Link of device %1</source>
        <translation>设备 %1 的链路</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Devices</name>
    <message>
        <source>≈ predicted %1, %2 of what was measured</source>
        <translation>≈ 预测 %1，为实测值的 %2</translation>
    </message>
    <message>
        <source>Measured with other settings than those of now.</source>
        <translation>实测时的设置与当前设置不同。</translation>
    </message>
    <message>
        <source>Time of one run (%1): ▬ measured, ◇ predicted</source>
        <translation>单次运行的时间 (%1)：▬ 实测，◇ 预测</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Distribution</name>
    <message>
        <source>Time of one run (%1)</source>
        <translation>单次运行的时间 (%1)</translation>
    </message>
    <message>
        <source>%1 of %2 beyond %3 ▸</source>
        <translation>%2 次中 %1 次超过 %3 ▸</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DseChart</name>
    <message>
        <source>No size of the array is varied: give values for rows, columns, or both.</source>
        <translation>阵列大小未作变化：请为行、列或两者给出取值。</translation>
    </message>
    <message>
        <source>SRAM is not varied.</source>
        <translation>SRAM 大小未作变化。</translation>
    </message>
    <message>
        <source>%1 cells</source>
        <translation>%1 个单元</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>measure and unit</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Cycles (%1 cycles)</source>
        <translation>周期 (%1 周期)</translation>
    </message>
    <message>
        <source>(%1MAC energies%2)</source>
        <translation>(%1MAC 能耗%2)</translation>
    </message>
    <message>
        <source>SRAM, the best of all else</source>
        <translation>SRAM（其余参数取最优）</translation>
    </message>
    <message>
        <source>Array size and dataflow</source>
        <translation>阵列大小与数据流</translation>
    </message>
    <message>
        <source>Array size</source>
        <translation>阵列大小</translation>
    </message>
    <message>
        <source>SRAM of inputs, weights and outputs together (KiB)</source>
        <translation>输入、权重与输出的 SRAM 合计 (KiB)</translation>
    </message>
    <message>
        <source>Side of a square array with as many cells</source>
        <translation>单元数相同的方形阵列的边长</translation>
    </message>
    <message>
        <source>Array rows = columns</source>
        <translation>阵列行数 = 列数</translation>
    </message>
    <message>
        <source>fastest: %1 × %2, %3</source>
        <translation>最快：%1 × %2，%3</translation>
    </message>
    <message>
        <source>best: %1 × %2, %3</source>
        <translation>最优：%1 × %2，%3</translation>
    </message>
</context>
<context>
    <name>edgewright::views::DseView</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Axis from left to right</source>
        <translation>从左到右的轴</translation>
    </message>
    <message>
        <source>Axis from bottom to top</source>
        <translation>从下到上的轴</translation>
    </message>
    <message>
        <source>over</source>
        <translation>随</translation>
    </message>
    <message>
        <source>and</source>
        <translation>与</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>All points</source>
        <translation>全部点</translation>
    </message>
    <message>
        <source>Takes back the intervals that are chosen on the axes of the parallel coordinates</source>
        <translation>撤销在平行坐标各轴上选定的区间</translation>
    </message>
    <message>
        <source>%1 of %2 points (%3)</source>
        <translation>%1 / %2 个点（%3）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln points</source>
        <translation>
            <numerusform>%Ln 个点</numerusform>
        </translation>
    </message>
    <message>
        <source>Design space</source>
        <translation>设计空间</translation>
    </message>
    <message>
        <source>Open a model to compare arrays.</source>
        <translation>打开一个模型，比较各种阵列。</translation>
    </message>
    <message>
        <source>There are no points: %1</source>
        <translation>没有点：%1</translation>
    </message>
    <message>
        <source>This model has no operator with a known shape.</source>
        <translation>该模型没有形状已知的算子。</translation>
    </message>
    <message>
        <source>The space is being explored.</source>
        <translation>正在探索设计空间。</translation>
    </message>
    <message>
        <source>No point is possible.</source>
        <translation>没有可行的点。</translation>
    </message>
    <message>
        <source>No point is within %1.</source>
        <translation>没有满足 %1 的点。</translation>
    </message>
    <message>
        <source>Design point</source>
        <translation>设计点</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ErrorBar</name>
    <message>
        <source>in steps</source>
        <translation>以步长计</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ExperimentFrame</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Choose a row of the table first</source>
        <translation>请先在表中选择一行</translation>
    </message>
    <message>
        <source>The settings are those of this row</source>
        <translation>当前设置即为此行的设置</translation>
    </message>
    <message>
        <source>The settings become those of this row, as by a double click. Undo takes it back</source>
        <translation>采用此行的设置，与双击相同。可以撤销</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Experiments</name>
    <message>
        <source>Read the experiment</source>
        <translation>读取实验</translation>
    </message>
    <message>
        <source>Write the experiment</source>
        <translation>写入实验</translation>
    </message>
    <message>
        <source>Run the experiment</source>
        <translation>运行实验</translation>
    </message>
    <message>
        <source>The experiment has ended: %1</source>
        <translation>实验已结束：%1</translation>
    </message>
    <message>
        <source>there is no machine &apos;%1&apos;: it is added on the page Measure</source>
        <translation>没有机器“%1”：请在“测量”页面添加</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FieldEditor</name>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FieldText</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Figure</name>
    <message>
        <source>(%1 of %2)</source>
        <translation>(%1/%2)</translation>
    </message>
    <message>
        <source>the picture could not be started</source>
        <translation>无法开始绘制图片</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>expected a name that ends in one of %1</source>
        <translation>文件名须以下列之一结尾：%1</translation>
    </message>
    <message>
        <source>the image is too large</source>
        <translation>图像过大</translation>
    </message>
    <message>
        <source>Made with Edgewright</source>
        <translation>由 Edgewright 生成</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FigureGlyphs</name>
    <message>
        <source>No installed font has glyphs for characters of the figures: %1. Boxes stand in their place until there is one, in Debian of the package %2.</source>
        <translation>已安装的字体都没有图中某些字符的字形：%1。在安装相应字体之前，它们显示为方框；在 Debian 中可安装软件包 %2。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FigureMenu</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save figure</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Figures (*%1)</source>
        <translation>图 (*%1)</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FoldMap</name>
    <message>
        <source>Folds, with the cells that have work</source>
        <translation>各折叠及其有任务的单元</translation>
    </message>
    <message>
        <source>Folds %1–%2 of %3, with the cells that have work</source>
        <translation>折叠 %1–%2（共 %3 个）及其有任务的单元</translation>
    </message>
</context>
<context>
    <name>edgewright::views::FoldSection</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 还有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::FusionByHand</name>
    <message>
        <source>Fuse by hand</source>
        <translation>手动融合</translation>
    </message>
    <message>
        <source>Choose two or more nodes first: drag with Shift, or click with Ctrl.</source>
        <translation>请先选取两个或更多节点：按住 Shift 拖动，或按住 Ctrl 单击。</translation>
    </message>
    <message>
        <source>There is no fused graph yet.</source>
        <translation>尚无融合后的计算图。</translation>
    </message>
    <message>
        <source>Not fused: %1.</source>
        <translation>未融合：%1。</translation>
    </message>
    <message>
        <source>These nodes do not make a group.</source>
        <translation>这些节点不能组成融合组。</translation>
    </message>
    <message>
        <source>This is in no group that was made by hand.</source>
        <translation>它不属于任何手动建立的融合组。</translation>
    </message>
    <message>
        <source>The group is dissolved.</source>
        <translation>已解散该融合组。</translation>
    </message>
    <message>
        <source>No fusion made this node.</source>
        <translation>此节点不是由融合产生的。</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>已略去：%1</translation>
    </message>
    <message>
        <source>Applied: %1</source>
        <translation>已应用：%1</translation>
    </message>
    <message>
        <source>Nothing more can be fused here.</source>
        <translation>此处没有更多可融合的内容。</translation>
    </message>
    <message>
        <source>Not fused: %1</source>
        <translation>未融合：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GanttPainter</name>
    <message>
        <source>%1 · %2 alive at step %3</source>
        <translation>%1 · 第 %3 步存活 %2</translation>
    </message>
    <message>
        <source>%1 · arena %2</source>
        <translation>%1 · 内存池 %2</translation>
    </message>
    <message>
        <source>no module</source>
        <translation>无模块</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GpuHere</name>
    <message>
        <source>Look for a GPU</source>
        <translation>寻找 GPU</translation>
    </message>
    <message>
        <source>Looking for a GPU …</source>
        <translation>正在寻找 GPU…</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphAnswer</name>
    <message>
        <source>, looking for the step that does it …</source>
        <translation>，正在查找导致此结果的步骤 …</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>fused by hand</source>
        <translation>手动融合</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>略去该步</translation>
    </message>
    <message>
        <source>, broken by %1 (%2): %3</source>
        <translation>，问题出在 %1（%2）：%3</translation>
    </message>
    <message>
        <source>, broken by %1 (%2): %3, or %4</source>
        <translation>，问题出在 %1（%2）：%3，或%4</translation>
    </message>
    <message>
        <source>switch the rule off</source>
        <translation>关闭该规则</translation>
    </message>
    <message>
        <source>the check failed: their results differ by %1</source>
        <translation>校验未通过：两者的结果相差 %1</translation>
    </message>
    <message>
        <source>both compute exactly the same</source>
        <translation>两者的计算结果完全相同</translation>
    </message>
    <message>
        <source>equal to within %1</source>
        <translation>相差不超过 %1</translation>
    </message>
    <message>
        <source>; measured: %1 %2</source>
        <translation>；实测：%1 %2</translation>
    </message>
    <message>
        <source>; measured, %3: %1 %2</source>
        <comment>mark, verdict, &apos;machine not quiet&apos;</comment>
        <translation>；实测（%3）：%1 %2</translation>
    </message>
    <message>
        <source>; predicted: %1 at least %2 on %3</source>
        <comment>time, machine</comment>
        <translation>；预测：在 %3 上至少 %1 %2</translation>
    </message>
    <message>
        <source>; predicted: %1</source>
        <translation>；预测：%1</translation>
    </message>
    <message>
        <source>; predicted: %1 on %2</source>
        <comment>change of time, machine</comment>
        <translation>；预测：在 %2 上 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes, not fused yet.</source>
        <translation>
            <numerusform>%n 个节点，尚未融合。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No rule finds anything to fuse in these %n nodes.</source>
        <translation>
            <numerusform>在这 %n 个节点中，没有规则找到可融合之处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing of these %n nodes is fused; %1.</source>
        <translation>
            <numerusform>这 %n 个节点均未融合；%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fusions are switched off</source>
        <translation>
            <numerusform>%n 项融合已关闭</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fusion makes %1 of %n nodes</source>
        <translation>
            <numerusform>融合使节点数由 %n 变为 %1</numerusform>
        </translation>
    </message>
    <message>
        <source> and saves %1 of the bytes between them</source>
        <translation> 并省去节点间 %1 的访存量</translation>
    </message>
    <message>
        <source>arena %1</source>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>arena %1 → %2</source>
        <translation>内存池 %1 → %2</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <comment>time of the fused graph</comment>
        <translation>预测 %1</translation>
    </message>
    <message numerus="yes">
        <source>The file has %n errors, listed among the problems. </source>
        <translation>
            <numerusform>文件有 %n 个错误，已列在问题中。 </numerusform>
        </translation>
    </message>
    <message>
        <source>Predicted times</source>
        <translation>预测时间</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphCanvas</name>
    <message>
        <source>selected: %1</source>
        <translation>选中：%1</translation>
    </message>
    <message>
        <source>↑ ↓</source>
        <translation>↑ ↓</translation>
    </message>
    <message>
        <source>Walk along edges, to the nearest neighbour</source>
        <translation>沿边移动到最近的相邻节点</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>Walk to the next box at the same height</source>
        <translation>移动到同一高度的下一个方框</translation>
    </message>
    <message>
        <source>Shift+arrows</source>
        <translation>Shift+方向键</translation>
    </message>
    <message>
        <source>Walk, and choose on the way</source>
        <translation>移动，并沿途选取</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格键</translation>
    </message>
    <message>
        <source>Choose the selected node, or no longer</source>
        <translation>选取选中的节点，或取消选取</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
    <message>
        <source>Choose all nodes</source>
        <translation>选取所有节点</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open the selected module; open or close the selected group; enter a subgraph</source>
        <translation>展开选中的模块；展开或收起选中的融合组；进入子图</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Backspace</translation>
    </message>
    <message>
        <source>Leave the subgraph</source>
        <translation>离开子图</translation>
    </message>
    <message>
        <source>+ −</source>
        <translation>+ −</translation>
    </message>
    <message>
        <source>Zoom in, out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>0, Home</source>
        <translation>0、Home</translation>
    </message>
    <message>
        <source>Fit the whole graph</source>
        <translation>缩放至全图</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>缩放至 100 %</translation>
    </message>
    <message>
        <source>2</source>
        <translation>2</translation>
    </message>
    <message>
        <source>Zoom to what is selected</source>
        <translation>缩放至选中的内容</translation>
    </message>
    <message>
        <source>Ctrl+Home, End</source>
        <translation>Ctrl+Home、End</translation>
    </message>
    <message>
        <source>Go to the beginning, to the end</source>
        <translation>转到开头、末尾</translation>
    </message>
    <message>
        <source>Page up, Page down</source>
        <translation>Page Up、Page Down</translation>
    </message>
    <message>
        <source>Scroll by a screen</source>
        <translation>滚动一屏</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>Follow an edge that is cut into tags</source>
        <translation>沿被截断为标签的边跳转</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选择</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphColours</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Run both graphs on this machine and colour the nodes by the time they take</source>
        <translation>在本机运行两个计算图，并按耗时为节点着色</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>正在测量 …</translation>
    </message>
    <message>
        <source>Measuring both graphs; the Measure page has all of it.</source>
        <translation>正在测量两个计算图；完整结果见“测量”页面。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphLegend</name>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1：从 %2 到 %3</translation>
    </message>
    <message>
        <source>Legend of the colours</source>
        <translation>颜色图例</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>线条</translation>
    </message>
    <message>
        <source>What the lines mean</source>
        <translation>线条的含义</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Show %1 alone</source>
        <translation>只显示 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>A tensor, from its writer to a reader</source>
        <translation>张量，从写入它的节点到读取它的节点</translation>
    </message>
    <message>
        <source>Closes a cycle: what lies on it never runs</source>
        <translation>构成环：环上的节点永远不会运行</translation>
    </message>
    <message>
        <source>Around nodes that are fused</source>
        <translation>围住已融合的节点</translation>
    </message>
    <message>
        <source>Around nodes that could be fused</source>
        <translation>围住可以融合的节点</translation>
    </message>
    <message>
        <source>Around nodes that a rule refuses to fuse</source>
        <translation>围住被规则拒绝融合的节点</translation>
    </message>
    <message>
        <source>Around a module that is open</source>
        <translation>围住已展开的模块</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphPair</name>
    <message>
        <source>Graph before fusion</source>
        <translation>融合前的计算图</translation>
    </message>
    <message>
        <source>Graph after fusion</source>
        <translation>融合后的计算图</translation>
    </message>
    <message>
        <source>Graph before and after fusion</source>
        <translation>融合前后的计算图</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 of them as chips</source>
        <translation>，其中 %1 个显示为小标签</translation>
    </message>
    <message>
        <source>Before fusion</source>
        <translation>融合前</translation>
    </message>
    <message>
        <source>After fusion</source>
        <translation>融合后</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphPane</name>
    <message>
        <source>Layout of the original graph</source>
        <translation>原始计算图的布局</translation>
    </message>
    <message>
        <source>Layout of the fused graph</source>
        <translation>融合后计算图的布局</translation>
    </message>
    <message>
        <source>Fused groups</source>
        <translation>融合组</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>Original graph</source>
        <translation>原始计算图</translation>
    </message>
    <message>
        <source>Fused graph</source>
        <translation>融合后的计算图</translation>
    </message>
    <message>
        <source>Fit the whole graph (0, or double click)</source>
        <translation>缩放至全图（0 或双击）</translation>
    </message>
    <message>
        <source>Fit the whole original graph</source>
        <translation>缩放至整个原始计算图</translation>
    </message>
    <message>
        <source>Fit the whole fused graph</source>
        <translation>缩放至整个融合后的计算图</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>Laying out %n nodes …</source>
        <translation>
            <numerusform>正在布局 %n 个节点 …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes compute constants; they are shown as chips of their readers</source>
        <translation>
            <numerusform>%n 个节点计算常量；它们以小标签的形式附在读取它们的节点上</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphPresentation</name>
    <message>
        <source>Fusion step</source>
        <translation>融合步骤</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>正在计算 …</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步骤 %1/%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphSelection</name>
    <message>
        <source>No rule touches this node.</source>
        <translation>没有规则涉及此节点。</translation>
    </message>
    <message>
        <source>Could be fused: %1</source>
        <translation>可以融合：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes chosen</source>
        <translation>
            <numerusform>已选取 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a node of the model to bookmark it.</source>
        <translation>请先选中模型中的一个节点，再为它设置书签。</translation>
    </message>
    <message>
        <source>Bookmark %1: %2</source>
        <translation>书签 %1：%2</translation>
    </message>
    <message>
        <source>There is no bookmark %1; Ctrl+%1 sets it.</source>
        <translation>没有书签 %1；按 Ctrl+%1 设置。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphSlides</name>
    <message>
        <source>This graph cannot be laid out.</source>
        <translation>无法布局此计算图。</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>The original graph: %1</source>
        <translation>原始计算图：%1</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步骤 %1/%2</translation>
    </message>
    <message>
        <source>The fused graph: %1 instead of %2</source>
        <translation>融合后的计算图：%1，原有 %2 个</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphState</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphView</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Open an ONNX model to see its graph before and after operator fusion.</source>
        <translation>打开一个 ONNX 模型，查看其算子融合前后的计算图。</translation>
    </message>
    <message>
        <source>A | B</source>
        <translation>A | B</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Graph view</source>
        <translation>图的显示</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Find nodes</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Side by side, one above the other, one graph</source>
        <translation>左右并排、上下排列、单个计算图</translation>
    </message>
    <message>
        <source>Difference: what was removed, absorbed, made, changed</source>
        <translation>差异：移除、吸收、新增、更改的内容</translation>
    </message>
    <message>
        <source>Scroll both graphs together</source>
        <translation>同步滚动两个计算图</translation>
    </message>
    <message>
        <source>Fold by modules: one box for each block of the model</source>
        <translation>按模块折叠：模型的每个块显示为一个方框</translation>
    </message>
    <message>
        <source>Fold the module around what is selected</source>
        <translation>折叠选中内容所在的模块</translation>
    </message>
    <message>
        <source>Show or hide the panel</source>
        <translation>显示或隐藏面板</translation>
    </message>
    <message>
        <source>Open or close the selected group</source>
        <translation>展开或收起选中的融合组</translation>
    </message>
    <message>
        <source>Open or close all groups</source>
        <translation>展开或收起所有融合组</translation>
    </message>
    <message>
        <source>Copy the chosen nodes as text</source>
        <translation>将选取的节点复制为文本</translation>
    </message>
    <message>
        <source>Choose nodes by dragging</source>
        <translation>拖动选取节点</translation>
    </message>
    <message>
        <source>Fuse the chosen nodes</source>
        <translation>融合选取的节点</translation>
    </message>
    <message>
        <source>Dissolve the group made by hand</source>
        <translation>解散手动建立的融合组</translation>
    </message>
    <message>
        <source>Undo the fusion of the selected node</source>
        <translation>撤销选中节点的融合</translation>
    </message>
    <message>
        <source>Apply what is possible at the selected node</source>
        <translation>应用选中节点处可行的融合</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>Play the steps</source>
        <translation>播放各步骤</translation>
    </message>
    <message>
        <source>Play the steps, or pause, while no node is selected</source>
        <translation>未选中节点时，播放各步骤或暂停</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格键</translation>
    </message>
    <message>
        <source>Bookmark %1 here</source>
        <translation>在此设置书签 %1</translation>
    </message>
    <message>
        <source>Go to bookmark %1</source>
        <translation>转到书签 %1</translation>
    </message>
    <message>
        <source>Bookmark the selected node</source>
        <translation>为选中的节点设置书签</translation>
    </message>
    <message>
        <source>Ctrl+1 … Ctrl+9</source>
        <translation>Ctrl+1 … Ctrl+9</translation>
    </message>
    <message>
        <source>Go to a bookmark</source>
        <translation>转到书签</translation>
    </message>
    <message>
        <source>1 … 9</source>
        <translation>1 … 9</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>缩放至 100 %</translation>
    </message>
    <message>
        <source>Zoom to what is selected</source>
        <translation>缩放至选中的内容</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>已略去：%1</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>Rule %1 is off.</source>
        <translation>规则 %1 已关闭。</translation>
    </message>
    <message>
        <source>There is no graph inside of this node.</source>
        <translation>此节点内没有计算图。</translation>
    </message>
    <message numerus="yes">
        <source>Copied %n nodes as text</source>
        <translation>
            <numerusform>已将 %n 个节点复制为文本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fuse the %n chosen nodes	G</source>
        <translation>
            <numerusform>融合选取的 %n 个节点	G</numerusform>
        </translation>
    </message>
    <message>
        <source>Ungroup	Shift+G</source>
        <translation>解散融合组	Shift+G</translation>
    </message>
    <message>
        <source>Undo this fusion	U</source>
        <translation>撤销此融合	U</translation>
    </message>
    <message>
        <source>Apply what is possible here	A</source>
        <translation>应用此处可行的融合	A</translation>
    </message>
    <message>
        <source>Show what is inside: %1</source>
        <translation>查看内部：%1</translation>
    </message>
    <message>
        <source>Back	Backspace</source>
        <translation>返回	Backspace</translation>
    </message>
    <message>
        <source>Copy as text	Ctrl+C</source>
        <translation>复制为文本	Ctrl+C</translation>
    </message>
</context>
<context>
    <name>edgewright::views::HeatMap</name>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Click: how this value is computed</source>
        <translation>点击：查看此值的计算过程</translation>
    </message>
</context>
<context>
    <name>edgewright::views::HeatPainter</name>
    <message>
        <source>channel %1; </source>
        <translation>通道 %1； </translation>
    </message>
    <message>
        <source>input: %1</source>
        <translation>输入：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::HistogramChart</name>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Weight of channel %1</source>
        <translation>通道 %1 的权重</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Input, on this sample</source>
        <translation>输入，此样本</translation>
    </message>
    <message>
        <source>Output, on this sample</source>
        <translation>输出，此样本</translation>
    </message>
    <message>
        <source>Input, over 1 sample</source>
        <translation>输入，1 个样本</translation>
    </message>
    <message>
        <source>Output, over 1 sample</source>
        <translation>输出，1 个样本</translation>
    </message>
    <message>
        <source>Input, over %1 samples</source>
        <translation>输入，%1 个样本</translation>
    </message>
    <message>
        <source>Output, over %1 samples</source>
        <translation>输出，%1 个样本</translation>
    </message>
    <message>
        <source>each channel has a scale of its own: choose one to see its codes</source>
        <translation>每个通道各有一个缩放因子：选择一个通道以查看其量化码</translation>
    </message>
    <message>
        <source>codes %1 to %2 below the axis, scale %3, zero point %4</source>
        <translation>轴下方为量化码 %1 到 %2，缩放因子 %3，零点 %4</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值的个数</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weights of channel %1</source>
        <translation>通道 %1 的权重</translation>
    </message>
    <message>
        <source>%1: %2 of %3 values lie outside of %4</source>
        <translation>%1：%3 个值中有 %2 位于 %4 之外</translation>
    </message>
    <message>
        <source>%1: all %2 values lie within %3</source>
        <translation>%1：全部 %2 个值均位于 %3 之内</translation>
    </message>
    <message>
        <source>%1 … %2
%3 values, %4</source>
        <translation>%1 … %2
%3 个值，%4</translation>
    </message>
    <message>
        <source>outside of the range</source>
        <translation>在值域之外</translation>
    </message>
    <message>
        <source>range of the codes</source>
        <translation>量化码的值域</translation>
    </message>
    <message>
        <source>ranges of all channels</source>
        <translation>所有通道的值域</translation>
    </message>
    <message>
        <source>%1 below</source>
        <translation>%1 低于值域</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>%1 高于值域</translation>
    </message>
</context>
<context>
    <name>edgewright::views::History</name>
    <message>
        <source>Time of one run (%1)</source>
        <translation>单次运行的时间 (%1)</translation>
    </message>
    <message>
        <source>Measured with other settings than those of now.</source>
        <translation>实测时的设置与当前设置不同。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::HistoryBar</name>
    <message>
        <source>One step back ([)</source>
        <translation>后退一步（[）</translation>
    </message>
    <message>
        <source>Play the steps (Ctrl+])</source>
        <translation>播放各步骤（Ctrl+]）</translation>
    </message>
    <message>
        <source>One step forward (])</source>
        <translation>前进一步（]）</translation>
    </message>
    <message>
        <source>Fusion steps that are applied</source>
        <translation>已应用的融合步骤</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>步骤 %1/%2</translation>
    </message>
    <message>
        <source>nothing was fused</source>
        <translation>没有任何融合</translation>
    </message>
    <message>
        <source>the original graph</source>
        <translation>原始计算图</translation>
    </message>
</context>
<context>
    <name>edgewright::views::HoverCard</name>
    <message>
        <source>Click to leave this fusion out</source>
        <translation>点击可略去此融合</translation>
    </message>
    <message>
        <source>Click to apply it</source>
        <translation>点击可应用</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Inside</name>
    <message>
        <source>members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Click an operator, a tensor or a layer on any page to see all that is known about it.</source>
        <translation>在任意页面上点击算子、张量或层，即可查看与之有关的全部信息。</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>the graph around this one</source>
        <translation>外层计算图</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>the model&apos;s input</source>
        <translation>模型的输入</translation>
    </message>
    <message>
        <source>the model&apos;s output</source>
        <translation>模型的输出</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>Weight to look into</source>
        <translation>要查看的权重</translation>
    </message>
    <message>
        <source>no numbers to look at</source>
        <translation>没有可查看的数值</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>值域</translation>
    </message>
    <message>
        <source>Mean, σ</source>
        <translation>均值，σ</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零值</translation>
    </message>
    <message>
        <source>NaN, infinite</source>
        <translation>NaN，无穷</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Histogram of %1</source>
        <translation>%1 的直方图</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Fused in another way</source>
        <translation>以其他方式融合</translation>
    </message>
    <message>
        <source>Not fused</source>
        <translation>未融合</translation>
    </message>
    <message>
        <source>No rule looks for this operator here.</source>
        <translation>此处没有规则匹配该算子。</translation>
    </message>
    <message>
        <source>Could be fused</source>
        <translation>可以融合</translation>
    </message>
    <message>
        <source>Not into one operator by %1: %2</source>
        <translation>规则 %1 未将其合为一个算子：%2</translation>
    </message>
    <message>
        <source>Not by %1: %2</source>
        <translation>规则 %1 未融合：%2</translation>
    </message>
    <message>
        <source>Possible by %1: %2</source>
        <translation>规则 %1 可以融合：%2</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Take back the last one</source>
        <translation>撤销最后一项</translation>
    </message>
    <message>
        <source>Raise the opset to %1</source>
        <translation>将算子集 (opset) 提升到 %1</translation>
    </message>
    <message>
        <source>Show the other reader, %1</source>
        <translation>显示另一个读取者 %1</translation>
    </message>
    <message>
        <source>%1 not counted</source>
        <translation>未计入 %1</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>运算量</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes chosen</source>
        <translation>
            <numerusform>已选取 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>%1, %2 of all</source>
        <translation>%1，占全部的 %2</translation>
    </message>
    <message>
        <source>%1 at offset %2, steps %3 to %4</source>
        <translation>%1，偏移 %2，第 %3 至 %4 步</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>SQNR alone</source>
        <translation>单层 SQNR</translation>
    </message>
    <message>
        <source>Largest error alone</source>
        <translation>单层最大误差</translation>
    </message>
    <message>
        <source>Within one step alone</source>
        <translation>单层一个步长以内</translation>
    </message>
    <message>
        <source>Accumulator</source>
        <translation>累加器</translation>
    </message>
    <message numerus="yes">
        <source>%n bits needed</source>
        <translation>
            <numerusform>需要 %n 位</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose this layer on the INT8 page to run the integer kernel on it.</source>
        <translation>在 INT8 页面选择此层，即可对其运行整数内核。</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>M %1 × N %2 × K %3</source>
        <translation>M %1 × N %2 × K %3</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>向量单元</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 个元素</translation>
    </message>
    <message>
        <source>Of them stalled</source>
        <translation>其中停顿</translation>
    </message>
    <message>
        <source>Array in use</source>
        <translation>阵列利用率</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>● %1, %2 of all</source>
        <translation>● %1，占全部的 %2</translation>
    </message>
    <message>
        <source>%1 GMAC/s</source>
        <translation>%1 GMAC/s</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>≈ %1, on %2</source>
        <comment>time, source of the prediction</comment>
        <translation>≈ %1，依据：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Int8Answer</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>random inputs, which say little about real ones</source>
        <translation>随机输入，难以反映真实输入的情况</translation>
    </message>
    <message>
        <source>%1, which has %2</source>
        <translation>%1，共有 %2 个样本</translation>
    </message>
    <message>
        <source>%1, the same that its ranges are from</source>
        <translation>%1，与确定值域所用的相同</translation>
    </message>
    <message>
        <source>%1, some of which its ranges are from, too</source>
        <translation>%1，其中一部分也用于确定值域</translation>
    </message>
    <message>
        <source>One sample says little:</source>
        <translation>仅一个样本，参考意义有限：</translation>
    </message>
    <message numerus="yes">
        <source>INT8 keeps %1 %2 of %3 accuracy on %n labelled samples</source>
        <translation>
            <numerusform>在 %n 个有标签的样本上，INT8 保持 %1 %2 的准确率，float32 为 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>INT8 keeps %1 at the output</source>
        <translation>INT8 在输出处保持 %1</translation>
    </message>
    <message>
        <source>at its worst output, %1, INT8 keeps %2</source>
        <translation>在最差的输出 %1 处，INT8 保持 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n samples</source>
        <translation>
            <numerusform>%1，共 %n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and agrees with float32 on %2 of %n samples%3</source>
        <translation>
            <numerusform>%1，且 %n 个样本中有 %2 个与 float32 一致%3</numerusform>
        </translation>
    </message>
    <message>
        <source>In float32 %1 gains most: %2 → %3 at %4.</source>
        <translation>%1 保留 float32 时增益最大：%4 处 %2 → %3。</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>per tensor</source>
        <translation>逐张量</translation>
    </message>
    <message>
        <source>int4 weights</source>
        <translation>int4 权重</translation>
    </message>
    <message>
        <source>int16 weights</source>
        <translation>int16 权重</translation>
    </message>
    <message>
        <source>ranges by %1</source>
        <translation>值域：%1</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message numerus="yes">
        <source>This model is quantized already: %1 of its %n layers run in integers</source>
        <translation>
            <numerusform>此模型已经量化：%n 层中有 %1 层以整数运行</numerusform>
        </translation>
    </message>
    <message>
        <source>beside the same graph in float32</source>
        <translation>与 float32 形式的同一计算图对照</translation>
    </message>
    <message>
        <source>The worst sample: %1.</source>
        <translation>最差的样本：%1。</translation>
    </message>
    <message>
        <source>The codes are those of the file: each layer has its scales and zero points below, and a click selects it on every page.</source>
        <translation>量化码取自文件：各层的缩放因子和零点见下方，点击某层即可在所有页面选中它。</translation>
    </message>
    <message>
        <source>To choose other codes, ranges or remedies, open the model in float that it was made of.</source>
        <translation>要选用其他量化码、值域或改进措施，请打开用来生成它的浮点模型。</translation>
    </message>
    <message>
        <source>Graph, Memory, Accelerator and Measure show it as it is.</source>
        <translation>“计算图”“内存”“加速器”和“测量”页面按原样显示它。</translation>
    </message>
    <message>
        <source>; weights are %1 smaller</source>
        <translation>；权重压缩比 %1</translation>
    </message>
    <message>
        <source>The weights go from %1 to %2.</source>
        <translation>权重由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>its ranges are of random inputs</source>
        <translation>值域取自随机输入</translation>
    </message>
    <message>
        <source>By itself %1 is least exact: %2 at its own output.</source>
        <translation>单看各层，%1 精度最低：其自身输出为 %2。</translation>
    </message>
    <message>
        <source>No single layer in float32 gains anything that these samples tell from chance.</source>
        <translation>单独将任何一层保留为 float32，所得增益在这些样本上都与随机波动无法区分。</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 层</translation>
    </message>
    <message>
        <source>without remedies</source>
        <translation>无改进措施</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs equalized</source>
        <translation>
            <numerusform>均衡 %n 对层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers in float32</source>
        <translation>
            <numerusform>%n 层保留 float32</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n biases corrected</source>
        <translation>
            <numerusform>校正 %n 个偏置</numerusform>
        </translation>
    </message>
    <message>
        <source>symmetric %1 activations</source>
        <translation>对称 %1 激活</translation>
    </message>
    <message>
        <source>%1 activations</source>
        <translation>%1 激活</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Int8LayerAnswer</name>
    <message>
        <source>channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>channels %1 and %2</source>
        <translation>通道 %1 和 %2</translation>
    </message>
    <message>
        <source>channels %1, %2 and %3</source>
        <translation>通道 %1、%2 和 %3</translation>
    </message>
    <message>
        <source>The weights of %1 are %2 wider than those of the median channel.</source>
        <translation>%1 的权重值域为中位通道的 %2。</translation>
    </message>
    <message>
        <source>The weights of %1 are %2 to %3 wider than those of the median channel.</source>
        <translation>%1 的权重值域为中位通道的 %2 到 %3。</translation>
    </message>
    <message>
        <source>; most of the squared error (%1) sits in %2</source>
        <translation>；平方误差大部分（%1）集中在%2</translation>
    </message>
    <message>
        <source>; %1 of the squared error sits in %2 of %3</source>
        <translation>；平方误差的 %1 集中在%2（共 %3 个通道）</translation>
    </message>
    <message>
        <source>; the error is spread evenly over all %1 channels</source>
        <translation>；误差均匀分布在全部 %1 个通道上</translation>
    </message>
    <message>
        <source>; the error is spread over all %1 channels</source>
        <translation>；误差分布在全部 %1 个通道上</translation>
    </message>
    <message>
        <source>; the error is spread over all %1 channels, the three with most of it hold %2</source>
        <translation>；误差分布在全部 %1 个通道上，其中误差最大的三个通道占 %2</translation>
    </message>
    <message>
        <source>%1 overflows of the accumulator, which has %2 bits where %3 are needed</source>
        <translation>累加器溢出 %1 次：位宽为 %2 位，需要 %3 位</translation>
    </message>
    <message>
        <source>%1 of the inputs and %2 of the outputs are clamped.</source>
        <translation>%1 的输入和 %2 的输出被截断。</translation>
    </message>
    <message>
        <source>%1 of the inputs are clamped.</source>
        <translation>%1 的输入被截断。</translation>
    </message>
    <message>
        <source>%1 of the outputs are clamped.</source>
        <translation>%1 的输出被截断。</translation>
    </message>
    <message>
        <source> on %1</source>
        <translation> (样本 %1)</translation>
    </message>
    <message>
        <source>%1Exact</source>
        <translation>%1精确</translation>
    </message>
    <message>
        <source>%1Alone %2 and %3 within one step</source>
        <translation>%1单层 %2，%3 在一个步长以内</translation>
    </message>
    <message>
        <source>on a random input (%1), which says little about real ones</source>
        <translation>随机输入（%1），难以反映真实输入的情况</translation>
    </message>
    <message>
        <source>The largest error is %1, %2 the step of the output.</source>
        <translation>最大误差为 %1，即输出步长的 %2。</translation>
    </message>
    <message>
        <source>The accumulator needs %1 of %2 bits.</source>
        <translation>累加器需要 %2 位中的 %1 位。</translation>
    </message>
    <message>
        <source>Input: scale %1, zero point %2. Output: scale %3, zero point %4.</source>
        <translation>输入：缩放因子 %1，零点 %2。输出：缩放因子 %3，零点 %4。</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>FP32 says %1, INT8 %2</source>
        <translation>FP32 判为 %1，INT8 判为 %2</translation>
    </message>
    <message>
        <source>SQNR alone of %1 samples: %2, the lowest on %3</source>
        <translation>%1 个样本的单层 SQNR：%2，最低的是 %3</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Int8View</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers that can be studied in INT8</source>
        <translation>可在 INT8 下研究的层</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>There is nothing to choose: the codes are those of the file.</source>
        <translation>没有可选择的内容：量化码取自文件。</translation>
    </message>
    <message>
        <source>Arithmetic of the target</source>
        <translation>目标设备的算术</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
</context>
<context>
    <name>edgewright::views::JobSlot</name>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>edgewright::views::KindLegend</name>
    <message>
        <source>Legend: activations plain; inputs, outputs, working memory and weights hatched; lines join tensors that share bytes</source>
        <translation>图例：激活为纯色；输入、输出、工作内存和权重带阴影线；连线表示共用字节的张量</translation>
    </message>
</context>
<context>
    <name>edgewright::views::KnownMachine</name>
    <message>
        <source>Get to know a machine</source>
        <translation>读取机器的已知信息</translation>
    </message>
    <message>
        <source>Keep what is known of a machine</source>
        <translation>保存机器的已知信息</translation>
    </message>
    <message>
        <source>Fit predictions to a machine</source>
        <translation>按机器拟合预测</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LatencyDistribution</name>
    <message>
        <source>No query was done.</source>
        <translation>没有完成任何查询。</translation>
    </message>
    <message>
        <source>%1 (95 %: %2 to %3)</source>
        <translation>%1（95 %：%2 至 %3）</translation>
    </message>
    <message>
        <source>%1, needs %2 more queries to be known</source>
        <translation>%1，还需要 %2 个查询才能确定</translation>
    </message>
    <message>
        <source>%1: %2 of the queries within %3</source>
        <translation>%1：%2 的查询在 %3 以内</translation>
    </message>
    <message>
        <source>Latency (%1)</source>
        <translation>延迟（%1）</translation>
    </message>
    <message>
        <source>Share that is done; band: 95 %</source>
        <translation>已完成的比例；带：95 %</translation>
    </message>
    <message>
        <source>Share that takes longer; band: 95 %</source>
        <translation>耗时更长的比例；带：95 %</translation>
    </message>
    <message>
        <source>deadline of %1</source>
        <translation>%1 的截止时间</translation>
    </message>
    <message>
        <source>%1 of the queries take at most: %2</source>
        <translation>%1 的查询至多用时：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LayerBars</name>
    <message>
        <source>The %1 worst of %2 layers by error added up so far</source>
        <translation>累积误差最大的 %1 层，共 %2 层</translation>
    </message>
    <message>
        <source>The %1 worst of %2 layers</source>
        <translation>最差的 %1 层，共 %2 层</translation>
    </message>
    <message>
        <source> (dB)</source>
        <translation> (dB)</translation>
    </message>
    <message>
        <source>: ▬ in the model, ◇ the layer alone</source>
        <translation>：▬ 模型内，◇ 单层</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LayerCharts</name>
    <message>
        <source>: done while the array computes what it works on</source>
        <translation>：在阵列计算其输入的同时完成</translation>
    </message>
    <message>
        <source>This model has no operator with a known shape.</source>
        <translation>该模型没有形状已知的算子。</translation>
    </message>
    <message>
        <source>%1 MAC per byte, %2 MAC/cycle</source>
        <translation>%1 MAC/字节，%2 MAC/周期</translation>
    </message>
    <message>
        <source>%1 elements on the vector unit</source>
        <translation>向量单元上 %1 个元素</translation>
    </message>
    <message>
        <source>Utilisation %1, DRAM %2</source>
        <translation>利用率 %1，DRAM %2</translation>
    </message>
    <message>
        <source>DRAM %1</source>
        <translation>DRAM %1</translation>
    </message>
    <message>
        <source>Adopted tiling: %1</source>
        <translation>采用的分块：%1</translation>
    </message>
    <message>
        <source>Limited by: %1</source>
        <translation>受限于：%1</translation>
    </message>
    <message>
        <source>= exact, as SCALE-Sim counts</source>
        <translation>= 精确，按 SCALE-Sim 的计法</translation>
    </message>
    <message>
        <source>≈ estimated by the physical rules</source>
        <translation>≈ 按物理规则估计</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LayerDetails</name>
    <message>
        <source>Scales of the weights by channel</source>
        <translation>各通道权重的缩放因子</translation>
    </message>
    <message>
        <source>Weights, what their codes stand for, and the error</source>
        <translation>权重、其量化码所代表的值，以及误差</translation>
    </message>
    <message>
        <source>Double click writes this value out</source>
        <translation>双击可写出此值的计算过程</translation>
    </message>
    <message>
        <source>Outputs with the largest errors</source>
        <translation>误差最大的输出</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>FP32 against INT8</source>
        <translation>FP32 与 INT8 对比</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>缩放因子</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>最差</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>One value</source>
        <translation>单个值</translation>
    </message>
    <message>
        <source>Bits of a sum by channel</source>
        <translation>各通道累加和的位数</translation>
    </message>
    <message>
        <source>Bit growth of the layer</source>
        <translation>该层的位宽增长</translation>
    </message>
    <message>
        <source>The values could not be counted: %1</source>
        <translation>无法统计这些值：%1</translation>
    </message>
    <message>
        <source>Counting the values was stopped.</source>
        <translation>已停止统计这些值。</translation>
    </message>
    <message>
        <source>The values are being counted.</source>
        <translation>正在统计这些值。</translation>
    </message>
    <message>
        <source>The weights of this layer are not at hand: its study was not made on a sample.</source>
        <translation>没有此层的权重：它的研究不是在样本上进行的。</translation>
    </message>
    <message>
        <source>Weights and their error of %1</source>
        <translation>%1 的权重及其误差</translation>
    </message>
    <message>
        <source>How far the sums of this layer can grow is not known.</source>
        <translation>此层的累加和能增长到多大尚不可知。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LayerMeasure</name>
    <message>
        <source>%1 steps</source>
        <translation>%1 个步长</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LayerPane</name>
    <message>
        <source>FP32 output, INT8 output and error of the layer</source>
        <translation>该层的 FP32 输出、INT8 输出和误差</translation>
    </message>
    <message>
        <source>All channels</source>
        <translation>所有通道</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Error in steps</source>
        <translation>误差以步长计</translation>
    </message>
    <message>
        <source>In steps of the output&apos;s codes, which compares layers</source>
        <translation>以输出量化码的步长为单位，便于比较各层</translation>
    </message>
    <message>
        <source>Refit colours</source>
        <translation>重新适配颜色</translation>
    </message>
    <message>
        <source>Fits the error scale to this result; it stays still otherwise</source>
        <translation>使误差的色标适配当前结果；平时色标保持不变</translation>
    </message>
    <message>
        <source>of %1, counted from 0</source>
        <translation>共 %1 个，从 0 计</translation>
    </message>
    <message>
        <source>Open a model to compare its layers in INT8 and FP32.</source>
        <translation>打开一个模型，比较各层的 INT8 与 FP32 结果。</translation>
    </message>
    <message>
        <source>This layer could not be studied: %1</source>
        <translation>无法研究此层：%1</translation>
    </message>
    <message>
        <source>Choose a layer on the left.</source>
        <translation>请在左侧选择一层。</translation>
    </message>
    <message>
        <source>The layer is being computed in INT8.</source>
        <translation>正在以 INT8 计算该层。</translation>
    </message>
    <message>
        <source>INT8 error of %1</source>
        <translation>%1 的 INT8 误差</translation>
    </message>
    <message>
        <source>FP32 and INT8 outputs of %1</source>
        <translation>%1 的 FP32 与 INT8 输出</translation>
    </message>
</context>
<context>
    <name>edgewright::views::LoadCurve</name>
    <message>
        <source>Being simulated at several loads.</source>
        <translation>正在多种负载下模拟。</translation>
    </message>
    <message>
        <source>%1, median</source>
        <translation>%1，中位数</translation>
    </message>
    <message>
        <source>%1, 99th percentile</source>
        <translation>%1，第 99 百分位数</translation>
    </message>
    <message>
        <source>%1 at a load of %2: %3</source>
        <translation>%1，负载 %2：%3</translation>
    </message>
    <message>
        <source>needs %1 more queries to be known</source>
        <translation>还需要 %1 个查询才能确定</translation>
    </message>
    <message>
        <source>knee of %1: %2</source>
        <translation>%1 的拐点：%2</translation>
    </message>
    <message>
        <source>Load of the cores of which most is asked (%)</source>
        <translation>需求最多的核集合的负载（%）</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>model, load</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No latency has a knee below the largest load.</source>
        <translation>在最大负载以下，延迟没有拐点。</translation>
    </message>
    <message>
        <source>Latency rises steeply from a load of: %1</source>
        <translation>延迟从以下负载起急剧上升：%1</translation>
    </message>
    <message>
        <source>Latency (%1): ● median, ▲ 99th percentile</source>
        <translation>延迟（%1）：● 中位数，▲ 第 99 百分位数</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MachineRoof</name>
    <message>
        <source>%1 GMAC/s</source>
        <translation>%1 GMAC/s</translation>
    </message>
    <message>
        <source>● %1, %2 of the time</source>
        <translation>● %1，占时间的 %2</translation>
    </message>
    <message>
        <source>%1 at %2 MAC per byte</source>
        <translation>%1，%2 MAC/字节</translation>
    </message>
    <message>
        <source>%1 of the roof</source>
        <translation>屋顶的 %1</translation>
    </message>
    <message>
        <source>≈ predicted %1</source>
        <translation>≈ 预测 %1</translation>
    </message>
    <message>
        <source>● %1 alone: %2</source>
        <translation>● %1（单独运行）：%2</translation>
    </message>
    <message>
        <source>%1 of the peak</source>
        <translation>峰值的 %1</translation>
    </message>
    <message>
        <source>Arithmetic intensity (MAC per byte)</source>
        <translation>计算强度（MAC/字节）</translation>
    </message>
    <message>
        <source>Throughput (GMAC/s)</source>
        <translation>吞吐量 (GMAC/s)</translation>
    </message>
    <message>
        <source>%1 peak %2</source>
        <translation>%1 峰值 %2</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>Measure the roof of this machine</source>
        <translation>测量本机的屋顶</translation>
    </message>
    <message>
        <source>Measure the roof of %1</source>
        <translation>测量 %1 的屋顶</translation>
    </message>
    <message>
        <source>Read the roof of a machine</source>
        <translation>读取机器的屋顶</translation>
    </message>
    <message>
        <source>Keep the roof of a machine</source>
        <translation>保存机器的屋顶</translation>
    </message>
    <message>
        <source>There is no board %1 any more.</source>
        <translation>开发板 %1 已不存在。</translation>
    </message>
    <message>
        <source>The roof was not measured: %1</source>
        <translation>未测得屋顶：%1</translation>
    </message>
    <message>
        <source>waiting for the board</source>
        <translation>正在等待开发板</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Measure</name>
    <message>
        <source>%1 % less</source>
        <translation>少 %1 %</translation>
    </message>
    <message>
        <source>%1 % more</source>
        <translation>多 %1 %</translation>
    </message>
    <message>
        <source>The arena goes from %1 to %2.</source>
        <translation>内存池由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>The weights go from %1 to %2.</source>
        <translation>权重由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>Predicted: %1 %2, on %3.</source>
        <comment>mark, time or change, source of the prediction</comment>
        <translation>预测：%1 %2，依据：%3。</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>median, interval</comment>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>the %1 network takes %2 on %3.</source>
        <comment>variant, time, device</comment>
        <translation>%1：网络在 %3 上用时 %2。</translation>
    </message>
    <message>
        <source>median %1, 95 % sure between %2 and %3 at all speeds that the machine was seen at</source>
        <translation>中位数 %1；就该机器出现过的各种速度而言，有 95 % 的把握在 %2 与 %3 之间</translation>
    </message>
    <message>
        <source>p95 %1, p99 %2, fastest %3, slowest %4</source>
        <translation>p95 %1，p99 %2，最快 %3，最慢 %4</translation>
    </message>
    <message>
        <source>%1 runs, %2 a second</source>
        <translation>%1 次运行，每秒 %2 次</translation>
    </message>
    <message>
        <source>first run %1</source>
        <translation>首次运行 %1</translation>
    </message>
    <message>
        <source>arena %1</source>
        <translation>内存池 %1</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 takes %2 than %3 on %5; medians of all runs: %4.</source>
        <comment>variant, &apos;24 % less time&apos;, other variant, times, device</comment>
        <translation>在 %5 上，%1 与 %3 相比：%2；全部运行的中位数：%4。</translation>
    </message>
    <message>
        <source>%1 against %3: %2 (medians of all runs: %4, on %5).</source>
        <comment>variant, &apos;too noisy to say&apos;, other variant, times, device</comment>
        <translation>%1 与 %3 相比：%2（全部运行的中位数：%4，在 %5 上）。</translation>
    </message>
    <message>
        <source>Copying inputs into the arena takes %1 of it.</source>
        <translation>其中 %1 用于将输入复制到内存池。</translation>
    </message>
    <message>
        <source>%1 takes %2 time than %3: %4.</source>
        <translation>%1 的用时比 %3 %2：%4。</translation>
    </message>
    <message>
        <source>%1 and %2: no difference that can be told (%3).</source>
        <translation>%1 与 %2：看不出差异（%3）。</translation>
    </message>
    <message>
        <source>They were not measured in turn: the machine may have been another one to them.</source>
        <translation>两者并非轮流测量：测量时机器的状态可能不同。</translation>
    </message>
    <message>
        <source>%1: 95 % sure between %2 and %3.</source>
        <comment>variant, interval</comment>
        <translation>%1：有 95 % 的把握在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>负载 %1</translation>
    </message>
    <message>
        <source>no clock governor to be seen</source>
        <translation>未见调频策略</translation>
    </message>
    <message>
        <source>governor %1</source>
        <translation>调频策略 %1</translation>
    </message>
    <message>
        <source>%1: the outputs DIFFER from those of this machine, by %2 of their norm.</source>
        <translation>%1：输出与本机的不一致，相差其范数的 %2。</translation>
    </message>
    <message>
        <source>Stopped: these are the runs until then.</source>
        <translation>已停止：此处为停止之前的各次运行。</translation>
    </message>
    <message>
        <source>%1 was not measured: %2.</source>
        <translation>未测量 %1：%2。</translation>
    </message>
    <message>
        <source>%1 was calibrated on random inputs: its times hold, its outputs say nothing.</source>
        <translation>%1 以随机输入校准：时间有效，输出没有参考意义。</translation>
    </message>
    <message>
        <source>%1 (%2 of its runs)</source>
        <translation>%1（其运行的 %2）</translation>
    </message>
    <message>
        <source>Times not known well: %1. Measure longer, or with less else running.</source>
        <translation>时间尚不确定：%1。请延长测量时间，或减少同时运行的其他程序。</translation>
    </message>
    <message>
        <source>Without warm-up, right after the first run: %1.</source>
        <translation>未经预热，紧接首次运行之后：%1。</translation>
    </message>
    <message>
        <source>The processor was taken away: %1.</source>
        <translation>处理器曾被抢占：%1。</translation>
    </message>
    <message>
        <source>Other programs were computing (load %1).</source>
        <translation>有其他程序在计算（负载 %1）。</translation>
    </message>
    <message>
        <source>The machine changed its speed by %1 × meanwhile.</source>
        <translation>测量期间机器的速度变化达 %1 ×。</translation>
    </message>
    <message numerus="yes">
        <source>It was seen at speeds %1 × apart in %n measurements: the times stand between those at these speeds; comparisons within one run do not depend on it.</source>
        <translation>
            <numerusform>在 %n 次测量中，机器的速度相差达 %1 ×：所给时间介于这些速度下的时间之间；同一次测量内的比较不受影响。</numerusform>
        </translation>
    </message>
    <message>
        <source>The clock was held down, for heat or power: these times are not the machine&apos;s best.</source>
        <translation>时钟频率因温度或功耗而受限：这些时间并非该机器的最佳水平。</translation>
    </message>
    <message>
        <source>outputs identical to this machine&apos;s</source>
        <translation>输出与本机完全相同</translation>
    </message>
    <message>
        <source>outputs within %1 of this machine&apos;s</source>
        <translation>输出与本机相差不超过 %1</translation>
    </message>
    <message>
        <source>No times by operator: the measurement was stopped before them.</source>
        <translation>没有按算子的时间：测量在此之前已停止。</translation>
    </message>
    <message>
        <source>operators %1, a run %2</source>
        <translation>算子合计 %1，单次运行 %2</translation>
    </message>
    <message>
        <source>with a clock between operators %1</source>
        <translation>逐算子计时的运行 %1</translation>
    </message>
    <message>
        <source>prediction off by %1 % in all, %2 % by operator</source>
        <translation>预测偏差：总体 %1 %，按算子 %2 %</translation>
    </message>
    <message>
        <source>no prediction, which is of float32 kernels</source>
        <translation>无预测：预测仅针对 float32 内核</translation>
    </message>
    <message numerus="yes">
        <source>calibrated on %n inputs of %1</source>
        <translation>
            <numerusform>以 %1 的 %n 个输入校准</numerusform>
        </translation>
    </message>
    <message>
        <source>peak memory %1, arena %2, allocations %3, operator calls %4</source>
        <translation>峰值内存 %1，内存池 %2，分配 %3 次，算子调用 %4 次</translation>
    </message>
    <message>
        <source>%1 · as %2 recorded it, passes: %3</source>
        <translation>%1 · 由 %2 记录，遍数：%3</translation>
    </message>
    <message>
        <source>kernels of a pass %1, from its first to its last %2 · kernels: %3</source>
        <translation>一遍的内核 %1，从第一个到最后一个 %2 · 内核数：%3</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasureAnswer</name>
    <message>
        <source>%1 (+ %2 more) %3</source>
        <comment>doubt, number, machine</comment>
        <translation>%1（另有 %2 条）%3</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a clause as a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Being measured …</source>
        <translation>正在测量 …</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>This model cannot be measured here.</source>
        <translation>此模型无法在此测量。</translation>
    </message>
    <message>
        <source>Not measured yet on %1.</source>
        <translation>尚未在 %1 上测量。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1, kernels of a pass</source>
        <translation>%1，单次运行的内核</translation>
    </message>
    <message>
        <source>Stopped before the operators were timed: a run takes %1 in %2.</source>
        <translation>在为算子计时之前已停止：在 %2 中一次运行用时 %1。</translation>
    </message>
    <message>
        <source>Operators that both have (%1) take %2 here and %3 in %4 (%5).</source>
        <translation>双方共有的算子（%1）此处用时 %2，%4 中用时 %3（%5）。</translation>
    </message>
    <message>
        <source>None of its kernels was started for a node of this model.</source>
        <translation>其中没有内核是为此模型的节点启动的。</translation>
    </message>
    <message>
        <source>%1: operations and bytes are not counted.</source>
        <translation>%1：运算与字节未计数。</translation>
    </message>
    <message>
        <source>Profile: %1.</source>
        <translation>性能剖析：%1。</translation>
    </message>
    <message>
        <source>Measured with other settings than those of now: measure again.</source>
        <translation>测量时的设置与当前设置不同：请重新测量。</translation>
    </message>
    <message>
        <source>The profile does not say on which machine it was taken.</source>
        <translation>性能剖析未说明取自哪台机器。</translation>
    </message>
    <message>
        <source>Regions that it runs as one are shared among their operators, by prediction.</source>
        <translation>性能剖析中作为整体执行的区域，其时间按预测分摊到各算子。</translation>
    </message>
    <message numerus="yes">
        <source>%n operators of the profile have no partner.</source>
        <translation>
            <numerusform>性能剖析中有 %n 个算子没有对应节点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operators of the profile fit two nodes.</source>
        <translation>
            <numerusform>性能剖析中有 %n 个算子可对应两个节点。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasureControls</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Quantized by the default scheme on the inputs that lie beside the model, with integer kernels: its outputs are not those of float32</source>
        <translation>用模型旁的输入按默认方案量化，以整数内核运行：其输出与 float32 的不同</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Threads that one run may use</source>
        <translation>一次运行可使用的线程数</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>所有核心</translation>
    </message>
    <message>
        <source>The logical processors that it may run on, as 0-3,6: the fast ones of a board, say. Empty: all.</source>
        <translation>允许使用的逻辑处理器，写作 0-3,6：例如开发板的快速核心。留空：全部。</translation>
    </message>
    <message>
        <source>at most </source>
        <comment>seconds</comment>
        <translation>最多 </translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 and %n threads</source>
        <translation>
            <numerusform>1 个和 %n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop; what was measured is kept (Ctrl+M)</source>
        <translation>停止；保留已测得的结果（Ctrl+M）</translation>
    </message>
    <message>
        <source>Open a model first</source>
        <translation>请先打开一个模型</translation>
    </message>
    <message>
        <source>Cores are named as 0-3,6</source>
        <translation>核心应写作 0-3,6 的形式</translation>
    </message>
    <message>
        <source>Run the chosen variants in turn on %1 (Ctrl+M)</source>
        <translation>在 %1 上轮流运行所选变体（Ctrl+M）</translation>
    </message>
    <message>
        <source>all variants</source>
        <translation>所有变体</translation>
    </message>
    <message>
        <source>choose variants</source>
        <translation>选择变体</translation>
    </message>
    <message numerus="yes">
        <source>%n variants</source>
        <translation>
            <numerusform>%n 个变体</numerusform>
        </translation>
    </message>
    <message>
        <source>tuned kernels, fused, in the arena</source>
        <translation>调优后的内核，融合后，使用内存池</translation>
    </message>
    <message>
        <source>With what the Tuning tab decided on for this device and so many threads</source>
        <translation>使用“调优”标签页为此设备和此线程数选定的参数</translation>
    </message>
    <message>
        <source>%1 is no board that was added: its runs came with a profile or the study</source>
        <translation>%1 不是已添加的开发板：其运行数据来自性能剖析或研究文件</translation>
    </message>
    <message>
        <source>FP16, fused, in the arena</source>
        <translation>FP16，融合后，使用内存池</translation>
    </message>
    <message>
        <source>Matrix products of halves on the GPU&apos;s tensor cores, summed in float32</source>
        <translation>在 GPU 的张量核心上计算半精度矩阵乘积，以 float32 求和</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasurePictures</name>
    <message>
        <source>Time of one run</source>
        <translation>单次运行的时间</translation>
    </message>
    <message>
        <source>Devices side by side</source>
        <translation>设备并列对照</translation>
    </message>
    <message>
        <source>Runs by date</source>
        <translation>按日期排列的运行</translation>
    </message>
    <message>
        <source>When each operator ran stands here once it is measured.</source>
        <translation>测量之后，此处显示各算子的运行时段。</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Not matched</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>Each device that this model was measured on stands here. Add a board on the left.</source>
        <translation>此处显示测量过此模型的每台设备。请在左侧添加开发板。</translation>
    </message>
    <message>
        <source>Every run on %1 stands here, by date.</source>
        <translation>此处按日期显示在 %1 上的每次运行。</translation>
    </message>
    <message>
        <source>Tuning</source>
        <translation>调优</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasureView</name>
    <message>
        <source>Add board…</source>
        <translation>添加开发板…</translation>
    </message>
    <message>
        <source>A Raspberry Pi, a Jetson, any Linux that your ssh command reaches</source>
        <translation>Raspberry Pi、Jetson，或任何能用 ssh 命令连接的 Linux 机器</translation>
    </message>
    <message>
        <source>Open profile…</source>
        <translation>打开性能剖析…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>What is shown as CSV, JSON or trace</source>
        <translation>将所示内容存为 CSV、JSON 或跟踪文件</translation>
    </message>
    <message>
        <source>%1. The part that does not depend on it is measured by “edgewright-cli measure”.</source>
        <translation>%1。不依赖于它的部分可用“edgewright-cli measure”测量。</translation>
    </message>
    <message>
        <source>Open a model to measure it.</source>
        <translation>打开一个模型以进行测量。</translation>
    </message>
    <message>
        <source>Being measured.</source>
        <translation>正在测量。</translation>
    </message>
    <message>
        <source>Press Measure: it takes about %1 s.</source>
        <translation>按“测量”：约需 %1 s。</translation>
    </message>
    <message>
        <source>%1 (shared)</source>
        <translation>%1（分摊）</translation>
    </message>
    <message>
        <source>There are no times by operator: the measurement was stopped before them.</source>
        <translation>没有按算子的时间：测量在此之前已停止。</translation>
    </message>
    <message>
        <source>Open profile</source>
        <translation>打开性能剖析</translation>
    </message>
    <message>
        <source>Profiles (*.json *.json.gz *.sqlite);;All files (*)</source>
        <translation>性能剖析 (*.json *.json.gz *.sqlite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Measure the model first: the profile stands beside that.</source>
        <translation>请先测量模型：性能剖析要与测量结果对照。</translation>
    </message>
    <message>
        <source>A profile of ONNX Runtime, PyTorch, trtexec or TVM, to stand beside; or a trace of a GPU, by PyTorch, Nsight Systems or edgewright-cli trace</source>
        <translation>ONNX Runtime、PyTorch、trtexec 或 TVM 的性能剖析，用于并列；或由 PyTorch、Nsight Systems 或 edgewright-cli trace 得到的 GPU 跟踪</translation>
    </message>
    <message>
        <source>Open a model first: the profile is matched to its nodes.</source>
        <translation>请先打开模型：性能剖析要对应到它的节点。</translation>
    </message>
    <message>
        <source>There is no GPU to measure on: the line above says why. Measure looks for it again.</source>
        <translation>没有可供测量的 GPU：上面一行说明了原因。按“测量”会再次寻找。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Measurements</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>another machine</source>
        <translation>另一台机器</translation>
    </message>
    <message>
        <source>There is no board %1 any more.</source>
        <translation>开发板 %1 已不存在。</translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>getting to know the board</source>
        <translation>正在了解开发板</translation>
    </message>
    <message>
        <source>starting the GPU</source>
        <translation>正在启动 GPU</translation>
    </message>
    <message>
        <source>the GPU of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>the GPU</source>
        <translation>GPU</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MemoryCharts</name>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>工作内存</translation>
    </message>
    <message>
        <source>Inside a node</source>
        <translation>节点内部</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>In place</source>
        <translation>原地</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Left free by parts</source>
        <translation>部分张量留出的空闲</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Step (execution order)</source>
        <translation>步（执行顺序）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 (%2 B)</source>
        <translation>%1（%2 B）</translation>
    </message>
    <message>
        <source>in step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>in steps %1 to %2 (%3 of %4)</source>
        <translation>第 %1 至 %2 步（%4 步中的 %3 步）</translation>
    </message>
    <message>
        <source>Alive %1</source>
        <translation>存活：%1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>steps %1 to %2: %3</source>
        <translation>第 %1 至 %2 步：%3</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Shares bytes</source>
        <translation>共享字节</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>A view: the same bytes under another shape</source>
        <translation>视图：相同的字节，不同的形状</translation>
    </message>
    <message>
        <source>A part: some of the bytes of the other</source>
        <translation>部分：另一张量的部分字节</translation>
    </message>
    <message>
        <source>In place: the operator overwrites its input</source>
        <translation>原地：算子覆盖其输入</translation>
    </message>
    <message>
        <source>%1: %2 tensors in %3 buffers over %4 steps; arena %5, lower bound %6, most bytes alive in step %7</source>
        <translation>%1：%2 个张量，%3 个缓冲区，共 %4 步；内存池 %5，下界 %6，第 %7 步存活的字节最多</translation>
    </message>
    <message>
        <source>lower bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>lower bound %1, arena %2</source>
        <translation>下界 %1，内存池 %2</translation>
    </message>
    <message>
        <source>lower bound %1 = arena</source>
        <translation>下界 %1 = 内存池</translation>
    </message>
    <message>
        <source>The arena is as small as the bytes alive in step %1. Only smaller or shorter-lived tensors, or another order, make it smaller.</source>
        <translation>内存池恰好等于第 %1 步存活的字节数。只有张量更小、生命周期更短，或改变执行顺序，才能使它更小。</translation>
    </message>
    <message>
        <source>The arena is %1 (%2) larger than the lower bound: step %3 reaches its end with %4 unused below.</source>
        <translation>内存池比下界大 %1（%2）：第 %3 步用到其末端，而下方有 %4 未使用。</translation>
    </message>
    <message>
        <source>It is proven that no plan is smaller.</source>
        <translation>已证明不存在更小的规划。</translation>
    </message>
    <message>
        <source>It is proven that no plan of these tensors is smaller.</source>
        <translation>已证明这些张量不存在更小的规划。</translation>
    </message>
    <message>
        <source>The search stopped at the limit: whether a smaller plan exists is not known.</source>
        <translation>搜索达到上限后停止：是否存在更小的规划尚不可知。</translation>
    </message>
    <message>
        <source>Another planner may do better.</source>
        <translation>换一个规划器也许更好。</translation>
    </message>
    <message>
        <source>Tensor lifetimes, original graph</source>
        <translation>张量生命周期，原始计算图</translation>
    </message>
    <message>
        <source>Tensor lifetimes, fused graph</source>
        <translation>张量生命周期，融合后的计算图</translation>
    </message>
    <message>
        <source>Memory arena, original graph</source>
        <translation>内存池，原始计算图</translation>
    </message>
    <message>
        <source>Memory arena, fused graph</source>
        <translation>内存池，融合后的计算图</translation>
    </message>
    <message>
        <source>Memory arena before and after fusion</source>
        <translation>融合前后的内存池</translation>
    </message>
    <message>
        <source>Memory arena of A and B</source>
        <translation>A 与 B 的内存池</translation>
    </message>
    <message>
        <source>Smallest peak over the time of the search</source>
        <translation>最小峰值随搜索时间的变化</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MemoryLists</name>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Planners</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>The tensors alive at the peak, or at the cursor</source>
        <translation>在峰值处或光标处存活的张量</translation>
    </message>
    <message>
        <source>Who lives in which buffer, when and why</source>
        <translation>哪个张量在何时、因何占用哪个缓冲区</translation>
    </message>
    <message>
        <source>Every planner on every order</source>
        <translation>每个规划器与每种执行顺序的组合</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>list and its length</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>A | B</source>
        <translation>A | B</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MemoryView</name>
    <message>
        <source>as before</source>
        <translation>与之前相同</translation>
    </message>
    <message>
        <source>%1 less than before (%2)</source>
        <translation>比之前（%2）减少 %1</translation>
    </message>
    <message>
        <source>%1 more than before (%2)</source>
        <translation>比之前（%2）增加 %1</translation>
    </message>
    <message>
        <source> (proven optimal)</source>
        <translation> （已证明最优）</translation>
    </message>
    <message>
        <source> (proven optimal for these tensors)</source>
        <translation> （已证明对这些张量最优）</translation>
    </message>
    <message>
        <source> (stopped at the limit)</source>
        <translation> （达到上限后停止）</translation>
    </message>
    <message>
        <source>Open a model to see where its tensors live.</source>
        <translation>打开一个模型，查看其张量存放在哪里。</translation>
    </message>
    <message>
        <source>There is no memory plan: %1</source>
        <translation>没有内存规划：%1</translation>
    </message>
    <message>
        <source>The memory plan is being computed.</source>
        <translation>正在计算内存规划。</translation>
    </message>
    <message>
        <source>%1 lower bound %2</source>
        <translation>%1 下界 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors in %1 buffers</source>
        <translation>
            <numerusform>%n 个张量，%1 个缓冲区</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, side by side %2, shared in place (sum of buffers) %3</source>
        <translation>%1，各自存放 %2，原地共享后（缓冲区总和）%3</translation>
    </message>
    <message>
        <source>%1, sum of buffers %2</source>
        <translation>%1，缓冲区总和 %2</translation>
    </message>
    <message>
        <source>proven optimal</source>
        <translation>已证明最优</translation>
    </message>
    <message>
        <source>at most %1 above the best plan</source>
        <translation>最多比最优规划高 %1</translation>
    </message>
    <message>
        <source>not proven</source>
        <translation>未证明</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1; the peak is at %2.</source>
        <translation>%1；峰值位于 %2。</translation>
    </message>
    <message>
        <source>at the peak %1 elements of %2 B are alive, where %3 of %4 B were</source>
        <translation>峰值处存活 %1 个元素，每个 %2 B，此前为 %3 个，每个 %4 B</translation>
    </message>
    <message>
        <source>%1: %2 · %3: %4</source>
        <translation>%1：%2 · %3：%4</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Fusion leaves the arena as it is (%1, %2)</source>
        <translation>融合不改变内存池（%1，%2）</translation>
    </message>
    <message>
        <source>Fused in narrower types, the arena is %1 smaller (%2, %3): %4</source>
        <translation>以更窄的类型融合后，内存池减小 %1（%2，%3）：%4</translation>
    </message>
    <message>
        <source>Fusion saves %1 of the arena (%2, %3)</source>
        <translation>融合使内存池减小 %1（%2，%3）</translation>
    </message>
    <message>
        <source>Fusion needs %1 more (%2, %3)</source>
        <translation>融合使内存池增大 %1（%2，%3）</translation>
    </message>
    <message>
        <source>%1 and %2 need the same (%3, %4)</source>
        <translation>%1 与 %2 所需的内存池相同（%3，%4）</translation>
    </message>
    <message>
        <source>%1 needs %2 less than %3 (%4, %5)</source>
        <translation>%1 比 %3 少用 %2（%4，%5）</translation>
    </message>
    <message>
        <source>%1 needs %2 more than %3 (%4, %5)</source>
        <translation>%1 比 %3 多用 %2（%4，%5）</translation>
    </message>
    <message>
        <source>The arena of the fused graph takes %1 (%2)</source>
        <translation>融合后计算图的内存池占用 %1（%2）</translation>
    </message>
    <message>
        <source>The arena of the original graph takes %1 (%2)</source>
        <translation>原始计算图的内存池占用 %1（%2）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, step %2 of 0 to %3</source>
        <translation>%1，第 %2 步（0 至 %3）</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>存活 %1</translation>
    </message>
    <message>
        <source>arena used up to %1</source>
        <translation>内存池用到 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Run the network through the arena, or pause</source>
        <translation>在内存池中播放网络的运行，或暂停</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
    <message>
        <source>One step back, one step forward</source>
        <translation>后退一步、前进一步</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Left、Right</translation>
    </message>
    <message>
        <source>Ten steps back, ten steps forward</source>
        <translation>后退十步、前进十步</translation>
    </message>
    <message>
        <source>Shift+Left, Shift+Right</source>
        <translation>Shift+Left、Shift+Right</translation>
    </message>
    <message>
        <source>First step, last step</source>
        <translation>第一步、最后一步</translation>
    </message>
    <message>
        <source>Ctrl+Left, Ctrl+Right</source>
        <translation>Ctrl+Left、Ctrl+Right</translation>
    </message>
    <message>
        <source>Go to the peak</source>
        <translation>转到峰值</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>Go to a step, or drag through them</source>
        <translation>转到某一步，或拖动浏览各步</translation>
    </message>
    <message>
        <source>Click on a step axis or a curve</source>
        <translation>点击步轴或曲线</translation>
    </message>
    <message>
        <source>Previous or next tensor of a chart</source>
        <translation>图表中的上一个或下一个张量</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Up、Down</translation>
    </message>
    <message>
        <source>Zoom about the pointer; the steps alone; the rest alone</source>
        <translation>以指针为中心缩放；只缩放步轴；只缩放另一轴</translation>
    </message>
    <message>
        <source>Wheel, Shift+Wheel, Ctrl+Wheel</source>
        <translation>滚轮、Shift+滚轮、Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Zoom a chart in or out</source>
        <translation>放大或缩小图表</translation>
    </message>
    <message>
        <source>+, −</source>
        <translation>+、−</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Home, double click</source>
        <translation>Home、双击</translation>
    </message>
    <message>
        <source>Leave the step, then the selection</source>
        <translation>先离开该步，再取消选择</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MiniMap</name>
    <message>
        <source>Map of the whole graph</source>
        <translation>整个计算图的缩略图</translation>
    </message>
    <message>
        <source>Click or drag to move</source>
        <translation>点击或拖动以移动</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModelForm</name>
    <message>
        <source>Arrivals</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>sizes as 4, 8</source>
        <translation>形如 4, 8 的大小</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a field, a model</comment>
        <translation>%2 的%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModelList</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The chosen model once more</source>
        <translation>将所选模型再添加一次</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the chosen model out of the scenario</source>
        <translation>将所选模型移出场景</translation>
    </message>
    <message>
        <source>MLPerf</source>
        <translation>MLPerf</translation>
    </message>
    <message>
        <source>Arrivals of the chosen model, and the duration, as a scenario of MLPerf has them</source>
        <translation>所选模型的到达方式和时长取自 MLPerf 的场景</translation>
    </message>
    <message>
        <source>Models of the scenario</source>
        <translation>场景的模型</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>The open model (none is open)</source>
        <translation>已打开的模型（未打开）</translation>
    </message>
    <message>
        <source>%1, which is open</source>
        <translation>已打开的 %1</translation>
    </message>
    <message>
        <source>Models (*.onnx);;All files (*)</source>
        <translation>模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Duplicate a model</source>
        <translation>复制模型</translation>
    </message>
    <message>
        <source>Remove a model</source>
        <translation>移除模型</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModelPane</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Accumulators</source>
        <translation>累加器</translation>
    </message>
    <message>
        <source>Layers by</source>
        <translation>层排序</translation>
    </message>
    <message>
        <source>What the layers are sorted by</source>
        <translation>各层的排序依据</translation>
    </message>
    <message>
        <source>Find what each layer costs</source>
        <translation>查明各层的代价</translation>
    </message>
    <message>
        <source>Layers of the model in INT8</source>
        <translation>INT8 模型的各层</translation>
    </message>
    <message>
        <source>Layers in INT8</source>
        <translation>INT8 的各层</translation>
    </message>
    <message>
        <source>The model runs with one layer in integers, for each of the layers.</source>
        <translation>对每一层，模型各运行一次，仅该层采用整数。</translation>
    </message>
    <message>
        <source>No layer of this model is quantized.</source>
        <translation>此模型没有被量化的层。</translation>
    </message>
    <message>
        <source>Finding what each layer costs …</source>
        <translation>正在查明各层的代价 …</translation>
    </message>
    <message>
        <source>Open a model to see what integers cost.</source>
        <translation>打开一个模型，查看整数运算的代价。</translation>
    </message>
    <message>
        <source>The model could not be quantized: %1</source>
        <translation>无法量化模型：%1</translation>
    </message>
    <message>
        <source>This model has no convolution or matrix product with constant weights.</source>
        <translation>此模型没有权重为常量的卷积或矩阵乘。</translation>
    </message>
    <message>
        <source>The model is being quantized and run in integers.</source>
        <translation>正在量化模型并以整数运行。</translation>
    </message>
    <message>
        <source>Layers of the model in INT8, by error added up so far</source>
        <translation>INT8 模型的各层，按至此累积的误差</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModuleCard</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>× %1 the same</source>
        <translation>× %1 相同</translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>权重 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModuleFolding</name>
    <message>
        <source>Nothing is folded, or nothing is selected.</source>
        <translation>没有折叠的模块，或没有选中内容。</translation>
    </message>
    <message>
        <source>No module is open around this.</source>
        <translation>选中内容之外没有展开的模块。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::MoreDevices</name>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n 台设备</numerusform>
        </translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>%1, %2 as many frames</source>
        <translation>%1，帧数为 %2</translation>
    </message>
    <message>
        <source>%1: a frame every %2, as planned</source>
        <translation>%1：每 %2 一帧，按计划</translation>
    </message>
    <message>
        <source>run: a frame every %1</source>
        <translation>运行：每 %1 一帧</translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n devices</source>
        <comment>a time</comment>
        <translation>
            <numerusform>%1，%n 台设备</numerusform>
        </translation>
    </message>
    <message>
        <source>A frame every %1; bound %2</source>
        <translation>每 %1 一帧；下界 %2</translation>
    </message>
    <message>
        <source>Time between frames (%1); dotted: no split over all devices is below, ◇ run</source>
        <translation>帧间时间（%1）；点线：所有设备上的划分都不低于此值，◇ 实测</translation>
    </message>
    <message>
        <source>Time between frames (%1); dotted: no split over all devices is below</source>
        <translation>帧间时间（%1）；点线：所有设备上的划分都不低于此值</translation>
    </message>
</context>
<context>
    <name>edgewright::views::NameLabel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>edgewright::views::NestView</name>
    <message>
        <source>Loop nest</source>
        <translation>循环嵌套</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>滤波器</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Order of the loops</source>
        <translation>循环的顺序</translation>
    </message>
    <message>
        <source>Loops over tiles, the outermost first: P output pixels, F filters, C input channels</source>
        <translation>遍历分块的循环，最外层在前：P 输出像素，F 滤波器，C 输入通道</translation>
    </message>
    <message>
        <source>Use this tiling</source>
        <translation>采用此分块</translation>
    </message>
    <message>
        <source>For this layer and those like it. Undo takes it back; a study keeps it.</source>
        <translation>用于此层及与其相同的层。可撤销；研究会保存它。</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>当前分块</translation>
    </message>
    <message>
        <source>The tiling that the layer has</source>
        <translation>该层现有的分块</translation>
    </message>
    <message>
        <source>Chosen tiling again</source>
        <translation>恢复选定分块</translation>
    </message>
    <message>
        <source>The layer gets the tiling that is chosen for it</source>
        <translation>该层重新使用为其选定的分块</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>%1, DRAM %2, %3</source>
        <translation>%1，DRAM %2，%3</translation>
    </message>
    <message>
        <source>Chosen: %1 (%2).</source>
        <translation>选定的分块：%1（%2）。</translation>
    </message>
    <message>
        <source>&lt;b&gt;This one cannot be used: %1.&lt;/b&gt;</source>
        <translation>&lt;b&gt;此分块不可用：%1。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>as many cycles as the chosen one</source>
        <translation>周期数与选定的分块相同</translation>
    </message>
    <message>
        <source>%1 fewer cycles than the chosen one</source>
        <translation>周期数比选定的分块少 %1</translation>
    </message>
    <message>
        <source>%1 more cycles than the chosen one</source>
        <translation>周期数比选定的分块多 %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;This one: %1&lt;/b&gt;, %2.</source>
        <translation>&lt;b&gt;此分块：%1&lt;/b&gt;，%2。</translation>
    </message>
    <message>
        <source>Open a model to see the loops of its layers.</source>
        <translation>打开一个模型，查看其各层的循环。</translation>
    </message>
    <message>
        <source>The costs are being computed.</source>
        <translation>正在计算开销。</translation>
    </message>
    <message>
        <source>No layer on the array is chosen: choose a convolution or a matrix product.</source>
        <translation>未选中阵列上的层：请选择一个卷积或矩阵乘。</translation>
    </message>
    <message>
        <source>Loops of &lt;b&gt;%1&lt;/b&gt;, %2.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 的循环，%2。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::NodeCard</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>end</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开头</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n 个读取者</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>权重 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::NodeColouring</name>
    <message>
        <source>no MACs</source>
        <translation>无 MAC</translation>
    </message>
    <message>
        <source>Operator kind</source>
        <translation>算子种类</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MAC 数</translation>
    </message>
    <message>
        <source>Bytes written</source>
        <translation>写入的字节</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Fusion group</source>
        <translation>融合组</translation>
    </message>
</context>
<context>
    <name>edgewright::views::NodeQuery</name>
    <message>
        <source>the quote is not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>regular expression: %1</source>
        <translation>正则表达式：%1</translation>
    </message>
    <message>
        <source>an operator is missing before &quot;&gt;&quot;; * stands for any</source>
        <translation>“&gt;”之前缺少算子；* 代表任意算子</translation>
    </message>
    <message>
        <source>an operator is missing after &quot;&gt;&quot;; * stands for any</source>
        <translation>“&gt;”之后缺少算子；* 代表任意算子</translation>
    </message>
</context>
<context>
    <name>edgewright::views::OperatorPane</name>
    <message>
        <source>The variant whose operators are shown</source>
        <translation>显示其算子的变体</translation>
    </message>
    <message>
        <source>What stands beside it</source>
        <translation>用作对照的内容</translation>
    </message>
    <message>
        <source>One row for each</source>
        <translation>每行对应的内容</translation>
    </message>
    <message>
        <source>Operators by time</source>
        <translation>算子，按时间</translation>
    </message>
    <message>
        <source>by operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>by kind</source>
        <translation>按种类</translation>
    </message>
    <message>
        <source>by module</source>
        <translation>按模块</translation>
    </message>
    <message>
        <source>beside nothing</source>
        <translation>无对照</translation>
    </message>
    <message>
        <source>beside %1</source>
        <translation>对照 %1</translation>
    </message>
    <message>
        <source>beside %1 of %2</source>
        <translation>对照 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::OperatorTable</name>
    <message numerus="yes">
        <source>of %n operators of the original graph</source>
        <translation>
            <numerusform>对应原始计算图的 %n 个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::OutlineModel</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::OutlinePanel</name>
    <message>
        <source>Outline of the graph</source>
        <translation>计算图大纲</translation>
    </message>
    <message>
        <source>No bookmarks yet: Ctrl+1 to Ctrl+9 set one.</source>
        <translation>尚无书签：按 Ctrl+1 至 Ctrl+9 设置。</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
</context>
<context>
    <name>edgewright::views::OutputChart</name>
    <message>
        <source>INT8 output</source>
        <translation>INT8 输出</translation>
    </message>
    <message>
        <source>Error (steps)</source>
        <translation>误差（步长）</translation>
    </message>
    <message>
        <source>All %1 outputs</source>
        <translation>全部 %1 个输出</translation>
    </message>
    <message>
        <source>%1 of %2 outputs, evenly chosen</source>
        <translation>%2 个输出中均匀选取的 %1 个</translation>
    </message>
    <message>
        <source>; the codes reach all of them</source>
        <translation>；量化码覆盖全部输出</translation>
    </message>
    <message>
        <source>; %1 of all are clamped</source>
        <translation>；全部输出的 %1 被截断</translation>
    </message>
    <message>
        <source>FP32 output; shaded: within one step, which is %1</source>
        <translation>FP32 输出；阴影：一个步长之内，步长为 %1</translation>
    </message>
    <message>
        <source>; blue: channel %1</source>
        <translation>；蓝色：通道 %1</translation>
    </message>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>largest error: %1 steps, channel %2</source>
        <translation>最大误差：%1 个步长，通道 %2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::OutputsPane</name>
    <message>
        <source>Over FP32</source>
        <translation>随 FP32</translation>
    </message>
    <message>
        <source>What stands over the FP32 output</source>
        <translation>随 FP32 输出绘制的量</translation>
    </message>
    <message>
        <source>INT8 against FP32 outputs</source>
        <translation>INT8 输出与 FP32 输出的对比</translation>
    </message>
    <message>
        <source>%1 over FP32 output</source>
        <translation>%1随 FP32 输出的变化</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PageAnswer</name>
    <message>
        <source>What the answer rests on</source>
        <translation>结论的依据</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PageBar</name>
    <message>
        <source>Show or hide the panel (R)</source>
        <translation>显示或隐藏面板（R）</translation>
    </message>
    <message>
        <source>Side by side (V)</source>
        <translation>左右并排（V）</translation>
    </message>
    <message>
        <source>One above the other (V)</source>
        <translation>上下排列（V）</translation>
    </message>
    <message>
        <source>One graph; groups open and close (V)</source>
        <translation>单个计算图；融合组可展开和收起（V）</translation>
    </message>
    <message>
        <source>Show only what fusion removed, absorbed, made and changed (D)</source>
        <translation>只显示融合移除、吸收、新增和更改的部分（D）</translation>
    </message>
    <message>
        <source>Scroll both graphs together (L)</source>
        <translation>两个计算图同步滚动（L）</translation>
    </message>
    <message>
        <source>Fold by modules: one box for each block of the model (F)</source>
        <translation>按模块折叠：模型的每个块显示为一个方框（F）</translation>
    </message>
    <message>
        <source>Choose nodes by dragging; else hold Shift (M)</source>
        <translation>拖动以选取节点；否则需按住 Shift（M）</translation>
    </message>
    <message>
        <source>Fuse the chosen nodes (G)</source>
        <translation>融合选取的节点（G）</translation>
    </message>
    <message>
        <source>Fuse these</source>
        <translation>融合这些节点</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PaintedChart</name>
    <message>
        <source>Draw the design space</source>
        <translation>绘制设计空间</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ParallelChart</name>
    <message>
        <source>%1 of %2 points are in the chosen intervals; Esc shows all</source>
        <translation>%2 个点中有 %1 个在所选区间内；按 Esc 显示全部</translation>
    </message>
    <message numerus="yes">
        <source>The Pareto front of %Ln points, and %1 of the others</source>
        <translation>
            <numerusform>%Ln 个点的帕累托前沿，以及其余点中的 %1 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The Pareto front of %Ln points, and the others</source>
        <translation>
            <numerusform>%Ln 个点的帕累托前沿，以及其余的点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ParetoChart</name>
    <message>
        <source>best energy × delay: %1</source>
        <translation>最佳能耗 × 延迟：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln points are Pareto optimal in latency, energy and area</source>
        <translation>
            <numerusform>%Ln 个点中有 %1 个在延迟、能耗和面积上帕累托最优</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Pin</name>
    <message>
        <source>Results of A</source>
        <translation>A 的结果</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pin as A</source>
        <translation>固定为 A</translation>
    </message>
    <message>
        <source>Keep these results as A and compare what comes with them</source>
        <translation>保留这些结果作为 A，与之后的结果比较</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Run with the settings of A, and pin what runs now</source>
        <translation>以 A 的设置运行，并固定当前的结果</translation>
    </message>
    <message>
        <source>Release A</source>
        <translation>取消固定 A</translation>
    </message>
    <message>
        <source>Compare no longer</source>
        <translation>不再比较</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 (%3 → %4)</source>
        <translation>%1 %2（%3 → %4）</translation>
    </message>
    <message>
        <source>A is of another file named %1: numbers alone are compared.</source>
        <translation>A 来自另一个同名文件 %1：只比较数值。</translation>
    </message>
    <message>
        <source>A is of %1, B of %2: numbers alone are compared.</source>
        <translation>A 来自 %1，B 来自 %2：只比较数值。</translation>
    </message>
    <message numerus="yes">
        <source>%n more settings</source>
        <translation>
            <numerusform>另外 %n 项设置</numerusform>
        </translation>
    </message>
    <message>
        <source>A = B: nothing differs. What you change now is compared with A.</source>
        <translation>A = B：没有差异。此后的更改将与 A 比较。</translation>
    </message>
    <message>
        <source>A = B in every number: %1 makes what %2 made.</source>
        <translation>A = B，所有数值相同：%1 与 %2 的结果一样。</translation>
    </message>
    <message>
        <source>A = B here: no setting differs that these numbers depend on.</source>
        <translation>此处 A = B：这些数值所依赖的设置没有差异。</translation>
    </message>
    <message>
        <source>B against A</source>
        <translation>B 相对 A</translation>
    </message>
    <message>
        <source>B (%1) against A (%2)</source>
        <translation>B（%1）相对 A（%2）</translation>
    </message>
    <message>
        <source>%1 is being computed.</source>
        <translation>%1：正在计算。</translation>
    </message>
    <message>
        <source>%1: nothing is known of both.</source>
        <translation>%1：没有双方均已知的数值。</translation>
    </message>
    <message>
        <source>%1: %2; the rest is being computed.</source>
        <translation>%1：%2；其余正在计算。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinBar</name>
    <message>
        <source>A is of %1</source>
        <translation>A 来自 %1</translation>
    </message>
    <message>
        <source>Both are the same; click for the table</source>
        <translation>两者相同；点击查看表格</translation>
    </message>
    <message>
        <source>%1: %2. Click for the table</source>
        <translation>%1：%2。点击查看表格</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinPanel</name>
    <message>
        <source>Compare two fusions</source>
        <translation>比较两种融合</translation>
    </message>
    <message>
        <source>Operators that only A or only B fuses</source>
        <translation>只有 A 或只有 B 融合的算子</translation>
    </message>
    <message>
        <source>Nodes of two models are not matched.</source>
        <translation>两个模型的节点不作匹配。</translation>
    </message>
    <message>
        <source>One of them is not fused yet.</source>
        <translation>其中之一尚未融合。</translation>
    </message>
    <message>
        <source>Both fuse the same operators.</source>
        <translation>两者融合的算子相同。</translation>
    </message>
    <message numerus="yes">
        <source>Fused by one of them only, %n times</source>
        <translation>
            <numerusform>仅其中一方融合，共 %n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinQuantity</name>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinSetting</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>按实测</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>fusion rules</source>
        <translation>融合规则</translation>
    </message>
    <message>
        <source>fusions taken back</source>
        <translation>已撤销的融合</translation>
    </message>
    <message>
        <source>groups by hand</source>
        <translation>手动融合组</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选定的</translation>
    </message>
    <message>
        <source>adopted tilings</source>
        <translation>已采用的分块</translation>
    </message>
    <message>
        <source>tiling of %1</source>
        <translation>%1 的分块</translation>
    </message>
    <message>
        <source>one point</source>
        <translation>单个点</translation>
    </message>
    <message>
        <source>tensors kept apart</source>
        <translation>不共享的张量</translation>
    </message>
    <message>
        <source>design space</source>
        <translation>设计空间</translation>
    </message>
    <message>
        <source>INT8 range of the input</source>
        <translation>输入的 INT8 值域</translation>
    </message>
    <message>
        <source>INT8 range of the output</source>
        <translation>输出的 INT8 值域</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinTable</name>
    <message>
        <source>A and B compared</source>
        <translation>A 与 B 的比较</translation>
    </message>
    <message>
        <source>A | B</source>
        <translation>A | B</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinTableModel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message numerus="yes">
        <source>cannot be told apart on %n samples</source>
        <translation>
            <numerusform>%n 个样本不足以区分</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::PipelineControls</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PipelinePictures</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>First frame of the timeline</source>
        <translation>时间线的第一帧</translation>
    </message>
    <message>
        <source>Frames of the timeline</source>
        <translation>时间线的帧数</translation>
    </message>
    <message>
        <source>From frame</source>
        <translation>从帧</translation>
    </message>
    <message>
        <source>show</source>
        <comment>so many frames</comment>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PipelineView</name>
    <message>
        <source>Stages by device</source>
        <translation>各设备的阶段</translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation>请先打开模型。</translation>
    </message>
    <message>
        <source>The graph is being fused …</source>
        <translation>正在融合计算图 …</translation>
    </message>
    <message>
        <source>A measurement runs, which a plan would disturb.</source>
        <translation>正在测量，规划会干扰它。</translation>
    </message>
    <message>
        <source>The graph by stage, the frames in time and what one more board brings stand here once there is a plan.</source>
        <translation>有了计划之后，这里是按阶段着色的计算图、时间上的各帧，以及再加一块开发板带来什么。</translation>
    </message>
    <message>
        <source>Devices and links are being measured …</source>
        <translation>正在测量设备与链路 …</translation>
    </message>
    <message>
        <source>How many frames do these devices reach together? %1, which takes some seconds for each.</source>
        <translation>这些设备合起来能达到多少帧？%1，每台需要几秒。</translation>
    </message>
    <message>
        <source>Measure and plan</source>
        <translation>测量并规划</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PipelineWords</name>
    <message>
        <source>a frame every %1 (%2 a second)</source>
        <translation>每 %1 一帧 (每秒 %2 帧)</translation>
    </message>
    <message>
        <source>as planned</source>
        <translation>与计划相同</translation>
    </message>
    <message>
        <source>the processors of the host limit</source>
        <translation>瓶颈是主机的处理器</translation>
    </message>
    <message>
        <source>stage %1 limits, %2 computes all the time</source>
        <translation>瓶颈是阶段 %1，%2 一直在计算</translation>
    </message>
    <message>
        <source>the link of %1 limits, at stage %2</source>
        <translation>瓶颈是 %1 的链路，在阶段 %2</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>sentence, reason</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>The run ended after %1 frames: %2</source>
        <translation>运行在 %1 帧后结束：%2</translation>
    </message>
    <message numerus="yes">
        <source>Planned anew %n times while it ran, at its end %1.</source>
        <translation>
            <numerusform>运行中重新规划 %n 次，最后为 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Planned anew %n times while it ran.</source>
        <translation>
            <numerusform>运行中重新规划 %n 次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads each</source>
        <translation>
            <numerusform>各 %n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on the link</source>
        <translation>链路上为 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n credits</source>
        <translation>
            <numerusform>信用额 %n</numerusform>
        </translation>
    </message>
    <message>
        <source>no turns</source>
        <translation>不轮流</translation>
    </message>
    <message>
        <source>Of the graph as it was fused before.</source>
        <translation>属于先前融合的计算图。</translation>
    </message>
    <message>
        <source>Of other devices or settings than those of now.</source>
        <translation>属于与现在不同的设备或设置。</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Devices and settings: %1</source>
        <translation>设备与设置：%1</translation>
    </message>
    <message>
        <source>planned %1</source>
        <translation>计划 %1</translation>
    </message>
    <message numerus="yes">
        <source>in %n stages</source>
        <translation>
            <numerusform>分 %n 个阶段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n devices that take turns</source>
        <comment>in so many stages</comment>
        <translation>
            <numerusform>%1，在 %n 台轮流工作的设备上</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 is planned: %3.</source>
        <comment>in so many stages, a frame every ..., what limits</comment>
        <translation>%1，计划%2：%3。</translation>
    </message>
    <message>
        <source>Run %1: %2, %3</source>
        <comment>in so many stages, a time between frames, that of the plan</comment>
        <translation>实测（%1）：%2，%3</translation>
    </message>
    <message>
        <source>stage %1 limits, %2 may have no more frames at once</source>
        <translation>瓶颈是阶段 %1，%2 同时不能有更多帧</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PlanColumns</name>
    <message>
        <source>Lifetimes. %1</source>
        <translation>生命周期。%1</translation>
    </message>
    <message>
        <source>Arena. %1</source>
        <translation>内存池。%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PlanSide</name>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PlanTableModel</name>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PlannerPanel</name>
    <message>
        <source>Every planner on every order</source>
        <translation>每个规划器与每种执行顺序的组合</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Once there is a plan, it is compared with all others here.</source>
        <translation>有了规划之后，将在此与其他所有规划比较。</translation>
    </message>
    <message>
        <source>%1 of %2 plans are there</source>
        <translation>%2 个规划中已完成 %1 个</translation>
    </message>
    <message>
        <source>Click a plan to see it beside the one that is shown</source>
        <translation>点击一个规划，与当前显示的规划并排查看</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PolicyTable</name>
    <message>
        <source>Policies by model</source>
        <translation>按模型列出的策略</translation>
    </message>
    <message>
        <source>95 %: %1 to %2</source>
        <translation>95 %：%1 至 %2</translation>
    </message>
    <message>
        <source>needs %1 more</source>
        <translation>还需 %1 个</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Predicted</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>predicted, range</comment>
        <translation>%1（%2 到 %3）</translation>
    </message>
    <message>
        <source>%1, from a probe under load</source>
        <translation>%1，由有负载时的探测得出</translation>
    </message>
    <message>
        <source>about the same time</source>
        <translation>时间大致相同</translation>
    </message>
    <message>
        <source>less time</source>
        <translation>时间更少</translation>
    </message>
    <message>
        <source>more time</source>
        <translation>时间更多</translation>
    </message>
    <message>
        <source>%1 less time</source>
        <translation>时间少 %1</translation>
    </message>
    <message>
        <source>%1 more time</source>
        <translation>时间多 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Prediction</name>
    <message>
        <source>● %1, %2 of the time</source>
        <translation>● %1，占时间的 %2</translation>
    </message>
    <message>
        <source>≈ predicted %1: %2 × as long</source>
        <translation>≈ 预测 %1：为实测的 %2 ×</translation>
    </message>
    <message>
        <source>Measured (µs)</source>
        <translation>实测 (µs)</translation>
    </message>
    <message>
        <source>Predicted (µs)</source>
        <translation>预测 (µs)</translation>
    </message>
    <message>
        <source>half</source>
        <translation>一半</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>两倍</translation>
    </message>
    <message>
        <source>with MACs</source>
        <translation>有 MAC</translation>
    </message>
    <message>
        <source>without</source>
        <translation>无 MAC</translation>
    </message>
    <message>
        <source>Time (%1): ▬ measured, ◇ predicted</source>
        <translation>时间 (%1)：▬ 实测，◇ 预测</translation>
    </message>
</context>
<context>
    <name>edgewright::views::PredictionPane</name>
    <message>
        <source>Predicted and measured time of every operator</source>
        <translation>每个算子的预测时间与实测时间</translation>
    </message>
    <message>
        <source>The longest operators, measured and predicted</source>
        <translation>用时最长的算子，实测与预测</translation>
    </message>
    <message>
        <source>Measured and predicted times stand here once it is measured.</source>
        <translation>测量之后，此处显示实测时间与预测时间。</translation>
    </message>
    <message>
        <source>Times are predicted for one thread of our own float32 kernels.</source>
        <translation>时间按本程序的 float32 内核以单线程运行来预测。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Presented</name>
    <message>
        <source>%1: ‖Δ‖ / ‖x‖ %2, max |Δ| %3 against the original</source>
        <translation>%1：相对原始计算图，‖Δ‖ / ‖x‖ %2，max |Δ| %3</translation>
    </message>
    <message>
        <source>The outputs of the model differ: the check failed</source>
        <translation>模型的输出不一致：检查未通过</translation>
    </message>
    <message>
        <source>Here the outputs of the model break: %1</source>
        <translation>模型的输出从此处开始出错：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ProfileBeside</name>
    <message>
        <source>Read a profile</source>
        <translation>读取性能剖析</translation>
    </message>
    <message>
        <source>Compare with a profile</source>
        <translation>与性能剖析比较</translation>
    </message>
    <message>
        <source>No operator of %1 has the name of a node or tensor of this model: it is of another network.</source>
        <translation>%1 中没有算子与此模型的节点或张量同名：它属于另一个网络。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ProfilePainter</name>
    <message>
        <source>channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Provenance</name>
    <message>
        <source>%1 was removed: %2</source>
        <translation>%1 已移除：%2</translation>
    </message>
    <message>
        <source>%1 has no partner: %2</source>
        <translation>%1 没有对应节点：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Quantity</name>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 个周期</translation>
    </message>
    <message>
        <source>no signal</source>
        <translation>无信号</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>too low</source>
        <translation>偏低</translation>
    </message>
    <message>
        <source>too high</source>
        <translation>偏高</translation>
    </message>
    <message>
        <source>%1 MAC energies</source>
        <translation>%1 MAC 能耗</translation>
    </message>
</context>
<context>
    <name>edgewright::views::QuantizationControls</name>
    <message>
        <source>Percentile, seed of rounding</source>
        <translation>百分位数、舍入的随机种子</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Codes of weights</source>
        <translation>权重的量化码</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>uint8</source>
        <translation>uint8</translation>
    </message>
    <message>
        <source>Asymmetric, as ONNX Runtime&apos;s static quantizer does it on x86</source>
        <translation>非对称，与 ONNX Runtime 静态量化器在 x86 上的做法相同</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>Asymmetric, as TFLite does it</source>
        <translation>非对称，与 TFLite 的做法相同</translation>
    </message>
    <message>
        <source>int8, symmetric</source>
        <translation>int8，对称</translation>
    </message>
    <message>
        <source>Zero point 0, as TensorRT does it</source>
        <translation>零点为 0，与 TensorRT 的做法相同</translation>
    </message>
    <message>
        <source>uint8, symmetric</source>
        <translation>uint8，对称</translation>
    </message>
    <message>
        <source>Zero point 128</source>
        <translation>零点为 128</translation>
    </message>
    <message>
        <source>int16, symmetric</source>
        <translation>int16，对称</translation>
    </message>
    <message>
        <source>Zero point 0, TFLite&apos;s 16x8 scheme</source>
        <translation>零点为 0，TFLite 的 16x8 方案</translation>
    </message>
    <message>
        <source>Codes of activations</source>
        <translation>激活的量化码</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>量化码</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>All of the type; symmetric ones without the lowest</source>
        <translation>该类型的全部量化码；对称时不含最小值</translation>
    </message>
    <message>
        <source>one bit less</source>
        <translation>少 1 位</translation>
    </message>
    <message>
        <source>For AVX2 without VNNI: sums of two products stay within 16 bits</source>
        <translation>用于无 VNNI 的 AVX2：两个乘积之和不超出 16 位</translation>
    </message>
    <message>
        <source>Limits of the codes</source>
        <translation>量化码范围</translation>
    </message>
    <message>
        <source>Scales are powers of two</source>
        <translation>缩放因子取 2 的幂</translation>
    </message>
    <message>
        <source>Requantization is a shift</source>
        <translation>重量化即为移位</translation>
    </message>
    <message>
        <source>Scales as powers of two</source>
        <translation>缩放因子取 2 的幂</translation>
    </message>
</context>
<context>
    <name>edgewright::views::QuantizedPane</name>
    <message>
        <source>Layers that run in integers</source>
        <translation>以整数运行的层</translation>
    </message>
    <message>
        <source>Compare it with the same graph in float32</source>
        <translation>与 float32 形式的同一计算图比较</translation>
    </message>
    <message>
        <source>being compared with the same graph in float32</source>
        <translation>正在与 float32 形式的同一计算图比较</translation>
    </message>
    <message>
        <source>not compared with the same graph in float32: %1</source>
        <translation>未与 float32 形式的同一计算图比较：%1</translation>
    </message>
    <message>
        <source>None of its convolutions and matrix products multiplies codes: what is quantized are weights, or what lies between operators in float32.</source>
        <translation>其卷积和矩阵乘均不以量化码相乘：被量化的只是权重，或 float32 算子之间的数据。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::QuestionDialog</name>
    <message>
        <source>Is this %1?</source>
        <translation>这是 %1 吗？</translation>
    </message>
    <message>
        <source>On the way to %1 a host is met for the first time:</source>
        <translation>在连接 %1 的途中首次遇到一台主机：</translation>
    </message>
    <message>
        <source>It shows this %1 key:</source>
        <translation>它出示的 %1 密钥为：</translation>
    </message>
    <message>
        <source>Compare it with what that host itself says:</source>
        <translation>请与该主机自身给出的结果对比：</translation>
    </message>
    <message>
        <source>If they are equal, accept it: it is kept in your known hosts, and you are asked again only if it changes. If not, somebody is between you and it.</source>
        <translation>若两者一致，请接受：密钥将保存到已知主机 (known_hosts) 中，仅在它改变时才会再次询问。若不一致，则有第三方介于本机与该主机之间。</translation>
    </message>
    <message>
        <source>Accept the key</source>
        <translation>接受密钥</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>It goes to OpenSSH and is kept nowhere.</source>
        <translation>仅交给 OpenSSH，不会保存在任何地方。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::QueueLength</name>
    <message>
        <source>%1: at most %2 requests wait, in the mean over %3</source>
        <translation>%1：最多有 %2 个请求等待（%3 内的平均值）</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间（s）</translation>
    </message>
    <message>
        <source>Requests that wait</source>
        <translation>等待的请求</translation>
    </message>
    <message>
        <source>Most requests that wait: %1</source>
        <translation>等待的请求最多时：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RealRun</name>
    <message>
        <source>“%1” has no folder of frames</source>
        <translation>“%1”没有帧文件夹</translation>
    </message>
    <message>
        <source>Run a scenario</source>
        <translation>运行场景</translation>
    </message>
    <message>
        <source>Running on this machine</source>
        <translation>正在本机上运行</translation>
    </message>
    <message>
        <source>The scenario was not run: %1</source>
        <translation>场景没有运行：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RecordSaver</name>
    <message>
        <source>Write a measurement</source>
        <translation>写入测量结果</translation>
    </message>
    <message>
        <source>Samples (*.samples.csv)</source>
        <translation>样本 (*.samples.csv)</translation>
    </message>
    <message>
        <source>Operators (*.operators.csv)</source>
        <translation>算子 (*.operators.csv)</translation>
    </message>
    <message>
        <source>All runs on this device (*.history.csv)</source>
        <translation>此设备上的全部运行 (*.history.csv)</translation>
    </message>
    <message>
        <source>Whole record (*.json)</source>
        <translation>完整记录 (*.json)</translation>
    </message>
    <message>
        <source>Trace (*.trace.json)</source>
        <translation>跟踪 (*.trace.json)</translation>
    </message>
    <message>
        <source>Save measurement</source>
        <translation>保存测量结果</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RoofPane</name>
    <message>
        <source>Measured roofline</source>
        <translation>实测屋顶线</translation>
    </message>
    <message>
        <source>The roof of this machine has not been measured yet.</source>
        <translation>尚未测量本机的屋顶。</translation>
    </message>
    <message>
        <source>The roof of %1 has not been measured yet.</source>
        <translation>尚未测量 %1 的屋顶。</translation>
    </message>
    <message>
        <source>The roof of %1 follows from what is measured there: nothing yet.</source>
        <translation>%1 的屋顶由在该设备上的测量得出：目前尚无测量。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Measure the roof again</source>
        <translation>重新测量屋顶</translation>
    </message>
    <message>
        <source>Measure the roof (5 s)</source>
        <translation>测量屋顶（5 s）</translation>
    </message>
    <message>
        <source>Measuring the roof … %1 %</source>
        <translation>正在测量屋顶 … %1 %</translation>
    </message>
    <message>
        <source>Measuring the roof: %1 …</source>
        <translation>正在测量屋顶：%1 …</translation>
    </message>
    <message>
        <source>● measured, as large as its share of the time; ○ predicted; ▪ kernels alone. Bytes of an operator count once, at the nearest level that holds them.</source>
        <translation>● 实测，大小表示占时间的比例；○ 预测；▪ 单独运行的内核。算子的字节只计一次，计在能容纳它们的最近一级。</translation>
    </message>
    <message>
        <source>● measured, as large as its share of the time; ○ predicted. ≈ Roof of our kernels on one thread, fitted to measured networks.</source>
        <translation>● 实测，大小表示占时间的比例；○ 预测。≈ 本程序内核的单线程屋顶，按实测网络拟合。</translation>
    </message>
    <message>
        <source>Peak arithmetic, bandwidth of each cache and of memory, and our kernels alone.</source>
        <translation>峰值算力、各级缓存与内存的带宽，以及单独运行的本程序内核。</translation>
    </message>
    <message>
        <source>● measured, as large as its share of the time. The roof of %1 is not known: there are no lines.</source>
        <translation>● 实测，大小为其时间份额。%1 的屋顶未知：没有线。</translation>
    </message>
    <message>
        <source>Operations and bytes of these operators are not counted, so that they have no place in a roofline: the input of the profile is another one than that of the model, or none of them multiplies.</source>
        <translation>这些算子的运算量和字节数未计入，因此在屋顶线图中没有位置：性能剖析的输入与模型的输入不同，或者其中没有乘法算子。</translation>
    </message>
    <message>
        <source>Operators stand here by their intensity once the network was measured on the GPU. Its roof is what “edgewright-cli gpu” measures.</source>
        <translation>网络在 GPU 上测量之后，算子按其强度显示在这里。GPU 的屋顶线由“edgewright-cli gpu”测量。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RooflineChart</name>
    <message>
        <source>SRAM</source>
        <translation>SRAM</translation>
    </message>
    <message>
        <source>Roof</source>
        <translation>屋顶</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>Arithmetic intensity (MAC per DRAM byte)</source>
        <translation>计算强度（MAC/DRAM 字节）</translation>
    </message>
    <message>
        <source>Throughput (%1)</source>
        <translation>吞吐量 (%1)</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>ridge %1 MAC/byte · %2 %3</source>
        <translation>拐点 %1 MAC/字节 · %2 %3</translation>
    </message>
    <message>
        <source>ridge %1 MAC/byte</source>
        <translation>拐点 %1 MAC/字节</translation>
    </message>
    <message>
        <source>SRAM %1 %2</source>
        <translation>SRAM %1 %2</translation>
    </message>
    <message>
        <source>DRAM %1 %2</source>
        <translation>DRAM %1 %2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RuleRow</name>
    <message>
        <source>applied %1 times, refused %2 times, %3 more are possible; %4 places are fused into groups instead</source>
        <translation>已应用 %1 次，被拒绝 %2 次，另有 %3 处可应用；%4 处改由融合组融合</translation>
    </message>
    <message>
        <source>One of its steps breaks the results</source>
        <translation>其中某一步会使结果出错</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RulesPanel</name>
    <message>
        <source>Number of nodes before and after fusion</source>
        <translation>融合前后的节点数</translation>
    </message>
    <message>
        <source>What fusion saves</source>
        <translation>融合节省的开销</translation>
    </message>
    <message>
        <source>Numeric check</source>
        <translation>数值检查</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>随机种子 </translation>
    </message>
    <message>
        <source>Same result?</source>
        <translation>结果是否相同？</translation>
    </message>
    <message>
        <source>Newest opset that the fused model may need</source>
        <translation>融合后的模型可要求的最高算子集 (opset)</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>Some operators came with later opsets: HardSwish with 14, LayerNormalization with 17, Gelu with 20, RMSNormalization with 23. Where the opset may be raised, their composed spellings become one operator; the runtime must then know that opset.</source>
        <translation>部分算子随较新的算子集 (opset) 引入：HardSwish 始于 14，LayerNormalization 始于 17，Gelu 始于 20，RMSNormalization 始于 23。允许提升算子集时，由多个算子组合而成的写法会合为一个算子；运行时须支持该算子集。</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>算子集 (opset)</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show the rules that find nothing here, too</source>
        <translation>同时显示在此无匹配的规则</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>stays at %1</source>
        <translation>保持 %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最高 %1</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>需要 %1</translation>
    </message>
    <message>
        <source>Operator calls; bytes written and read between operators; the arena of the memory page; the most bytes alive at once if every tensor has storage of its own, in the order of the model; and the time of one run as measurements of our kernels let expect it on %1.</source>
        <translation>算子调用次数；算子之间写入和读取的字节；“内存”页面的内存池；各张量独立存放、按模型的顺序执行时，同时存活的最多字节；以及根据对本程序内核的测量，在 %1 上单次运行的预期用时。</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <source>%1 → %2 nodes</source>
        <translation>%1 → %2 个节点</translation>
    </message>
    <message>
        <source>computing …</source>
        <translation>正在计算 …</translation>
    </message>
    <message>
        <source>%1 fewer</source>
        <translation>减少 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>增加 %1</translation>
    </message>
    <message>
        <source>as many as before</source>
        <translation>数量不变</translation>
    </message>
    <message>
        <source>Both graphs run on the same inputs: the largest difference of any output element, and ‖Δ‖ / ‖x‖ of the worst output.</source>
        <translation>两个计算图以相同的输入运行：所有输出元素中的最大差异，以及最差输出的 ‖Δ‖ / ‖x‖。</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n inputs, seed %1</source>
        <translation>
            <numerusform>%n 个输入，随机种子 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>随机种子 %1</translation>
    </message>
    <message>
        <source>max |Δ| %1 · relative %2 · %3</source>
        <translation>最大 |Δ| %1 · 相对 %2 · %3</translation>
    </message>
    <message>
        <source>Sums of codes are exact, sums of their float32 values are not: next to a tie of QuantizeLinear the integer operators write another code. Both graphs are compared with integer operators; the last line is what those alone changed.</source>
        <translation>量化码之和是精确的，其 float32 值之和则不是：在 QuantizeLinear 的舍入中点附近，整数算子会写出不同的量化码。两个计算图均以整数算子进行比较；最后一行是仅由整数算子造成的变化。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Computed with %1: click these chips above to change the extents.</source>
        <translation>按 %1 计算：点击上方的这些小标签可更改维长。</translation>
    </message>
    <message>
        <source>integers differ from float32 by %1</source>
        <translation>整数与 float32 相差 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more rules find nothing here</source>
        <translation>
            <numerusform>另有 %n 条规则在此无匹配</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules find nothing here</source>
        <translation>
            <numerusform>%n 条规则在此无匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::RunChoice</name>
    <message>
        <source>machine not quiet</source>
        <translation>机器不空闲</translation>
    </message>
    <message>
        <source>not known well</source>
        <translation>尚不确定</translation>
    </message>
    <message>
        <source>INT8, in the arena</source>
        <translation>INT8，使用内存池</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>fused, in the arena</source>
        <translation>融合后，使用内存池</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>original, in the arena</source>
        <translation>原始，使用内存池</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>no date</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>tuned</source>
        <translation>调优后</translation>
    </message>
</context>
<context>
    <name>edgewright::views::RunRow</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Progress of planning or running</source>
        <translation>规划或运行的进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop; what was planned before is kept</source>
        <translation>停止；先前的计划保留</translation>
    </message>
    <message>
        <source>Measure the network on each device and the links to them, and cut it into stages</source>
        <translation>在每台设备上测量网络并测量到它们的链路，再把网络切分成阶段</translation>
    </message>
    <message>
        <source>Plan, then send frames through the stages on the devices: what is measured stands beside the plan</source>
        <translation>先规划，再让帧经过各设备上的阶段：实测与计划并列</translation>
    </message>
    <message>
        <source>Plan stages</source>
        <translation>规划阶段</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SaveName</name>
    <message>
        <source>%1 exists already. Do you want to replace it?</source>
        <translation>%1 已存在。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScalesChart</name>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>weights %1 … %2</source>
        <translation>权重 %1 … %2</translation>
    </message>
    <message>
        <source>own scale %1, %2 of the median</source>
        <translation>自身的缩放因子 %1，为中位数的 %2</translation>
    </message>
    <message>
        <source>all weights are 0</source>
        <translation>所有权重均为 0</translation>
    </message>
    <message>
        <source>codes %1 to %2</source>
        <translation>量化码 %1 到 %2</translation>
    </message>
    <message>
        <source>Output channel; dashed: one scale for all, %1; dotted: the median, %2</source>
        <translation>输出通道；虚线：统一的缩放因子，%1；点线：中位数，%2</translation>
    </message>
    <message>
        <source>Output channel; one scale for all, %1; dashed: codes %2 and %3</source>
        <translation>输出通道；统一的缩放因子，%1；虚线：量化码 %2 和 %3</translation>
    </message>
    <message>
        <source>All weights are 0</source>
        <translation>所有权重均为 0</translation>
    </message>
    <message>
        <source>One channel, scale %1</source>
        <translation>单个通道，缩放因子 %1</translation>
    </message>
    <message>
        <source>Channel %1 is %2 wider than the median channel</source>
        <translation>通道 %1 的值域为中位通道的 %2</translation>
    </message>
    <message>
        <source>; channel %1 uses %2 of %3 codes</source>
        <translation>；通道 %1 使用 %3 个量化码中的 %2 个</translation>
    </message>
    <message>
        <source>Scale of the weights</source>
        <translation>权重的缩放因子</translation>
    </message>
    <message>
        <source>Codes of the weights</source>
        <translation>权重的量化码</translation>
    </message>
    <message>
        <source>channel %1: %2, %3 of the median</source>
        <translation>通道 %1：%2，为中位数的 %3</translation>
    </message>
    <message>
        <source>channel %1: %2 codes</source>
        <translation>通道 %1：%2 个量化码</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioChart</name>
    <message>
        <source>%1: %2</source>
        <comment>simulated: camera 3 ms</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioDraft</name>
    <message>
        <source>Open a scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Read times of arrivals</source>
        <translation>读取到达时间</translation>
    </message>
    <message>
        <source>Write a scenario</source>
        <translation>写入场景</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioEditor</name>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Core sets</source>
        <translation>核集合</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a scenario from a file</source>
        <translation>从文件打开场景</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the scenario as a file for this page and for “edgewright-cli scenario”</source>
        <translation>将场景保存为文件，供此页面和“edgewright-cli scenario”使用</translation>
    </message>
    <message>
        <source>Undo in the scenario</source>
        <translation>在场景中撤销</translation>
    </message>
    <message>
        <source>Redo in the scenario</source>
        <translation>在场景中重做</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存场景</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioForm</name>
    <message>
        <source>✕ expected %1</source>
        <translation>✕ 应为%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioPictures</name>
    <message>
        <source>Model that is shown</source>
        <translation>显示的模型</translation>
    </message>
    <message>
        <source>The model whose batches are shown</source>
        <translation>显示其批的模型</translation>
    </message>
    <message>
        <source>Begin of the timeline</source>
        <translation>时间线的起点</translation>
    </message>
    <message>
        <source>Length of the timeline</source>
        <translation>时间线的长度</translation>
    </message>
    <message>
        <source>First late</source>
        <translation>首个迟到</translation>
    </message>
    <message>
        <source>The timeline from shortly before the first request that misses its deadline</source>
        <translation>从首个错过截止时间的请求之前不久开始的时间线</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>for</source>
        <comment>a time</comment>
        <translation>长</translation>
    </message>
    <message>
        <source>None of the batches that are kept was late</source>
        <translation>所保留的批无一迟到</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioRuns</name>
    <message>
        <source>Read the times of a scenario</source>
        <translation>读取场景的时间</translation>
    </message>
    <message>
        <source>Simulate a scenario</source>
        <translation>模拟场景</translation>
    </message>
    <message>
        <source>Latency over load</source>
        <translation>延迟随负载的变化</translation>
    </message>
    <message>
        <source>The simulation was cancelled.</source>
        <translation>模拟已取消。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioTimeline</name>
    <message>
        <source>Time (%1): ↓ arrives, ┬ deadline, hatched: gives way, red edge: late, × dropped</source>
        <translation>时间（%1）：↓ 到达，┬ 截止时间，斜线：让出，红边：迟到，× 丢弃</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核心 %1</translation>
    </message>
    <message>
        <source>%1, batch %2 on core %3</source>
        <translation>%1，批 %2，核心 %3</translation>
    </message>
    <message>
        <source>from %1, for %2</source>
        <translation>始于 %1，持续 %2</translation>
    </message>
    <message>
        <source>gives way, and goes on later</source>
        <translation>让出，之后继续</translation>
    </message>
    <message>
        <source>late at its end</source>
        <translation>结束时已迟到</translation>
    </message>
    <message>
        <source>Nothing was computed.</source>
        <translation>没有进行任何计算。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioTimes</name>
    <message>
        <source>Measure the models of a scenario</source>
        <translation>测量场景的模型</translation>
    </message>
    <message>
        <source>Write times</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>There are no times yet: measure the models, or read them from a file.</source>
        <translation>还没有时间：请测量模型，或从文件读取。</translation>
    </message>
    <message>
        <source>The models were not measured: %1</source>
        <translation>未能测量模型：%1</translation>
    </message>
    <message>
        <source>Preparing the models</source>
        <translation>正在准备模型</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioView</name>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>The sample scenario is not installed.</source>
        <translation>未安装示例场景。</translation>
    </message>
    <message>
        <source>What becomes of a scenario under each policy stands here.</source>
        <translation>场景在各策略下的结果显示在此处。</translation>
    </message>
    <message>
        <source>%1: expected %2</source>
        <translation>%1：应为%2</translation>
    </message>
    <message>
        <source>Measure the models: a simulation needs their times.</source>
        <translation>请测量各模型：模拟需要它们的时间。</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>● Times of %1.</source>
        <translation>● 时间来自 %1。</translation>
    </message>
    <message>
        <source>No models yet: add one on the left, or open the %1.</source>
        <translation>还没有模型：请在左侧添加，或打开%1。</translation>
    </message>
    <message>
        <source>sample scenario</source>
        <translation>示例场景</translation>
    </message>
    <message>
        <source>No times yet: %1, or read them from a file.</source>
        <translation>还没有时间：请%1，或从文件读取。</translation>
    </message>
    <message>
        <source>measure the models</source>
        <translation>测量各模型</translation>
    </message>
    <message>
        <source>Being simulated …</source>
        <translation>正在模拟…</translation>
    </message>
    <message>
        <source>really run</source>
        <translation>真正运行</translation>
    </message>
    <message>
        <source>really run, stopped</source>
        <translation>真正运行，中途停止</translation>
    </message>
    <message>
        <source>Measure the models again: what was measured does not fit any more.</source>
        <translation>请重新测量模型：已测得的结果不再适用。</translation>
    </message>
    <message numerus="yes">
        <source>● Times measured on the %n cores of this machine, which are fewer than the scenario has.</source>
        <translation>
            <numerusform>● 时间在本机的 %n 个核心上测得，少于场景的核心数。</numerusform>
        </translation>
    </message>
    <message>
        <source>● Times measured on this machine, as it is served.</source>
        <translation>● 时间在本机上按实际服务的方式测得。</translation>
    </message>
    <message>
        <source>Other programs took %1 of a processor meanwhile: long runs may be theirs.</source>
        <translation>其间其他程序占用了一个处理器的 %1：较长的运行可能源于它们。</translation>
    </message>
    <message>
        <source>What was measured does not fit any more (%1): %2.</source>
        <translation>已测得的结果不再适用（%1）：%2。</translation>
    </message>
    <message>
        <source>measure the models again</source>
        <translation>重新测量模型</translation>
    </message>
    <message>
        <source>The models are being measured …</source>
        <translation>正在测量模型……</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioWords</name>
    <message>
        <source>the cores</source>
        <translation>各核心</translation>
    </message>
    <message>
        <source>core set “%1”</source>
        <translation>核集合“%1”</translation>
    </message>
    <message>
        <source>%1: at no rate of random arrivals 99 % are within %2, beside the other models.</source>
        <translation>%1：与其他模型共存时，任何随机到达速率下都无法使 99 % 在 %2 以内。</translation>
    </message>
    <message>
        <source>%1: ≈ %2 a second of random arrivals fit, 99 % of them within %3, beside the other models as they are.</source>
        <translation>%1：其他模型不变时，≈ 每秒可容纳 %2 个随机到达的查询，其中 99 % 在 %3 以内。</translation>
    </message>
    <message>
        <source>More is asked of %1 than they can do, %2: queues grow without an end, whatever the policy.</source>
        <translation>对%1的要求超出其能力，达 %2：无论何种策略，队列都会无限增长。</translation>
    </message>
    <message>
        <source>the instances of %1</source>
        <translation>%1 的实例</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%2, %n threads)</source>
        <translation>
            <numerusform>%1（%2，%n 个线程）</numerusform>
        </translation>
    </message>
    <message>
        <source>Scenario: not saved</source>
        <translation>场景：未保存</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>场景：%1</translation>
    </message>
    <message>
        <source>Models: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Policy %1, %2 s, %3 cores, seed %4</source>
        <translation>策略 %1，%2 s，%3 个核，随机种子 %4</translation>
    </message>
    <message>
        <source>Simulated: %1</source>
        <translation>仿真：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchChart</name>
    <message>
        <source>%1 as it was</source>
        <translation>先前的 %1</translation>
    </message>
    <message>
        <source>Trials (tilings evaluated)</source>
        <translation>尝试次数（已评估的分块）</translation>
    </message>
    <message>
        <source>Best so far (% of the best known)</source>
        <translation>当前最优（占已知最优的 %）</translation>
    </message>
    <message>
        <source>without a search: %1</source>
        <translation>不搜索：%1</translation>
    </message>
    <message>
        <source>Chosen without a search: %1, %2 of the best</source>
        <translation>不搜索时的选择：%1，为最优的 %2</translation>
    </message>
    <message>
        <source>%1, trial %2: %3, %4 of the best</source>
        <translation>%1，第 %2 次尝试：%3，为最优的 %4</translation>
    </message>
    <message>
        <source>%1: 95 % after %2</source>
        <comment>strategy, trials</comment>
        <translation>%1：%2 次后达 95 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>strategy, share of the best</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchCurve</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Time of the search</source>
        <translation>搜索时间</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>lower bound %1</source>
        <translation>下界 %1</translation>
    </message>
    <message>
        <source>%1 ends at %2</source>
        <translation>%1 最终为 %2</translation>
    </message>
    <message>
        <source>Smallest peak over the time of the search: %1</source>
        <translation>最小峰值随搜索时间的变化：%1</translation>
    </message>
    <message>
        <source>Nothing was left to search: the first plan is as small as the lower bound.</source>
        <translation>无需再搜索：首个规划已达到下界。</translation>
    </message>
    <message>
        <source>What the searches found, over time, is drawn here as they finish.</source>
        <translation>各搜索完成后，其结果随时间的变化显示在此处。</translation>
    </message>
    <message>
        <source>%1: %2 after %3%4</source>
        <translation>%1：%3 后达到 %2%4</translation>
    </message>
    <message>
        <source>, proven optimal</source>
        <translation>，已证明最优</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchField</name>
    <message>
        <source>Find nodes</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Find nodes (Ctrl+F)</source>
        <translation>查找节点（Ctrl+F）</translation>
    </message>
    <message>
        <source>&lt;p&gt;Words that a node has in its name, operator, attributes, tensors, shapes or types.&lt;/p&gt;&lt;table cellspacing=&apos;4&apos;&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;op:Conv&lt;/b&gt;, &lt;b&gt;name:&lt;/b&gt;, &lt;b&gt;tensor:&lt;/b&gt;&lt;/td&gt;&lt;td&gt;only there&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;attr:group=32&lt;/b&gt;&lt;/td&gt;&lt;td&gt;an attribute&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;shape:64x56x*&lt;/b&gt;, &lt;b&gt;dtype:int8&lt;/b&gt;&lt;/td&gt;&lt;td&gt;of a tensor that it reads or writes&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;&quot;conv1&quot;&lt;/b&gt;&lt;/td&gt;&lt;td&gt;exactly&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;/^layer[12]/&lt;/b&gt;&lt;/td&gt;&lt;td&gt;regular expression&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Conv &amp;gt; * &amp;gt; Relu&lt;/b&gt;&lt;/td&gt;&lt;td&gt;operators that follow each other&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;p&gt;Branches, bodies of loops and functions are searched, too.&lt;/p&gt;</source>
        <translation>&lt;p&gt;节点的名称、算子、属性、张量、形状或类型中出现的词。&lt;/p&gt;&lt;table cellspacing=&apos;4&apos;&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;op:Conv&lt;/b&gt;、&lt;b&gt;name:&lt;/b&gt;、&lt;b&gt;tensor:&lt;/b&gt;&lt;/td&gt;&lt;td&gt;仅在该处查找&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;attr:group=32&lt;/b&gt;&lt;/td&gt;&lt;td&gt;属性&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;shape:64x56x*&lt;/b&gt;、&lt;b&gt;dtype:int8&lt;/b&gt;&lt;/td&gt;&lt;td&gt;节点读取或写入的张量&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;&quot;conv1&quot;&lt;/b&gt;&lt;/td&gt;&lt;td&gt;精确匹配&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;/^layer[12]/&lt;/b&gt;&lt;/td&gt;&lt;td&gt;正则表达式&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;Conv &amp;gt; * &amp;gt; Relu&lt;/b&gt;&lt;/td&gt;&lt;td&gt;依次相连的算子&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;p&gt;分支、循环体和函数也在搜索范围内。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一个匹配项（Shift+F3）</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一个匹配项（F3）</translation>
    </message>
    <message>
        <source>Search in the graph</source>
        <translation>在计算图中搜索</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchLine</name>
    <message>
        <source>Number of hits</source>
        <translation>匹配项数</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchTable</name>
    <message>
        <source>A tile of %1 rows and %2 columns of output pixels, %3 filters, %4 input channels</source>
        <translation>分块：输出像素 %1 行、%2 列，%3 个滤波器，%4 个输入通道</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchText</name>
    <message>
        <source>%1 %2 × cycles</source>
        <translation>%1 %2 × 周期</translation>
    </message>
    <message>
        <source>MAC energies</source>
        <translation>MAC 能耗</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 个周期</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SearchView</name>
    <message>
        <source>Strategies of the search for mappings</source>
        <translation>映射搜索的策略</translation>
    </message>
    <message>
        <source>What each strategy found</source>
        <translation>各策略的搜索结果</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Use this tiling</source>
        <translation>采用此分块</translation>
    </message>
    <message>
        <source>Chosen tiling again</source>
        <translation>恢复选定分块</translation>
    </message>
    <message>
        <source>The layer gets the tiling that is chosen without a search</source>
        <translation>该层恢复为不搜索时选定的分块</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Tilings that each strategy may evaluate</source>
        <translation>每种策略可评估的分块数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Equal seeds give equal searches</source>
        <translation>随机种子相同，搜索即相同</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Which tiles there are to choose from</source>
        <translation>可供选择的分块</translation>
    </message>
    <message>
        <source>Divisors and powers of two</source>
        <translation>约数和 2 的幂</translation>
    </message>
    <message>
        <source>Tiles of every extent</source>
        <translation>任意维长的分块</translation>
    </message>
    <message>
        <source>%1 of %2 tilings</source>
        <translation>%1 / %2 种分块</translation>
    </message>
    <message>
        <source>Stopped before the end</source>
        <translation>未完成即停止</translation>
    </message>
    <message>
        <source>Open a model to search for mappings of its layers.</source>
        <translation>打开一个模型，为其各层搜索映射。</translation>
    </message>
    <message>
        <source>The costs are being computed.</source>
        <translation>正在计算开销。</translation>
    </message>
    <message>
        <source>There are no costs: %1</source>
        <translation>没有开销数据：%1</translation>
    </message>
    <message>
        <source>This model has no layer that an accelerator runs.</source>
        <translation>该模型没有由加速器运行的层。</translation>
    </message>
    <message>
        <source>%1 (%2) runs on the vector unit: it has no tiles to search. Choose a convolution or a matrix product.</source>
        <translation>%1（%2）在向量单元上运行，没有可搜索的分块。请选择一个卷积或矩阵乘。</translation>
    </message>
    <message>
        <source>Tilings of %1: no layer is selected, this one takes most cycles.</source>
        <translation>%1 的分块：未选中任何层，此层所用周期最多。</translation>
    </message>
    <message>
        <source>Tilings of %1.</source>
        <translation>%1 的分块。</translation>
    </message>
    <message>
        <source>What is shown is of other settings: press Search for these.</source>
        <translation>所示结果基于其他设置：按“搜索”以当前设置重新搜索。</translation>
    </message>
    <message>
        <source>What is shown is of another layer, %1: press Search for this one.</source>
        <translation>所示结果属于另一层 %1：按“搜索”搜索此层。</translation>
    </message>
    <message>
        <source>Of %1 as it was: %2</source>
        <translation>先前的 %1：%2</translation>
    </message>
    <message>
        <source>The search failed: %1</source>
        <translation>搜索失败：%1</translation>
    </message>
    <message>
        <source>How fast does each strategy find good tiles? Search lets random search, simulated annealing, evolution and a learned cost model evaluate %1 tilings each; where there are at most %2, all are tried, too. The largest layers take half a minute.</source>
        <translation>各策略多快能找到好的分块？“搜索”让随机搜索、模拟退火、进化算法和学习型代价模型各评估 %1 种分块；分块总数不超过 %2 时，还会穷举全部。最大的层约需半分钟。</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1: for this layer and those like it. Undo takes it back; a study keeps it.</source>
        <translation>%1：用于此层及与其相同的层。可撤销；研究会保存它。</translation>
    </message>
    <message>
        <source>Nothing better than the chosen tiling is found; choose a row to use it anyway</source>
        <translation>未找到优于选定分块的分块；若仍要采用其他分块，请选择一行</translation>
    </message>
    <message>
        <source>Search first, for this layer and these settings</source>
        <translation>请先针对此层和当前设置进行搜索</translation>
    </message>
    <message>
        <source>Search for mappings: %1</source>
        <translation>搜索映射：%1</translation>
    </message>
    <message>
        <source>Cycles of the whole model</source>
        <translation>整个模型的周期数</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Session</name>
    <message>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Write the study</source>
        <translation>写入研究</translation>
    </message>
    <message>
        <source>Write the fused model</source>
        <translation>写入融合后的模型</translation>
    </message>
    <message>
        <source>Write the model in INT8</source>
        <translation>写入 INT8 模型</translation>
    </message>
    <message>
        <source>Remember the settings</source>
        <translation>记住设置</translation>
    </message>
    <message>
        <source>Reset settings</source>
        <translation>重置设置</translation>
    </message>
    <message>
        <source>The measurements of the study are left out: %1</source>
        <translation>未读入研究的测量结果：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SharingPanel</name>
    <message>
        <source>Keep %1 apart</source>
        <translation>单独存放 %1</translation>
    </message>
    <message>
        <source>Buffers and the tensors that live in them</source>
        <translation>缓冲区及存放于其中的张量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Once there is a plan, its buffers and who lives in them stand here.</source>
        <translation>有了规划之后，此处显示其缓冲区及存放于其中的张量。</translation>
    </message>
    <message>
        <source>Sharing is switched off: tick “In place” above.</source>
        <translation>共享已关闭：请勾选上方的“原地”。</translation>
    </message>
    <message>
        <source>No tensor of this graph lives in the bytes of another one.</source>
        <translation>此计算图中没有张量存放在另一张量的字节中。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer of its own.</source>
        <translation>
            <numerusform>%1：%n 个张量存放在其他张量的字节中；单独存放需 %2。取消勾选某个张量，即为其分配独立的缓冲区。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::SliceImage</name>
    <message>
        <source>%1 × %2, reduced to the largest of each block</source>
        <translation>%1 × %2，缩小显示，每块取最大值</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SpaceMap</name>
    <message>
        <source>%1: the best for each cell</source>
        <translation>%1：每个单元取最优</translation>
    </message>
    <message>
        <source>A map needs two axes that are varied.</source>
        <translation>热力图需要两个取值有变化的轴。</translation>
    </message>
    <message>
        <source>Choose two different axes.</source>
        <translation>请选择两个不同的轴。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SplitFront</name>
    <message numerus="yes">
        <source>%n stages</source>
        <translation>
            <numerusform>%n 个阶段</numerusform>
        </translation>
    </message>
    <message>
        <source>planned</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>所选：%1</translation>
    </message>
    <message>
        <source>%1: a frame every %2, each %3 on its way</source>
        <translation>%1：每 %2 一帧，每帧途中用时 %3</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>run, with frames that wait</source>
        <translation>运行，含等待的帧</translation>
    </message>
    <message>
        <source>Run: a frame every %1, half of them done within %2</source>
        <translation>运行：每 %1 一帧，一半在 %2 内完成</translation>
    </message>
    <message>
        <source>Latency of a frame (%1)</source>
        <translation>一帧的延迟 (%1)</translation>
    </message>
    <message>
        <source>Time between frames (%1)</source>
        <translation>帧间隔 (%1)</translation>
    </message>
    <message>
        <source>From a frame every %1 within %2 to a frame every %3 within %4</source>
        <translation>从每 %1 一帧、%2 内完成，到每 %3 一帧、%4 内完成</translation>
    </message>
    <message>
        <source>no split is below %1</source>
        <translation>没有低于 %1 的划分</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SplitRuns</name>
    <message>
        <source>A network over several devices</source>
        <translation>一个网络分到多台设备</translation>
    </message>
    <message>
        <source>There is no board %1 any more.</source>
        <translation>开发板 %1 已不存在。</translation>
    </message>
    <message>
        <source>Preparing the network</source>
        <translation>正在准备网络</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SqnrChart</name>
    <message>
        <source>This layer has no output.</source>
        <translation>此层没有输出。</translation>
    </message>
    <message>
        <source>SQNR per output channel; dashed: the layer, %1</source>
        <translation>各输出通道的 SQNR；虚线：整层，%1</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>Output channel</source>
        <translation>输出通道</translation>
    </message>
    <message>
        <source>SQNR (dB)</source>
        <translation>SQNR (dB)</translation>
    </message>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>channel %1: %2</source>
        <translation>通道 %1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::SramStrip</name>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 ≤ %2</source>
        <translation>%1 ≤ %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>SRAMs, one tile</source>
        <translation>SRAM，单个分块</translation>
    </message>
    <message>
        <source>SRAMs over %1 tiles</source>
        <translation>SRAM，共 %1 个分块</translation>
    </message>
    <message>
        <source>▼ loaded, ▲ written back</source>
        <translation>▼ 载入，▲ 写回</translation>
    </message>
    <message>
        <source>pale: other half</source>
        <translation>浅色：另一半</translation>
    </message>
    <message>
        <source>hatched: waits for DRAM</source>
        <translation>阴影线：等待 DRAM</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>阵列</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StageGraph</name>
    <message>
        <source>Graph by stage</source>
        <translation>按阶段的计算图</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>Fused graph by stage</source>
        <translation>按阶段的融合计算图</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StageOverlay</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StageTimeline</name>
    <message>
        <source>%1, planned</source>
        <translation>%1，计划</translation>
    </message>
    <message>
        <source>Time (%1): a box computes the frame of its number; strip above it: filled is the link, hatched waits</source>
        <translation>时间 (%1)：方框计算其编号的帧；上方的条：实心为链路，斜线为等待</translation>
    </message>
    <message>
        <source>Frame %1 in stage %2 on %3</source>
        <translation>帧 %1 在 %3 上的阶段 %2</translation>
    </message>
    <message>
        <source>planned: receives %1, computes %2, sends %3</source>
        <translation>计划：接收 %1，计算 %2，发送 %3</translation>
    </message>
    <message>
        <source>%1 until its answer came: computed %2, was on the link or waited %3</source>
        <translation>%1 后收到回答：计算 %2，在链路上或等待 %3</translation>
    </message>
    <message>
        <source>A frame every %1, planned %2</source>
        <translation>每 %1 一帧，计划 %2</translation>
    </message>
    <message>
        <source>A frame every %1, as planned</source>
        <translation>每 %1 一帧，按计划</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StageUtilisation</name>
    <message>
        <source>%1 computes</source>
        <translation>%1 计算</translation>
    </message>
    <message>
        <source>%1, its link</source>
        <translation>%1 的链路</translation>
    </message>
    <message>
        <source>Processors of the host, with devices that compute on them: %1 of the time between two frames, as planned</source>
        <translation>主机的处理器，含在其上计算的设备：占帧间隔的 %1，按计划</translation>
    </message>
    <message>
        <source>Stage %1, %2: %3 of the time between two frames, as planned</source>
        <translation>阶段 %1，%2：占帧间隔的 %3，按计划</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message>
        <source>Of the time between two frames (%); dark measured, ◇ and pale planned</source>
        <translation>占帧间隔 (%)；深色为实测，◇ 与浅色为计划</translation>
    </message>
    <message>
        <source>Of the time between two frames, as planned (%)</source>
        <translation>占帧间隔 (%)，按计划</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>here computes, 87 %</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Of the time between two frames: %1</source>
        <translation>占帧间隔：%1</translation>
    </message>
    <message>
        <source>this machine, all processors</source>
        <translation>本机，全部处理器</translation>
    </message>
    <message>
        <source>a message takes %1 and %2 ns a byte</source>
        <translation>每条消息需 %1，另加每字节 %2 ns</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StepsModel</name>
    <message numerus="yes">
        <source> + %n more</source>
        <translation>
            <numerusform> + 另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>可融合</translation>
    </message>
    <message>
        <source>Not fused</source>
        <translation>未融合</translation>
    </message>
    <message>
        <source>Fused in another way</source>
        <translation>以其他方式融合</translation>
    </message>
    <message>
        <source>Groups that were made by hand</source>
        <translation>手动建立的融合组</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StepsPanel</name>
    <message>
        <source>Applied, possible and refused fusions</source>
        <translation>已应用、可应用和被拒绝的融合</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Filter: name, rule or reason</source>
        <translation>筛选：名称、规则或原因</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>已略去：%1</translation>
    </message>
    <message>
        <source>Applied: %1</source>
        <translation>已应用：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StrategiesPane</name>
    <message>
        <source>Strategies to quantize the model</source>
        <translation>量化模型的策略</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>Use this strategy</source>
        <translation>采用此策略</translation>
    </message>
    <message>
        <source>Compare %1 ways to quantize this model, each on its samples: per tensor and per channel, asymmetric and symmetric, by every method to choose ranges.</source>
        <translation>比较量化此模型的 %1 种方式，每种都以其样本评估：逐张量与逐通道、非对称与对称，以及选取值域的每种方法。</translation>
    </message>
    <message>
        <source>with remedies</source>
        <translation>含改进措施</translation>
    </message>
    <message>
        <source>with times</source>
        <translation>含用时</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>SQNR</source>
        <translation>SQNR</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Also equalized, with corrected biases, and with the costliest layer in float32</source>
        <translation>另加均衡、偏置校正，以及将代价最大的层保留为 float32 的策略</translation>
    </message>
    <message>
        <source>Also run each of them a few times on this machine</source>
        <translation>并在本机上将每种策略运行几次</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
</context>
<context>
    <name>edgewright::views::StrategyScatter</name>
    <message>
        <source>SQNR %1, mean of samples</source>
        <translation>SQNR %1，样本均值</translation>
    </message>
    <message>
        <source>SQNR of all samples %1 at %2</source>
        <translation>全部样本的 SQNR：%1，位于 %2</translation>
    </message>
    <message>
        <source>Agreement %1</source>
        <translation>一致率 %1</translation>
    </message>
    <message>
        <source>Accuracy %1</source>
        <translation>准确率 %1</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>● %1</source>
        <translation>● %1</translation>
    </message>
    <message>
        <source>● %1 (%2)</source>
        <translation>● %1（%2）</translation>
    </message>
    <message>
        <source>● Time here (ms)</source>
        <translation>● 本机用时 (ms)</translation>
    </message>
    <message>
        <source>Weights (KiB)</source>
        <translation>权重 (KiB)</translation>
    </message>
    <message>
        <source>● Output SQNR, mean of samples (dB)</source>
        <translation>● 输出 SQNR，样本均值 (dB)</translation>
    </message>
    <message>
        <source>● Accuracy (%)</source>
        <translation>● 准确率 (%)</translation>
    </message>
    <message>
        <source>● Agreement (%)</source>
        <translation>● 一致率 (%)</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TableCopy</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source> (%1 of %2 rows; the others were not computed)</source>
        <translation> （%2 行中的 %1 行；其余未计算）</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Tables (%1)</source>
        <translation>表格 (%1)</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>复制“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Copy %n rows</source>
        <translation>
            <numerusform>复制 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copy table as</source>
        <translation>表格复制为</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>保存表格…</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TableText</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TensorView</name>
    <message>
        <source>Slice of a tensor</source>
        <translation>张量的切片</translation>
    </message>
    <message>
        <source>Export a tensor</source>
        <translation>导出张量</translation>
    </message>
    <message>
        <source>Slice of %1</source>
        <translation>%1 的切片</translation>
    </message>
    <message>
        <source>Wheel zooms, drag pans, double click fits</source>
        <translation>滚轮缩放，拖动平移，双击适应窗口</translation>
    </message>
    <message>
        <source>Ctrl+wheel zooms, drag pans, double click fits</source>
        <translation>Ctrl+滚轮缩放，拖动平移，双击适应窗口</translation>
    </message>
    <message>
        <source>Export .npy…</source>
        <translation>导出 .npy…</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation>轴 %1（%2）</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>Index along axis %1</source>
        <translation>沿轴 %1 的索引</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>Export tensor</source>
        <translation>导出张量</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <source>no numbers to look at</source>
        <translation>没有可查看的数值</translation>
    </message>
    <message>
        <source>the axes of a slice must be two different ones of %1</source>
        <translation>切片的两个轴必须是 %1 个轴中不同的两个</translation>
    </message>
    <message>
        <source>index %1 is outside axis %2</source>
        <translation>下标 %1 超出轴 %2</translation>
    </message>
    <message>
        <source>the tensor&apos;s elements are not there</source>
        <translation>没有该张量的元素</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>%1 无法写入</translation>
    </message>
    <message>
        <source>%1 could not be written to its end</source>
        <translation>%1 未能写完</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TilingText</name>
    <message>
        <source>%1×%2 pixels, filters %3, channels %4, loops %5</source>
        <translation>%1×%2 像素，滤波器 %3，通道 %4，循环 %5</translation>
    </message>
    <message>
        <source>Tiling of %1</source>
        <translation>%1 的分块</translation>
    </message>
    <message>
        <source>Chosen tiling of %1</source>
        <translation>恢复 %1 的选定分块</translation>
    </message>
    <message>
        <source>It has an adopted tiling: %1.</source>
        <translation>该层使用已采用的分块：%1。</translation>
    </message>
    <message>
        <source>Its adopted tiling is not used (%1): it has the one that is chosen.</source>
        <translation>该层已采用的分块未生效（%1）：实际使用选定的分块。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimeBar</name>
    <message>
        <source>One step back (Left)</source>
        <translation>后退一步（Left）</translation>
    </message>
    <message>
        <source>Run through the arena (Space)</source>
        <translation>在内存池中播放运行（Space）</translation>
    </message>
    <message>
        <source>One step forward (Right)</source>
        <translation>前进一步（Right）</translation>
    </message>
    <message>
        <source>Go to the step with the most bytes alive (P)</source>
        <translation>转到存活字节最多的步（P）</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Leave the step (Esc)</source>
        <translation>离开该步（Esc）</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Steps per second</source>
        <translation>每秒步数</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/s</translation>
    </message>
    <message>
        <source>Click a step axis to look into a step.</source>
        <translation>点击步轴，查看某一步。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Timeline</name>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 (overlapping %2)</source>
        <translation>%1（重叠 %2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelineCard</name>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>by a tensor that it writes</source>
        <translation>按其写入的张量</translation>
    </message>
    <message>
        <source>by its place among operators of its kind</source>
        <translation>按其在同类算子中的次序</translation>
    </message>
    <message>
        <source>by the operator that started it</source>
        <translation>按启动它的算子</translation>
    </message>
    <message>
        <source>by what runs before and behind it</source>
        <translation>按其前后运行的内容</translation>
    </message>
    <message>
        <source>no node of the graph</source>
        <translation>不是计算图中的节点</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Share of the run</source>
        <translation>占本次运行</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Matched</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>%1, %2 spans</source>
        <translation>%1，%2 个区段</translation>
    </message>
    <message>
        <source>%1, this is %2</source>
        <translation>%1，此区段为其 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 spans, %3 threads, %4</source>
        <translation>%1：%2 个区段，%3 个线程，%4</translation>
    </message>
    <message>
        <source>Timeline. %1</source>
        <translation>时间线。%1</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelineChart</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Live bytes at %1</source>
        <translation>%1 时的存活字节数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelineLegend</name>
    <message>
        <source>Colours by operator kind: %1</source>
        <translation>按算子种类着色：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelinePainter</name>
    <message>
        <source>Live bytes</source>
        <translation>存活字节数</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>第 %1 次运行，共 %2 次</translation>
    </message>
    <message>
        <source>%1 of %2 operators matched</source>
        <translation>%2 个算子中匹配 %1 个</translation>
    </message>
    <message>
        <source>the profile has no start times: one after the other</source>
        <translation>性能剖析没有起始时间：依次排列</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory of the GPU</source>
        <translation>GPU 内存</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelineSearchBar</name>
    <message>
        <source>Find operators in the timeline</source>
        <translation>在时间线中查找算子</translation>
    </message>
    <message>
        <source>Find operators (Ctrl+F)</source>
        <translation>查找算子（Ctrl+F）</translation>
    </message>
    <message>
        <source>Words that a span has in its name, its operator or its node</source>
        <translation>区段的名称、算子或节点中出现的词</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一个匹配项（Shift+Enter）</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一个匹配项（Enter）</translation>
    </message>
    <message>
        <source>Search in the timeline</source>
        <translation>在时间线中搜索</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimelineWidget</name>
    <message>
        <source>There is no trace to show.</source>
        <translation>没有可显示的跟踪。</translation>
    </message>
    <message>
        <source>Prepare the timeline</source>
        <translation>准备时间线</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show all of it (Home)</source>
        <translation>显示全部（Home）</translation>
    </message>
    <message>
        <source>Rows of the timeline</source>
        <translation>时间线的行</translation>
    </message>
    <message>
        <source>Run %1 of %2: %3</source>
        <translation>第 %1 次运行，共 %2 次：%3</translation>
    </message>
    <message>
        <source>The run of %1 that begins at 0; the typical one at first</source>
        <translation>%1 中以 0 为起点的那次运行；初始为典型的一次</translation>
    </message>
    <message>
        <source>The timeline is being prepared …</source>
        <translation>正在准备时间线 …</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TimesRow</name>
    <message>
        <source>Times of models (*.json)</source>
        <translation>模型的时间 (*.json)</translation>
    </message>
    <message>
        <source>Measure models</source>
        <translation>测量模型</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>at most </source>
        <comment>seconds</comment>
        <translation>最多 </translation>
    </message>
    <message>
        <source>Read times…</source>
        <translation>读取时间…</translation>
    </message>
    <message>
        <source>Times of the models by batch size, as “Save times…” writes them</source>
        <translation>按批大小列出的模型时间，如“保存时间…”所写</translation>
    </message>
    <message>
        <source>Save times…</source>
        <translation>保存时间…</translation>
    </message>
    <message>
        <source>The times as a file for “Read times…” and for “edgewright-cli scenario --times”</source>
        <translation>将时间保存为文件，供“读取时间…”和“edgewright-cli scenario --times”使用</translation>
    </message>
    <message>
        <source>● Times of %1</source>
        <translation>● 时间来自 %1</translation>
    </message>
    <message>
        <source>No times yet of: %1</source>
        <translation>还没有时间：%1</translation>
    </message>
    <message>
        <source>Read times</source>
        <translation>读取时间</translation>
    </message>
    <message>
        <source>Save times</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Run it really</source>
        <translation>真正运行</translation>
    </message>
    <message>
        <source>Progress of measuring or running</source>
        <translation>测量或运行的进度</translation>
    </message>
    <message>
        <source>Stop; what was done by then is shown</source>
        <translation>停止；显示到那时为止已完成的部分</translation>
    </message>
    <message>
        <source>Run the models on this machine under the policy of the scenario, for as long as it says; the same arrivals, beside what is simulated. Unless times were read from a file, the models are measured before and behind it</source>
        <translation>按场景的策略在本机上运行各模型，时长由场景决定；到达与仿真相同，结果与仿真并列。若时间不是从文件读取的，则在运行前后测量各模型</translation>
    </message>
    <message>
        <source>Time of each part of measuring</source>
        <translation>测量每一部分的时间</translation>
    </message>
    <message>
        <source>Time of each part of measuring: a batch size of a model, a pause before it, two models at once</source>
        <translation>测量每一部分的时间：模型的一个批大小、其前的一段停顿、两个模型同时运行</translation>
    </message>
    <message>
        <source>Stop; what was measured before is kept</source>
        <translation>停止；保留先前测得的结果</translation>
    </message>
    <message>
        <source>Measure the models on this machine as they are served: alone, after pauses, at the same time, and how long threads take to wake up</source>
        <translation>在本机上按实际服务的方式测量各模型：单独运行、停顿之后、同时运行，以及线程唤醒需要多久</translation>
    </message>
    <message>
        <source>● Measured on this machine, as it is served</source>
        <translation>● 在本机上按实际服务的方式测得</translation>
    </message>
    <message>
        <source>What was measured does not fit any more: %1</source>
        <translation>已测得的结果不再适用：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Tuning</name>
    <message>
        <source>Tune kernels</source>
        <translation>调优内核</translation>
    </message>
    <message>
        <source>Read a tuning log</source>
        <translation>读取调优日志</translation>
    </message>
    <message>
        <source>Open a model to tune its kernels.</source>
        <translation>打开一个模型以调优它的内核。</translation>
    </message>
    <message>
        <source>The model is being fused.</source>
        <translation>模型正在融合。</translation>
    </message>
    <message>
        <source>There is no board %1 any more.</source>
        <translation>开发板 %1 已不存在。</translation>
    </message>
    <message>
        <source>looking at the kernels</source>
        <translation>正在查看内核</translation>
    </message>
    <message>
        <source>starting the agent</source>
        <translation>正在启动代理</translation>
    </message>
    <message>
        <source>measuring the roof</source>
        <translation>正在测量屋顶</translation>
    </message>
    <message>
        <source>The log lacks trials: %1</source>
        <translation>日志缺少试验：%1</translation>
    </message>
    <message>
        <source>Not tuned: %1</source>
        <translation>未调优：%1</translation>
    </message>
    <message>
        <source>Stop the search first: a log would take its place.</source>
        <translation>请先停止搜索：日志会取代它的位置。</translation>
    </message>
    <message>
        <source>The open model has none of the kernels that this log decided on.</source>
        <translation>打开的模型不含此日志所裁定的任何内核。</translation>
    </message>
    <message>
        <source>Tuned on another machine, %1: other kernels may be faster on this one.</source>
        <translation>是在另一台机器 %1 上调优的：在这台机器上，其他内核可能更快。</translation>
    </message>
    <message>
        <source>Generated kernels are built and run on this machine alone, not on boards.</source>
        <translation>生成的内核只在本机上构建和运行，不在开发板上。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningControls</name>
    <message>
        <source>Tune</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open log…</source>
        <translation>打开日志…</translation>
    </message>
    <message>
        <source>A log of this program, of Kernel Tuner (T4, cache), AutoTVM or auto_scheduler</source>
        <translation>本程序、Kernel Tuner（T4、缓存）、AutoTVM 或 auto_scheduler 的日志</translation>
    </message>
    <message>
        <source>at most </source>
        <comment>seconds</comment>
        <translation>最多 </translation>
    </message>
    <message>
        <source>Log that trials are added to</source>
        <translation>追加试验的日志</translation>
    </message>
    <message>
        <source>Tuning logs (*.jsonl)</source>
        <translation>调优日志 (*.jsonl)</translation>
    </message>
    <message>
        <source>Open a tuning log</source>
        <translation>打开调优日志</translation>
    </message>
    <message>
        <source>Tuning logs (*.json *.jsonl *.log);;All files (*)</source>
        <translation>调优日志 (*.json *.jsonl *.log);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Ends the search: what was found until now is decided on and kept</source>
        <translation>结束搜索：对目前找到的结果作出决定并保留</translation>
    </message>
    <message>
        <source>Choose a file that every trial is added to</source>
        <translation>选择一个文件，每次试验都追加到其中</translation>
    </message>
    <message>
        <source>Every trial is added to %1</source>
        <translation>每次试验都追加到 %1</translation>
    </message>
    <message>
        <source>Measures the network with the tuned kernels beside the same without them</source>
        <translation>测量使用调优后内核的网络，并与不使用时对照</translation>
    </message>
    <message>
        <source>There are no tuned kernels for this device and so many threads yet</source>
        <translation>此设备和此线程数还没有调优后的内核</translation>
    </message>
    <message>
        <source>%1 of the trials</source>
        <translation>已完成试验的 %1</translation>
    </message>
    <message>
        <source>reading the log</source>
        <translation>正在读取日志</translation>
    </message>
    <message>
        <source>Searches for something faster for each kernel of the model, by trying it</source>
        <translation>通过试验，为模型的每个内核寻找更快的实现</translation>
    </message>
    <message>
        <source>%1 of the trials, generated kernels</source>
        <translation>试验的 %1，生成的内核</translation>
    </message>
    <message>
        <source>Measure the tuned kernels</source>
        <translation>测量调优后的核函数</translation>
    </message>
    <message>
        <source>Log to…</source>
        <translation>日志写入…</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningKernels</name>
    <message numerus="yes">
        <source>%n kernels: by default %1, tuned %2</source>
        <translation>
            <numerusform>%n 个内核：默认 %1，调优后 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernels: the best take %1</source>
        <translation>
            <numerusform>%n 个内核：最佳共需 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n of them tuned %1, in %2 %3</source>
        <translation>
            <numerusform> · 其中 %n 个调优后 %1，在 %2 中 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>▬ tuned %1</source>
        <translation>▬ 调优后 %1</translation>
    </message>
    <message>
        <source>◇ by default %1: tuned takes %2 of it</source>
        <translation>◇ 默认 %1：调优后为其 %2</translation>
    </message>
    <message>
        <source>▲ in %1 %2</source>
        <translation>▲ 在 %1 中 %2</translation>
    </message>
    <message>
        <source>roof %1</source>
        <translation>屋顶 %1</translation>
    </message>
    <message>
        <source>Time of all calls (%1): ▬ tuned, ◇ by default, ▲ %2</source>
        <translation>所有调用的时间（%1）：▬ 调优后，◇ 默认，▲ %2</translation>
    </message>
    <message>
        <source>Time of all calls (%1): ▬ tuned, ◇ by default</source>
        <translation>所有调用的时间（%1）：▬ 调优后，◇ 默认</translation>
    </message>
    <message>
        <source>No kernel has a time yet.</source>
        <translation>还没有内核有时间。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningKnobs</name>
    <message>
        <source>%1: %2 of the variance</source>
        <translation>%1：占方差的 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n values in %1 trials</source>
        <translation>
            <numerusform>%1 次试验中有 %n 个取值</numerusform>
        </translation>
    </message>
    <message>
        <source>fastest with %1, on average</source>
        <translation>取 %1 时平均最快</translation>
    </message>
    <message>
        <source>Variance of the logarithm of times explained by it alone (%)</source>
        <translation>单独解释的时间对数方差（%）</translation>
    </message>
    <message>
        <source>Which parameter matters is told from %1 trials of a kernel on, of which some have the same value of it and others another one.</source>
        <translation>一个内核至少要有 %1 次试验，其中一些在某参数上取值相同、另一些不同，才能说明哪个参数重要。</translation>
    </message>
    <message>
        <source>own kernels</source>
        <translation>自有内核</translation>
    </message>
    <message>
        <source>generated kernels</source>
        <translation>生成的内核</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kernel, share</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>parameter, kernels</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningNest</name>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kernel, way</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>for threads</source>
        <translation>分给各线程</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>cache, bytes</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Bytes that one turn works on; dashes: caches of a thread</source>
        <translation>一轮所处理的字节数；虚线：一个线程的缓存</translation>
    </message>
    <message>
        <source>shared out among threads</source>
        <translation>分配给各线程</translation>
    </message>
    <message>
        <source>one turn works on %1</source>
        <translation>一轮处理 %1</translation>
    </message>
    <message>
        <source>kept in: %1</source>
        <translation>保存在：%1</translation>
    </message>
    <message>
        <source>This log tells no loops of the fastest trial.</source>
        <translation>此日志没有记录最快试验的循环。</translation>
    </message>
    <message>
        <source>The loops of this kernel are not known.</source>
        <translation>此内核的循环未知。</translation>
    </message>
    <message>
        <source>%1 · bytes not known</source>
        <translation>%1 · 字节数未知</translation>
    </message>
    <message>
        <source>The loops of the fastest trial stand here.</source>
        <translation>这里显示最快的一次试验的循环。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningPredicted</name>
    <message>
        <source>● Measured speed (% of the best trial)</source>
        <translation>● 实测速度（占最佳试验的 %）</translation>
    </message>
    <message>
        <source>≈ Score of the cost model before the trial</source>
        <translation>≈ 代价模型在试验前给出的分数</translation>
    </message>
    <message>
        <source>%1
● %2, ≈ score %3
%4</source>
        <translation>%1
● %2，≈ 分数 %3
%4</translation>
    </message>
    <message>
        <source>Rank correlation %1 · of the best %2 of %3 trials, it ranked %4 so high</source>
        <translation>秩相关 %1 · %3 次试验中最佳的 %2 次，它把其中 %4 排在同样靠前的位置</translation>
    </message>
    <message>
        <source>This log does not tell what a cost model expected.</source>
        <translation>此日志没有记录代价模型的预期。</translation>
    </message>
    <message>
        <source>No trial had a prediction: the strategy “learned” has a cost model, after its first trials of a kernel.</source>
        <translation>没有试验带有预测：策略“learned”在一个内核的最初几次试验之后才有代价模型。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningProgress</name>
    <message>
        <source>all kernels</source>
        <translation>所有内核</translation>
    </message>
    <message>
        <source>Best so far (% of the default)</source>
        <translation>迄今最佳（占默认的 %）</translation>
    </message>
    <message>
        <source>Best so far (% of the first trial)</source>
        <translation>迄今最佳（占第一次试验的 %）</translation>
    </message>
    <message>
        <source>Seconds of searching</source>
        <translation>搜索的秒数</translation>
    </message>
    <message>
        <source>Trials, of all kernels</source>
        <translation>所有内核的试验次数</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>%1, trial %2: %3, %4 of the default</source>
        <translation>%1，第 %2 次试验：%3，为默认的 %4</translation>
    </message>
    <message>
        <source>%1, trial %2: %3, %4 of the first trial</source>
        <translation>%1，第 %2 次试验：%3，为第一次试验的 %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kernel, share</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>decided: %1</source>
        <translation>选定：%1</translation>
    </message>
    <message>
        <source>%1, on new samples: %2 of the default</source>
        <translation>%1，按新样本：为默认的 %2</translation>
    </message>
    <message>
        <source>No trial of this log has a time.</source>
        <translation>此日志没有带时间的试验。</translation>
    </message>
    <message>
        <source>No trial is done yet.</source>
        <translation>还没有完成的试验。</translation>
    </message>
    <message>
        <source>This log does not tell when its trials were, nor what they cost.</source>
        <translation>此日志没有记录试验的时刻，也没有记录其花费。</translation>
    </message>
    <message>
        <source>other kernels</source>
        <translation>其他内核</translation>
    </message>
    <message>
        <source>roof: %1, %2</source>
        <comment>a share, a time</comment>
        <translation>上限：%1，%2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningText</name>
    <message>
        <source>Each kernel alone, with what starting it takes: what the network gains is told by measuring it.</source>
        <translation>各内核单独计时，包含启动开销：网络的收益要通过测量得知。</translation>
    </message>
    <message numerus="yes">
        <source>%n trials</source>
        <translation>
            <numerusform>%n 次试验，</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n kernels, read from %1.</source>
        <translation>
            <numerusform>属于 %n 个内核，读自 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On new samples %n of them are faster than by default.</source>
        <translation>
            <numerusform>依据新样本，其中 %n 个快于默认。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n kernels so far; nothing is decided.</source>
        <translation>
            <numerusform>目前属于 %n 个内核；尚未作出决定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trials failed.</source>
        <translation>
            <numerusform>%n 次试验失败。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>log: %1</source>
        <translation>日志：%1</translation>
    </message>
    <message>
        <source>roof not known</source>
        <translation>屋顶未知</translation>
    </message>
    <message numerus="yes">
        <source>%n remarks</source>
        <translation>
            <numerusform>%n 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>日志：%1</translation>
    </message>
    <message>
        <source>Tuned on: %1</source>
        <translation>调优所在：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a setting, its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Settings of the search: %1</source>
        <translation>搜索设置：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningView</name>
    <message>
        <source>Kernels, as they were tuned</source>
        <translation>各内核的调优结果</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>绘制的内容</translation>
    </message>
    <message>
        <source>The first trials are on their way.</source>
        <translation>最初的试验正在进行。</translation>
    </message>
    <message>
        <source>%1, of the log %2</source>
        <comment>figure, file</comment>
        <translation>%1，取自日志 %2</translation>
    </message>
    <message>
        <source>Tune tries other parameters for each kernel of this model on %1: %2 trials, at most %3 s.</source>
        <translation>调优在%1上为该模型的每个内核试验其他参数：%2 次试验，最多 %3 s。</translation>
    </message>
    <message>
        <source>Tune builds loop nests for each kernel of this model with the C compiler of %1, and tries them: %2 trials, at most %3 s.</source>
        <translation>调优用%1的 C 编译器为该模型的每个内核构建循环嵌套并加以试验：%2 次试验，最多 %3 s。</translation>
    </message>
    <message>
        <source>Tune tries other parameters for each kernel of this model on %1, then loop nests that its C compiler builds: %2 trials and at most %3 s for each of both.</source>
        <translation>调优先在%1上为该模型的每个内核试验其他参数，再试验由其 C 编译器构建的循环嵌套：两者各 %2 次试验，最多 %3 s。</translation>
    </message>
    <message>
        <source>Each trial is written to a log. Or open a log of Kernel Tuner or TVM.</source>
        <translation>每次试验都写入日志。也可以打开 Kernel Tuner 或 TVM 的日志。</translation>
    </message>
    <message>
        <source>Parameters alone are searched: %1</source>
        <translation>只搜索参数：%1</translation>
    </message>
    <message>
        <source>How much faster can the kernels of this model be?</source>
        <translation>该模型的内核还能快多少？</translation>
    </message>
    <message>
        <source>This device is no board that was added: its runs came with a profile or the study.</source>
        <translation>这个设备不是已添加的开发板：它的运行来自性能剖析文件或研究文件。</translation>
    </message>
    <message>
        <source>On the GPU, “edgewright-cli tune MODEL --device gpu” tunes a whole network, and “edgewright-cli gpu --tune” its kernels by themselves. Here kernels of processors are tuned: choose this machine or a board.</source>
        <translation>在 GPU 上，“edgewright-cli tune MODEL --device gpu”调优整个网络，“edgewright-cli gpu --tune”单独调优其内核。这里调优的是处理器的内核：请选择本机或一块开发板。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::UnmatchedPanel</name>
    <message>
        <source>Operators of the trace that no node of the graph matches</source>
        <translation>跟踪中没有匹配到计算图节点的算子</translation>
    </message>
    <message>
        <source>Open a profile of another tool to compare it with the graph.</source>
        <translation>打开其他工具的性能剖析，与计算图对照。</translation>
    </message>
    <message>
        <source>%1 of %2 operators of %3 are no node of the graph.</source>
        <translation>%3 的 %2 个算子中有 %1 个不是计算图中的节点。</translation>
    </message>
    <message>
        <source>Left out, since their times make no sense or they lie too deep: %1 spans.</source>
        <translation>因时间不合理或嵌套过深而略去：%1 个区段。</translation>
    </message>
    <message>
        <source>They take %1 of %2: what is told of nodes is not all.</source>
        <translation>它们占 %2 中的 %1：关于节点所说的并非全部。</translation>
    </message>
    <message>
        <source>Nothing is left over: all %2 timed operators of %1 belong to nodes of the graph.</source>
        <translation>没有剩余：%1 的全部 %2 个计时算子都属于图中的节点。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ValuePainter</name>
    <message>
        <source>Input x</source>
        <translation>输入 x</translation>
    </message>
    <message>
        <source>Weight w</source>
        <translation>权重 w</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>%1, output %2</source>
        <translation>%1，输出 %2</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>+ bias</source>
        <translation>+ 偏置</translation>
    </message>
    <message>
        <source>no bias</source>
        <translation>无偏置</translation>
    </message>
    <message>
        <source>× scale</source>
        <translation>× 缩放</translation>
    </message>
    <message>
        <source>%1 ÷ %2</source>
        <translation>%1 ÷ %2</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>变化 %1</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>量化码</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步长 %1</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>INT8</source>
        <translation>INT8</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>%1 = %2 steps</source>
        <translation>%1 = %2 个步长</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ValueText</name>
    <message>
        <source>sum %1 → %2</source>
        <translation>和 %1 → %2</translation>
    </message>
    <message>
        <source>; %1 does not fit %2 bits and saturates at %3</source>
        <translation>；%1 超出 %2 位，饱和为 %3</translation>
    </message>
    <message>
        <source>; %1 does not fit %2 bits and wraps to %3</source>
        <translation>；%1 超出 %2 位，回绕为 %3</translation>
    </message>
    <message>
        <source>x = %1, w = %2, product %3</source>
        <translation>x = %1，w = %2，乘积 %3</translation>
    </message>
    <message>
        <source>padding, </source>
        <translation>填充， </translation>
    </message>
    <message>
        <source>%1; it waits for its pair, the sum stays %2</source>
        <translation>%1；等待配对，和仍为 %2</translation>
    </message>
    <message>
        <source>%1; with the one before %2</source>
        <translation>%1；与前一项相加得 %2</translation>
    </message>
    <message>
        <source>, which saturates at %1</source>
        <translation>，饱和为 %1</translation>
    </message>
    <message>
        <source>x = %1, w = %2, product %3, %4</source>
        <translation>x = %1，w = %2，乘积 %3，%4</translation>
    </message>
    <message>
        <source>zero points change the sum of raw codes by %1, %2</source>
        <translation>零点使原始量化码之和变化 %1，%2</translation>
    </message>
    <message>
        <source>no bias, the sum stays %1</source>
        <translation>无偏置，和仍为 %1</translation>
    </message>
    <message>
        <source>bias %1 is code %2, %3</source>
        <translation>偏置 %1 的量化码为 %2，%3</translation>
    </message>
    <message>
        <source>%1 × %2 = %3 codes</source>
        <translation>%1 × %2 = %3 个量化码</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 leaves %2 and becomes %3</source>
        <translation>%1 超出 %2，变为 %3</translation>
    </message>
    <message>
        <source>%1 lies within %2</source>
        <translation>%1 在 %2 之内</translation>
    </message>
    <message>
        <source>code %1, times %2 is %3; FP32 %4, error %5</source>
        <translation>量化码 %1，乘以 %2 得 %3；FP32 %4，误差 %5</translation>
    </message>
    <message>
        <source>Term %1 of %2</source>
        <translation>第 %1 项，共 %2 项</translation>
    </message>
    <message>
        <source>%1 · input channel %2, kernel %3</source>
        <translation>%1 · 输入通道 %2，卷积核 %3</translation>
    </message>
    <message>
        <source>%1 · input channel %2</source>
        <translation>%1 · 输入通道 %2</translation>
    </message>
    <message>
        <source>Zero points</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Multiplier</source>
        <translation>乘数</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Dequantized</source>
        <translation>反量化</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>成对累加</translation>
    </message>
    <message>
        <source>multiplier</source>
        <translation>乘数</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>clamp</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>%1, output %2</source>
        <translation>%1，输出 %2</translation>
    </message>
    <message>
        <source>sum of %1 products: %2</source>
        <translation>%1 个乘积之和：%2</translation>
    </message>
    <message>
        <source>error from %1: %2</source>
        <translation>误差来源（%1）：%2</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>误差：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ValueView</name>
    <message>
        <source>How one output is computed</source>
        <translation>一个输出的计算过程</translation>
    </message>
    <message>
        <source>Terms of the sum</source>
        <translation>求和的各项</translation>
    </message>
    <message>
        <source>One step back (Left)</source>
        <translation>后退一步（Left）</translation>
    </message>
    <message>
        <source>Play the steps (Space)</source>
        <translation>播放各步（Space）</translation>
    </message>
    <message>
        <source>One step forward (Right)</source>
        <translation>前进一步（Right）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Copies all steps and the parts of the error as text</source>
        <translation>以文本形式复制所有步骤和误差的各部分</translation>
    </message>
    <message>
        <source>Copy steps</source>
        <translation>复制步骤</translation>
    </message>
    <message>
        <source>Click a cell of the pictures above, or press Enter on one, to see how that output is computed.</source>
        <translation>点击上方图中的单元格，或在其上按 Enter，查看该输出的计算过程。</translation>
    </message>
    <message>
        <source>This value could not be traced: %1</source>
        <translation>无法追溯此值：%1</translation>
    </message>
    <message>
        <source>The steps are being written out.</source>
        <translation>正在写出各步骤。</translation>
    </message>
    <message>
        <source>One output of %1, computed</source>
        <translation>%1 的一个输出的计算过程</translation>
    </message>
    <message>
        <source>%1 pad</source>
        <translation>%1 填充</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ValueWindow</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1（共 %2）</translation>
    </message>
    <message>
        <source>%1–%2 of %3</source>
        <translation>%1–%2（共 %3）</translation>
    </message>
    <message>
        <source>input channel %1</source>
        <translation>输入通道 %1</translation>
    </message>
    <message>
        <source>input channel %1 (of %2)</source>
        <translation>输入通道 %1（共 %2）</translation>
    </message>
    <message>
        <source>input channels %1–%2 (of %3)</source>
        <translation>输入通道 %1–%2（共 %3）</translation>
    </message>
    <message>
        <source>kernel of %1</source>
        <translation>卷积核长 %1</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>卷积核 %1</translation>
    </message>
    <message>
        <source>kernel %1 × %2</source>
        <translation>卷积核 %1 × %2</translation>
    </message>
    <message>
        <source>kernel rows %1, columns %2</source>
        <translation>卷积核行 %1，列 %2</translation>
    </message>
</context>
<context>
    <name>edgewright::views::ValuesPane</name>
    <message>
        <source>Values of the</source>
        <translation>值取自</translation>
    </message>
    <message>
        <source>Tensor whose values are shown</source>
        <translation>显示其值的张量</translation>
    </message>
    <message>
        <source>Values and codes</source>
        <translation>值与量化码</translation>
    </message>
    <message>
        <source>The weights of this layer are not at hand: its study was not made on a sample.</source>
        <translation>没有此层的权重：它的研究不是在样本上进行的。</translation>
    </message>
    <message>
        <source>No values of this tensor were kept: calibrate the model to see them.</source>
        <translation>没有保留此张量的值：校准模型后即可查看。</translation>
    </message>
</context>
<context>
    <name>edgewright::views::Verdict</name>
    <message>
        <source>too few runs to say</source>
        <translation>运行次数太少，无法判定</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 到 %2 %</translation>
    </message>
    <message>
        <source>%1 % less time in pairs of runs (%2)</source>
        <translation>成对运行中耗时减少 %1 %（%2）</translation>
    </message>
    <message>
        <source>%1 % more time in pairs of runs (%2)</source>
        <translation>成对运行中耗时增加 %1 %（%2）</translation>
    </message>
    <message>
        <source>no difference larger than %1 % in pairs of runs</source>
        <translation>成对运行中差异不超过 %1 %</translation>
    </message>
    <message>
        <source>too noisy to say</source>
        <translation>噪声太大，无法判定</translation>
    </message>
</context>
<context>
    <name>edgewright::views::WeightChart</name>
    <message>
        <source>range of each of the %1 output channels</source>
        <translation>%1 个输出通道各自的值域</translation>
    </message>
</context>
<context>
    <name>edgewright::views::WhatIfBar</name>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Where inputs, outputs and weights are kept, and what operators need</source>
        <translation>输入、输出和权重存放在何处，以及算子需要什么</translation>
    </message>
    <message>
        <source>More assumptions</source>
        <translation>更多假设</translation>
    </message>
    <message>
        <source>Extent of %1</source>
        <translation>%1 的维长</translation>
    </message>
    <message>
        <source>Open extent “%1” of the model&apos;s inputs</source>
        <translation>模型输入的未定维长“%1”</translation>
    </message>
    <message>
        <source>Input size</source>
        <translation>输入大小</translation>
    </message>
</context>
<context>
    <name>edgewright::views::WhatIfRow</name>
    <message>
        <source>energy %1 ×</source>
        <translation>能耗 %1 ×</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 instead of %2 cycles: %3, energy %4 ×, area %5 ×</source>
        <translation>%1 个周期，原为 %2：%3，能耗 %4 ×，面积 %5 ×</translation>
    </message>
    <message numerus="yes">
        <source>%n layers gain 1 % or more</source>
        <translation>
            <numerusform>%n 层提速 1 % 或更多</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers are no longer limited by DRAM</source>
        <translation>
            <numerusform>%n 层不再受 DRAM 限制</numerusform>
        </translation>
    </message>
    <message>
        <source>In part because more activations stay on chip: %1</source>
        <translation>部分原因是片上多保留了 %1 个激活</translation>
    </message>
    <message>
        <source>%1 gains most</source>
        <translation>%1 获益最大</translation>
    </message>
    <message>
        <source>Click to use it</source>
        <translation>点击采用</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ActivityBar</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Banner</name>
    <message>
        <source>Close message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::BindingChips</name>
    <message>
        <source>Look for test data</source>
        <translation>查找测试数据</translation>
    </message>
    <message>
        <source>Input size</source>
        <translation>输入大小</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Open dimension “%1”. Click to change its extent.</source>
        <translation>未定维度“%1”。点击更改其维长。</translation>
    </message>
    <message>
        <source>Extent of %1</source>
        <translation>%1 的维长</translation>
    </message>
    <message>
        <source>Often used</source>
        <translation>常用</translation>
    </message>
    <message>
        <source>As in the test data</source>
        <translation>与测试数据一致</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::CellBars</name>
    <message>
        <source>No cell has this number.</source>
        <translation>各单元均无此数值。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::CommandPalette</name>
    <message>
        <source>Find nodes, tensors, commands (Ctrl+K)</source>
        <translation>查找节点、张量、命令（Ctrl+K）</translation>
    </message>
    <message>
        <source>Command field</source>
        <translation>命令输入框</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::CommandPaletteIndex</name>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Drawer</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Close drawer</source>
        <translation>关闭抽屉栏</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExperimentBar</name>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Experiments of the study</source>
        <translation>研究中的实验</translation>
    </message>
    <message>
        <source>New experiment from what is open: this model in float32 and in INT8 as it is chosen, in all configurations, on the chosen accelerator</source>
        <translation>由当前打开的内容新建实验：此模型的 float32 版本与按所选设置量化的 INT8 版本，在所选加速器上运行所有配置</translation>
    </message>
    <message>
        <source>Open experiment: a file that was written here or by hand joins the study</source>
        <translation>打开实验：将此处写出或手写的文件加入研究</translation>
    </message>
    <message>
        <source>From the study; the file and its results stay where they are</source>
        <translation>从研究中移除；文件及其结果保留在原处</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Results until now stay, and the next run goes on from them</source>
        <translation>已有的结果会保留，下次运行从此处继续</translation>
    </message>
    <message>
        <source>While something is measured, nothing else is</source>
        <translation>正在测量时不进行其他测量</translation>
    </message>
    <message>
        <source>Every cell has a result of this model and these settings</source>
        <translation>每个单元都已有此模型在这些设置下的结果</translation>
    </message>
    <message>
        <source>The cells that have no result yet, one after the other</source>
        <translation>依次运行尚无结果的单元</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>新建实验</translation>
    </message>
    <message>
        <source>Experiments (*.experiment.json *.json)</source>
        <translation>实验 (*.experiment.json *.json)</translation>
    </message>
    <message>
        <source>Open experiment</source>
        <translation>打开实验</translation>
    </message>
    <message>
        <source>Experiments (*.json);;All files (*)</source>
        <translation>实验 (*.json);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExperimentCharts</name>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1：%2 到 %3</translation>
    </message>
    <message>
        <source>Latency %1 of the baseline&apos;s: %2</source>
        <translation>延迟为基线的 %1：%2</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExperimentResults</name>
    <message>
        <source>Number to show</source>
        <translation>要显示的数值</translation>
    </message>
    <message>
        <source>The number that is drawn, and that a table over two axes has</source>
        <translation>图中所画、双轴表格中所列的数值</translation>
    </message>
    <message>
        <source>Axis of the rows</source>
        <translation>行所用的轴</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表格的列</translation>
    </message>
    <message>
        <source>A row for each cell with all of its numbers, or the chosen number over two axes</source>
        <translation>每个单元一行并列出其所有数值，或按两个轴列出所选数值</translation>
    </message>
    <message>
        <source>Results of the experiment</source>
        <translation>实验结果</translation>
    </message>
    <message>
        <source>Cells, all numbers</source>
        <translation>单元，所有数值</translation>
    </message>
    <message>
        <source>rows: %1</source>
        <translation>行：%1</translation>
    </message>
    <message>
        <source>columns: %1</source>
        <translation>列：%1</translation>
    </message>
    <message>
        <source>There are no results to show.</source>
        <translation>没有可显示的结果。</translation>
    </message>
    <message>
        <source>No cell has a result yet. Run takes one after the other.</source>
        <translation>尚无单元有结果。“运行”会逐个运行它们。</translation>
    </message>
    <message>
        <source>Every cell that ran has failed.</source>
        <translation>已运行的单元全部失败。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExperimentsPane</name>
    <message>
        <source>No experiment yet. An experiment runs models, input sizes, float32 and INT8, fusion and reuse of memory in all combinations, and compares each with its baseline. New… writes one for the model that is open; Open… takes a file that is there.</source>
        <translation>尚无实验。实验以所有组合运行模型、输入大小、float32 与 INT8、融合和内存复用，并将每个组合与其基线比较。“新建…”为当前打开的模型写出一个实验；“打开…”读取已有的文件。</translation>
    </message>
    <message>
        <source>No result yet.</source>
        <translation>尚无结果。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExportDialog</name>
    <message>
        <source>Export figures</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder for the figures</source>
        <translation>存放图的文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>导出进度</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n files to %1.</source>
        <translation>
            <numerusform>已将 %n 个文件写入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled. What was written before stays.</source>
        <translation>已取消。此前写出的内容会保留。</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>样式</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Beside them</source>
        <translation>附带</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Width and size of type. Tall graphs are set in columns, and on further pages as files of their own; what is wider than a page becomes smaller.</source>
        <translation>宽度与字号。较高的计算图分栏排版，续页各自成为单独的文件；超出页宽的内容会缩小。</translation>
    </message>
    <message>
        <source> dots an inch</source>
        <translation> 点/英寸</translation>
    </message>
    <message>
        <source>Of PNG</source>
        <translation>用于 PNG</translation>
    </message>
    <message>
        <source>Captions (.txt) and data (%1)</source>
        <translation>图注 (.txt) 和数据 (%1)</translation>
    </message>
    <message>
        <source>Caption of the figure that is chosen</source>
        <translation>所选图的图注</translation>
    </message>
    <message>
        <source>Choose a figure to see its caption, and to change it.</source>
        <translation>选择一张图，以查看和修改其图注。</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>There already: %1. Press Export again to replace.</source>
        <translation>已存在：%1。再次点击“导出”即可替换。</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>请选择文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made. Choose another one.</source>
        <translation>无法创建文件夹 %1。请另选一个。</translation>
    </message>
    <message>
        <source>Tick at least one figure and one format.</source>
        <translation>请至少勾选一张图和一种格式。</translation>
    </message>
    <message numerus="yes">
        <source>Writing %n files …</source>
        <translation>
            <numerusform>正在写出 %n 个文件 …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureData</name>
    <message>
        <source>Data: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a part of a caption</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>parts of a caption</comment>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureExport</name>
    <message numerus="yes">
        <source>Wrote %n files to %1</source>
        <translation>
            <numerusform>已将 %n 个文件写入 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Computing what the figures of other pages show …</source>
        <translation>正在计算其他页面的图所需的内容 …</translation>
    </message>
    <message>
        <source>There is nothing to draw.</source>
        <translation>没有可绘制的内容。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was written, a note</comment>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureOrder</name>
    <message>
        <source>no style of figures is called &apos;%1&apos;; there are: %2</source>
        <translation>没有名为“%1”的图样式；可用：%2</translation>
    </message>
    <message>
        <source>no font of figures is called &apos;%1&apos;; there are: %2</source>
        <translation>没有名为“%1”的图字体；可用：%2</translation>
    </message>
    <message>
        <source>no format of figures is called &apos;%1&apos;; there are: %2</source>
        <translation>没有名为“%1”的图格式；可用：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; dots an inch; expected %2 to %3</source>
        <translation>每英寸点数为“%1”；应为 %2 到 %3</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigurePreview</name>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Draw a figure</source>
        <translation>绘制图</translation>
    </message>
    <message>
        <source>Figure as it is printed</source>
        <translation>图的打印效果</translation>
    </message>
    <message>
        <source>All of the figure; else in its true size, a millimetre on paper is one here</source>
        <translation>显示整张图；否则按实际大小显示，纸上一毫米在此也是一毫米</translation>
    </message>
    <message>
        <source>Drawing …</source>
        <translation>正在绘制 …</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>, the first of %1 pages</source>
        <translation>，共 %1 页，此为第一页</translation>
    </message>
    <message>
        <source>, smaller here</source>
        <translation>，此处缩小显示</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureSheet</name>
    <message>
        <source>Draw small figures</source>
        <translation>绘制缩略图</translation>
    </message>
    <message>
        <source>%1, of the page %2. Enter or a double click shows it in its true size.</source>
        <translation>%1，来自页面“%2”。按 Enter 或双击可按实际大小显示。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureWriter</name>
    <message>
        <source>Export figures</source>
        <translation>导出图</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::JobsList</name>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在运行的任务。</translation>
    </message>
    <message>
        <source>Progress of: %1</source>
        <translation>进度：%1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>取消：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::KeySheet</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Esc closes</source>
        <translation>按 Esc 关闭</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Landmark</name>
    <message>
        <source>Largest tensor · %1 · %2</source>
        <translation>最大的张量 · %1 · %2</translation>
    </message>
    <message>
        <source>biggest activation size</source>
        <translation>最大 激活 大小 biggest activation size</translation>
    </message>
    <message>
        <source>Peak · step %1, %2 · arena %3</source>
        <translation>峰值 · 第 %1 步，%2 · 内存池 %3</translation>
    </message>
    <message>
        <source>memory most live bytes maximum</source>
        <translation>内存 最多 存活 字节 最大 memory most live bytes maximum</translation>
    </message>
    <message>
        <source>Slowest layer · %1 · %2 of the estimated cycles</source>
        <translation>最慢的层 · %1 · 占估计周期数的 %2</translation>
    </message>
    <message>
        <source>most cycles time bottleneck latency</source>
        <translation>最多 周期 时间 瓶颈 延迟 most cycles time bottleneck latency</translation>
    </message>
    <message>
        <source>Most MACs · %1 · %2</source>
        <translation>MAC 最多 · %1 · %2</translation>
    </message>
    <message>
        <source>largest layer arithmetic operations</source>
        <translation>最大 层 算术 运算 largest layer arithmetic operations</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::LessonPane</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>离开课程</translation>
    </message>
    <message>
        <source>Leave the lesson; it goes on here the next time</source>
        <translation>离开课程；下次从这里继续</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Opening the model…</source>
        <translation>正在打开模型…</translation>
    </message>
    <message>
        <source>✗ %1: the planner needs %2</source>
        <translation>✗ %1：规划器只需 %2</translation>
    </message>
    <message>
        <source>✗ No plan: %1</source>
        <translation>✗ 不是合法的规划：%1</translation>
    </message>
    <message>
        <source>✓ Right: %1</source>
        <translation>✓ 正确：%1</translation>
    </message>
    <message>
        <source>✗ It is %1</source>
        <translation>✗ 应为 %1</translation>
    </message>
    <message>
        <source>It is %1</source>
        <translation>答案是 %1</translation>
    </message>
    <message>
        <source>%1, the planner&apos;s is %2</source>
        <translation>%1，规划器的为 %2</translation>
    </message>
    <message>
        <source>“%1” is no number</source>
        <translation>“%1”不是数</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::LessonPlayer</name>
    <message>
        <source>Check the answer</source>
        <translation>检查答案</translation>
    </message>
    <message>
        <source>Find what the lesson points at</source>
        <translation>寻找课程所指之处</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::LessonShow</name>
    <message>
        <source>The presentation did not start: %1</source>
        <translation>演示未能启动：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Lessons</name>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1（无法读取）</translation>
    </message>
    <message>
        <source>%1 ✓</source>
        <translation>%1 ✓</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1（%2 / %3）</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s).</source>
        <translation>
            <numerusform>%n 分钟。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open my lessons</source>
        <translation>打开我的课程</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::MainWindow</name>
    <message>
        <source>Edgewright</source>
        <translation>Edgewright</translation>
    </message>
    <message>
        <source>The settings of this model are those of last time.</source>
        <translation>此模型沿用上次的设置。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Go to page %1</source>
        <translation>转到页面“%1”</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Open sample %1</source>
        <translation>打开示例 %1</translation>
    </message>
    <message>
        <source>Switch fusion rule %1 on or off</source>
        <translation>启用或停用融合规则 %1</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Open %1 (not there any more)</source>
        <translation>打开 %1（已不存在）</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>This page has no pictures to present yet.</source>
        <translation>此页面尚无可演示的图。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::MetricsStatusBar</name>
    <message>
        <source>Operators before and after fusion</source>
        <translation>融合前后的算子数</translation>
    </message>
    <message>
        <source>Trained numbers, and what they take</source>
        <translation>训练得到的参数及其占用的空间</translation>
    </message>
    <message>
        <source>Multiply-accumulates of one run</source>
        <translation>一次运行的 MAC 数</translation>
    </message>
    <message>
        <source>Peak of the planned arena after fusion, and its ratio to the lower bound</source>
        <translation>融合后所规划内存池的峰值，及其与下界之比</translation>
    </message>
    <message>
        <source>Predicted cycles of all operators on the accelerator</source>
        <translation>加速器上所有算子的预测周期数</translation>
    </message>
    <message>
        <source>Running work</source>
        <translation>正在运行的任务</translation>
    </message>
    <message>
        <source>What is wrong or remarkable about the model</source>
        <translation>模型中的问题和值得注意之处</translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n nodes</source>
        <translation>
            <numerusform>%1 → %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 parameters · %2</source>
        <translation>%1 个参数 · %2</translation>
    </message>
    <message>
        <source>%1 not counted</source>
        <translation>未计入 %1</translation>
    </message>
    <message>
        <source>peak %1 · %2 lower bound</source>
        <translation>峰值 %1 · 下界的 %2</translation>
    </message>
    <message>
        <source>peak at least %1 · %2 lower bound</source>
        <translation>峰值至少 %1 · 下界的 %2</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message numerus="yes">
        <source>%n problems</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>1 job running</source>
        <translation>1 个任务正在运行</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs running</source>
        <translation>
            <numerusform>%n 个任务正在运行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ModelFiles</name>
    <message numerus="yes">
        <source>%1 opens; %n others are under Open recent.</source>
        <translation>
            <numerusform>正在打开 %1；另外 %n 个文件在“最近打开”中。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was open last; the program ended while it was being opened.</source>
        <translation>上次打开的是 %1；程序在打开它的过程中结束了。</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Open model or study</source>
        <translation>打开模型或研究</translation>
    </message>
    <message>
        <source>Models and studies (*.onnx *.json);;All files (*)</source>
        <translation>模型和研究 (*.onnx *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save fused model</source>
        <translation>保存融合后的模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Save INT8 model</source>
        <translation>保存 INT8 模型</translation>
    </message>
    <message>
        <source>Save study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Studies (*.study.json *.json)</source>
        <translation>研究 (*.study.json *.json)</translation>
    </message>
    <message>
        <source>%1 was changed and not saved when the program ended (%2).</source>
        <translation>程序结束时 %1 有更改尚未保存（%2）。</translation>
    </message>
    <message>
        <source>Restore the changes</source>
        <translation>恢复更改</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Save the changed settings of %1?</source>
        <translation>保存 %1 已更改的设置？</translation>
    </message>
    <message>
        <source>A study is a file that opens the model with the settings chosen here.</source>
        <translation>研究是一个文件，打开它即以此处所选的设置打开模型。</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::PackingPuzzle</name>
    <message>
        <source>Buffers to pack</source>
        <translation>待放置的缓冲区</translation>
    </message>
    <message>
        <source>%1, %2, steps %3 to %4, at %5</source>
        <translation>%1，%2，第 %3 到 %4 步，位于 %5</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>your arena</source>
        <translation>你的内存池</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::PageHelp</name>
    <message>
        <source>About this page</source>
        <translation>关于本页</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>论文</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Presentation</name>
    <message>
        <source>Picture of the presentation</source>
        <translation>演示的图</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>第 %1 张，共 %2 张：%3</translation>
    </message>
    <message>
        <source>Drawing …</source>
        <translation>正在绘制 …</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Presenter</name>
    <message>
        <source>Pen</source>
        <translation>画笔</translation>
    </message>
    <message>
        <source>Draw over the window (P)</source>
        <translation>在窗口上画线（P）</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>擦除</translation>
    </message>
    <message>
        <source>Take single lines away (E)</source>
        <translation>擦去单条线（E）</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Take all lines away (C)</source>
        <translation>清除所有线（C）</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Show notes and the next step (N)</source>
        <translation>显示备注和下一步（N）</translation>
    </message>
    <message>
        <source>T starts it anew</source>
        <translation>按 T 重新计时</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ProblemsModel</name>
    <message>
        <source>The check failed: the fused graph does not compute what the original does</source>
        <translation>检查未通过：融合后的计算图与原始计算图的结果不同</translation>
    </message>
    <message>
        <source>%1; broken by step %2: %3</source>
        <comment>&apos;The check failed&apos;, step, reason</comment>
        <translation>%1；由第 %2 步造成：%3</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Report</name>
    <message>
        <source>no part of a report is called &apos;%1&apos;; there are: %2</source>
        <translation>报告中没有名为“%1”的部分；可用：%2</translation>
    </message>
    <message>
        <source>%1: no result of %2 is in %3; those that are there are of other bytes of this model</source>
        <translation>%1：%3 中没有 %2 的结果；其中已有的结果属于该模型内容不同的版本</translation>
    </message>
    <message>
        <source>%1: no result of %2 is in %3</source>
        <translation>%1：%3 中没有 %2 的结果</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Left out: %1 of the results are of other bytes of this model.</source>
        <translation>未列出：%1 项结果属于该模型内容不同的版本。</translation>
    </message>
    <message>
        <source>Results of %1</source>
        <comment>name of an experiment</comment>
        <translation>%1 的结果</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>the first %1 of %2 rows</source>
        <translation>前 %1 行，共 %2 行</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>title of a table, &apos;the first 40 of 128 rows&apos;</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Fixed point</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>No layer was followed in fixed point: %1</source>
        <translation>没有以定点追踪任何层：%1</translation>
    </message>
    <message>
        <source>Bits that the sums of each layer need</source>
        <translation>各层累加和所需的位数</translation>
    </message>
    <message>
        <source>From the products of one output of %1 to its code, in fixed point</source>
        <translation>从 %1 的一个输出的乘积到其量化码，定点计算</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::SizeLines</name>
    <message>
        <source>This experiment has one input size; with several there is a line over them.</source>
        <translation>此实验只有一种输入大小；有多种时会画出随大小变化的折线。</translation>
    </message>
    <message>
        <source>No cell has this number.</source>
        <translation>各单元均无此数值。</translation>
    </message>
    <message>
        <source>as is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Input size</source>
        <translation>输入大小</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::StudyContents</name>
    <message>
        <source>no figures</source>
        <translation>没有图</translation>
    </message>
    <message>
        <source>1 figure</source>
        <translation>1 幅图</translation>
    </message>
    <message>
        <source>%1 figures</source>
        <translation>%1 幅图</translation>
    </message>
    <message>
        <source>no tables</source>
        <translation>没有表</translation>
    </message>
    <message>
        <source>1 table</source>
        <translation>1 张表</translation>
    </message>
    <message>
        <source>%1 tables</source>
        <translation>%1 张表</translation>
    </message>
    <message>
        <source>no measurements</source>
        <translation>没有测量</translation>
    </message>
    <message>
        <source>1 measurement</source>
        <translation>1 次测量</translation>
    </message>
    <message>
        <source>%1 measurements</source>
        <translation>%1 次测量</translation>
    </message>
    <message>
        <source>%1: %2, %3 and %4.</source>
        <comment>model, figures, tables, measurements</comment>
        <translation>%1：%2、%3和%4。</translation>
    </message>
    <message>
        <source>not saved as a study</source>
        <translation>未保存为研究</translation>
    </message>
    <message>
        <source>changed since it was saved in %1</source>
        <translation>保存到 %1 后有改动</translation>
    </message>
    <message>
        <source>saved in %1</source>
        <translation>已保存在 %1</translation>
    </message>
    <message>
        <source>%1 of older settings</source>
        <comment>figures and tables</comment>
        <translation>%1 项依据旧的设置</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::StudyPage</name>
    <message>
        <source>Compute what is missing</source>
        <translation>计算缺少的内容</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Style of the figures</source>
        <translation>图的样式</translation>
    </message>
    <message>
        <source>The size and the type that the figures are drawn in</source>
        <translation>绘制图所用的尺寸和字号</translation>
    </message>
    <message>
        <source>Font of the figures</source>
        <translation>图的字体</translation>
    </message>
    <message>
        <source>Figures of pages that were not looked at yet</source>
        <translation>尚未查看过的页面的图</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::TeacherNotes</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 of %2 min</source>
        <translation>%1／%2 分钟</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Thumbnail</name>
    <message>
        <source>%1: the graph cannot be drawn</source>
        <translation>%1：无法绘制计算图</translation>
    </message>
    <message>
        <source>%1: drawing it takes too long</source>
        <translation>%1：绘制耗时过长</translation>
    </message>
    <message>
        <source>--thumbnail needs %1 to %2 pixels, MODEL and OUTPUT.png</source>
        <translation>--thumbnail 需要 %1 到 %2 个像素、MODEL 和 OUTPUT.png</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::TopBar</name>
    <message>
        <source>Menu (Alt+M)</source>
        <translation>菜单（Alt+M）</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>没有模型</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Welcome</name>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Read the list of lessons</source>
        <translation>读取课程列表</translation>
    </message>
    <message>
        <source>Draw the samples</source>
        <translation>绘制示例</translation>
    </message>
    <message>
        <source>Follow a neural network from its graph over fusion, memory and INT8 down to the edge hardware, on this machine.</source>
        <translation>在本机上跟随一个神经网络：从计算图经算子融合、内存和 INT8 一直到边缘硬件。</translation>
    </message>
    <message>
        <source>Open your own…</source>
        <translation>打开自己的模型…</translation>
    </message>
    <message>
        <source>or drop an ONNX model or a study into the window</source>
        <translation>或将 ONNX 模型或研究拖放到窗口中</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Sample %1. %2</source>
        <translation>示例 %1：%2</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>返回 %1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson %1</source>
        <translation>课程 %1</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近打开的文件</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1 (cannot be read)</source>
        <translation>%1（无法读取）</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>✓ %1 min</source>
        <translation>✓ %1 分钟</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 min</source>
        <translation>%1/%2 · %3 分钟</translation>
    </message>
    <message>
        <source>Lesson %1, %2</source>
        <translation>课程 %1，%2</translation>
    </message>
    <message>
        <source>%1 (not there any more)</source>
        <translation>%1（已不存在）</translation>
    </message>
    <message>
        <source>not there any more</source>
        <translation>已不存在</translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::WindowMenu</name>
    <message>
        <source>Presentation</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Charts and heat maps</source>
        <translation>图表和热力图</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Go to a page</source>
        <translation>转到页面</translation>
    </message>
    <message>
        <source>Alt+1 … Alt+%1</source>
        <translation>Alt+1 … Alt+%1</translation>
    </message>
    <message>
        <source>Open the menu</source>
        <translation>打开菜单</translation>
    </message>
    <message>
        <source>Alt+M</source>
        <translation>Alt+M</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>下一张图</translation>
    </message>
    <message>
        <source>Right  Down  PageDown  Space  click</source>
        <translation>Right  Down  PageDown  Space  点击</translation>
    </message>
    <message>
        <source>Picture before</source>
        <translation>上一张图</translation>
    </message>
    <message>
        <source>Left  Up  PageUp  right click</source>
        <translation>Left  Up  PageUp  右键点击</translation>
    </message>
    <message>
        <source>Play a picture that moves, or pause; its moment before, its next one</source>
        <translation>播放或暂停动态图；它的上一时刻、下一时刻</translation>
    </message>
    <message>
        <source>Space, Left, Right</source>
        <translation>Space、Left、Right</translation>
    </message>
    <message>
        <source>First and last picture</source>
        <translation>第一张和最后一张图</translation>
    </message>
    <message>
        <source>Home  End</source>
        <translation>Home  End</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Next point, bar or cell</source>
        <translation>下一个点、条形或单元格</translation>
    </message>
    <message>
        <source>Left, Right, Up, Down</source>
        <translation>Left、Right、Up、Down</translation>
    </message>
    <message>
        <source>Choose it, as a click does</source>
        <translation>选择它，与点击相同</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Leave it, then the selection</source>
        <translation>先离开它，再取消选择</translation>
    </message>
    <message>
        <source>Open model or study…</source>
        <translation>打开模型或研究…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Save study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Save study as…</source>
        <translation>研究另存为…</translation>
    </message>
    <message>
        <source>Save fused model…</source>
        <translation>保存融合后的模型…</translation>
    </message>
    <message>
        <source>Save INT8 model…</source>
        <translation>保存 INT8 模型…</translation>
    </message>
    <message>
        <source>Export figures…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Copy settings as a table</source>
        <translation>将设置复制为表格</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation>跟随桌面主题</translation>
    </message>
    <message>
        <source>Animations</source>
        <translation>动画效果</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>快捷键…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>%1 (not there any more)</source>
        <translation>%1（已不存在）</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>尚未打开过文件</translation>
    </message>
    <message>
        <source>Open sample: %1</source>
        <translation>打开示例：%1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>About this page…</source>
        <translation>关于本页…</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>桌面语言</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Write all figures of MODEL into this folder, and end. Needs no display.</source>
        <translation>将 MODEL 的所有图写入此文件夹，然后退出。无需显示器。</translation>
    </message>
    <message>
        <source>Write a report of MODEL into this folder, and end, likewise.</source>
        <translation>同样，将 MODEL 的报告写入此文件夹，然后退出。</translation>
    </message>
    <message>
        <source>Its section on the results of this experiment.</source>
        <translation>报告中关于此实验结果的一节。</translation>
    </message>
    <message>
        <source>Not these parts of it, with commas, which take longest to compute: %1.</source>
        <translation>报告中不含这些部分（以逗号分隔），它们的计算耗时最长：%1。</translation>
    </message>
    <message>
        <source>Also say how far it is, as lines &quot;progress DONE TOTAL&quot;.</source>
        <translation>同时以“progress DONE TOTAL”形式的行报告进度。</translation>
    </message>
    <message>
        <source>Width and type of those figures: %1.</source>
        <translation>这些图的宽度和字号：%1。</translation>
    </message>
    <message>
        <source>Their font: %1; unless told that of the study.</source>
        <translation>它们的字体：%1；未指定时用研究中的字体。</translation>
    </message>
    <message>
        <source>Their formats, with commas: svg,pdf,png.</source>
        <translation>它们的格式，以逗号分隔：svg,pdf,png。</translation>
    </message>
    <message>
        <source>Dots an inch of PNG (300).</source>
        <translation>PNG 的每英寸点数（300）。</translation>
    </message>
    <message>
        <source>Beside each of them a caption, and what it draws as CSV and for pgfplots.</source>
        <translation>每张图旁附上图注，以及所绘数据的 CSV 和 pgfplots 文件。</translation>
    </message>
    <message>
        <source>Follow a neural network down to the edge hardware.</source>
        <translation>追踪神经网络，直至边缘硬件。</translation>
    </message>
    <message>
        <source>Open at this page: %1.</source>
        <translation>启动时打开此页面：%1。</translation>
    </message>
    <message>
        <source>light, dark or system.</source>
        <translation>light、dark 或 system。</translation>
    </message>
    <message>
        <source>Open this lesson: its name, or its folder.</source>
        <translation>打开此课程：名称或所在文件夹。</translation>
    </message>
    <message>
        <source>Draw the graph of MODEL within so many pixels into a second file, a PNG, and end. Needs no display.</source>
        <translation>将 MODEL 的计算图画成不超过这么多像素的 PNG，写入第二个文件，然后退出。无需显示器。</translation>
    </message>
    <message>
        <source>Write every step of --lesson as a slide into this folder, likewise.</source>
        <translation>同样将 --lesson 的每一步作为幻灯片写入该文件夹。</translation>
    </message>
    <message>
        <source>At this step of it, from 1 on; else where it was left.</source>
        <translation>从该课程的这一步开始，从 1 计；否则从上次离开处开始。</translation>
    </message>
    <message>
        <source>Before a class: as large as the screen, led by PageDown and PageUp, with notes on a second screen.</source>
        <translation>面向课堂：占满屏幕，用 PageDown 和 PageUp 控制，备注显示在第二块屏幕上。</translation>
    </message>
    <message>
        <source>ONNX models or studies; without one, what was open last, or the welcome page.</source>
        <translation>ONNX 模型或研究；未给出时打开上次打开的文件，或显示欢迎页。</translation>
    </message>
    <message>
        <source>%1 cannot be made</source>
        <translation>无法创建 %1</translation>
    </message>
    <message>
        <source>The language of words, in place of the one that was chosen: %1.</source>
        <translation>文字的语言，代替所选的语言：%1。</translation>
    </message>
    <message>
        <source>--export and --report need one MODEL</source>
        <translation>--export 和 --report 需要一个 MODEL</translation>
    </message>
    <message>
        <source>--lesson-slides and --present need --lesson</source>
        <translation>--lesson-slides 和 --present 需要 --lesson</translation>
    </message>
    <message>
        <source>--lesson-step %1: expected 1 to %2</source>
        <translation>--lesson-step %1：应为 1 到 %2</translation>
    </message>
    <message>
        <source>no page is called &apos;%1&apos;; there are: %2</source>
        <translation>没有名为“%1”的页面；可用的有：%2</translation>
    </message>
</context>
</TS>
