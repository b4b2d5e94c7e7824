import { NOTHING_TO_JUDGE, type Judgement, type TextCut } from '../../model/topic.js';
import { languageName } from '../../support/text/language-name.js';

/** Rejects a page that is certainly in another language than the topic. @param language the topic's, as an ISO 639-1 code */
export function otherLanguageRejected(
  cut: TextCut | undefined,
  otherLanguage: string,
  { classifier, language }: { readonly classifier: string; readonly language: string },
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
