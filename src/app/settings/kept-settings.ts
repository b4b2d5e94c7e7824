import path from 'node:path';
import { withoutCredentials } from '../../support/without-credentials.js';
import type { Fields } from '../../support/settings/field.js';

/** Settings as they may be written down: without secrets, nor names and passwords in addresses. */
export function withoutSecrets<T extends object>(fields: Fields, settings: T): Partial<T> {
  const open = Object.entries(settings).filter(([name]) => fields[name]?.meta.secret !== true);
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    return typeof value === 'string' ? withoutCredentials(value) : value;
  };
  return Object.fromEntries(open.map(([name, value]) => [name, shown(value)])) as Partial<T>;
}

/** Settings that mean the same in another folder and another process: {@link withoutSecrets}, and with whole paths. */
export function portableSettings<T extends object>(fields: Fields, settings: T): T {
  return withWholePaths(fields, withoutSecrets(fields, settings) as T, '.');
}

/** Settings whose paths start from a folder; addresses stay as they are. */
export function withWholePaths<T extends object>(fields: Fields, settings: T, folder: string): T {
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    return typeof value !== 'string' || /^https?:/i.test(value) ? value : path.resolve(folder, value);
  };
  const entries = Object.entries(settings).map(([name, value]: [string, unknown]) => [
    name,
    fields[name]?.meta.path === true ? whole(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
