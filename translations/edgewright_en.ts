<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>edgewright::views::AcceleratorView</name>
    <message numerus="yes">
        <source>%n layers still move words twice there, most %1.</source>
        <translation>
            <numerusform>%n layer still moves words twice there: %1.</numerusform>
            <numerusform>%n layers still move words twice there, most %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: the limit of %2 of %n layers.</source>
        <translation>
            <numerusform>%1: the limit of %2 of %n layer.</numerusform>
            <numerusform>%1: the limit of %2 of %n layers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layers of %n nodes</source>
        <translation>
            <numerusform>%1 layers of %n node</numerusform>
            <numerusform>%1 layers of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::AlivePanel</name>
    <message numerus="yes">
        <source>%1 in %n buffers · %2 unused below</source>
        <translation>
            <numerusform>%1 in %n buffer · %2 unused below</numerusform>
            <numerusform>%1 in %n buffers · %2 unused below</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ArrayText</name>
    <message numerus="yes">
        <source>%1 folds</source>
        <translation>
            <numerusform>%1 fold</numerusform>
            <numerusform>%1 folds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>K = %1 products stream past</source>
        <translation>
            <numerusform>K = %1 product streams past</numerusform>
            <numerusform>K = %1 products stream past</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 output pixels stream past</source>
        <translation>
            <numerusform>%1 output pixel streams past</numerusform>
            <numerusform>%1 output pixels stream past</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 filters stream past</source>
        <translation>
            <numerusform>%1 filter streams past</numerusform>
            <numerusform>%1 filters stream past</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 positions stream past</source>
        <translation>
            <numerusform>%1 position streams past</numerusform>
            <numerusform>%1 positions stream past</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::AxesEditor</name>
    <message numerus="yes">
        <source>%Ln points</source>
        <translation>
            <numerusform>%Ln point</numerusform>
            <numerusform>%Ln points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Benefit</name>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors have no full shape and count as empty.</source>
        <translation>
            <numerusform>%n tensor has no full shape and counts as empty.</numerusform>
            <numerusform>%n tensors have no full shape and count as empty.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Board</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::DataTable</name>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rows</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Describe</name>
    <message numerus="yes">
        <source>graph with %n nodes</source>
        <translation>
            <numerusform>graph with %n node</numerusform>
            <numerusform>graph with %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::DseView</name>
    <message numerus="yes">
        <source>%Ln points</source>
        <translation>
            <numerusform>%Ln point</numerusform>
            <numerusform>%Ln points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::FoldSection</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphAnswer</name>
    <message numerus="yes">
        <source>%n nodes, not fused yet.</source>
        <translation>
            <numerusform>%n node, not fused yet.</numerusform>
            <numerusform>%n nodes, not fused yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The file has %n errors, listed among the problems. </source>
        <translation>
            <numerusform>The file has %n error, listed among the problems. </numerusform>
            <numerusform>The file has %n errors, listed among the problems. </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No rule finds anything to fuse in these %n nodes.</source>
        <translation>
            <numerusform>No rule finds anything to fuse in this %n node.</numerusform>
            <numerusform>No rule finds anything to fuse in these %n nodes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing of these %n nodes is fused; %1.</source>
        <translation>
            <numerusform>Nothing of this %n node is fused; %1.</numerusform>
            <numerusform>Nothing of these %n nodes is fused; %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fusions are switched off</source>
        <translation>
            <numerusform>%n fusion is switched off</numerusform>
            <numerusform>%n fusions are switched off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fusion makes %1 of %n nodes</source>
        <translation>
            <numerusform>Fusion makes %1 of %n node</numerusform>
            <numerusform>Fusion makes %1 of %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphLegend</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphPair</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphPane</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes compute constants; they are shown as chips of their readers</source>
        <translation>
            <numerusform>%n node computes constants; it is shown as a chip of its readers</numerusform>
            <numerusform>%n nodes compute constants; they are shown as chips of their readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Laying out %n nodes …</source>
        <translation>
            <numerusform>Laying out %n node …</numerusform>
            <numerusform>Laying out %n nodes …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphSelection</name>
    <message numerus="yes">
        <source>%n nodes chosen</source>
        <translation>
            <numerusform>%n node chosen</numerusform>
            <numerusform>%n nodes chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphSlides</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::GraphView</name>
    <message numerus="yes">
        <source>Copied %n nodes as text</source>
        <translation>
            <numerusform>Copied %n node as text</numerusform>
            <numerusform>Copied %n nodes as text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fuse the %n chosen nodes	G</source>
        <translation>
            <numerusform>Fuse the %n chosen node	G</numerusform>
            <numerusform>Fuse the %n chosen nodes	G</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Inspector</name>
    <message numerus="yes">
        <source>%n nodes chosen</source>
        <translation>
            <numerusform>%n node chosen</numerusform>
            <numerusform>%n nodes chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bits needed</source>
        <translation>
            <numerusform>%n bit needed</numerusform>
            <numerusform>%n bits needed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Int8Answer</name>
    <message numerus="yes">
        <source>INT8 keeps %1 %2 of %3 accuracy on %n labelled samples</source>
        <translation>
            <numerusform>INT8 keeps %1 %2 of %3 accuracy on %n labelled sample</numerusform>
            <numerusform>INT8 keeps %1 %2 of %3 accuracy on %n labelled samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and agrees with float32 on %2 of %n samples%3</source>
        <translation>
            <numerusform>%1 and agrees with float32 on %2 of %n sample%3</numerusform>
            <numerusform>%1 and agrees with float32 on %2 of %n samples%3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n samples</source>
        <translation>
            <numerusform>%1 on %n sample</numerusform>
            <numerusform>%1 on %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This model is quantized already: %1 of its %n layers run in integers</source>
        <translation>
            <numerusform>This model is quantized already: %1 of its %n layer runs in integers</numerusform>
            <numerusform>This model is quantized already: %1 of its %n layers run in integers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs equalized</source>
        <translation>
            <numerusform>%n pair equalized</numerusform>
            <numerusform>%n pairs equalized</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers in float32</source>
        <translation>
            <numerusform>%n layer in float32</numerusform>
            <numerusform>%n layers in float32</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n biases corrected</source>
        <translation>
            <numerusform>%n bias corrected</numerusform>
            <numerusform>%n biases corrected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Measure</name>
    <message numerus="yes">
        <source>calibrated on %n inputs of %1</source>
        <translation>
            <numerusform>calibrated on %n input of %1</numerusform>
            <numerusform>calibrated on %n inputs of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It was seen at speeds %1 × apart in %n measurements: the times stand between those at these speeds; comparisons within one run do not depend on it.</source>
        <translation>
            <numerusform>It was seen at speeds %1 × apart in %n measurement: the times stand between those at these speeds; comparisons within one run do not depend on it.</numerusform>
            <numerusform>It was seen at speeds %1 × apart in %n measurements: the times stand between those at these speeds; comparisons within one run do not depend on it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasureAnswer</name>
    <message numerus="yes">
        <source>%n operators of the profile have no partner.</source>
        <translation>
            <numerusform>%n operator of the profile has no partner.</numerusform>
            <numerusform>%n operators of the profile have no partner.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operators of the profile fit two nodes.</source>
        <translation>
            <numerusform>%n operator of the profile fits two nodes.</numerusform>
            <numerusform>%n operators of the profile fit two nodes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MeasureControls</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 and %n threads</source>
        <translation>
            <numerusform>1 and %n thread</numerusform>
            <numerusform>1 and %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variants</source>
        <translation>
            <numerusform>%n variant</numerusform>
            <numerusform>%n variants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MemoryCharts</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MemoryView</name>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors in %1 buffers</source>
        <translation>
            <numerusform>%n tensor in %1 buffers</numerusform>
            <numerusform>%n tensors in %1 buffers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ModuleCard</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::MoreDevices</name>
    <message numerus="yes">
        <source>%n devices</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n devices</source>
        <comment>a time</comment>
        <translation>
            <numerusform>%1 with %n device</numerusform>
            <numerusform>%1 with %n devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::NodeCard</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n reader</numerusform>
            <numerusform>%n readers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::OperatorTable</name>
    <message numerus="yes">
        <source>of %n operators of the original graph</source>
        <translation>
            <numerusform>of %n operator of the original graph</numerusform>
            <numerusform>of %n operators of the original graph</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::OutlineModel</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ParallelChart</name>
    <message numerus="yes">
        <source>The Pareto front of %Ln points, and %1 of the others</source>
        <translation>
            <numerusform>The Pareto front of %Ln point, and %1 of the others</numerusform>
            <numerusform>The Pareto front of %Ln points, and %1 of the others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The Pareto front of %Ln points, and the others</source>
        <translation>
            <numerusform>The Pareto front of %Ln point, and the others</numerusform>
            <numerusform>The Pareto front of %Ln points, and the others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ParetoChart</name>
    <message numerus="yes">
        <source>%1 of %Ln points are Pareto optimal in latency, energy and area</source>
        <translation>
            <numerusform>%1 of %Ln point is Pareto optimal in latency, energy and area</numerusform>
            <numerusform>%1 of %Ln points are Pareto optimal in latency, energy and area</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::Pin</name>
    <message numerus="yes">
        <source>%n more settings</source>
        <translation>
            <numerusform>%n more setting</numerusform>
            <numerusform>%n more settings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinPanel</name>
    <message numerus="yes">
        <source>Fused by one of them only, %n times</source>
        <translation>
            <numerusform>Fused by one of them only, %n time</numerusform>
            <numerusform>Fused by one of them only, %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::PinTableModel</name>
    <message numerus="yes">
        <source>cannot be told apart on %n samples</source>
        <translation>
            <numerusform>cannot be told apart on %n sample</numerusform>
            <numerusform>cannot be told apart on %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::PipelineWords</name>
    <message numerus="yes">
        <source>Planned anew %n times while it ran, at its end %1.</source>
        <translation>
            <numerusform>Planned anew %n time while it ran, at its end %1.</numerusform>
            <numerusform>Planned anew %n times while it ran, at its end %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Planned anew %n times while it ran.</source>
        <translation>
            <numerusform>Planned anew %n time while it ran.</numerusform>
            <numerusform>Planned anew %n times while it ran.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads each</source>
        <translation>
            <numerusform>%n thread each</numerusform>
            <numerusform>%n threads each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n credits</source>
        <translation>
            <numerusform>%n credit</numerusform>
            <numerusform>%n credits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n stages</source>
        <translation>
            <numerusform>in %n stage</numerusform>
            <numerusform>in %n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n devices that take turns</source>
        <comment>in so many stages</comment>
        <translation>
            <numerusform>%1 on %n device that takes turns</numerusform>
            <numerusform>%1 on %n devices that take turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::RulesPanel</name>
    <message numerus="yes">
        <source>%n inputs, seed %1</source>
        <translation>
            <numerusform>%n input, seed %1</numerusform>
            <numerusform>%n inputs, seed %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more rules find nothing here</source>
        <translation>
            <numerusform>%n more rule finds nothing here</numerusform>
            <numerusform>%n more rules find nothing here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rules find nothing here</source>
        <translation>
            <numerusform>%n rule finds nothing here</numerusform>
            <numerusform>%n rules find nothing here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::RunChoice</name>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioView</name>
    <message numerus="yes">
        <source>● Times measured on the %n cores of this machine, which are fewer than the scenario has.</source>
        <translation>
            <numerusform>● Times measured on the %n core of this machine; the scenario has more.</numerusform>
            <numerusform>● Times measured on the %n cores of this machine, which are fewer than the scenario has.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::ScenarioWords</name>
    <message numerus="yes">
        <source>%1 (%2, %n threads)</source>
        <translation>
            <numerusform>%1 (%2, %n thread)</numerusform>
            <numerusform>%1 (%2, %n threads)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::SharingPanel</name>
    <message numerus="yes">
        <source>%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer of its own.</source>
        <translation>
            <numerusform>%1: %n tensor lives in the bytes of others; apart they are %2. Untick one to give it a buffer of its own.</numerusform>
            <numerusform>%1: %n tensors live in the bytes of others; apart they are %2. Untick one to give it a buffer of its own.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::SplitFront</name>
    <message numerus="yes">
        <source>%n stages</source>
        <translation>
            <numerusform>%n stage</numerusform>
            <numerusform>%n stages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::StepsModel</name>
    <message numerus="yes">
        <source> + %n more</source>
        <translation>
            <numerusform> + %n more</numerusform>
            <numerusform> + %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::TableCopy</name>
    <message numerus="yes">
        <source>Copy %n rows</source>
        <translation>
            <numerusform>Copy %n row</numerusform>
            <numerusform>Copy %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningKernels</name>
    <message numerus="yes">
        <source>%n kernels: by default %1, tuned %2</source>
        <translation>
            <numerusform>%n kernel: by default %1, tuned %2</numerusform>
            <numerusform>%n kernels: by default %1, tuned %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernels: the best take %1</source>
        <translation>
            <numerusform>%n kernel: the best takes %1</numerusform>
            <numerusform>%n kernels: the best take %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> · %n of them tuned %1, in %2 %3</source>
        <translation>
            <numerusform> · %n of them tuned %1, in %2 %3</numerusform>
            <numerusform> · %n of them tuned %1, in %2 %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningKnobs</name>
    <message numerus="yes">
        <source>%n values in %1 trials</source>
        <translation>
            <numerusform>%n value in %1 trials</numerusform>
            <numerusform>%n values in %1 trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::TuningText</name>
    <message numerus="yes">
        <source>%n trials</source>
        <translation>
            <numerusform>%n trial</numerusform>
            <numerusform>%n trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n kernels, read from %1.</source>
        <translation>
            <numerusform>of %n kernel, read from %1.</numerusform>
            <numerusform>of %n kernels, read from %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On new samples %n of them are faster than by default.</source>
        <translation>
            <numerusform>On new samples %n of them is faster than by default.</numerusform>
            <numerusform>On new samples %n of them are faster than by default.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n kernels so far; nothing is decided.</source>
        <translation>
            <numerusform>of %n kernel so far; nothing is decided.</numerusform>
            <numerusform>of %n kernels so far; nothing is decided.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trials failed.</source>
        <translation>
            <numerusform>%n trial failed.</numerusform>
            <numerusform>%n trials failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n remarks</source>
        <translation>
            <numerusform>%n remark</numerusform>
            <numerusform>%n remarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::views::WhatIfRow</name>
    <message numerus="yes">
        <source>%n layers gain 1 % or more</source>
        <translation>
            <numerusform>%n layer gains 1 % or more</numerusform>
            <numerusform>%n layers gain 1 % or more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layers are no longer limited by DRAM</source>
        <translation>
            <numerusform>%n layer is no longer limited by DRAM</numerusform>
            <numerusform>%n layers are no longer limited by DRAM</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ExportDialog</name>
    <message numerus="yes">
        <source>Wrote %n files to %1.</source>
        <translation>
            <numerusform>Wrote %n file to %1.</numerusform>
            <numerusform>Wrote %n files to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Writing %n files …</source>
        <translation>
            <numerusform>Writing %n file …</numerusform>
            <numerusform>Writing %n files …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::FigureExport</name>
    <message numerus="yes">
        <source>Wrote %n files to %1</source>
        <translation>
            <numerusform>Wrote %n file to %1</numerusform>
            <numerusform>Wrote %n files to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::Lessons</name>
    <message numerus="yes">
        <source>%n minute(s).</source>
        <translation>
            <numerusform>%n minute.</numerusform>
            <numerusform>%n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::MetricsStatusBar</name>
    <message numerus="yes">
        <source>%1 → %n nodes</source>
        <translation>
            <numerusform>%1 → %n node</numerusform>
            <numerusform>%1 → %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n jobs running</source>
        <translation>
            <numerusform>%n job running</numerusform>
            <numerusform>%n jobs running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>edgewright::workbench::ModelFiles</name>
    <message numerus="yes">
        <source>%1 opens; %n others are under Open recent.</source>
        <translation>
            <numerusform>%1 opens; %n other is under Open recent.</numerusform>
            <numerusform>%1 opens; %n others are under Open recent.</numerusform>
        </translation>
    </message>
</context>
</TS>
