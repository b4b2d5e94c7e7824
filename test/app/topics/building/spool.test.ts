import { describe, expect, it } from '@jest/globals';
import { openSpool, type Spool } from '../../../../src/app/topics/building/spool.js';
import type { CorpusDocument } from '../../../../src/model/document.js';

const DOCUMENTS: readonly CorpusDocument[] = [
  { id: 'b', title: 'Lines', text: 'one\n\ntwo\u2028three\r\n"four" \\ \u0085' },
  { id: 'a/ä.txt', title: '🐝', text: '', language: 'en', sourceUrl: 'http://a.example/' },
];

async function documentsOf(spool: Spool): Promise<CorpusDocument[]> {
  const read: CorpusDocument[] = [];
  for await (const document of spool.read()) read.push(document);
  return read;
}

describe('openSpool', () => {
  it('gives documents back as they were, in their order, more than once', async () => {
    const spool = openSpool();
    for (const document of DOCUMENTS) await spool.add(document);
    expect(await documentsOf(spool)).toEqual(DOCUMENTS);
    expect(await documentsOf(spool)).toEqual(DOCUMENTS);
    await spool.remove();
  });

  it('keeps spools apart, may be empty, and leaves nothing behind', async () => {
    const [one, other] = [openSpool(), openSpool()];
    await one.add(DOCUMENTS[0]!);
    expect(await documentsOf(other)).toEqual([]);
    await other.remove();
    await other.remove();
    expect(await documentsOf(one)).toHaveLength(1);
    await one.remove();
    await expect(documentsOf(one)).rejects.toThrow(/was removed/);
  });
});
