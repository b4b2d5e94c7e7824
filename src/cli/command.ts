import { Option } from 'commander';
import type { Fields, Values } from '../config/field.js';
import { resolveSettings } from '../config/resolve.js';
import { environmentName, optionName } from '../config/setting-names.js';
import { checkVariables } from '../config/variables.js';
import { Interrupted, UsageError } from '../model/errors.js';
import type { CommandBody, HelpNotes } from './command-list.js';
import type { CommandIo } from './io.js';

/** A list for the help: names in one column, what they stand for in another. */
export function helpNotes(heading: string, summaries: Readonly<Record<string, string>>): HelpNotes {
  const width = Math.max(...Object.keys(summaries).map((name) => name.length));
  return {
    heading,
    lines: Object.entries(summaries).map(([name, summary]) => `${name.padEnd(width)}  ${summary}`),
  };
}

/** A command as data, besides its entry in the list of commands (`commands.ts`). */
export interface CommandSpec<F extends Fields> {
  /** Settings that make the optional arguments dispensable; undefined: they always are. */
  readonly argumentsReplacedBy?: readonly (keyof F & string)[];
  /** Lines shown under `Example:` in the help. */
  readonly examples: readonly string[];
  readonly fields: F;
  /** Shown below the examples: what is too long for the help of one option. */
  readonly notes?: readonly HelpNotes[];
  /** Run instead when their switch is given. */
  readonly alternatives?: readonly Alternative[];
  /**
   * What Ctrl-C or SIGTERM does. Default: the command ends within seconds, with exit code 130 unless it returns another.
   * `'saves'`: it ends when it has saved what is to be kept. `'by-system'`: it writes nothing and may compute long in one
   * piece, in which no signal could be heard; the system ends it.
   */
  readonly interruption?: 'saves' | 'by-system';
  /** Returns the exit code. Loads what it needs when it runs, so that help and errors come at once. */
  readonly run: (settings: Values<F>, args: readonly string[], io: CommandIo) => Promise<number>;
}

/** What a command does when one of its switches is given: then only some of its settings may be. */
export interface Alternative {
  /** Name of the setting that is the switch: one that is on, or has a value. */
  readonly field: string;
  readonly fields: Fields;
  readonly run: (flags: Readonly<Record<string, unknown>>, io: CommandIo) => Promise<number>;
}

/** Checks that an alternative's `run` fits its fields. */
export function alternative<F extends Fields>(
  field: string,
  fields: F,
  run: (settings: Values<F>, io: CommandIo) => Promise<number>,
): Alternative {
  return {
    field,
    fields,
    run: async (flags, io) => {
      const unfit = Object.keys(flags).filter((name) => !(name in fields));
      if (unfit.length > 0) {
        const names = unfit.map((name) => `--${optionName(name)}`).join(', ');
        throw new UsageError(`${names} cannot be given together with --${optionName(field)}`);
      }
      return run(await settingsOf(fields, flags, io), io);
    },
  };
}

/** A command that runs with the values of its settings. */
export function command<F extends Fields>(spec: CommandSpec<F>): CommandBody {
  const { examples, fields, notes = [], alternatives = [] } = spec;
  const others = Object.fromEntries(alternatives.map((other) => [other.field, other.fields]));
  const addTo: CommandBody['addTo'] = (built, io, done) => {
    built.argumentsReplacedBy = spec.argumentsReplacedBy;
    for (const option of toOptions(fields)) built.addOption(option);
    const shown = [{ heading: 'Example', lines: examples }, ...notes];
    // One text: of more than ten, Node warns on standard error that they may be a leak.
    built.addHelpText('after', `\n${shown.map(({ heading, lines }) => section(heading, lines)).join('\n')}`);
    built.action(async (...received: unknown[]) => {
      const positional = received
        .slice(0, -2)
        .flat()
        .filter((part): part is string => typeof part === 'string');
      const flags = built.opts<Record<string, unknown>>();
      const instead = alternatives.find(({ field }) => (flags[field] ?? false) !== false);
      if (instead !== undefined) {
        done(await instead.run(flags, io));
        return;
      }
      const settings = await settingsOf(fields, flags, io);
      const run = (): Promise<number> => spec.run(settings, positional, io);
      // Asked for, the signal is listened to from now on.
      const signal = spec.interruption === 'by-system' ? undefined : io.signal;
      done(await (signal === undefined || spec.interruption === 'saves' ? run() : stopping(run, signal)));
    });
  };
  return { reference: { examples, fields, notes, alternatives: others }, addTo };
}

/** @throws UsageError for settings that are wrong and variables that are unknown */
async function settingsOf<F extends Fields>(
  fields: F,
  flags: Readonly<Record<string, unknown>>,
  { environment }: CommandIo,
): Promise<Values<F>> {
  await checkVariables(environment, fields);
  return resolveSettings(fields, flags, environment);
}

/** Milliseconds that a command has after an interruption to remove what it has half made. */
const PATIENCE = 2000;

/**
 * Runs a command that an interruption stops: work that hears of the signal ends by itself; what does not, such as a request
 * to a slow server, is not waited for.
 * @throws the signal's reason
 */
async function stopping(run: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      timer = setTimeout(() => reject(signal.reason as Error), PATIENCE);
    });
  });
  try {
    return await Promise.race([run(), stopped]);
  } catch (error) {
    // What fails after an interruption fails because of it.
    throw signal.aborted && !(error instanceof Interrupted) ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

function section(heading: string, lines: readonly string[]): string {
  return `${heading}:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

function toOptions(fields: Fields): Option[] {
  return Object.entries(fields).map(([name, { schema, meta }]) => {
    const { placeholder = 'VALUE', written, help } = meta;
    const value =
      written === 'switch' ? '' : written === 'repeatable' ? ` <${placeholder}...>` : ` <${placeholder}>`;
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success ? describeDefault(fallback.data) : 'required';
    const variable = meta.argumentOnly ? '' : `env ${environmentName(name)}`;
    const notes = [shown, variable].filter((note) => note !== '').join('; ');
    const option = new Option(`--${optionName(name)}${value}`, notes === '' ? help : `${help} (${notes})`);
    // Without this, `--no-x` would turn a setting `x` off.
    option.negate = false;
    if (meta.group !== undefined) option.helpGroup(`${meta.group}:`);
    if (written !== 'each' && written !== 'names') return option;
    return option.argParser<readonly string[] | undefined>((word, before) => [...(before ?? []), word]);
  });
}

function describeDefault(value: unknown): string {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return '';
  return `default ${Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')}`;
}
