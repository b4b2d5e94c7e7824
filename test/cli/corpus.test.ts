import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sfwc } from './run.js';
import { BEE_TEXTS } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { itInFull } from '../support/thorough.js';

const folder = temporaryFolder();

describe('sfwc build with records', () => {
  const records = (texts: readonly string[], field: string): string =>
    texts.map((text, place) => JSON.stringify({ id: String(place), [field]: text })).join('\n');
  const background = Array.from({ length: 20 }, (_, place) => `The market sold ${place} shares of a bank.`);

  itInFull('reads a background that lacks the named fields by the usual ones', async () => {
    const corpus = join(folder, 'bees.jsonl');
    await writeFile(corpus, records(Object.values(BEE_TEXTS), 'body'));
    await writeFile(join(folder, 'other.jsonl'), records(background, 'text'));
    await writeFile(
      join(folder, 'other.csv'),
      `ID,Text\n${background.map((text) => `c,${text}`).join('\n')}`,
    );
    for (const name of ['other.jsonl', 'other.csv']) {
      const options = ['--set', 'textField=body', '--background', join(folder, name)];
      const kb = join(folder, `kb-${name}`);
      const built = await sfwc(['build', corpus, '--topic', 'bees', '--kb', kb, ...options]);
      expect(built).toMatchObject({ code: 0, stderr: expect.not.stringContaining('textField') });
    }
  });

  it('says equal warnings three times, and why nothing could be read', async () => {
    const corpus = join(folder, 'wrong.jsonl');
    await writeFile(corpus, records(Array<string>(600).fill('text'), 'content'));
    const { code, stderr } = await sfwc(['build', corpus, '--topic', 'x', '--kb', join(folder, 'kb-wrong')]);
    const reason = "no text in field 'text' (fields: id, content); name the field that holds it (textField)";
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [
        ...[1, 2, 3].map((line) => `skipped ${corpus}:${line}: ${reason}`),
        `skipped 597 more: ${reason}`,
        `error: ${corpus} holds no document that can be read`,
        expect.stringContaining(`${corpus}:1: ${reason}`),
      ],
    ]);
  });
});
