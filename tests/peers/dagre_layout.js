// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of dagre, set up as Netron does: a list of questions on standard input, an answer for each on standard
// output, one JSON object per line.
//
//   {"version": true}                              -> {"version": "3.1.3"}
//   {"boxes": [[width, height], ...],
//    "edges": [[from, to], ...], "ranker": NAME}   -> {"ms": CPU time, "centres": [[x, y], ...],
//                                                      "edges": [[[x, y], ...], ...]}
//
// NAME is "network-simplex" or "longest-path"; without one, as Netron chooses: the latter from 3000 boxes on.
// Whatever fails is {"error": text}.
'use strict';
const readline = require('readline');

function answer(question) {
  const dagre = require('@dagrejs/dagre');
  if (question.version) return { version: String(dagre.version) };
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  const options = { rankdir: 'TB', nodesep: 20, ranksep: 20 };
  if (question.ranker) options.ranker = question.ranker;
  else if (question.boxes.length > 3000) options.ranker = 'longest-path';
  graph.setGraph(options);
  graph.setDefaultEdgeLabel(() => ({}));
  question.boxes.forEach(([width, height], i) => graph.setNode(String(i), { width, height }));
  question.edges.forEach(([from, to], i) => graph.setEdge(String(from), String(to), {}, String(i)));
  const before = process.cpuUsage();
  dagre.layout(graph);
  const used = process.cpuUsage(before);
  return {
    ms: (used.user + used.system) / 1e3,
    centres: question.boxes.map((_, i) => { const n = graph.node(String(i)); return [n.x, n.y]; }),
    edges: question.edges.map(([from, to], i) =>
      graph.edge(String(from), String(to), String(i)).points.map((p) => [p.x, p.y])),
  };
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  let result;
  try {
    result = answer(JSON.parse(line));
  } catch (error) {
    result = { error: String(error && error.message || error) };
  }
  process.stdout.write(JSON.stringify(result) + '\n');
});
