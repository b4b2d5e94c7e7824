import { Option, type Command } from 'commander';
import type {
  Alternative,
  CommandBody,
  HelpNotes,
  Resolve,
  Field,
  Fields,
  Values,
} from '../support/settings/field.js';
import { configFields } from '../app/settings/common.js';
import { commandLineSettings, resolveSettings } from '../app/settings/resolve.js';
import { environmentName, optionName } from '../app/settings/setting-names.js';
import { checkVariables, type AllCommands } from '../app/settings/variables.js';
import { Interrupted, UsageError } from '../model/errors.js';
import { jsonLogger, lineLogger, type Logger } from '../support/logger.js';
import { systemClock } from '../support/time/clock.js';
import type { ArgumentCommand } from './arguments.js';
import { commandName, givenSettings, type GivenSettings } from './given-settings.js';
import { wrapText } from '../support/text/terminal-text.js';
import { examplesText, helpNotes, helpWidth, notesText } from './help.js';
import type { CommandIo } from './io.js';

/** A command whose `run` receives the values of its settings. */
export interface CommandSpec<F extends Fields> extends Omit<
  CommandBody,
  'fields' | 'argumentsReplacedBy' | 'run'
> {
  readonly fields: F;
  readonly argumentsReplacedBy?: readonly (keyof F & string)[];
  readonly run: (
    settings: Values<F>,
    args: readonly string[],
    io: CommandIo,
    command: Command,
  ) => Promise<number>;
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
    run: async (resolve, given, io: CommandIo) => {
      const unfit = [...given].filter(([name]) => !(name in fields)).map(([, written]) => written);
      if (unfit.length > 0)
        throw new UsageError(`${unfit.join(', ')} cannot be given together with --${optionName(field)}`);
      return run(await resolve(fields), io);
    },
  };
}

/** Checks that a command's `run` fits its settings. */
export function command<F extends Fields>(spec: CommandSpec<F>): CommandBody {
  return spec;
}

/**
 * Adds the options of a command, the end of its help and its action.
 * @param all the commands of the program, whose settings a configuration file may have
 * @param done receives the exit code
 */
export function addBody(
  built: ArgumentCommand,
  body: CommandBody,
  io: CommandIo,
  all: AllCommands,
  done: (code: number) => void,
): void {
  const { fields, alternatives = [] } = body;
  built.argumentsReplacedBy = body.argumentsReplacedBy;
  built.example = body.examples[0];
  for (const option of toOptions({ ...fields, ...configFields }, alternatives)) built.addOption(option);
  const others = withoutOption(fields);
  for (const name of others) refuseOption(built, name);
  if (others.length > 0) {
    const set = new Option('--set <NAME=VALUE>', 'give a setting that has no option, see below; repeatable');
    built.addOption(set.argParser(appended));
  }
  addHelp(built, body, io);
  built.action(async (...received: unknown[]) => {
    const positional = positionalOf(received);
    const { config, set = [], ...flags } = built.opts<ParsedFlags>();
    const allFields = Object.assign({}, fields, ...alternatives.map((other) => other.fields)) as Fields;
    const { values, nameOf } = commandLineSettings(flags, set, allFields, commandName(built));
    const logFormat = values['logFormat'] ?? io.environment[environmentName('logFormat')];
    const warn = (message: string): void => loggerOf(logFormat, io).warn(message);
    const given = await givenSettings(built, fields, body.readsProject ?? false, config, io, all);
    const resolve: Resolve = async (fields) => {
      await checkVariables(io.environment, { ...fields, ...configFields }, warn, all);
      const settings = resolveSettings(fields, values, io.environment, given, nameOf);
      sayProject(given, settings, io);
      return settings;
    };
    const instead = alternatives.find(({ field }) => (flags[field] ?? false) !== false);
    if (instead !== undefined) {
      const names = Object.keys(values).map((name) => [name, nameOf(name)] as const);
      done(await instead.run(resolve, new Map(names), io));
      return;
    }
    const settings = await resolve(fields);
    const args = positional.length > 0 ? positional : sourcesOf(body, given, settings);
    const run = (): Promise<number> => body.run(settings, args, io, built);
    // Asked for, the signal is listened to from now on.
    const signal = body.interruption === 'by-system' ? undefined : io.signal;
    done(await (signal === undefined || body.interruption === 'saves' ? run() : stopping(run, signal)));
  });
}

/** The flags of a command line as they were parsed. */
interface ParsedFlags {
  readonly config?: string;
  readonly set?: readonly string[];
  readonly [name: string]: unknown;
}

/** The arguments among what an action receives, which ends with the flags and the command. */
function positionalOf(received: readonly unknown[]): string[] {
  return received
    .slice(0, -2)
    .flat()
    .filter((part): part is string => typeof part === 'string');
}

/** The sources of a configuration file, for a command that takes them and is not given something else to work on. */
function sourcesOf(
  { takesSources, argumentsReplacedBy = [] }: CommandBody,
  given: GivenSettings | undefined,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isReplaced = argumentsReplacedBy.some((name) => [settings[name] ?? []].flat().length > 0);
  return takesSources === true && !isReplaced ? (given?.sources ?? []) : [];
}

