import { describe, expect, it } from '@jest/globals';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readFile, writeFile } from 'node:fs/promises';
import { ANNOTATOR_NAME } from '../../../src/language/text/compromise-annotator.js';
import { GENERAL_WORDS_FILE, readGeneralWords } from '../../../src/knowledge/files/lexicon-file.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());

describe('the counts of general words that come with sfwc', () => {
  it('are by the annotator of this version, and know what is a noun', async () => {
    // Where this fails because the annotator finds something else by now, run scripts/make-general-words.js.
    const counts = await readGeneralWords(ANNOTATOR_NAME);
    const share = (form: string): number => {
      const [all, nouns] = counts.get(form)?.noun ?? [1, Number.NaN];
      return nouns / all;
    };
    expect(counts.size).toBeGreaterThan(10_000);
    for (const noun of ['disease', 'city', 'water']) expect(share(noun)).toBeGreaterThan(0.95);
    for (const other of ['large', 'having', 'usually']) expect(share(other)).toBeLessThan(0.2);
  });

  it('are refused where they are missing, damaged or by another annotator', async () => {
    const missing = `${fresh()}.json.gz`;
    await expect(readGeneralWords(ANNOTATOR_NAME, missing)).rejects.toThrow(`${missing} is missing`);
    await expect(readGeneralWords('other/1')).rejects.toThrow(/was made with compromise.*, this is other\/1/);
    const text = gunzipSync(await readFile(GENERAL_WORDS_FILE)).toString();
    await writeFile(missing, gzipSync(text.replace('disease', 'desease')));
    await expect(readGeneralWords(ANNOTATOR_NAME, missing)).rejects.toThrow(`${missing} is damaged`);
  });
});
