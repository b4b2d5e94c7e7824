import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { kbValidateFields, type KbValidateOptions } from './validate-settings.js';
import { validateUnits, type ValidatedUnit, type ValidationSummary } from './validate.js';

/** The API of this extension: validation by shapes. */
export type { CallOptions, KbValidateOptions, ValidatedUnit, ValidationSummary };

/**
 * Validates knowledge bases, crawls and thesauri by SHACL shapes, and by what no shape can say. `onProgress` receives each
 * unit when it is validated.
 */
export async function validateKnowledgeBases(
  kbs: readonly string[],
  options: KbValidateOptions & CallOptions<ValidatedUnit> = {},
): Promise<ValidationSummary> {
  checkArguments('validateKnowledgeBases', { kbs: [kbs, 'strings'] });
  const {
    how,
    warn,
    settings: asked,
  } = takeCall<typeof options, ValidatedUnit>('validateKnowledgeBases', options);
  const settings = checkSettings(kbValidateFields, asked);
  const { crawl: crawls, thesauri, shapes, maxResults: most } = settings;
  return validateUnits({ kbs, crawls, thesauri, most, settings, warn, shapes }, (unit) =>
    how.onProgress?.(unit),
  );
}
