import { createAnnotationPool } from '../../app/topics/building/annotation-pool.js';
import { judgedText } from '../../judging/topic/evidence-mentions.js';
import type { LabelSource, TextReading } from '../../app/topics/train-topic.js';
import { contentOfPage } from '../../judging/topic/page-content.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { fullText } from '../../support/text/full-text.js';
import { without } from '../../support/without.js';
import type { Label } from './label-scores.js';
import { readLabelledPages, readWrittenLabels, type LabelledPage } from './labelled-pages.js';
import { refuseFewLabels, trainWithLabels } from './labelled-model.js';

/**
 * The labels in files.
 * @param crawls result folders in which labelled addresses are looked up, besides the crawls that the files belong to
 */
export function labelsIn(files: readonly string[], crawls: readonly string[] = []): LabelSource {
  return async (onProblem) => {
    const written = await readWrittenLabels(files, onProblem);
    refuseFewLabels(written, written.length);
    return async (reading) => {
      const labels = await readLabels(await readLabelledPages(written, crawls, onProblem), reading);
      return (learner, set, settings) => trainWithLabels(learner, set, labels, settings);
    };
  };
}

/** Reads labelled pages as classifiers do, each bounded as a page that is judged. @throws the signal's reason */
export async function readLabels(
  pages: readonly LabelledPage[],
  { plan, plugins, workers, words, signal }: TextReading,
): Promise<readonly Label[]> {
  const pool = createAnnotationPool(plan, workers, { signal, plugins });
  const labels: Label[] = [];
  try {
    const read = concurrentMap(pages, pool.size, async ({ page: whole, ...label }): Promise<Label> => {
      if (whole === undefined) return label;
      const { page } = judgedText(whole);
      const { nouns, mentions } = await pool.annotate(fullText(page));
      const placed = mentions.flatMap(([begin, end, place]) => {
        const noun = nouns[place];
        return noun === undefined ? [] : [{ ...without(noun, 'mentions'), begin, end }];
      });
      return { ...label, content: contentOfPage({ page, nouns: placed }, words) };
    });
    for await (const label of read) labels.push(label);
    return labels;
  } finally {
    await pool.close();
  }
}