/** Says that a file is used that nobody asked for; as JSON, where a crawl's messages are. */
function sayProject(given: GivenSettings | undefined, settings: object, io: CommandIo): void {
  if (given?.isProject !== true) return;
  const logFormat = 'logFormat' in settings ? settings.logFormat : undefined;
  loggerOf(logFormat, io).info(`using the settings in ${given.file}`);
}

/** The logger that the setting `logFormat` asks for. */
export function loggerOf(logFormat: unknown, { stderr }: Pick<CommandIo, 'stderr'>): Logger {
  return logFormat === 'json' ? jsonLogger(stderr, () => systemClock.now()) : lineLogger(stderr);
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

/** An option that only says how its setting is given, which the help does not show. */
class RefusedOption extends Option {
  override hidden = true;
  // Without this, `--no-x` would be taken for the opposite of `--x`.
  override negate = false;
}

/** The names of settings without an option. */
function withoutOption(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.meta.noOption === true);
}

function refuseOption(built: Command, name: string): void {
  built.addOption(new RefusedOption(`--${optionName(name)} [value]`));
  built.on(`option:${optionName(name)}`, (value: string | null) => {
    throw new UsageError(
      `--${optionName(name)} is not an option; give the setting as --set ${name}=${value ?? 'true'}`,
    );
  });
}

function appended(word: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), word];
}

/** Settings up to which `--help` shows all of them. */
const FEW = 12;
/** Examples that `--help` shows where it does not show everything. */
const FIRST_EXAMPLES = 3;

/** Of a command with many settings, `--help` shows the basic ones, and `--help-all` all. */
function addHelp(built: Command, body: CommandBody, { columns }: CommandIo): void {
  const { fields, examples, notes = [] } = body;
  const names = Object.keys(fields).filter((name) => fields[name]?.meta.noOption !== true);
  const isMarked = names.some((name) => fields[name]?.meta.basic === true);
  const others = names.length <= FEW || !isMarked ? [] : names.filter((name) => !isBasic(fields[name]));
  const hidden = built.options.filter((option) => others.includes(option.attributeName()));
  let all = hidden.length === 0;
  for (const option of hidden) option.hideHelp();
  const sayWhereNotesAre = (before: string, now: string): void => {
    for (const option of built.options) option.description = option.description.replace(before, now);
  };
  if (!all) sayWhereNotesAre('see below', 'see --help-all');
  built.option('--help-all', 'show all options, examples and notes');
  built.on('option:help-all', () => {
    all = true;
    for (const option of hidden) option.hideHelp(false);
    sayWhereNotesAre('see --help-all', 'see below');
    built.help();
  });
  // One text: of more than ten, Node warns on standard error that they may be a leak.
  built.addHelpText('after', () => {
    const width = helpWidth(columns);
    const shown = examplesText(all ? examples : examples.slice(0, FIRST_EXAMPLES), width);
    const settings = withoutOption(fields).length === 0 ? '' : ', and the settings for --set';
    const more = wrapText(
      `${hidden.length} more options${settings}: sfwc ${commandName(built)} --help-all`,
      width,
    ).join('\n');
    return `\n${shown}\n${all ? notesText([...notes, ...furtherSettings(fields)], width) : `${more}\n`}`;
  });
}

/** The note on settings without an option. */
function furtherSettings(fields: Fields): readonly HelpNotes[] {
  const summaries = withoutOption(fields).map((name) => [name, summaryOf(fields[name])] as const);
  return summaries.length === 0 ? [] : [helpNotes('Settings for --set', Object.fromEntries(summaries))];
}

/** Help of a setting, with its default. */
function summaryOf(field: Field | undefined): string {
  const fallback = describeDefault(field?.schema.safeParse(undefined).data);
  return `${field?.meta.help ?? ''}${fallback === '' ? '' : ` (${fallback})`}`;
}

function isBasic(field: Field | undefined): boolean {
  return field?.meta.basic === true || field?.schema.safeParse(undefined).success === false;
}

function toOptions(fields: Fields, alternatives: readonly Alternative[]): Option[] {
  const options = Object.entries(fields).filter(([, { meta }]) => meta.noOption !== true);
  return options.map(([name, { schema, meta }]) => {
    const { placeholder = 'VALUE', written, help } = meta;
    const value =
      written === 'switch' ? '' : written === 'repeatable' ? ` <${placeholder}...>` : ` <${placeholder}>`;
    const fallback = schema.safeParse(undefined);
    const shown = fallback.success ? describeDefault(fallback.data) : requiredText(name, alternatives);
    const variable = meta.argumentOnly ? '' : `env ${environmentName(name)}`;
    const notes = [shown, variable].filter((note) => note !== '').join('; ');
    const option = new Option(`--${optionName(name)}${value}`, notes === '' ? help : `${help} (${notes})`);
    // Without this, `--no-x` would turn a setting `x` off.
    option.negate = false;
    if (written !== 'each' && written !== 'names') return option;
    return option.argParser(appended);
  });
}

/** `required`, or without which other options: those with which it cannot be given. */
function requiredText(name: string, alternatives: readonly Alternative[]): string {
  const instead = alternatives.filter(({ fields }) => !(name in fields)).map(({ field }) => field);
  const switches = instead.map((field) => `--${optionName(field)}`).join(' or ');
  return switches === '' ? 'required' : `required unless ${switches} is given`;
}

function describeDefault(value: unknown): string {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return '';
  return `default ${Array.isArray(value) ? value.join(',') : JSON.stringify(value).replaceAll('"', '')}`;
}
