import { openPageJudge } from '../../../src/judging/judge/judge-pool.js';
import { planJudge } from '../../../src/judging/judge/plan-judges.js';
import { judgeHereByAll } from '../../support/judge-here.js';
import type { JudgeParts } from '../../../src/judging/judge/judge-plan.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { severalTopicsContract, type JudgeUnderTest } from '../../contracts/page-judge.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { FOREIGN_TEXTS } from '../../support/foreign-texts.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../../support/small-corpus.js';
import { THOROUGH } from '../../support/thorough.js';

const { kb } = beesAndOtherThings();
const TOPICS = ['bees', 'other things'] as const;

const htmlOf = (text: string): string =>
  `<html><head><title>Page</title></head><body><p>${text}</p></body></html>`;
const textOf = (texts: Readonly<Record<string, string>>): string => Object.values(texts).join('</p><p>');
const PAGES = {
  first: htmlOf(textOf(BEE_TEXTS)),
  last: htmlOf(textOf(OTHER_TEXTS)),
  neither: htmlOf(
    'A cook stirs the soup, and adds salt, pepper, onions, carrots and leek to the pot. '.repeat(9),
  ),
  foreign: htmlOf(FOREIGN_TEXTS.de),
};

function partsOf(): Promise<readonly JudgeParts[]> {
  return Promise.all(TOPICS.map(async (topic) => planJudge(await openTopic(kb, topic))));
}

async function open(threads: number): Promise<JudgeUnderTest> {
  const parts = await partsOf();
  const reader = createPageReader();
  const alone = parts.map(({ plan }, place) => {
    const judgePage = judgeHereByAll(parts.slice(place, place + 1));
    const judge = async (html: string) =>
      judgePage(reader.read(Buffer.from(html), 'http://a.example/', 'text/html'));
    return [plan.topic, judge] as const;
  });
  return { judge: openPageJudge(parts, { crawler: 'sfwc', threads }), alone: new Map(alone) };
}

severalTopicsContract('a judging thread', () => open(1), PAGES);
if (THOROUGH) severalTopicsContract('a pool of threads', () => open(2), PAGES);
