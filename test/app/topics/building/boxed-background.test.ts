import { describe, expect, it } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';
import {
  boxedBackgroundFile,
  openBoxedBackground,
} from '../../../../src/app/topics/building/boxed-background.js';
import { BOXED_LANGUAGES, readBackground } from '../../../../src/knowledge/files/background-file.js';
import { packagedPath } from '../../../../src/support/files/packaged-path.js';
import { backgroundAnnotatorName } from '../../../../src/language/text/words-only-annotator.js';
import { countedWords } from '../../../../src/judging/topic/page-content.js';

describe.each(BOXED_LANGUAGES)('the background that comes with sfwc: %s', (language) => {
  const file = boxedBackgroundFile(language);

  it('was made as this version reads texts, is small, and has no source that prevails', async () => {
    const { header } = await readBackground(file, backgroundAnnotatorName(language));
    expect(header).toMatchObject({ language, annotator: backgroundAnnotatorName(language) });
    expect(header.sources.reduce((sum, { texts }) => sum + texts, 0)).toBe(header.texts);
    expect((await stat(file)).size).toBeLessThan(language === 'en' ? 1_500_000 : 700_000);
    expect(header.sources.length).toBeGreaterThanOrEqual(7);
    for (const { texts } of header.sources) expect(texts).toBeLessThan(0.35 * header.texts);
  });

  it('is in NOTICE with every source and licence', async () => {
    const { header } = await readBackground(file, backgroundAnnotatorName(language));
    const notice = await readFile(packagedPath('NOTICE'), 'utf8');
    const [, ...parts] = notice.split(/^(?=corpora\/background-)/mu);
    const part = parts.find((one) => one.startsWith(`corpora/background-${language}.json.gz`));
    for (const { source, licence, texts } of header.sources)
      expect(part).toContain(`${texts} texts: ${source}, ${licence}\n`);
  });
});

describe('the texts of the background that comes with sfwc', () => {
  it('have at least 150 words with nouns, and are read once', async () => {
    const { name, contents } = await openBoxedBackground('en');
    expect(name).toBe('general English texts');
    expect(contents.length).toBeGreaterThan(300);
    for (const content of contents) {
      expect(countedWords(content)).toBeGreaterThanOrEqual(150);
      expect(content.nouns.lemmas.length).toBeGreaterThan(10);
    }
    expect(contents.some(({ sections }) => sections.body.has('unk'))).toBe(false);
    expect((await openBoxedBackground('en')).contents).toBe(contents);
  });
});
