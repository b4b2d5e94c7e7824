import { ANSWER_CONSENT, LOOK, SCROLL, snapshotScript } from './page-scripts.js';
import type { PageRequests } from './page-requests.js';
import type { PageWorld } from './page-world.js';
import { later } from './browser-process.js';
import { RenderError } from '../model/rendering.js';

/** Milliseconds between two looks at a page. */
const INTERVAL = 150;
/** A page is at rest when it has neither grown nor requested anything for so long. */
const AT_REST = 600;
/** A page that never rests (a clock that ticks) is left so long after its last request. */
const RESTLESS = 3_000;
/** Times that a page is scrolled to its end at most. */
const MOST_SCROLLS = 10;
/** Consent walls that are answered: one that refuses may be followed by one that insists. */
const MOST_CONSENTS = 2;
/** With less visible text a page may stand behind a consent wall. */
const HARDLY_ANY_TEXT = 1_000;
/** Milliseconds that are left for the last look, whatever the page is doing. */
const FOR_THE_END = 1_500;

/** What a page shows: characters of text, links, height. */
type Shown = readonly [characters: number, links: number, height: number];

/**
 * Waits until a page has made itself: it is at rest, its consent wall is answered where it shows hardly anything else, and it
 * was scrolled to its end until that brought nothing more. When its time is over, its scripts are stopped.
 * @param endsAt by `performance.now()`
 * @returns the page as HTML
 * @throws RenderError where it does not answer at all
 */
export async function settlePage(
  world: PageWorld,
  requests: PageRequests,
  { endsAt, maxCharacters }: { readonly endsAt: number; readonly maxCharacters: number },
): Promise<string> {
  try {
    await grow(world, requests, endsAt);
  } catch (thrown) {
    if (!(thrown instanceof RenderError)) throw thrown;
    await world.stopScripts();
  }
  const html = await world.ask(snapshotScript(maxCharacters), FOR_THE_END);
  return typeof html === 'string' ? html : '';
}

async function grow(world: PageWorld, requests: PageRequests, endsAt: number): Promise<void> {
  const left = (): number => endsAt - performance.now();
  let shown = await atRest(world, requests, left);
  for (let count = 0; count < MOST_CONSENTS && shown[0] < HARDLY_ANY_TEXT; count += 1) {
    if ((await world.ask(ANSWER_CONSENT, left())) !== true) break;
    shown = await atRest(world, requests, left);
  }
  for (let count = 0; count < MOST_SCROLLS; count += 1) {
    if ((await world.ask(SCROLL, left())) !== true) return;
    const after = await atRest(world, requests, left);
    if (after[0] <= shown[0] && after[1] <= shown[1]) return;
    shown = after;
  }
}

/** @throws RenderError 'too-slow' when the time is over */
async function atRest(world: PageWorld, requests: PageRequests, left: () => number): Promise<Shown> {
  let shown = await look(world, left());
  let changedAt = performance.now();
  let askedAt = changedAt;
  for (;;) {
    await later(Math.min(INTERVAL, Math.max(0, left())));
    const now = await look(world, left());
    const time = performance.now();
    if (requests.pending > 0) askedAt = time;
    if (now.join() !== shown.join()) changedAt = time;
    shown = now;
    if (time - Math.max(changedAt, askedAt) >= AT_REST || time - askedAt >= RESTLESS) return shown;
  }
}

async function look(world: PageWorld, milliseconds: number): Promise<Shown> {
  if (milliseconds <= 0) throw new RenderError('too-slow');
  const seen = await world.ask(LOOK, milliseconds);
  const [characters = 0, links = 0, height = 0] = Array.isArray(seen) ? seen.map(Number) : [];
  return [characters, links, height];
}
