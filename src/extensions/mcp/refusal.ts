import type { mcpFields } from './mcp-settings.js';
import { optionName } from '../../app/settings/setting-names.js';
import { UsageError } from '../../model/errors.js';

/** Something that the person who started the server does not allow. The message says which option does not. */
export class Refusal extends UsageError {
  /** @param limit the setting that does not allow it */
  constructor(limit: keyof typeof mcpFields, message: string) {
    super(`refused by --${optionName(limit)}: ${message}`, {
      hint: 'the person who started sfwc mcp sets this limit',
    });
  }
}
