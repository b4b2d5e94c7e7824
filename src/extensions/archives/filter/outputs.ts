import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import { without } from '../../../support/without.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { removeAbandoned } from '../../../support/files/replace-file.js';
import { parseJson } from '../../../support/parse-json.js';
import type { FilterSettings } from './filter-settings.js';

/** The files that are made of an archive. */
export interface Outputs {
  readonly warc: string;
  readonly parquet: string;
  /** Says that the others are complete, and what they were made of. */
  readonly record: string;
}

/** Outcome of a file. JSON. */
export interface FileOutcome {
  readonly records: number;
  /** Pages that were judged. */
  readonly pages: number;
  readonly accepted: number;
  /** Pages that are larger than the limit, and were skipped. */
  readonly tooLarge: number;
  /** Damages of the file, and pages that could not be read or judged. */
  readonly unreadable: number;
  /** The first of these, each with its place. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Settings on which the outputs of a file depend. JSON. */
export interface Basis {
  readonly source: { readonly file: string; readonly bytes: number; readonly modified: string };
  readonly topics: readonly string[];
  readonly classifiers: readonly string[];
  /** SHA-256 of the topics and classifiers as they were learned. */
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The files that are made of an archive: `X.warc.gz`, `X.parquet` and `X.filter.json` of `X.warc.gz`. */
export function outputsOf(file: string, out: string): Outputs {
  const name = path.basename(file).replace(/\.gz$/i, '');
  const stem = name.replace(/\.warc$/i, '');
  const place = (ending: string): string => path.join(out, ending);
  return {
    warc: place(`${name}.gz`),
    parquet: place(`${stem}.parquet`),
    record: place(`${stem}.filter.json`),
  };
}

/** @throws UsageError where two files would be written to the same place, or a file in the place of itself */
export function refuseClashes(files: readonly string[], out: string): void {
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

/** Settings on which the outputs of all files depend besides the file itself. */
export function commonBasis(topics: readonly JudgeParts[], settings: FilterSettings): Omit<Basis, 'source'> {
  const hash = createHash('sha256');
  for (const { facts, plan } of topics) hash.update(JSON.stringify([facts.checksum, plan.classifier]));
  const { accept, anyLanguage, encoder, maxBytes } = settings;
  return {
    topics: topics.map(({ facts }) => facts.name),
    classifiers: topics.map(
      ({ kind, plan }) => `${plan.classifier.name}${kind.learner === undefined ? '' : ', trained'}`,
    ),
    model: hash.digest('hex'),
    settings: { accept, anyLanguage, encoder, maxBytes },
  };
}

/** @throws InputError where the file is missing */
export async function basisOf(file: string, common: Omit<Basis, 'source'>): Promise<Basis> {
  const { size, mtime } = await stat(file).catch((thrown: unknown) => {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, {
      hint: 'check the path and its permissions',
      cause: thrown,
    });
  });
  return { source: { file: path.resolve(file), bytes: size, modified: mtime.toISOString() }, ...common };
}

/** Outcome of a file before; undefined if it is not complete. @throws InputError if it was made of something else */
export async function completedOutcome(outputs: Outputs, basis: Basis): Promise<FileOutcome | undefined> {
  const { warc, parquet, record } = outputs;
  const text = await readFile(record, 'utf8').catch(() => undefined);
  if (text === undefined || !(await fileExists(warc)) || !(await fileExists(parquet))) return undefined;
  const before = parseJson(text) as (Partial<Basis> & FileOutcome) | undefined;
  const differs = DIFFERENCES.find(
    ([, of]) => JSON.stringify(of(before ?? {})) !== JSON.stringify(of(basis)),
  );
  if (before !== undefined && differs === undefined)
    return without(before, 'source', 'topics', 'classifiers', 'model', 'settings');
  throw new InputError(`${warc} was made with ${differs?.[0] ?? 'another version'}`, {
    hint: `choose another folder with --out, or remove ${record} to filter the file again`,
  });
}

/** Fields that may differ between two runs. A file may have moved. */
const DIFFERENCES: readonly (readonly [what: string, of: (basis: Partial<Basis>) => unknown])[] = [
  ['another input: size or time of the file differ', ({ source }) => [source?.bytes, source?.modified]],
  ['other topics', ({ topics, classifiers }) => [topics, classifiers]],
  ['another state of the topic, which was built or trained again since', ({ model }) => model],
  ['other settings', ({ settings }) => settings],
];

/** Removes what killed processes have left of a file half made. */
export async function removeLeftovers({ warc, parquet, record }: Outputs): Promise<void> {
  const names = new Set([warc, parquet, record].map((file) => path.basename(file)));
  await removeAbandoned(path.dirname(warc), (name) => names.has(name));
}
