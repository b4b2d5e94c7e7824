/** The API of this extension: label indexes. */
import {
  describeLabelIndex as describeIndex,
  indexLabels as makeIndex,
  lookUpLabels as lookUp,
  type LabelIndexReport,
  type NameMeaning,
} from './labels.js';
import type { IndexBuildOptions } from './label-index-build.js';
import { labelsIndexFields } from './labels-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import type { LabelsIndexOptions } from './labels-settings.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { LabelIndexReport, NameMeaning };

/**
 * Makes a label index of DBpedia or Wikidata dumps.
 * @throws InputError for a dump, OutputError when it cannot be written
 */
export async function indexLabels(
  dumps: readonly string[],
  options: LabelsIndexOptions,
  observer: Omit<IndexBuildOptions, 'language'> = {},
): Promise<LabelIndexReport> {
  checkArguments('indexLabels', {
    dumps: [dumps, 'strings'],
    options: [options, 'object'],
    observer: [observer, 'object'],
  });
  const { out, language } = checkSettings(labelsIndexFields, options);
  return makeIndex(dumps, out, { ...observer, language });
}

/** Describes a label index, after checking that it is whole. @throws InputError when it is not */
export async function describeLabelIndex(file: string): Promise<LabelIndexReport> {
  checkArguments('describeLabelIndex', { file: [file, 'string'] });
  return describeIndex(file);
}

/** What names may mean, by a label index, the most common meaning first. @throws InputError when it is not whole */
export async function lookUpLabels(file: string, names: readonly string[]): Promise<readonly NameMeaning[]> {
  checkArguments('lookUpLabels', { file: [file, 'string'], names: [names, 'strings'] });
  return lookUp(file, names);
}
export type { LabelsIndexOptions } from './labels-settings.js';
