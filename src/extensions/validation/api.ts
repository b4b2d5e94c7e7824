import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';
import { kbValidateFields, type KbValidateOptions } from './validate-settings.js';
import { validateUnits, type ValidatedUnit, type ValidationSummary } from './validate.js';

/** The API of this extension: validation by shapes. */
export type { KbValidateOptions } from './validate-settings.js';
export type { ValidatedUnit, ValidationSummary } from './validate.js';

/**
 * Validates knowledge bases, crawls and thesauri by SHACL shapes, and by what no shape can say.
 * @param onUnit told of each unit when it has been validated
 */
export async function validateKnowledgeBases(
  kbs: readonly string[],
  options: KbValidateOptions = {},
  onUnit: (unit: ValidatedUnit) => void = () => undefined,
  warn: (message: string) => void = () => undefined,
): Promise<ValidationSummary> {
  checkArguments('validateKnowledgeBases', {
    kbs: [kbs, 'strings'],
    options: [options, 'object'],
    onUnit: [onUnit, 'function'],
    warn: [warn, 'function'],
  });
  const settings = checkSettings(kbValidateFields, options);
  const { crawl: crawls, thesauri, shapes, maxResults: most } = settings;
  return validateUnits({ kbs, crawls, thesauri, most, settings, warn, ...given({ shapes }) }, onUnit);
}
