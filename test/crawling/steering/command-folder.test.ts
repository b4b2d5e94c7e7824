import type { CrawlControl } from '../../../src/crawling/engine/crawl-types.js';
import { expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  awaitTaken,
  checkAction,
  openCommandFolder,
  readActions,
  sendCommand,
} from '../../../src/crawling/steering/command-folder.js';
import type { CrawlActions } from '../../../src/crawling/store/crawl-memory.js';
import { InputError } from '../../../src/model/errors.js';
import type { Command, TakenAction } from '../../../src/model/steering.js';
import { silentLogger } from '../../../src/support/logger.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
let made = 0;

function newOut(): string {
  const out = path.join(folder, `${(made += 1)}`);
  mkdirSync(out);
  return out;
}

function actionsInMemory(): CrawlActions {
  const all: TakenAction[] = [];
  return {
    all: () => all,
    has: (id) => all.some((one) => one.id === id),
    note: (taken) => void all.push(taken),
  };
}

async function open(
  out: string,
  actions = actionsInMemory(),
): Promise<{ control: CrawlControl & { close(): void }; warnings: string[] }> {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  return { control: await openCommandFolder(out, actions, logger), warnings };
}

/** Commands as soon as some come. */
async function news(control: CrawlControl): Promise<readonly Command[]> {
  if (!control.hasNews()) await new Promise<void>((resolve) => control.onNews(resolve));
  return (await control.news()).filter((one): one is Command => !('effect' in one));
}

function taken(command: Command): TakenAction {
  return { ...command, time: '2024-01-01T00:00:00.000Z', after: 3, effect: 'paused' };
}

it('brings commands in the order in which they were sent, and tells when they were taken', async () => {
  const out = newOut();
  const first = await sendCommand(out, { kind: 'pause' }, 'ada');
  const { control } = await open(out);
  try {
    const [command] = await news(control);
    expect(command).toEqual(first);
    control.note(taken(first));
    await control.tell(taken(first));
    expect(await awaitTaken(out, first, 0)).toEqual(taken(first));
    expect(await readActions(out)).toEqual([taken(first)]);
    expect(readdirSync(path.join(out, 'control'))).toEqual([]);
  } finally {
    control.close();
  }
});

it('takes a command once, also where the crawl was killed before it could tell', async () => {
  const out = newOut();
  const sent = await sendCommand(out, { kind: 'pause' }, 'ada');
  const actions = actionsInMemory();
  actions.note(taken(sent));
  const { control } = await open(out, actions);
  try {
    expect(await news(control)).toEqual([]);
    expect(existsSync(path.join(out, 'control', `${sent.id}.json`))).toBe(false);
  } finally {
    control.close();
  }
});

it('does not send what is not an action', async () => {
  const out = newOut();
  await expect(sendCommand(out, { kind: 'accept', accept: 'all' }, 'ada')).rejects.toThrow(
    'not an action of a crawl: accept: precise, balanced, broad, or a number from 0 to 1',
  );
  expect(() => checkAction({ kind: 'pause', extra: 1 })).toThrow(InputError);
  expect(existsSync(path.join(out, 'control'))).toBe(false);
});
