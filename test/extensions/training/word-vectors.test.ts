import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readWordVectors } from '../../../src/extensions/training/word-vectors.js';
import { messageOf } from '../../../src/model/errors.js';
import { openWordReader } from '../../../src/judging/judge/english.js';
import { countTerms } from '../../../src/judging/learning/term-counts.js';
import { contentOfWords, type PageContent } from '../../../src/judging/topic/page-content.js';
import { toProfile } from '../../../src/judging/topic/profile.js';
import { wantedTerms } from '../../../src/extensions/training/learn-word-space.js';
import { openWordSpace } from '../../../src/judging/topic/word-space.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const words = openWordReader();
const textOf = (text: string): PageContent => contentOfWords([], words(text), toProfile([]));
const WANTED = wantedTerms(['hive honey', 'hive engine', 'engine'].map(textOf));

async function read(name: string, content: string | Buffer) {
  await writeFile(join(root, name), content);
  return readWordVectors(join(root, name), WANTED, words);
}
const failure = (name: string, content: string | Buffer): Promise<string> =>
  read(name, content).then(
    () => 'none',
    (error: unknown) => messageOf(error).replace(`${root}/`, ''),
  );

const GLOVE = 'the 9 9\nhive 1 0.1\nhoney 0.9 0.2\nengine -1 0\nwheel -0.8 0.1\n';
/** The binary format of word2vec, with or without line ends. */
function binary(entries: readonly (readonly [string, ...number[]])[], lineEnd = '\n'): Buffer {
  const dimensions = (entries[0]?.length ?? 1) - 1;
  const parts = entries.map(([word, ...numbers]) => {
    const floats = Buffer.alloc(4 * numbers.length);
    numbers.forEach((number, at) => floats.writeFloatLE(number, 4 * at));
    return Buffer.concat([Buffer.from(`${word} `), floats, Buffer.from(lineEnd)]);
  });
  return Buffer.concat([Buffer.from(`${entries.length} ${dimensions}\n`), ...parts]);
}
const ENTRIES = [
  ['hive', 1, 0.1],
  ['honey', 0.9, 0.2],
  ['engine', -1, 0],
  ['wheel', -0.8, 0.1],
] as const;

describe('readWordVectors', () => {
  it('reads GloVe, and word2vec as text and binary, packed as well, to the same space', async () => {
    const space = await read('glove.txt', GLOVE);
    expect(space.terms).toEqual(['engine', 'hive', 'honey', 'wheel']);
    expect(space.dimensions).toBe(2);
    const text = `4 2\n${GLOVE.split('\n').slice(1).join('\n')}`;
    expect(await read('vectors.txt', text)).toEqual(space);
    expect(await read('vectors.txt.gz', gzipSync(text))).toEqual(space);
    expect(await read('vectors.bin', binary(ENTRIES))).toEqual(space);
    expect(await read('unbroken.bin', binary(ENTRIES, ''))).toEqual(space);
  });

  it('lets texts of related words lie close together, also words that no text to learn from has', async () => {
    const space = openWordSpace(await read('glove.txt', GLOVE));
    const place = (text: string): number[] => {
      const { places, values } = space.placeOf(textOf(text)).vector;
      return [0, 1].map((at) => values[places.indexOf(at)] ?? 0);
    };
    const cosine = (a: number[], b: number[]): number =>
      a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(cosine(place('honey'), place('hive'))).toBeGreaterThan(0.8);
    expect(cosine(place('wheel'), place('engine'))).toBeGreaterThan(0.8);
    expect(cosine(place('wheel'), place('hive'))).toBeLessThan(-0.5);
  });

  it('weighs words by the texts, and takes the form that is written as the word counts', async () => {
    const space = await read(
      'forms.txt',
      'Hives 5 5\nhives 3 3\nhive 1 0\nHIVE 7 7\nNew York 2 2\nhoney 0 1\n',
    );
    expect(space.terms).toEqual(['hive', 'honey']);
    const [hive, honey] = space.idf;
    expect(hive).toBeLessThan(honey!);
    expect(countTerms(space.terms).size).toBe(2);
    // Less their mean, (1, 0) and (0, 1) are (0.5, −0.5) and (−0.5, 0.5).
    expect([...Buffer.from(space.steps, 'base64')].map((byte) => (byte << 24) >> 24)).toEqual([
      127, -127, -127, 127,
    ]);
  });

  it('names the line of what is wrong', async () => {
    expect(await failure('short.txt', 'hive 1 2\nhoney 1\n')).toBe(
      'short.txt:2: 1 numbers where vectors have 2',
    );
    expect(await failure('long.txt', 'hive 1 2\nhoney 1 2 3\n')).toBe(
      'long.txt:2: 3 numbers where vectors have 2',
    );
    expect(await failure('word.txt', 'hive 1 2\nhoney 1 x\n')).toBe("word.txt:2: 'x' is not a number");
    expect(await failure('prose.txt', 'Bees\nlive in a hive\n')).toMatch(/^prose\.txt:1: a word and 1 to/);
    expect(await failure('ends.txt', '3 2\nhive 1 2\n')).toBe(
      'ends.txt ends after 1 of 3 words: it was cut off',
    );
    expect(await failure('empty.txt', '')).toBe('empty.txt is empty');
    expect(await failure('many.txt', '1 99999\nhive 1\n')).toMatch(
      /^many\.txt:1: vectors of 99999 dimensions/,
    );
    expect(await failure('others.txt', 'wheel 1 2\n')).toMatch(/a vector for none of the words/);
    expect(await failure('absent/none.txt', '').catch(String)).toContain('ENOENT');
  });

  it('names the word at which a binary file ends, and broken compression', async () => {
    const whole = binary(ENTRIES);
    expect(await failure('cut.bin', whole.subarray(0, whole.length - 12))).toMatch(
      /^cut\.bin: word 4 of 4: /,
    );
    expect(await failure('head.bin', binary(ENTRIES).subarray(0, 30))).toMatch(/^head\.bin: word 2 of 4: /);
    const odd = binary([['hive', 1, Number.NaN]]);
    expect(await failure('nan.bin', odd)).toBe('nan.bin: word 1 of 1: a number that is not finite');
    expect(await failure('cut.txt.gz', gzipSync(GLOVE).subarray(0, 40))).toMatch(/gzip data ends or breaks/);
  });
});
