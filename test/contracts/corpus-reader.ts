import { describe, expect, it } from '@jest/globals';
import { once } from '../../src/support/once.js';
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
    /** One reading for all tests that only look at the items. */
    const first = once(async () => {
      const reader = await makeReader();
      return { reader, items: await readAll(reader) };
    });

    it('gives the same items in the same order at every reading', async () => {
      const { reader, items } = await first();
      expect(await readAll(reader)).toEqual(items);
      expect(await readAll(await makeReader())).toEqual(items);
    });

    it('gives every document an id of its own', async () => {
      const ids = documentsOf((await first()).items).map((document) => document.id);
      expect(ids.length).toBeGreaterThanOrEqual(2);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain('');
    });

    it('gives titles and texts that are clean', async () => {
      for (const { title, text } of documentsOf((await first()).items)) {
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
      for (const { language, sourceUrl } of documentsOf((await first()).items)) {
        if (language !== undefined) expect(Intl.getCanonicalLocales(language)).toEqual([language]);
        if (sourceUrl !== undefined) expect(new URL(sourceUrl).protocol).toMatch(/^https?:$/);
      }
    });

    it('names each problem on one line', async () => {
      const problems = (await first()).items.flatMap((item) =>
        item.kind === 'problem' ? [item.problem] : [],
      );
      expect(problems).not.toEqual([]);
      for (const { where, message } of problems) {
        expect(where).not.toBe('');
        expect(message).toMatch(/^[^\n]{10,}$/);
      }
    });
  });
}
