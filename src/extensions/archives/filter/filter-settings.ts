import { classifyFields } from '../../../app/settings/classify-settings.js';
import { path } from '../../../app/settings/common.js';
import { field, withBasics, type OptionsOf, type Values } from '../../../support/settings/field.js';
import { without } from '../../../support/without.js';

/** Settings of classifying that do not apply to archives. */
const UNFIT = [
  'urls',
  'explain',
  'delay',
  'concurrency',
  'connectTo',
  'timeout',
  'allowPrivate',
  'insecureHost',
] as const;

/** Settings of `sfwc filter`. */
export const filterFields = withBasics(
  ['kb', 'topic', 'out', 'classifier', 'accept', 'anyLanguage', 'workers', 'json'],
  {
    ...without(classifyFields, ...UNFIT),
    out: field(path, {
      path: true,
      help: 'folder for the accepted records; files that are complete there are not read again',
      placeholder: 'DIR',
    }),
  } as const,
);

export type FilterSettings = Values<typeof filterFields>;

/** Options of filterArchives. */
export type FilterOptions = OptionsOf<typeof filterFields>;
