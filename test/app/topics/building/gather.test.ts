import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { corpusChecksum, gatherCorpus } from '../../../../src/app/topics/building/gather.js';
import type { CorpusDocument, CorpusItem, CorpusProblem } from '../../../../src/model/document.js';
import { InputError } from '../../../../src/model/errors.js';
import { createJsonSpool, type JsonSpool } from '../../../../src/support/files/temporary-folder.js';
import { FOREIGN_TEXTS } from '../../../support/foreign-texts.js';

const document = (id: string, text = `text of ${id}`): CorpusDocument => ({ id, title: `Title ${id}`, text });
const found = (one: CorpusDocument): CorpusItem => ({ kind: 'document', document: one });
const PROBLEM: CorpusProblem = { where: 'data.jsonl:17', message: 'no text; give it one' };

let spool: JsonSpool<CorpusDocument>;
beforeEach(() => void (spool = createJsonSpool('corpus')));
afterEach(() => spool.remove());

function gather(
  items: readonly CorpusItem[],
  strict = false,
  onProblem: (problem: CorpusProblem) => void = () => undefined,
) {
  const reader = {
    name: 'a corpus',
    read: async function* () {
      yield* items;
    },
  };
  return gatherCorpus(reader, spool, { strict, onProblem, onDocument: () => undefined });
}

async function spooled(): Promise<readonly CorpusDocument[]> {
  const documents: CorpusDocument[] = [];
  for await (const one of spool.read()) documents.push(one);
  return documents;
}

describe('gatherCorpus', () => {
  it('puts texts by and keeps the rest', async () => {
    const documents = [
      document('b', 'two words'),
      { ...document('a'), language: 'en', sourceUrl: 'http://a.example/' },
    ];
    const gathered = await gather(documents.map(found));
    const checksum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(gathered.documents).toEqual([
      { id: 'b', title: 'Title b', characters: 9, checksum },
      {
        id: 'a',
        title: 'Title a',
        language: 'en',
        sourceUrl: 'http://a.example/',
        characters: 9,
        checksum,
      },
    ]);
    expect(await spooled()).toEqual(documents);
  });

  it('detects the language of each text, and states it where the source does not', async () => {
    const documents = [
      document('a', FOREIGN_TEXTS.de),
      { ...document('b', FOREIGN_TEXTS.de), language: 'de-AT' },
    ];
    const gathered = await gather(documents.map(found));
    expect(gathered.documents.map(({ language }) => language)).toEqual(['de', 'de-AT']);
    expect([...gathered.languages.detected]).toEqual([
      ['a', 'de'],
      ['b', 'de'],
    ]);
    const [first] = await spooled();
    expect(Object.keys(first ?? {})).toEqual(['id', 'title', 'text', 'language']);
  });

  it('reports problems as they are met and goes on', async () => {
    const heard: CorpusProblem[] = [];
    const items: CorpusItem[] = [
      found(document('a')),
      { kind: 'problem', problem: PROBLEM },
      found(document('b')),
    ];
    const gathered = await gather(items, false, (problem) => heard.push(problem));
    expect(gathered.documents).toHaveLength(2);
    expect(gathered.problems).toEqual([PROBLEM]);
    expect(heard).toEqual([PROBLEM]);
  });

  it('stops at the first problem when strict', async () => {
    const failure = gather([found(document('a')), { kind: 'problem', problem: PROBLEM }], true);
    await expect(failure).rejects.toBeInstanceOf(InputError);
    await expect(failure).rejects.toThrow('data.jsonl:17: no text; give it one');
  });

  it('refuses a corpus without a document', async () => {
    await expect(gather([])).rejects.toThrow(InputError);
    await expect(gather([{ kind: 'problem', problem: PROBLEM }])).rejects.toThrow(
      /a corpus holds no document/,
    );
  });

  it('has one checksum for the same documents in any order, and another for others', async () => {
    const items = [document('a'), document('b'), document('c')].map(found);
    const checksum = corpusChecksum((await gather(items)).documents);
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    for (const [other, same] of [
      [items.toReversed(), true],
      [items.slice(1), false],
      [[found(document('a', 'other text')), ...items.slice(1)], false],
    ] as const) {
      await spool.remove();
      spool = createJsonSpool('corpus');
      expect(corpusChecksum((await gather(other)).documents) === checksum).toBe(same);
    }
  });
});
