import { describe, expect, it } from '@jest/globals';
import type { AnnotatedPage, TopicClassifier } from '../../src/model/topic.js';

/** What the suite needs of a classifier: itself, and pages. */
export interface ClassifierUnderTest {
  readonly classifier: TopicClassifier;
  /** A page about the topic, another, and one without any text. */
  readonly about: AnnotatedPage;
  readonly other: AnnotatedPage;
  readonly empty: AnnotatedPage;
}

/** What every topic classifier has to do. */
export function topicClassifierContract(name: string, make: () => ClassifierUnderTest): void {
  describe(`${name} as a topic classifier`, () => {
    it('accepts a page about the topic and scores it above another', async () => {
      const { classifier, about, other } = make();
      const [first, second] = [await classifier.judge(about), await classifier.judge(other)];
      expect(first.accepted).toBe(true);
      expect(second.accepted).toBe(false);
      expect(first.score).toBeGreaterThan(second.score);
    });

    it('names itself, and says in a sentence what it decided', async () => {
      const { classifier, about, other, empty } = make();
      for (const page of [about, other, empty]) {
        const judgement = await classifier.judge(page);
        expect(judgement.classifier).toBe(classifier.name);
        expect(judgement.reason.summary).toMatch(judgement.accepted ? /^accepted: / : /^rejected: /);
      }
    });

    it('accepts exactly what lies in its band', async () => {
      const { classifier, about, other } = make();
      for (const page of [about, other]) {
        const { accepted, score, reason } = await classifier.judge(page);
        const { low, high } = reason.band;
        expect(accepted).toBe(score >= (low ?? -Infinity) && score <= (high ?? Infinity));
      }
    });

    it('rejects a page without text, and does not fail on it', async () => {
      const { classifier, empty } = make();
      const { accepted, score, reason } = await classifier.judge(empty);
      expect(accepted).toBe(false);
      expect(Number.isFinite(score)).toBe(true);
      expect(reason.evidence).toEqual([]);
    });

    it('gives evidence that can be written down: ten terms at most, strongest first, finite numbers', async () => {
      const { classifier, about } = make();
      const judgement = await classifier.judge(about);
      const { evidence } = judgement.reason;
      expect(evidence.length).toBeGreaterThan(0);
      expect(evidence.length).toBeLessThanOrEqual(10);
      const pulls = evidence.map(({ pull }) => Math.abs(pull));
      expect(pulls).toEqual([...pulls].sort((a, b) => b - a));
      for (const { idf, pull, documents } of evidence)
        for (const value of [idf, pull, documents]) expect(Number.isFinite(value)).toBe(true);
      expect(JSON.parse(JSON.stringify(judgement))).toEqual(judgement);
    });
  });
}
