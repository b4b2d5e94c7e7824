import { path } from '../../app/settings/common.js';
import { field } from '../../support/settings/field.js';

/** Settings of `sfwc demo`. */
export const demoFields = {
  out: field(path.default('demo'), { help: 'folder for the results', placeholder: 'PATH' }),
} as const;
