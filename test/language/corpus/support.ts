import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { CorpusDocument, CorpusItem, CorpusProblem, CorpusReader } from '../../../src/model/document.js';

/** Makes temporary folders from paths and contents; removed after the tests of the file. */
export function temporaryFolders(): (
  files: Readonly<Record<string, string | Uint8Array>>,
) => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  });
  return async (files) => {
    const folder = await mkdtemp(join(tmpdir(), 'sfwc-corpus-'));
    made.push(folder);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return folder;
  };
}

export interface ReadResult {
  readonly items: readonly CorpusItem[];
  readonly documents: readonly CorpusDocument[];
  readonly problems: readonly CorpusProblem[];
}

/** Reads a corpus to its end. */
export async function readAll(reader: CorpusReader): Promise<ReadResult> {
  const items: CorpusItem[] = [];
  for await (const item of reader.read()) items.push(item);
  return {
    items,
    documents: items.flatMap((item) => (item.kind === 'document' ? [item.document] : [])),
    problems: items.flatMap((item) => (item.kind === 'problem' ? [item.problem] : [])),
  };
}
