import { availableParallelism } from 'node:os';
import { productToken } from '../../../crawling/politeness/robots.js';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';
import { openingText } from '../../../app/classify/classify-pages.js';
import { chosenClassifier } from '../../../judging/judge/chosen-classifier.js';
import { acceptanceOf } from '../../../judging/judge/create-judge.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { openEncoder } from '../../../judging/judge/open-judge.js';
import { planJudges } from '../../../judging/judge/judge.js';
import { InputError, messageOf } from '../../../model/errors.js';
import { OPENING, type OnWait } from '../../../model/wait.js';
import { filterFile, type FileJudge } from './filter-file.js';
import { filterFields, type FilterOptions, type FilterSettings } from './filter-settings.js';
import {
  basisOf,
  commonBasis,
  completedOutcome,
  outputsOf,
  refuseClashes,
  removeLeftovers,
  type FileOutcome,
} from './outputs.js';

/** Outcome of one of the files. */
export type FilteredFile = { readonly file: string } & (
  | ({
      readonly state: 'filtered' | 'already complete';
      readonly warc: string;
      readonly parquet: string;
    } & FileOutcome)
  | { readonly state: 'failed'; readonly error: string; readonly hint?: string }
);

/** Services for filtering files besides settings. */
export interface FilterDeps {
  readonly signal?: AbortSignal;
  readonly warn?: (message: string) => void;
  readonly onWait?: OnWait;
  /** Called with the pages of the file in work. */
  readonly onProgress?: (progress: Pick<FileOutcome, 'pages' | 'accepted'>) => void;
}

/**
 * Filters archives one after the other, judging in threads: writes the accepted records of each as a WARC file, and a row for each
 * as Parquet. Yields what came of each file. A file whose outputs are complete is not read again; a file that cannot be filtered
 * does not stop the others.
 *
 * Each file has a threshold of its own, by its first 2000 pages, as for `classifyPages` with this file alone: its verdicts do not depend
 * on other files, threads and machines.
 *
 * @throws UsageError, InputError for settings, topics and names of files; OutputError; the signal's reason, after which the same call
 *   continues
 */
export async function* filterArchives(
  files: readonly string[],
  options: WithParts<FilterOptions, 'classifier' | 'linkers'>,
  { warn = () => undefined, onWait, signal, onProgress = () => undefined }: FilterDeps = {},
): AsyncGenerator<FilteredFile, void> {
  const { settings, plugins } = await resolveOptions(filterFields, options);
  const { accept, userAgent, workers: threads = availableParallelism() } = settings;
  refuseClashes(files, settings.out);
  onWait?.(openingText(settings), OPENING);
  const topics = await planJudges(settings, chosenClassifier(settings), plugins, warn);
  onWait?.(`starting ${threads} judging ${threads === 1 ? 'thread' : 'threads'}`, { busy: 0 });
  const judge = openPageJudge(topics, { crawler: productToken(userAgent), threads, accept });
  const encoder = await openEncoder(settings, topics, { warn });
  try {
    const common = commonBasis(topics, settings);
    for (const file of files) {
      signal?.throwIfAborted();
      const by = { judge, encoder, acceptance: acceptanceOf(topics, accept) };
      yield await filterOne(file, common, settings, by, { onProgress, signal });
    }
  } finally {
    await encoder?.close();
    await judge.close();
  }
}

async function filterOne(
  file: string,
  common: ReturnType<typeof commonBasis>,
  { out, maxBytes }: FilterSettings,
  by: FileJudge,
  watch: Parameters<typeof filterFile>[2],
): Promise<FilteredFile> {
  const outputs = outputsOf(file, out);
  const { warc, parquet } = outputs;
  try {
    const basis = await basisOf(file, common);
    const before = await completedOutcome(outputs, basis);
    if (before !== undefined) return { file, state: 'already complete', warc, parquet, ...before };
    await removeLeftovers(outputs);
    const outcome = await filterFile({ file, outputs, maxBytes, basis }, by, watch);
    return { file, state: 'filtered', warc, parquet, ...outcome };
  } catch (thrown) {
    // Anything else would befall all other files as well.
    if (!(thrown instanceof InputError)) throw thrown;
    const { hint } = thrown;
    return { file, state: 'failed', error: messageOf(thrown), ...(hint === undefined ? {} : { hint }) };
  }
}
