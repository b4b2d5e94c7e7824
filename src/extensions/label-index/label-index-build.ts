import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../model/errors.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { partialName, removeAbandoned } from '../../support/files/partial-names.js';
import { noteFinished, noteUnfinished } from '../../support/files/unfinished.js';
import { ByteSink, filePieces } from './byte-sink.js';
import type { DumpFact, DumpProblem } from './dumps/dump-facts.js';
import { readDump } from './dumps/dumps.js';
import { writeKeys, type WrittenKeys } from './index-keys.js';
import { writeResources, type WrittenResources } from './index-resources.js';
import { createFactSorter } from './dumps/label-facts.js';
import {
  aligned,
  checkByteOrder,
  INDEX_VERSION,
  MAGIC,
  SECTIONS,
  type IndexHeader,
  type SectionName,
} from './label-index-format.js';

/** How an index is built. */
export interface IndexBuildOptions {
  /** BCP 47 primary tag of the labels to take. Default 'en'. */
  readonly language?: string;
  /** Called with each line that is skipped. */
  readonly onProblem?: (problem: DumpProblem) => void;
  /** Called with the current stage and the number of facts read so far. */
  readonly onProgress?: (stage: string, facts: number) => void;
  /** Stops the build when aborted; no files are left behind. */
  readonly signal?: AbortSignal;
}

/**
 * Builds a label index from dumps ({@link readDump}). Facts, names and keys are sorted on disk, so memory does not grow with
 * the dumps. The index replaces an older file only when it is complete. The same dumps give the same bytes.
 *
 * @returns the header of the index
 * @throws the signal's reason; InputError when a dump cannot be read or has no labels; OutputError when the index cannot be written
 */
export async function buildLabelIndex(
  dumps: readonly string[],
  file: string,
  options: IndexBuildOptions = {},
): Promise<IndexHeader> {
  checkByteOrder();
  const folder = await openWorkspace(file);
  noteUnfinished(folder);
  try {
    return await buildIn(folder, dumps, file, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
    noteFinished(folder);
  }
}

async function buildIn(
  folder: string,
  dumps: readonly string[],
  file: string,
  { language = 'en', onProblem = () => undefined, onProgress = () => undefined, signal }: IndexBuildOptions,
): Promise<IndexHeader> {
  const facts = createFactSorter(folder);
  let count = 0;
  const begin = (stage: string): void => {
    signal?.throwIfAborted();
    onProgress(stage, count);
  };
  for (const dump of dumps) {
    const onFact = (fact: DumpFact): void => {
      facts.add(fact);
      count += 1;
      if (count % 100_000 === 0) begin(`reading ${path.basename(dump)}`);
    };
    await readDump(dump, { language, onProblem, onFact });
  }
  begin('sorting');
  const sorted = await facts.finish();
  begin('naming');
  const resources = await writeResources(folder, sorted);
  if (resources.count === 0) throw noLabels(language, dumps);
  begin('indexing');
  const keys = await writeKeys(folder, resources.names, resources.count, resources.contexts);
  const header: IndexHeader = {
    language,
    sources: dumps.map((dump) => path.basename(dump)),
    ...countsOf(resources, keys),
    sections: await sizesOf(folder),
  };
  begin('writing');
  await assemble(folder, header, file);
  return header;
}

function countsOf(
  { count: resources, labels }: WrittenResources,
  { keys, ambiguous, bucketBits }: WrittenKeys,
): Omit<IndexHeader, 'language' | 'sources' | 'sections'> {
  return { labels, keys, ambiguous, resources, bucketBits };
}

function noLabels(language: string, dumps: readonly string[]): InputError {
  return new InputError(`no label in the language '${language}' in ${dumps.join(', ')}`, {
    hint: 'DBpedia: labels_lang=en.ttl.bz2; Wikidata: latest-all.json.bz2; another language with --language',
  });
}

async function sizesOf(folder: string): Promise<Record<SectionName, number>> {
  const sizes = await Promise.all(
    SECTIONS.map(async (name) => [name, (await stat(path.join(folder, name))).size] as const),
  );
  return Object.fromEntries(sizes) as Record<SectionName, number>;
}

async function assemble(folder: string, header: IndexHeader, file: string): Promise<void> {
  const whole = new ByteSink(path.join(folder, 'index'));
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array): void => {
    whole.bytes(bytes);
    hash.update(bytes);
  };
  const pad = (): void => write(Buffer.alloc(aligned(whole.length) - whole.length));
  try {
    const json = Buffer.from(JSON.stringify(header));
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(INDEX_VERSION, 0);
    sizes.writeUInt32LE(json.length, 4);
    for (const bytes of [MAGIC, sizes, json]) write(bytes);
    for (const name of SECTIONS) {
      pad();
      for (const piece of filePieces(path.join(folder, name))) write(piece);
    }
    pad();
    whole.bytes(hash.digest());
  } finally {
    whole.close();
  }
  await attempt(file, () => rename(whole.file, file));
}

/** Creates a temporary folder next to the file; those of killed builds are removed. */
async function openWorkspace(file: string): Promise<string> {
  const parent = path.dirname(file);
  const folder = partialName(file);
  await attempt(file, async () => {
    await mkdir(parent, { recursive: true });
    await removeAbandoned(parent, (name) => name === path.basename(file));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
  });
  return folder;
}

async function attempt<T>(file: string, act: () => Promise<T>): Promise<T> {
  return act().catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}
