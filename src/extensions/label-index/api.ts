/** `sfwc/label-index`: label indexes. */
import {
  describeLabelIndex as describeIndex,
  indexLabels as makeIndex,
  lookUpLabels as lookUp,
  type LabelIndexReport,
  type NameMeaning,
} from './index-labels.js';
import { labelsIndexFields, type LabelsIndexOptions } from './labels-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { LabelIndexReport, LabelsIndexOptions, NameMeaning };

/** How far an index is. */
export interface IndexProgress {
  readonly stage: string;
  /** Facts that were read. */
  readonly facts: number;
}

/**
 * Makes a label index of DBpedia or Wikidata dumps.
 * @throws InputError for a dump, OutputError when it cannot be written
 */
export async function indexLabels(
  dumps: readonly string[],
  options: LabelsIndexOptions & CallOptions<IndexProgress>,
): Promise<LabelIndexReport> {
  checkArguments('indexLabels', { dumps: [dumps, 'strings'] });
  const { how, onProblem, settings } = takeCall<typeof options, IndexProgress>('indexLabels', options);
  const { out, language } = checkSettings(labelsIndexFields, settings);
  const { signal, onProgress } = how;
  return makeIndex(dumps, out, {
    language,
    signal,
    onProblem,
    onProgress: (stage, facts) => onProgress?.({ stage, facts }),
  });
}

/** Describes a label index, after checking that it is whole. @throws InputError when it is not */
export async function describeLabelIndex(file: string): Promise<LabelIndexReport> {
  checkArguments('describeLabelIndex', { file: [file, 'string'] });
  return describeIndex(file);
}

/** What names may mean, by a label index, the most common meaning first. @throws InputError when it is not whole */
export async function lookUpLabels(
  file: string,
  options: { readonly names: readonly string[] },
): Promise<readonly NameMeaning[]> {
  checkArguments('lookUpLabels', { file: [file, 'string'], options: [options, 'object'] });
  checkArguments('lookUpLabels', { names: [options.names, 'strings'] });
  return lookUp(file, options.names);
}
