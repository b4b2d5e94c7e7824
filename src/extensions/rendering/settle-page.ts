import { ANSWER_CONSENT, LOOK, SCROLL, snapshotScript } from './page-scripts.js';
import type { PageRequests } from './page-requests.js';
import type { PageWorld } from './page-world.js';
import { later } from './browser-process.js';
import { RenderError } from '../../model/rendering.js';

/** Milliseconds between two looks at a page. */
const INTERVAL = 150;
/** A page is at rest when it has neither grown nor requested anything for so long. */
const AT_REST = 600;
/** A page that never rests (a clock that ticks) is left so long after its last request. */
const RESTLESS = 3_000;
/** Times that a page is scrolled to its end at most. */
const MAX_SCROLLS = 10;
/** Consent walls that are answered: one that refuses may be followed by one that insists. */
const MAX_CONSENTS = 2;
/** With less visible text a page may stand behind a consent wall. */
const HARDLY_ANY_TEXT = 1_000;
/** Milliseconds for the last look, whatever the page is doing: with a copy of it, and without any. */
const FOR_THE_END = { copied: 1_500, uncopied: 5_000 } as const;

/** Share of the time of a page that copies of it may take while it grows. */
const COPYING = 0.1;

/** Figures of a page as it is shown: characters of text, links, height. */
type Shown = readonly [characters: number, links: number, height: number];

/** Time limit of a page, and the receiver of it. */
export interface Settling {
  /** By `performance.now()`. */
  readonly endsAt: number;
  readonly maxCharacters: number;
  /** Receives the page as HTML while it grows, each time with more of it. */
  readonly keep: (html: string) => void;
}

/** Copies a page while it grows. */
interface Copier {
  readonly hasCopied: boolean;
  /** @throws RenderError 'too-slow' where the page does not answer within so many milliseconds */
  readonly copy: (shown: Shown, milliseconds: number) => Promise<void>;
}

/** Work while a page grows. */
interface Watch extends Pick<Copier, 'copy'> {
  /** Milliseconds until its time is over. */
  readonly left: () => number;
}

/**
 * Waits until a page has made itself: it is at rest, its consent wall is answered where it shows hardly anything else, and it
 * was scrolled to its end until that brought nothing more. When its time is over, its scripts are stopped.
 * @returns the page as HTML
 * @throws RenderError where it does not answer at all
 */
export async function settlePage(
  world: PageWorld,
  requests: PageRequests,
  { endsAt, maxCharacters, keep }: Settling,
): Promise<string> {
  const copier = createCopier(world, maxCharacters, keep);
  try {
    await grow(world, requests, { left: () => endsAt - performance.now(), copy: copier.copy });
  } catch (thrown) {
    if (!(thrown instanceof RenderError)) throw thrown;
    await world.stopScripts();
  }
  const html = await world.ask(
    snapshotScript(maxCharacters),
    copier.hasCopied ? FOR_THE_END.copied : FOR_THE_END.uncopied,
  );
  return typeof html === 'string' ? html : '';
}

/**
 * Copies a page whenever it shows something new, so that its text is not lost where its process dies or no longer answers.
 * The time that a copy took sets when the next one is made.
 */
function createCopier(world: PageWorld, maxCharacters: number, keep: Settling['keep']): Copier {
  let copied = '';
  let nextAt = 0;
  return {
    get hasCopied() {
      return copied !== '';
    },
    async copy(shown, milliseconds) {
      const begin = performance.now();
      if (shown[0] === 0 || shown.join() === copied || begin < nextAt) return;
      const html = await world.ask(snapshotScript(maxCharacters), milliseconds);
      if (typeof html === 'string') keep(html);
      const end = performance.now();
      nextAt = end + (end - begin) / COPYING;
      copied = shown.join();
    },
  };
}

async function grow(world: PageWorld, requests: PageRequests, watch: Watch): Promise<void> {
  const { left } = watch;
  let shown = await atRest(world, requests, watch);
  for (let count = 0; count < MAX_CONSENTS && shown[0] < HARDLY_ANY_TEXT; count += 1) {
    if ((await world.ask(ANSWER_CONSENT, left())) !== true) break;
    shown = await atRest(world, requests, watch);
  }
  for (let count = 0; count < MAX_SCROLLS; count += 1) {
    if ((await world.ask(SCROLL, left())) !== true) return;
    const after = await atRest(world, requests, watch);
    if (after[0] <= shown[0] && after[1] <= shown[1]) return;
    shown = after;
  }
}

/** @throws RenderError 'too-slow' when the time is over */
async function atRest(world: PageWorld, requests: PageRequests, { left, copy }: Watch): Promise<Shown> {
  let shown = await look(world, left());
  let changedAt = performance.now();
  let askedAt = changedAt;
  for (;;) {
    await copy(shown, left());
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
