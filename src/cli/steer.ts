import {
  adjustFields,
  blockFields,
  boostFields,
  steerFields,
  type SteerSettings,
} from '../app/settings/steer-settings.js';
import type { Steered } from '../app/crawl/steer-crawl.js';
import { UsageError } from '../model/errors.js';
import type { Action } from '../model/steering.js';
import { command } from './command.js';
import type { CommandBody } from '../support/settings/command-body.js';
import { printResult, type CommandIo } from './io.js';

export const pauseCommand = plain('pause', ['sfwc pause out']);
export const resumeCommand = plain('resume', ['sfwc resume out']);
export const stopCommand = plain('stop', ['sfwc stop out']);

export const seedCommand = command({
  examples: ['sfwc seed out https://example.org/ https://example.com/'],
  fields: steerFields,
  run: (settings, [out = '', ...urls], io) => steer(out, { kind: 'seed', urls }, settings, io),
});

export const blockCommand = command({
  examples: [
    'sfwc block out example.org',
    "sfwc block out 'https://example.org/calendar/*'",
    'sfwc block out example.org --undo',
  ],
  fields: blockFields,
  run: (settings, [out = '', what = ''], io) =>
    steer(out, { kind: settings.undo ? 'unblock' : 'block', what }, settings, io),
});

export const boostCommand = command({
  examples: [
    'sfwc boost out example.org',
    "sfwc boost out 'https://example.org/archive/*' --times -2",
    'sfwc boost out https://example.org/insulin.html --first',
    'sfwc boost out example.org --undo',
  ],
  fields: boostFields,
  run: (settings, [out = '', what = ''], io) => {
    const { first, undo, times } = settings;
    const action: Action = first
      ? { kind: undo ? 'unpin' : 'pin', what }
      : { kind: 'boost', what, by: undo ? 0 : times };
    return steer(out, action, settings, io);
  },
});

export const adjustCommand = command({
  examples: [
    'sfwc adjust out --delay 2 --concurrency 4',
    'sfwc adjust out --accept broad',
    'sfwc adjust out --threshold 0.4',
  ],
  fields: adjustFields,
  run: async (settings, [out = ''], io) => {
    const { delay, concurrency, accept, threshold } = settings;
    const isPace = delay !== undefined || concurrency !== undefined;
    if (accept !== undefined && threshold !== undefined)
      throw new UsageError('--accept and --threshold exclude each other');
    const actions: Action[] = [
      ...(isPace ? [{ kind: 'pace', delay, concurrency } as const] : []),
      ...(accept === undefined ? [] : [{ kind: 'accept', accept } as const]),
      ...(threshold === undefined ? [] : [{ kind: 'threshold', score: threshold } as const]),
    ];
    if (actions.length === 0)
      throw new UsageError('nothing to adjust', {
        hint: 'give --delay, --concurrency, --accept or --threshold',
      });
    let code = 0;
    for (const action of actions) code = (await steer(out, action, settings, io)) || code;
    return code;
  },
});

function plain(kind: 'pause' | 'resume' | 'stop', examples: readonly string[]): CommandBody {
  return command({
    examples: [...examples, `sfwc ${kind} --frontier postgres://db/crawls diabetes-2026`],
    fields: steerFields,
    run: (settings, [out = ''], io) => steer(out, { kind }, settings, io),
  });
}

/** Asks a crawl for something, and says what became of it. The exit code is 1 where the crawl refused or did not answer. */
export async function steer(
  out: string,
  action: Action,
  settings: SteerSettings,
  io: CommandIo,
): Promise<number> {
  const { json } = settings;
  const steered = await ask(out, action, settings, io.signal);
  if (json) printResult(io, true, steered, () => '');
  else io.stderr(`${steeredText(out, settings, steered)}\n`);
  return steered.running && (steered.taken === undefined || steered.taken.refused === true) ? 1 : 0;
}

async function ask(
  out: string,
  action: Action,
  { frontier, by, wait }: SteerSettings,
  signal: AbortSignal,
): Promise<Steered> {
  if (frontier === undefined) {
    const { steerCrawl } = await import('../app/crawl/steer-crawl.js');
    return steerCrawl(out, action, { by, wait, signal });
  }
  const { steerSharedCrawl } = await import('../extensions/cluster/steer-shared.js');
  return steerSharedCrawl(frontier, out, action, { by, wait, signal });
}

function steeredText(out: string, { frontier, wait }: SteerSettings, { running, taken }: Steered): string {
  const [crawl, again] =
    frontier === undefined
      ? [`the crawl in ${out}`, 'it is resumed']
      : [`the crawl '${out}'`, 'a worker joins it'];
  if (taken !== undefined) return `${taken.refused === true ? 'refused: ' : ''}${taken.effect}`;
  if (!running) return `${crawl} is not running; it takes this when ${again}`;
  return `${crawl} has not answered within ${wait} s; it takes this as soon as it can`;
}
