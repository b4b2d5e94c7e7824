import { z } from 'zod';
import type { OpenName } from '../../model/open-name.js';

/** The description of a setting for help texts and error messages. */
export interface FieldMeta {
  /** One line for `--help`. */
  readonly help: string;
  /** Name of the value in help: `N`, `DIR`, `URL|FILE…`; absent for switches. */
  readonly placeholder?: string;
  /**
   * Syntax on the command line and in the environment. Default: the value itself. `repeatable` takes all words up to the
   * next option. `each` takes one word per occurrence, so that an argument may follow.
   * `names` is the same for names that may contain blanks: the environment separates them by commas; a single name is not a list.
   */
  readonly written?: 'list' | 'repeatable' | 'each' | 'names' | 'switch' | 'number';
  /** Built-in names; a plugin (`--plugin`) may register more. */
  readonly choices?: readonly string[];
  /** An example in a program, for the documentation of the API. */
  readonly example?: string;
  /** Exists only on the command line. */
  readonly commandOnly?: true;
  /** Not set in the environment: other commands have an option of this name that means something else. */
  readonly argumentOnly?: true;
  /** Given by `--set NAME=VALUE`, a file, the environment or a program only: a rare setting or a secret. */
  readonly noOption?: boolean;
  /** A password or token, which is never stored or shown. */
  readonly secret?: true;
  /** A path of files, which is made absolute where settings are stored. */
  readonly path?: true;
  /** Shown by `--help` of a command with many settings; `--help-all` shows the others as well. */
  readonly basic?: boolean;
}

/** One setting: its schema (with the default inside) and its description. */
export interface Field<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly meta: FieldMeta;
}

/** A setting that exists only on the command line. */
export type CommandField<T extends z.ZodType = z.ZodType> = Field<T> & {
  readonly meta: { readonly commandOnly: true };
};

/** Declares a setting. */
export function field<T extends z.ZodType>(
  schema: T,
  meta: FieldMeta & { readonly commandOnly: true },
): CommandField<T>;
export function field<T extends z.ZodType>(schema: T, meta: FieldMeta): Field<T>;
export function field(schema: z.ZodType, meta: FieldMeta): Field {
  return { schema, meta };
}

/** The schema of such a name; the names themselves are checked against `choices` of the field. */
export function openName<Name extends string>(): z.ZodType<OpenName<Name>, OpenName<Name>> {
  return z.string().min(1);
}

/** A set of settings under their names in camel case. */
export type Fields = Readonly<Record<string, Field>>;

/** The same settings, of which `--help` shows only those of these names, and those that are required. */
export function withBasics<F extends Fields>(names: readonly (keyof F & string)[], fields: F): F {
  return changed(fields, (name) => ({ basic: (names as readonly string[]).includes(name) }));
}

/** {@link withBasics} of settings, of which only the basic ones and these others have an option of their own. */
export function withOptions<F extends Fields>(
  basics: readonly (keyof F & string)[],
  others: readonly (keyof F & string)[],
  fields: F,
): F {
  const options: readonly string[] = [...basics, ...others];
  return changed(withBasics(basics, fields), (name) => ({ noOption: !options.includes(name) }));
}

function changed<F extends Fields>(fields: F, changes: (name: string) => Partial<FieldMeta>): F {
  const entries = Object.entries(fields).map(([name, { schema, meta }]) => [
    name,
    { schema, meta: { ...meta, ...changes(name) } },
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

/**
 * The options of an API function that takes these settings: those that have a default may be absent, arrays are not changed,
 * and those of the command line alone are left out.
 */
export type OptionsOf<F extends Fields> = Flat<
  { readonly [K in RequiredNames<F>]: Taken<F[K]> } & {
    readonly [K in Exclude<OptionNames<F>, RequiredNames<F>>]?: Taken<F[K]>;
  }
>;

type OptionNames<F extends Fields> = {
  [K in keyof F]: F[K] extends CommandField ? never : K;
}[keyof F];

type RequiredNames<F extends Fields> = {
  [K in OptionNames<F>]: undefined extends z.input<F[K]['schema']> ? never : K;
}[OptionNames<F>];

type Taken<F extends Field> = ReadonlyArrays<Exclude<z.input<F['schema']>, undefined>>;
type ReadonlyArrays<T> = T extends readonly (infer One)[] ? readonly One[] : T;
type Flat<T> = { [K in keyof T]: T[K] };
