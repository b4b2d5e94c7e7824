import { z } from 'zod';

/** What a setting is, beside its type: everything that help texts and error messages need. */
export interface FieldMeta {
  /** One line for `--help`. */
  readonly help: string;
  /** How the value is called in help: `N`, `DIR`, `URL|FILE…`; absent for switches. */
  readonly placeholder?: string;
  /**
   * How a value is written on the command line and in the environment. Default: as it is. `repeatable` takes all words
   * up to the next option, `each` one word each time it is named: an argument may follow. `names` is the same for names,
   * which may hold blanks: in the environment commas are between them. A single one is no list.
   */
  readonly written?: 'list' | 'repeatable' | 'each' | 'names' | 'switch' | 'number';
  /** Names that are built in; a plugin (`--plugin`) may register more. */
  readonly choices?: readonly string[];
  /** As it may be written in a program, for the documentation of the API. */
  readonly example?: string;
  /** Means something on the command line alone: programs have other means. */
  readonly commandOnly?: true;
  /** A password or token: never written down, never shown. */
  readonly secret?: true;
  /** A place of files: made absolute where settings are kept. */
  readonly path?: true;
  /** Heading that `--help` shows it under; default: among the options. */
  readonly group?: string;
}

/** One setting: its schema (with the default inside) and its description. */
export interface Field<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly meta: FieldMeta;
}

/** Declares a setting. */
export function field<T extends z.ZodType>(schema: T, meta: FieldMeta): Field<T> {
  return { schema, meta };
}

/** A name of those that are built in, or one that a plugin registers. */
export type OpenName<Name extends string> = Name | (string & Record<never, never>);

/** The schema of such a name; which names there are is checked by `choices` of the field. */
export function openName<Name extends string>(): z.ZodType<OpenName<Name>, OpenName<Name>> {
  return z.string().min(1);
}

/** A set of settings under their names in camel case. */
export type Fields = Readonly<Record<string, Field>>;

/** The same settings, shown under a heading of their own in `--help`. */
export function grouped<F extends Fields>(group: string, fields: F): F {
  const entries = Object.entries(fields).map(([name, { schema, meta }]) => [
    name,
    { schema, meta: { ...meta, group } },
  ]);
  return Object.fromEntries(entries) as F;
}

/** The values of a set of settings, after defaults. */
export type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]['schema']> };

/** The settings that have a default, or may be absent. */
export type Defaults<F extends Fields> = {
  readonly [K in keyof F as undefined extends z.input<F[K]['schema']> ? K : never]: z.output<F[K]['schema']>;
};

/** The values a caller must or may give. */
export type Given<F extends Fields> = z.input<z.ZodObject<{ [K in keyof F]: F[K]['schema'] }>>;

/** `maxPages` → `max-pages`, the name of the command-line option. */
export function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `maxPages` → `SFWC_MAX_PAGES`, the name of the environment variable. */
export function environmentName(name: string): string {
  return `SFWC_${optionName(name).replaceAll('-', '_').toUpperCase()}`;
}
