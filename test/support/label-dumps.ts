import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLabelIndex } from '../../src/extensions/label-index/label-index-build.js';
import {
  openLabelIndex,
  readLabelIndex,
  type LabelIndex,
} from '../../src/extensions/label-index/label-index-file.js';

const RDFS_LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
const DBO = 'http://dbpedia.org/ontology/';

/** The IRI of a DBpedia resource. */
export function dbr(name: string): string {
  return `http://dbpedia.org/resource/${name.replaceAll(' ', '_')}`;
}

/** A line of N-Triples that gives a DBpedia resource the label that its name is. */
export function labelLine(name: string, language = 'en', label = name): string {
  return `<${dbr(name)}> <${RDFS_LABEL}> ${JSON.stringify(label)}@${language} .`;
}

/** A line of N-Triples with a property of DBpedia's ontology between two resources. */
export function pointerLine(property: string, from: string, to: string): string {
  return `<${dbr(from)}> <${DBO}${property}> <${dbr(to)}> .`;
}

/** A line of N-Triples with a count. */
export function countLine(name: string, count: number): string {
  return `<${dbr(name)}> <${DBO}wikiPageInLinkCount> "${count}"^^<http://www.w3.org/2001/XMLSchema#integer> .`;
}

/** A temporary folder; whoever asks removes it. */
export function dumpFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sfwc-dumps-'));
}

/** Writes lines to a file and returns its path. */
export function writeLines(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Compresses a file with the system's bzip2, in as many streams as there are pieces of it. */
export function bzip2(text: string): Buffer {
  return execFileSync('bzip2', ['-c'], { input: text });
}

/** An index of lines of N-Triples, open. */
export async function indexOf(folder: string, lines: readonly string[], name = 'test'): Promise<LabelIndex> {
  const file = join(folder, `${name}.sfwclabels`);
  await buildLabelIndex([writeLines(folder, `${name}.nt`, lines)], file);
  return openLabelIndex(await readLabelIndex(file));
}
