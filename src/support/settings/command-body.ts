import type { Fields, Values } from './field.js';

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
  /** Aborted at Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Finds the values of settings, wherever they are given. */
export type Resolve = <F extends Fields>(fields: F) => Promise<Values<F>>;

/** Reaction of a command to one of its switches: then only some of its settings may be given. */
export interface Alternative {
  /** Name of the setting that is the switch: one that is on, or has a value. */
  readonly field: string;
  readonly fields: Fields;
  /** @param given names of the settings on the command line, as they are written there */
  run(resolve: Resolve, given: ReadonlyMap<string, string>, io: CommandDeps): Promise<number>;
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
   * Effect of Ctrl-C, SIGTERM or SIGHUP. Default: the command ends within seconds, with exit code 130 unless it returns another.
   * `'saves'`: it ends when it has saved what is to be kept. `'by-system'`: it writes nothing and may compute long in one
   * piece, in which no signal could be heard; the system ends it.
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
