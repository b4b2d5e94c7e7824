import { path } from './common.js';
import { field } from '../../support/settings/field.js';

/** The setting of every command that names a file with settings. */
export const configFields = {
  config: field(path.optional(), {
    help: 'file with settings (YAML or JSON); the command line and the environment win over it',
    placeholder: 'FILE',
  }),
} as const;
