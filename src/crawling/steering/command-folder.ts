import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import type { Action, Command, TakenAction } from '../../model/steering.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import type { Logger } from '../../support/logger.js';
import type { CrawlControl } from '../engine/crawl-types.js';
import { ACTIONS_FILE, COMMANDS_FOLDER, type CrawlActions } from '../store/crawl-memory.js';
import { takenActionSchema } from '../store/stored-value.js';
import { requireWebAddress } from '../urls/urls.js';
import { addressTarget } from './steering.js';
import { firstIssue } from '../../support/parse-json.js';

/** Milliseconds between two looks into the folder. */
const LOOK_EVERY = 300;
/** The largest command, in characters, and the most that wait. */
const [MAX_BYTES, MAX_WAITING] = [200_000, 10_000];

const what = z.string().min(1).max(4096);
/** Actions of people on a crawl. */
export const actionSchema: z.ZodType<Action> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['pause', 'resume', 'stop']) }),
  z.strictObject({ kind: z.literal('seed'), urls: z.array(z.string().max(4096)).min(1).max(1000) }),
  z.strictObject({ kind: z.enum(['block', 'unblock', 'pin', 'unpin']), what }),
  z.strictObject({ kind: z.literal('boost'), what, by: z.number().min(-100).max(100) }),
  z.strictObject({
    kind: z.literal('pace'),
    delay: z.number().min(0).max(3600).optional(),
    concurrency: z.number().int().min(1).max(1000).optional(),
  }),
  z.strictObject({
    kind: z.literal('accept'),
    accept: z.string().refine(isAccept, 'precise, balanced, broad, or a number from 0 to 1'),
  }),
  z.strictObject({ kind: z.literal('threshold'), score: z.number() }),
  z.strictObject({ kind: z.enum(['ignore', 'unignore']), term: z.string().trim().min(1).max(200) }),
  z.strictObject({
    ...{ kind: z.literal('rate'), url: what, answer: z.enum(['yes', 'no', 'skip']) },
    alike: z.array(what).max(200).optional(),
  }),
]);

const commandSchema: z.ZodType<Command> = z.strictObject({
  id: z.string().regex(/^[\w-]{1,80}$/),
  by: z.string().min(1).max(100),
  software: z.literal(true).optional(),
  action: actionSchema,
});

function isAccept(accept: string): boolean {
  if (['precise', 'balanced', 'broad'].includes(accept)) return true;
  return accept.trim() !== '' && Number(accept) >= 0 && Number(accept) <= 1;
}

/** Checks an action that came from outside. @throws InputError for what is none; UsageError for its addresses, patterns and paces */
export function checkAction(given: unknown): Action {
  const parsed = actionSchema.safeParse(given);
  if (!parsed.success) throw new InputError(`not an action of a crawl: ${firstIssue(parsed.error)}`);
  const action = parsed.data;
  if ('what' in action) addressTarget(action.what);
  else if (action.kind === 'seed') for (const url of action.urls) requireWebAddress(url);
  else if (action.kind === 'pace' && action.delay === undefined && action.concurrency === undefined)
    throw new UsageError('neither a delay nor a concurrency is given');
  return action;
}

let sent = 0;

/** Asks something of the crawl that writes to a folder; ids are in the order of time. @throws InputError; OutputError; UsageError */
export async function sendCommand(out: string, given: Action, by: string, software?: true): Promise<Command> {
  const action = checkAction(given);
  sent += 1;
  const id = `${Date.now()}-${String(sent).padStart(6, '0')}-${randomUUID()}`;
  const command = { id, by, action, ...(software && { software }) };
  await mkdir(join(out, COMMANDS_FOLDER), { recursive: true });
  await replaceFile(join(out, COMMANDS_FOLDER, `${id}.json`), jsonFile(command));
  return command;
}

/** Actions that a crawl took, in order. Empty without any. @throws InputError */
export async function readActions(out: string): Promise<readonly TakenAction[]> {
  const file = join(out, ACTIONS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, place) => {
    try {
      return takenActionSchema.parse(JSON.parse(line)) as TakenAction;
    } catch (cause) {
      const why = `${file}:${place + 1}: not an action of a crawl: ${firstIssue(cause)}`;
      throw new InputError(why, { hint: 'restore the file from a copy, or remove the line', cause });
    }
  });
}

