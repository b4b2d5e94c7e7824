import { json, path } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';
import { language } from '../../app/settings/linking-settings.js';

/** Settings of `sfwc labels index`. */
export const labelsIndexFields = {
  out: field(path, { help: 'file for the index, such as en.sfwclabels', placeholder: 'PATH' }),
  language,
  json,
} as const;

/** Settings of `sfwc labels info`. */
export const labelsInfoFields = { json } as const;

/** Settings of `sfwc labels lookup`. */
export const labelsLookupFields = { json } as const;

export type LabelsIndexSettings = Values<typeof labelsIndexFields>;

/** Options of indexLabels. */
export type LabelsIndexOptions = OptionsOf<typeof labelsIndexFields>;
