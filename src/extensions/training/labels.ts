import type {
  LabelledPage,
  LabelledTexts,
  LabelSource,
  LabelsPort,
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

async function readLabels(pages: readonly LabelledPage[], reading: TextReading): Promise<LabelledTexts> {
  const labels: Label[] = [];
  for await (const label of contentsOfPages(pages, reading)) labels.push(label);
  return {
    learn: (learner, set, settings, learnFrom) => trainWithLabels(learner, set, labels, settings, learnFrom),
  };
}

/** Learning from labelled pages, for builds of topics and for crawls. */
export const labelsPort: LabelsPort = {
  source: (files) => labelsIn(files),
  async pagesOf(files) {
    const written = await readWrittenLabels(files, () => undefined);
    return readLabelledPages(written, [], () => undefined);
  },
  read: readLabels,
};