/** A command that waits in the folder of a crawl, with the time at which it was sent, ISO 8601, UTC. */
export type WaitingCommand = Command & { readonly time?: string | undefined };

/** Commands that a crawl has not taken yet, in order, the first ones; it takes them when it is resumed. */
export async function readWaitingCommands(out: string, most: number): Promise<readonly WaitingCommand[]> {
  const folder = join(out, COMMANDS_FOLDER);
  const names = (await commandFiles(folder)).slice(0, most);
  // What the crawl will not take is not listed.
  const read = names.map((name) => readCommand(join(folder, name)).catch(() => undefined));
  const commands = (await Promise.all(read)).filter((command) => command !== undefined);
  const taken = new Set((await readActions(out)).map(({ id }) => id));
  return commands
    .filter(({ id }) => !taken.has(id))
    .map((command) => ({ ...command, time: timeOf(command) }));
}

function timeOf({ id }: Command): string | undefined {
  const time = new Date(Number(id.split('-', 1)[0]));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

async function commandFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.endsWith('.json')).sort();
}

/** @throws Error for a file that is not a command */
async function readCommand(file: string): Promise<Command> {
  const text = await readFile(file, 'utf8');
  if (text.length > MAX_BYTES) throw new Error('it is too long');
  return commandSchema.parse(JSON.parse(text));
}

/** Waits until a crawl has taken a command; undefined where it has not within the time, in milliseconds. */
export async function awaitTaken(
  out: string,
  { id }: Command,
  time: number,
  signal?: AbortSignal,
): Promise<TakenAction | undefined> {
  for (const until = Date.now() + time; ;) {
    const taken = (await readActions(out)).find((action) => action.id === id);
    if (taken !== undefined || Date.now() >= until) return taken;
    await sleep(LOOK_EVERY / 2, undefined, { ...(signal && { signal }) });
  }
}

/** Looks into the folder of a crawl for commands. A file is removed when its action is durable, or with a warning where it is none. */
export async function openCommandFolder(
  out: string,
  actions: CrawlActions,
  logger: Logger,
): Promise<CrawlControl & { close(): void }> {
  const folder = join(out, COMMANDS_FOLDER);
  let ring = (): void => undefined;
  let names: readonly string[] = [];

  async function look(): Promise<boolean> {
    names = await commandFiles(folder);
    if (names.length > 0) ring();
    return names.length > 0;
  }
  async function read(name: string): Promise<readonly Command[]> {
    const file = join(folder, name);
    try {
      const command = await readCommand(file);
      if (`${command.id}.json` !== name) throw new Error('its name is not its id');
      if (!actions.has(command.id)) return [command];
    } catch (thrown) {
      // A look that took a while finds the names of commands that were taken meanwhile.
      if (isMissing(thrown)) return [];
      logger.warn(
        `${file} is not a command of a crawl, and is removed: ${messageOf(thrown).split('\n', 1).join()}`,
      );
    }
    await rm(file, { force: true, recursive: true });
    return [];
  }

  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY).unref();
  return {
    hasNews: () => names.length > 0,
    look,
    async news() {
      const found = names.slice(0, MAX_WAITING);
      names = [];
      const commands: Command[] = [];
      for (const name of found) commands.push(...(await read(name)));
      return commands;
    },
    onNews: (called) => (ring = called),
    note: (taken) => actions.note(taken),
    async tell({ id }) {
      await writeActions(out, actions.all());
      await rm(join(folder, `${id}.json`), { force: true });
    },
    close: () => clearInterval(timer),
  };
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Writes what was taken so far, as a whole. @throws OutputError */
export async function writeActions(out: string, actions: readonly TakenAction[]): Promise<void> {
  if (actions.length === 0) return;
  await replaceFile(join(out, ACTIONS_FILE), actions.map((action) => `${JSON.stringify(action)}\n`).join(''));
}
