import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';

import { chosenClassifier, planJudges } from '../../../judging/judge/plan-judges.js';
import { acceptanceOf } from '../../../judging/judge/create-judge.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { openEncoder } from '../../../judging/judge/open-judge.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { sha256 } from '../../../support/hash.js';
import { parseJson } from '../../../support/parse-json.js';
import { archivesAt } from '../open-web.js';
import { filterFile, type FileJudge, type FileOutcome, type FileWatch, type Outputs } from './filter-file.js';
import { filterFields, type FilterOptions, type FilterSettings } from './filter-settings.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import { removeAbandoned } from '../../../support/files/replace-file.js';
import { openingText } from '../../../app/classify/classify-pages.js';
import { productToken } from '../../../crawling/politeness/robots-txt.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

/** Outcome of one of the files. */
export type FilteredFile = { readonly file: string } & (
  | ({
      readonly state: 'filtered' | 'already complete';
      readonly warc: string;
      readonly parquet: string;
    } & FileOutcome)
  | { readonly state: 'failed'; readonly error: string }
);

/** Services for filtering files besides settings. */
interface FilterDeps extends Partial<FileWatch> {
  readonly warn?: (message: string) => void;
  readonly onWait?: OnWait;
}

/** The files, and in place of folders the archives in them. @throws InputError for a folder without one */
export async function filesToFilter(places: readonly string[]): Promise<readonly string[]> {
  const isFolder = (place: string): Promise<boolean> =>
    stat(place).then(
      (found) => found.isDirectory(),
      () => false,
    );
  const filesAt = async (place: string): Promise<readonly string[]> =>
    (await isFolder(place)) ? archivesAt([place], /\.(?:w?arc|wet)(?:\.(?:gz|zst))?$/i) : [place];
  return (await Promise.all(places.map(filesAt))).flat();
}

/**
 * Filters archives, also all of a folder, one after the other, judging in threads: writes the accepted records of each as a WARC file, and a row for each
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
  places: readonly string[],
  options: WithParts<FilterOptions, 'classifier' | 'linkers'>,
  { warn = () => undefined, onWait, signal, onProgress = () => undefined }: FilterDeps = {},
): AsyncGenerator<FilteredFile, void> {
  const { settings, plugins } = await resolveOptions(filterFields, options);
  const { accept, userAgent, workers: threads = availableParallelism() } = settings;
  const files = await filesToFilter(places);
  refuseClashes(files, settings.out);
  onWait?.(openingText(settings));
  const topics = await planJudges(settings, chosenClassifier(settings), plugins, warn);
  onWait?.(`starting ${threads} judging ${threads === 1 ? 'thread' : 'threads'}`);
  const judge = openPageJudge(topics, { crawler: productToken(userAgent), threads, accept });
  const encoder = await openEncoder(settings, topics, { warn });
  try {
    for (const file of files) {
      signal?.throwIfAborted();
      const by = { judge, encoder, acceptance: acceptanceOf(topics, accept) };
      yield await filterOne(file, topics, settings, by, { onProgress, signal });
    }
  } finally {
    await encoder?.close();
    await judge.close();
  }
}

async function filterOne(
  file: string,
  topics: readonly JudgeParts[],
  settings: FilterSettings,
  by: FileJudge,
  watch: FileWatch,
): Promise<FilteredFile> {
  const { out } = settings;
  const outputs = outputsOf(file, out);
  const { warc, parquet } = outputs;
  try {
    const basis = await basisOf(file, topics, settings);
    const before = await completedOutcome(outputs, basis);
    if (before !== undefined) return { file, state: 'already complete', warc, parquet, ...before };
    // What killed processes have left of a file half made.
    const ours = new Set([warc, parquet, outputs.record].map((output) => path.basename(output)));
    await removeAbandoned(out, (name) => ours.has(name));
    const names = topics.map(({ facts }) => facts.name);
    const outcome = await filterFile({ file, outputs, basis, topics: names }, by, watch);
    return { file, state: 'filtered', warc, parquet, ...outcome };
  } catch (thrown) {
    // Anything else would befall all other files as well.
    if (!(thrown instanceof InputError)) throw thrown;
    return { file, state: 'failed', error: sentenceOf(thrown) };
  }
}

/** The files that are made of an archive: `X.warc.gz`, `X.parquet` and `X.filter.json` of `X.warc.gz`. */
function outputsOf(file: string, out: string): Outputs {
  const name = path
    .basename(file)
    .replace(/\.(?:gz|zst)$/i, '')
    .replace(/\.arc$/i, '.warc');
  const stem = path.join(out, name.replace(/\.warc$/i, ''));
  return { warc: path.join(out, `${name}.gz`), parquet: `${stem}.parquet`, record: `${stem}.filter.json` };
}

/** @throws UsageError where two files would be written to the same place, or a file in the place of itself */
function refuseClashes(files: readonly string[], out: string): void {
  const makers = new Map<string, string>();
  for (const file of files) {
    const { warc } = outputsOf(file, out);
    const other = makers.get(warc);
    makers.set(warc, file);
    if (other !== undefined)
      throw new UsageError(`${other} and ${file} would both be written to ${warc}`, {
        hint: 'name each file once; filter files of the same name into different folders',
      });
    if (path.resolve(warc) === path.resolve(file))
      throw new UsageError(`${file} would be replaced by what is accepted of it`, {
        hint: 'choose another folder with --out',
      });
  }
}

/** One checksum of all that the outputs of a file depend on. A file may have moved. @throws InputError where it is missing */
async function basisOf(
  file: string,
  topics: readonly JudgeParts[],
  { accept, anyLanguage, encoder }: FilterSettings,
): Promise<string> {
  const { size, mtime } = await stat(file).catch((thrown: unknown) => {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, {
      hint: 'check the path and its permissions',
      cause: thrown,
    });
  });
  const models = topics.map(({ facts, plan }) => [facts.name, facts.checksum, plan.classifier]);
  return sha256(JSON.stringify([size, mtime, models, accept, anyLanguage, encoder, MAX_PAGE_BYTES]));
}

/** Outcome of a file before; undefined if it is not complete. @throws InputError if it was made of something else */
async function completedOutcome(
  { warc, parquet, record }: Outputs,
  basis: string,
): Promise<FileOutcome | undefined> {
  const text = await readFile(record, 'utf8').catch(() => undefined);
  if (text === undefined || !(await fileExists(warc)) || !(await fileExists(parquet))) return undefined;
  const before = parseJson(text) as { basis?: string; outcome?: FileOutcome } | undefined;
  if (before?.basis === basis) return before.outcome;
  throw new InputError(
    `${warc} was made of another file, by another state of the topic or with other settings`,
    {
      hint: `choose another folder with --out, or remove ${record} to filter the file again`,
    },
  );
}
