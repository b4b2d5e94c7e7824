import { z } from 'zod';
import type { OpenName } from '../../model/open-name.js';

/** The description of a setting for help texts and error messages. */
export interface FieldMeta {
  /** One line for `--help`. */
  readonly help: string;
  /** Name of the value in help: `N`, `DIR`, `URL|FILE…`; absent for switches. */
  readonly placeholder?: string;
  /**
   * Syntax outside programs. `repeatable` takes all words up to the next option, `each` one word per occurrence; `names` is the
   * same for names that may contain blanks: the environment separates them by commas; a single name is not a list.
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
type CommandField<T extends z.ZodType = z.ZodType> = Field<T> & {
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

type Names<F extends Fields> = readonly (keyof F & string)[];

/** The same settings, of which `--help` shows only those of these names, and those that are required. */
export function withBasics<F extends Fields>(names: Names<F>, fields: F): F {
  const options = Object.keys(fields).filter((name) => fields[name]?.meta.noOption !== true);
  return withOptions(names, options, fields);
}

/** {@link withBasics} of settings, of which only the basic ones and these others have an option of their own. */
export function withOptions<F extends Fields>(basics: Names<F>, others: Names<F>, fields: F): F {
  const entries = Object.entries(fields).map(([name, { schema, meta }]) => {
    const basic = basics.includes(name);
    return [name, { schema, meta: { ...meta, basic, noOption: !basic && !others.includes(name) } }];
  });
  return Object.fromEntries(entries) as F;
}

/** The values of a set of settings, after defaults. */
export type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]['schema']> };

/** The settings that have a default, or may be absent. */
export type Defaults<F extends Fields> = {
  readonly [K in keyof F as undefined extends z.input<F[K]['schema']> ? K : never]: z.output<F[K]['schema']>;
};

/** The options of an API function that takes these settings: without those of the command line alone. */
export type OptionsOf<F extends Fields> = Flat<
  { readonly [K in RequiredNames<F>]: Taken<F[K]> } & {
    readonly [K in Exclude<OptionNames<F>, RequiredNames<F>>]?: Taken<F[K]>;
  }
>;

type OptionNames<F extends Fields> = { [K in keyof F]: F[K] extends CommandField ? never : K }[keyof F];

type RequiredNames<F extends Fields> = {
  [K in OptionNames<F>]: undefined extends z.input<F[K]['schema']> ? never : K;
}[OptionNames<F>];

type Taken<F extends Field> = ReadonlyArrays<Exclude<z.input<F['schema']>, undefined>>;
type ReadonlyArrays<T> = T extends readonly (infer One)[] ? readonly One[] : T;
type Flat<T> = { [K in keyof T]: T[K] };

/** Notes below the options in the help: a paragraph, or names with what they stand for. */
export type HelpNotes =
  | { readonly heading: string; readonly text: string }
  | { readonly heading: string; readonly summaries: Readonly<Record<string, string>> };

/** Services that a command gets of its process. Text from the Web is escaped on the way to a terminal. */
export interface CommandDeps {
  /** Results for people, on standard output. */
  readonly stdout: (text: string) => void;
  /** Results as data (JSON, SVG, RDF), on standard output: unchanged in a file or pipe. */
  readonly data: (text: string) => void;
  /** Data in pieces, on standard output: the next piece is requested when there is room. */
  readonly stream: (texts: AsyncIterable<string>) => Promise<void>;
  /** Messages, on standard error. */
  readonly stderr: (text: string) => void;
  readonly stdoutIsTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Reaction of a command to one of its switches: then only some of its settings may be given. */
export interface Alternative extends Pick<CommandBody, 'fields' | 'run'> {
  /** Name of the setting that is the switch: one that is on, or has a value. */
  readonly field: string;
}

/** A command as data, besides its entry in the list of commands. */
export interface CommandBody {
  /** Command lines shown under `Example:` in the help, the most usual first. */
  readonly examples: readonly string[];
  /** The settings: each is an option, a variable and a key of the configuration file. */
  readonly fields: Fields;
  /** Shown below the examples of `--help-all`: what is too long for the help of one option. */
  readonly notes?: readonly HelpNotes[];
  /** True if the project file of the current folder is read without `--config`. */
  readonly readsProject?: true;
  /** True if the `sources` of a configuration file are the arguments, where none is given. */
  readonly takesSources?: true;
  /** Settings that make the optional arguments dispensable; undefined: they always are. */
  readonly argumentsReplacedBy?: readonly string[];
  /** Run instead when their switch is given. */
  readonly alternatives?: readonly Alternative[];
  /**
   * Effect of Ctrl-C, SIGTERM or SIGHUP. Default: the command ends within seconds. `'saves'`: it ends when it has saved what is
   * to be kept. `'by-system'`: it writes nothing and may compute long in one piece; the system ends it.
   */
  readonly interruption?: 'saves' | 'by-system';
  /** Returns the exit code. Loads what it needs when it runs, so that help and errors come at once. */
  run(
    settings: Readonly<Record<string, unknown>>,
    args: readonly string[],
    io: CommandDeps,
    program?: unknown,
  ): Promise<number>;
}
