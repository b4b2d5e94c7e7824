import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { configFields } from '../app/settings/common.js';
import type { FileSettings } from '../app/settings/config-file.js';
import { commandLineSettings, resolveSettings } from '../app/settings/resolve.js';
import { environmentName, optionName, PROJECT_FILE } from '../app/settings/setting-names.js';
import { InputError, Interrupted, messageOf, UsageError } from '../model/errors.js';
import { fileExists } from '../support/files/file-exists.js';
import { lineLogger } from '../support/logger.js';
import type { Field, Fields, Values, Alternative, CommandBody } from '../support/settings/field.js';
import { examplesText, helpNotes, helpWidth, notesText } from './help.js';
import type { CommandIo } from './io.js';
import { wrapText } from '../support/text/terminal-text.js';

export { helpNotes };

/** A command whose `run` receives the values of its settings. */
interface CommandSpec<F extends Fields> extends Omit<CommandBody, 'fields' | 'run'> {
  readonly fields: F;
  readonly run: (settings: Values<F>, args: readonly string[], io: CommandIo) => Promise<number>;
}

/** Checks that a command's `run` fits its settings. */
export function command<F extends Fields>(spec: CommandSpec<F>): CommandBody {
  return spec;
}

interface ParsedFlags {
  readonly config?: string;
  readonly set?: readonly string[];
  readonly [name: string]: unknown;
}

/** Adds the options of a command, its help and its action. @param settingsOfAll names that a configuration file may have */
export function addBody(
  built: Command,
  body: CommandBody,
  io: CommandIo,
  settingsOfAll: () => Promise<ReadonlySet<string>>,
  done: (code: number) => void,
): void {
  const { fields, alternatives = [] } = body;
  for (const option of toOptions({ ...fields, ...configFields }, alternatives)) built.addOption(option);
  if (withoutOption(fields).length > 0)
    built.addOption(
      new Option(
        '--set <NAME=VALUE>',
        'give a setting that has no option, see --help-all; repeatable',
      ).argParser(appended),
    );
  addHelp(built, body, io);
  built.action(async (...received: unknown[]) => {
    const { config, set = [], ...flags } = built.opts<ParsedFlags>();
    const allFields = Object.assign({}, fields, ...alternatives.map((other) => other.fields)) as Fields;
    const { values, nameOf } = commandLineSettings(flags, set, allFields, commandName(built));
    const file = await givenFile(built, body, config, io, settingsOfAll);
    const instead = alternatives.find(({ field }) => (flags[field] ?? false) !== false);
    const chosen = instead ?? body;
    const unfit = Object.keys(values).filter((name) => !(name in chosen.fields));
    if (instead !== undefined && unfit.length > 0)
      throw new UsageError(
        `${unfit.map(nameOf).join(', ')} cannot be given together with --${optionName(instead.field)}`,
      );
    const settings = resolveSettings(chosen.fields, values, io.environment, file, nameOf);
    if (file?.isProject === true) lineLogger(io.stderr).info(`using the settings in ${PROJECT_FILE}`);
    // The last two are the flags and the command.
    const given = received.slice(0, -2).flat();
    const words = given.filter((word) => typeof word === 'string');
    const sources = body.takesSources === true ? (file?.sources ?? []) : [];
    const work = (): Promise<number> => chosen.run(settings, words.length > 0 ? words : sources, io);
    // Asked for, the signal is listened to from now on.
    const signal = body.interruption === 'by-system' ? undefined : io.signal;
    done(await (signal === undefined || body.interruption === 'saves' ? work() : stopping(work, signal)));
  });
}

/** The configuration file that was asked for, or else the project file in the current folder. */
async function givenFile(
  built: Command,
  { fields, readsProject }: CommandBody,
  config: string | undefined,
  { environment }: CommandIo,
  settingsOfAll: () => Promise<ReadonlySet<string>>,
): Promise<(FileSettings & { readonly isProject: boolean }) | undefined> {
  const asked = config ?? (environment[environmentName('config')] || undefined);
  const isProject = asked === undefined;
  if (isProject && !(readsProject === true && (await fileExists(PROJECT_FILE)))) return undefined;
  const file = asked ?? PROJECT_FILE;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InputError(`the configuration file ${file} cannot be read: ${messageOf(cause)}`, { cause });
  });
  const { readConfigFile } = await import('../app/settings/config-file.js');
  let root = built;
  while (root.parent !== null) root = root.parent;
  const commands = callsBelow(root);
  const reader = { command: commandName(built), fields, commands, known: await settingsOfAll() };
  return { ...readConfigFile(file, text, reader), isProject };
}

function commandName(built: Command): string {
  return built.parent === null ? '' : `${commandName(built.parent)} ${built.name()}`.trim();
}

function callsBelow(built: Command): readonly string[] {
  return built.commands.length === 0 ? [commandName(built)] : built.commands.flatMap(callsBelow);
}

/** Milliseconds that a command has after an interruption to remove what it has half made. */
const PATIENCE = 2000;

/** Runs a command until it is interrupted: work that does not hear of that is not waited for. @throws the signal's reason */
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

function withoutOption(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.meta.noOption === true);
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
  built.option('--help-all', 'show all options, examples and notes');
  built.on('option:help-all', () => {
    all = true;
    for (const option of hidden) option.hideHelp(false);
    built.help();
  });
  // One text: of more than ten, Node warns on standard error that they may be a leak.
  built.addHelpText('after', () => {
    const width = helpWidth(columns);
    const shown = examplesText(all ? examples : examples.slice(0, FIRST_EXAMPLES));
    const settings = withoutOption(fields).map((name) => [name, summaryOf(fields[name])] as const);
    const rare = settings.length === 0 ? [] : [helpNotes('Settings for --set', Object.fromEntries(settings))];
    const more = `${hidden.length} more options${settings.length === 0 ? '' : ', and the settings for --set'}: sfwc ${commandName(built)} --help-all`;
    return `\n${shown}\n${all ? notesText([...notes, ...rare], width) : `${wrapText(more, width).join('\n')}\n`}`;
  });
}

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
    return written === 'each' || written === 'names' ? option.argParser(appended) : option;
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
