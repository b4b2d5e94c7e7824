import {
  NOTHING_TO_JUDGE,
  type AnnotatedPage,
  type Judgement,
  type TopicClassifier,
} from '../../model/topic.js';
import { languageName } from '../../support/text/language-name.js';

/**
 * Wraps a classifier so that it rejects pages that are certainly in another language than the topic. They share neither
 * nouns nor words with it, so any other verdict would be a guess.
 * @param language the topic's, as an ISO 639-1 code
 */
export function rejectingOtherLanguages(classifier: TopicClassifier, language: string): TopicClassifier {
  const { name } = classifier;
  return {
    ...classifier,
    judge: (page) => {
      const { otherLanguage } = page;
      return otherLanguage === undefined
        ? classifier.judge(page)
        : Promise.resolve(rejection({ ...page, otherLanguage }, name, language));
    },
  };
}

function rejection(
  { otherLanguage, cut }: AnnotatedPage & { readonly otherLanguage: string },
  classifier: string,
  language: string,
): Judgement {
  return {
    accepted: false,
    score: NOTHING_TO_JUDGE,
    classifier,
    reason: {
      summary: `rejected: the page is in ${languageName(otherLanguage)}, and only pages in ${languageName(language)} are judged`,
      otherLanguage,
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
      evidence: [],
      cut,
    },
  };
}
