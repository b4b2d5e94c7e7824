import path from 'node:path';
import { InputError } from '../../../model/errors.js';
import { sha256 } from '../../../support/hash.js';
import { DEFAULT_GRAPH } from './dataset-store.js';

/** An N-Quads file and its graphs. */
export interface GraphFile {
  readonly file: string;
  readonly graphs: readonly string[];
}

/** Place in which new graphs are saved: each in its own file in a folder, or all in one file. */
export type Home = { readonly folder: string } | { readonly file: string };

/** The files to write and remove after a change. */
export interface SavePlan {
  /** Files to write, with their new graphs. */
  readonly write: readonly GraphFile[];
  readonly remove: readonly string[];
  /** All files after the change. */
  readonly files: readonly GraphFile[];
}

/** Names that topics cannot have, for graphs that belong to none. */
const OWN_FILE = /^_(?:graph-[0-9a-f]{16}|default-graph)\.nq\.gz$/;

/**
 * Decides which files a change affects. A graph stays in its file; if it is in several, in the first one only. New
 * graphs go to the home. A file without graphs is removed if it was created for a single graph; a topic's file is
 * emptied but never removed.
 * @param changed the changed graphs, each with whether it has triples now
 */
export function planSave(
  files: readonly GraphFile[],
  changed: ReadonlyMap<string, boolean>,
  home: Home,
): SavePlan {
  const next = new Map(files.map(({ file, graphs }) => [file, new Set(graphs)]));
  const touched = new Set<string>();
  for (const [graph, holds] of changed) {
    const holders = files.filter(({ graphs }) => graphs.includes(graph)).map(({ file }) => file);
    const owner = holds ? (holders[0] ?? homeOf(graph, home)) : undefined;
    for (const file of holders) {
      touched.add(file);
      if (file !== owner) next.get(file)?.delete(graph);
    }
    if (owner === undefined) continue;
    touched.add(owner);
    next.set(owner, (next.get(owner) ?? new Set()).add(graph));
  }
  const isGone = (file: string): boolean =>
    touched.has(file) && next.get(file)?.size === 0 && OWN_FILE.test(path.basename(file));
  const all = [...next].map(([file, graphs]) => ({ file, graphs: [...graphs] }));
  return {
    write: all.filter(({ file }) => touched.has(file) && !isGone(file)),
    remove: all.filter(({ file }) => isGone(file)).map(({ file }) => file),
    files: all.filter(({ file }) => !isGone(file)),
  };
}

function homeOf(graph: string, home: Home): string {
  if ('file' in home) return home.file;
  const name = graph === DEFAULT_GRAPH ? '_default-graph' : `_graph-${sha256(graph).slice(0, 16)}`;
  return path.join(home.folder, `${name}.nq.gz`);
}

/** A term of N-Quads with the blanks before it. */
const TERM = /\s*(<[^<>]*>|_:[^\s<]+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>]*>)?)/y;

/** The terms of a line: subject, predicate, object and maybe a graph. */
function termsOf(line: string): readonly string[] {
  const terms: string[] = [];
  TERM.lastIndex = 0;
  for (let found = TERM.exec(line); found !== null && terms.length < 4; found = TERM.exec(line))
    terms.push(found[1] ?? '');
  return terms;
}

/**
 * Passes N-Quads on and collects the names of their graphs.
 * @throws InputError for a graph named by a blank node, which would lose its identity when written
 */
export async function* notingGraphs(
  file: string,
  pieces: AsyncIterable<string>,
  graphs: Set<string>,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    for (const line of piece.split('\n')) {
      const [, , object, label = '<>'] = termsOf(line);
      if (object === undefined) continue;
      if (label.startsWith('_:')) {
        throw new InputError(`${file} has a graph named by a blank node (${label})`, {
          hint: 'give the graph an IRI, or serve without --writable',
        });
      }
      graphs.add(unescapeIri(label.slice(1, -1)));
    }
    yield piece;
  }
}

function unescapeIri(iri: string): string {
  return iri.replace(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g, (_, short: string, long: string) =>
    String.fromCodePoint(parseInt(short || long, 16)),
  );
}
