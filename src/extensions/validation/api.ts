import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { kbValidateFields, type KbValidateOptions } from './validate-settings.js';
import { validateUnits, type ValidationSummary } from './validate.js';

/** The API of this extension: validation by shapes. */
export type { CallOptions, KbValidateOptions, ValidationSummary };

/** Validates knowledge bases and crawls by SHACL shapes. `onProgress` receives the name of each topic or crawl when it is validated. */
export async function validateKnowledgeBases(
  kbs: readonly string[],
  options: KbValidateOptions & CallOptions<string> = {},
): Promise<ValidationSummary> {
  checkArguments('validateKnowledgeBases', { kbs: [kbs, 'strings'] });
  const { how, warn, settings: asked } = takeCall<typeof options, string>('validateKnowledgeBases', options);
  const settings = checkSettings(kbValidateFields, asked);
  const { crawl: crawls, shapes } = settings;
  return validateUnits({ kbs, crawls, settings, warn, shapes }, (name) => how.onProgress?.(name));
}
