import type { Acceptance, PageJudge } from '../../../model/judging.js';
import type { PageReader } from '../../../model/page.js';
import type { Judgement, TopicClassifier } from '../../../model/topic.js';
import { given } from '../../../support/given.js';
import { sketchOf } from '../../../support/text/text-sketch.js';

/** A judge of pages that runs in the calling thread, and seeks no nouns. */
export function judgeHere({
  reader,
  classifier,
  acceptance,
}: {
  readonly reader: PageReader;
  readonly classifier: TopicClassifier;
  readonly acceptance?: Acceptance;
}): PageJudge {
  const judge: PageJudge['judge'] = async (page, known) => classifier.judge({ page, nouns: [], ...known });
  return {
    classifier: classifier.name,
    acceptance,
    judge,
    read: async (body, url, contentType) => {
      const page = await Promise.resolve(reader.read(body, url, contentType));
      return { page, sketch: sketchOf(page), judge: (linkedFrom) => judge(page, given({ linkedFrom })) };
    },
    close: () => Promise.resolve(),
  };
}

/** True if a page was accepted, and its score. */
export type Verdict = readonly [accepted: boolean, score: number];

/** A judgement without evidence. */
export function judgementOf(classifier: string, [accepted, score]: Verdict, summary = ''): Judgement {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const reason = { summary, meanIdf: null, band: { low: null, high: null }, nouns, evidence: [] };
  return { accepted, score, classifier, reason };
}
