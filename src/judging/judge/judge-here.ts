import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page, PageReader } from '../../model/page.js';
import type { AnnotatedPage, Judgement, TopicClassifier } from '../../model/topic.js';

/** A judge of pages that runs in the calling thread. */
export function judgeHere(parts: {
  readonly reader: PageReader;
  /** Finds and links the nouns of a page. Default: no nouns. */
  readonly annotate?: (page: Page) => Promise<AnnotatedPage>;
  readonly classifier: TopicClassifier;
  readonly acceptance?: Acceptance;
}): PageJudge {
  const { reader, classifier, acceptance } = parts;
  const annotate = parts.annotate ?? withoutNouns;
  const judgeAnnotated = async (page: Page, linkedFrom?: readonly string[]): Promise<Judgement> => {
    const annotated = await annotate(page);
    return classifier.judge(linkedFrom === undefined ? annotated : { ...annotated, linkedFrom });
  };
  return {
    classifier: classifier.name,
    acceptance,
    read: (body, url, contentType) =>
      new Promise((resolve) => {
        const page = reader.read(body, url, contentType);
        resolve({ page, judge: (linkedFrom) => judgeAnnotated(page, linkedFrom) });
      }),
    judge: (page, known) => judgeAnnotated(page, known?.linkedFrom),
    close: () => Promise.resolve(),
  };
}

function withoutNouns(page: Page): Promise<AnnotatedPage> {
  return Promise.resolve({ page, nouns: [] });
}
