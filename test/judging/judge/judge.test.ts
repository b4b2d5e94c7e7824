import { describe, expect, it } from '@jest/globals';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { openAnnotator } from '../../../src/language/text/english.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { InputError } from '../../../src/model/errors.js';
import type { Page } from '../../../src/model/page.js';
import { NOTHING_TO_JUDGE } from '../../../src/model/topic.js';
import { FOREIGN_TEXTS } from '../../support/foreign-texts.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../../support/small-corpus.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { textPage } from '../../support/small-topic.js';

const topics = beesAndOtherThings();

describe('openJudge', () => {
  const page = (text: string): Page => textPage(text, { title: 'A page' });
  const texts = (of: Readonly<Record<string, string>>): string => Object.values(of).slice(0, 4).join('\n\n');

  it.each(['ensemble', 'krs-paper'] as const)('judges by %s', async (rule) => {
    const judge = await judgeHereBy(await openTopic(topics.kb, 'bees'), rule);
    const bees = await judge(page(texts(BEE_TEXTS)));
    expect(bees.reason.summary).toMatch(/^accepted/);
    if (rule === 'krs-paper') return;
    const others = await judge(page(texts(OTHER_TEXTS)));
    expect(others.accepted).toBe(false);
    expect(others.score).toBeLessThan(bees.score);
  });

  it('links the nouns of pages as those of the corpus, by the names that the corpus gave', async () => {
    const judge = await judgeHereBy(await openTopic(topics.kb, 'bees'), 'krs-paper');
    const { reason } = await judge(page('The varroa mite harms a larva.'));
    const iriOf = (lemma: string) => reason.evidence.find((noun) => noun.lemma === lemma)?.iri;
    expect(iriOf('varroa mite')).toBe('http://sfwcrawler.com/kb/bees/document/mite.txt');
    expect(iriOf('larva')).toMatch(/wordnet/);
  });

  it('reads a page in another language by the words near to its own where it may be in any, and says so', async () => {
    const judge = await judgeHereBy(await openTopic(topics.kb, 'bees'), undefined, { anyLanguage: true });
    const judged = async (text: string) => (await judge(page(text))).reason;
    const german = await judged(FOREIGN_TEXTS.de);
    expect(german).toMatchObject({ annotator: 'words-de', nouns: { distinct: 0 } });
    expect(german.members?.map(({ member }) => member)).toEqual(
      expect.arrayContaining(['meaning', 'first meaning', 'line', 'first line']),
    );
    expect(german.members?.map(({ member }) => member)).not.toContain('words');
    const english = await judged(texts(BEE_TEXTS));
    expect(english.annotator).not.toBe('words-de');
    expect(english.members?.map(({ member }) => member)).toContain('words');
  });

  it.each([undefined, 'krs-paper'] as const)(
    'rejects a page that is not in English, by itself (%s)',
    async (rule) => {
      const topic = await openTopic(topics.kb, 'bees');
      const german = page(FOREIGN_TEXTS.de);
      const judge = await judgeHereBy(topic, rule);
      expect(await judge(german)).toEqual({
        accepted: false,
        score: NOTHING_TO_JUDGE,
        classifier: rule ?? 'ensemble',
        reason: {
          summary: 'rejected: the page is in German, and only pages in English are judged',
          otherLanguage: 'de',
          meanIdf: null,
          band: { low: null, high: null },
          nouns: { distinct: 0, linked: 0, unknown: 0 },
          evidence: [],
        },
      });
      const any = await judgeHereBy(topic, rule, { anyLanguage: true });
      const { reason } = await any(german);
      expect(reason.otherLanguage).toBeUndefined();
      if (rule !== undefined) expect(reason.nouns.distinct).toBeGreaterThan(0);
    },
  );

  it('refuses another annotator than the one that read the corpus', async () => {
    const topic = await openTopic(topics.kb, 'bees');
    const other = { ...openAnnotator(), name: 'other/2' };
    await expect(judgeHereBy(topic, undefined, {}, other)).rejects.toBeInstanceOf(InputError);
    await expect(judgeHereBy(topic, undefined, {}, other)).rejects.toThrow(
      /annotated by compromise\/.*, this is other\/2/,
    );
  });
});
