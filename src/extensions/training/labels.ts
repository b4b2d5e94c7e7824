import type {
  LabelledPage,
  LabelledTexts,
  LabelSource,
  TextReading,
} from '../../judging/topic/labels-port.js';
import type { Label } from './label-scores.js';
import { readLabelledPages, readWrittenLabels } from './labelled-pages.js';
import { refuseFewLabels, trainWithLabels } from './labelled-model.js';
import { contentsOfPages } from './other-texts.js';

/**
 * The labels in files.
 * @param crawls result folders in which labelled addresses are looked up, besides the crawls that the files belong to
 */
export function labelsIn(files: readonly string[], crawls: readonly string[] = []): LabelSource {
  return async (onProblem) => {
    const written = await readWrittenLabels(files, onProblem);
    refuseFewLabels(written, written.length);
    return async (reading) => readLabels(await readLabelledPages(written, crawls, onProblem), reading);
  };
}

/** Reads labelled pages. @throws the signal's reason */
export async function readLabels(
  pages: readonly LabelledPage[],
  reading: TextReading,
): Promise<LabelledTexts> {
  const labels: Label[] = [];
  for await (const label of contentsOfPages(pages, reading)) labels.push(label);
  return {
    contents: labels.flatMap(({ content }) => content ?? []),
    learn: (learner, set, settings, learnFrom) => trainWithLabels(learner, set, labels, settings, learnFrom),
  };
}

/** The pages of the labels in files; those that cannot be found are left out. @throws InputError for a file that cannot be read */
export async function labelledPagesOf(files: readonly string[]): Promise<readonly LabelledPage[]> {
  const written = await readWrittenLabels(files, () => undefined);
  return readLabelledPages(written, [], () => undefined);
}
