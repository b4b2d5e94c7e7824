import { describe, expect, it } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';
import {
  BOXED_BACKGROUND,
  openBoxedBackground,
} from '../../../../src/app/topics/building/boxed-background.js';
import { readBackground } from '../../../../src/knowledge/files/background-file.js';
import { packagedPath } from '../../../../src/support/files/packaged-path.js';
import { ANNOTATOR_NAME } from '../../../../src/language/text/compromise-annotator.js';
import { countedWords } from '../../../../src/judging/topic/page-content.js';

describe('the background that comes with sfwc', () => {
  it('was made with the annotator of this version, and is small', async () => {
    const { header } = await readBackground(BOXED_BACKGROUND, ANNOTATOR_NAME);
    expect(header).toMatchObject({ language: 'en', annotator: ANNOTATOR_NAME });
    expect(header.sources.reduce((sum, { texts }) => sum + texts, 0)).toBe(header.texts);
    expect((await stat(BOXED_BACKGROUND)).size).toBeLessThan(1_500_000);
  });

  it('has texts of at least 150 words with nouns, and is read once', async () => {
    const { name, contents, isMixed } = await openBoxedBackground();
    expect(name).toBe('general English texts');
    expect(contents.length).toBeGreaterThan(300);
    for (const content of contents) {
      expect(countedWords(content)).toBeGreaterThanOrEqual(150);
      expect(content.nouns.lemmas.length).toBeGreaterThan(10);
    }
    expect(contents.some(({ sections }) => sections.body.has('unk'))).toBe(false);
    expect(isMixed).toBe(true);
    expect((await openBoxedBackground()).contents).toBe(contents);
  });

  it('is in NOTICE with every source and licence', async () => {
    const { header } = await readBackground(BOXED_BACKGROUND, ANNOTATOR_NAME);
    const notice = await readFile(packagedPath('NOTICE'), 'utf8');
    for (const { source, licence, texts } of header.sources)
      expect(notice).toContain(`${texts} texts: ${source}, ${licence}\n`);
  });
});
