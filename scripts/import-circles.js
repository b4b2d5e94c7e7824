import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { compositionRoots } from './rooms.js';

/**
 * Says which modules of a folder import each other in a circle, imports of types included, and fails if there are any.
 * What composition roots load on demand does not count. The rule `import-x/no-cycle` does not see `import type`.
 */
const [folder = 'src'] = process.argv.slice(2);
const circles = circlesIn(importsIn(folder));
for (const circle of circles) process.stderr.write(`import each other: ${circle.sort().join(', ')}\n`);
process.exitCode = circles.length === 0 ? 0 : 1;

/** File → the files of the folder that it imports. */
function importsIn(root) {
  const files = readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(root, name));
  const known = new Set(files);
  const codeOf = (file) => {
    const code = readFileSync(file, 'utf8');
    return compositionRoots.includes(file) ? code.replaceAll('import(', '(') : code;
  };
  const targets = (file) =>
    ts
      .preProcessFile(codeOf(file))
      .importedFiles.map(({ fileName }) => path.join(path.dirname(file), fileName.replace(/\.js$/, '.ts')))
      .filter((target) => known.has(target));
  return new Map(files.map((file) => [file, targets(file)]));
}

/** The groups of more than one node, or of one that leads to itself, that lead to each other (Tarjan 1972). */
function circlesIn(graph) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const isOpen = new Set();
  const found = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    open.push(node);
    isOpen.add(node);
    for (const next of graph.get(node)) {
      if (!order.has(next)) visit(next);
      if (isOpen.has(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node));
    for (const each of group) isOpen.delete(each);
    if (group.length > 1 || graph.get(node).includes(node)) found.push(group);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
