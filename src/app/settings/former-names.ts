import { without } from '../../support/without.js';
import type { Fields } from '../../support/settings/field.js';

/**
 * Values of settings under the names that these have now. A value under the current name wins.
 * @param given values by current and former names
 * @param onFormer told of each former name
 */
export function withCurrentNames(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  onFormer: (former: string, name: string) => void = () => undefined,
): Readonly<Record<string, unknown>> {
  const former = Object.entries(fields).flatMap(
    ([
      name,
      {
        meta: { formerly },
      },
    ]) => {
      const value = formerly === undefined ? undefined : given[formerly.name];
      return formerly === undefined || value === undefined ? [] : [{ name, formerly, value }];
    },
  );
  const current: Record<string, unknown> = without(given, ...former.map(({ formerly }) => formerly.name));
  for (const { name, formerly, value } of former) {
    onFormer(formerly.name, name);
    current[name] ??= formerly.toValue?.(value) ?? value;
  }
  return current;
}

/** The former names of settings. */
export function formerNames(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap(({ meta }) => meta.formerly?.name ?? []);
}

/** Those of them that may stand where several commands read. */
export function sharedFormerNames(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap(({ meta: { formerly, argumentOnly } }) =>
    formerly === undefined || formerly.isTaken || argumentOnly ? [] : formerly.name,
  );
}
