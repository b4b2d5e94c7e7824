import { describe, expect, it } from '@jest/globals';
import type { CorpusDocument, CorpusItem, CorpusReader } from '../../src/model/document.js';

async function readAll(reader: CorpusReader): Promise<readonly CorpusItem[]> {
  const items: CorpusItem[] = [];
  for await (const item of reader.read()) items.push(item);
  return items;
}

const documentsOf = (items: readonly CorpusItem[]): readonly CorpusDocument[] =>
  items.flatMap((item) => (item.kind === 'document' ? [item.document] : []));

/**
 * What every reader of a corpus must hold to. The reader made must have at least two documents and one problem.
 */
export function corpusReaderContract(
  name: string,
  makeReader: () => Promise<CorpusReader> | CorpusReader,
): void {
  describe(`${name} keeps the contract of corpus readers`, () => {
    it('has a name', async () => {
      expect((await makeReader()).name).not.toBe('');
    });

    it('gives the same items in the same order at every reading', async () => {
      const reader = await makeReader();
      const first = await readAll(reader);
      expect(await readAll(reader)).toEqual(first);
      expect(await readAll(await makeReader())).toEqual(first);
    });

    it('gives every document an id of its own', async () => {
      const ids = documentsOf(await readAll(await makeReader())).map((document) => document.id);
      expect(ids.length).toBeGreaterThanOrEqual(2);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain('');
    });

    it('gives titles and texts that are clean', async () => {
      for (const { title, text } of documentsOf(await readAll(await makeReader()))) {
        expect(title).not.toBe('');
        expect(title).not.toMatch(/\n/);
        expect(text).toMatch(/\p{L}/u);
        for (const value of [title, text]) {
          expect(value).toBe(value.normalize('NFC'));
          expect(value).toBe(value.trim());
          expect(value).not.toMatch(/[\r\0\uFEFF]|\n{3}/);
        }
      }
    });

    it('states languages and addresses in their canonical form or not at all', async () => {
      for (const { language, sourceUrl } of documentsOf(await readAll(await makeReader()))) {
        if (language !== undefined) expect(Intl.getCanonicalLocales(language)).toEqual([language]);
        if (sourceUrl !== undefined) expect(new URL(sourceUrl).protocol).toMatch(/^https?:$/);
      }
    });

    it('names each problem on one line', async () => {
      const problems = (await readAll(await makeReader())).flatMap((item) =>
        item.kind === 'problem' ? [item.problem] : [],
      );
      expect(problems).not.toEqual([]);
      for (const { where, message } of problems) {
        expect(where).not.toBe('');
        expect(message).toMatch(/^[^\n]{10,}$/);
      }
    });

    it('can be left before its end and read again', async () => {
      const reader = await makeReader();
      for await (const item of reader.read()) {
        expect(item.kind).toMatch(/document|problem/);
        break;
      }
      expect((await readAll(reader)).length).toBeGreaterThan(2);
    });
  });
}
