import type { Page } from 'playwright-core';
import { RenderError } from './page-renderer.js';
import { later } from './browser-process.js';

/** Milliseconds between two looks at a page, and for the last look, whatever the page is doing. */
const [INTERVAL, FOR_THE_END] = [150, 5_000];
/** A page is at rest when it has neither grown nor requested anything for so long. */
const AT_REST = 600;
/** A page that never rests (a clock that ticks) is left so long after its last request. */
const RESTLESS = 3_000;
/** Times that a page is scrolled to its end at most. */
const MAX_SCROLLS = 10;

/** Figures of a page as it is shown: characters of text, links, height. */
type Shown = readonly [characters: number, links: number, height: number];

/** The requests of a page under way, and milliseconds until its time is over. */
type Watched = { readonly requests: { readonly pending: number }; readonly left: () => number };

/**
 * Waits until a page has made itself: it is at rest, and was scrolled to its end until that brought nothing more. When its
 * time is over, its scripts are stopped.
 * @param endsAt by `performance.now()`
 * @returns the page as HTML
 * @throws RenderError where it does not answer at all
 */
export async function settlePage(
  world: PageWorld,
  requests: Watched['requests'],
  endsAt: number,
  maxCharacters: number,
): Promise<string> {
  try {
    await grow(world, { requests, left: () => endsAt - performance.now() });
  } catch (thrown) {
    if (!(thrown instanceof RenderError)) throw thrown;
    await world.stopScripts();
  }
  const html = await world.ask(snapshotScript(maxCharacters), FOR_THE_END);
  return typeof html === 'string' ? html : '';
}

async function grow(world: PageWorld, watched: Watched): Promise<void> {
  let shown = await atRest(world, watched);
  for (let count = 0; count < MAX_SCROLLS; count += 1) {
    if ((await world.ask(SCROLL, watched.left())) !== true) return;
    const after = await atRest(world, watched);
    if (after[0] <= shown[0] && after[1] <= shown[1]) return;
    shown = after;
  }
}

/** @throws RenderError 'too-slow' when the time is over */
async function atRest(world: PageWorld, { requests, left }: Watched): Promise<Shown> {
  let shown = await look(world, left());
  let [changedAt, askedAt] = [performance.now(), performance.now()];
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

/** A running page, queried from a world that its scripts do not share. */
type PageWorld = Awaited<ReturnType<typeof openPageWorld>>;

/** Milliseconds for the end of scripts. */
const STOPPING = 500;

/** The world of a page, entered at the first query. The page may be loaded afterwards. */
export async function openPageWorld(page: Page) {
  const session = await page.context().newCDPSession(page);
  let world: Promise<number> | undefined;
  const enter = async (): Promise<number> => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const place = { frameId: frameTree.frame.id, worldName: 'sfwc' };
    return (await session.send('Page.createIsolatedWorld', place)).executionContextId;
  };
  const evaluate = async (expression: string): Promise<{ readonly value: unknown }> => {
    const contextId = await (world ??= enter());
    const asked = { expression, contextId, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', asked);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return { value: result.value };
  };
  return {
    /** The value of an expression. @throws RenderError 'too-slow' where the page does not answer within so many milliseconds */
    async ask(expression: string, milliseconds: number): Promise<unknown> {
      const answer = evaluate(expression).catch(() => {
        // Its document was replaced, and the world with it.
        world = undefined;
        return evaluate(expression);
      });
      // What comes too late is nobody's.
      answer.catch(() => undefined);
      const found = await Promise.race([answer, later(milliseconds)]);
      if (found === undefined) throw new RenderError('too-slow');
      return found.value;
    },
    /** Ends whatever its scripts are doing, and starts none again. */
    async stopScripts(): Promise<void> {
      const stopped = session
        .send('Emulation.setScriptExecutionDisabled', { value: true })
        .then(() => session.send('Runtime.terminateExecution'))
        .catch(() => undefined);
      await Promise.race([stopped, later(STOPPING)]);
    },
  };
}

// The scripts below are run in a page that is being rendered, in a world of its own (`Page.createIsolatedWorld`), where scripts of
// the page cannot have replaced what they call. They are kept as text: they are not part of this program.

/**
 * Characters of visible text and number of links, those in frames of the same origin included, and height of the page: by
 * these it is seen whether it still grows.
 */
const LOOK = `(() => {
  let characters = 0;
  let links = 0;
  const look = (shown) => {
    characters += shown.body ? shown.body.innerText.length : 0;
    links += shown.links.length;
    for (const frame of shown.querySelectorAll('iframe, frame'))
      if (frame.contentDocument) look(frame.contentDocument);
  };
  look(document);
  return [characters, links, document.documentElement ? document.documentElement.scrollHeight : 0];
})()`;

/** Scrolls to the end; true where there was anything left to scroll. */
const SCROLL = `(() => {
  const before = scrollY;
  scrollTo(0, document.documentElement.scrollHeight);
  return scrollY > before;
})()`;

/**
 * The page as HTML. It is copied into a document without scripts. What HTML does not show is put where it is seen: what
 * stands in open shadow roots, and in frames of the same origin, whose links are made absolute.
 */
function snapshotScript(maxCharacters: number): string {
  return `(() => {
  const inert = document.implementation.createHTMLDocument('');
  const copyOf = (node) => inert.importNode(node, true);
  const block = (nodes) => {
    const made = inert.createElement('div');
    made.append(...nodes);
    return made;
  };
  const shownIn = (root, isFramed) => {
    const shown = block([...root.childNodes].map(copyOf));
    showMore(root, shown, isFramed);
    return shown;
  };
  const showMore = (from, to, isFramed) => {
    const copies = [...to.querySelectorAll('*')];
    [...from.querySelectorAll('*')].forEach((element, at) => {
      const copy = copies[at];
      if (!copy) return;
      if (isFramed && element.hasAttribute('href') && typeof element.href === 'string')
        copy.setAttribute('href', element.href);
      if (element.shadowRoot) copy.append(shownIn(element.shadowRoot, isFramed));
      // Where a frameset stands, browsers take nothing else for text.
      if (element.localName === 'frameset') copy.replaceWith(block([...copy.childNodes]));
      const framed = /^i?frame$/.test(element.localName) && element.contentDocument;
      if (framed && framed.body) copy.replaceWith(shownIn(framed.body, true));
    });
  };
  if (!document.documentElement) return '';
  const copy = copyOf(document.documentElement);
  showMore(document.documentElement, copy, false);
  return ('<!doctype html>' + copy.outerHTML).slice(0, ${maxCharacters});
})()`;
}

/** Run in the page itself before its own scripts: what would open windows or connections does nothing. */
export const BEFORE_SCRIPTS = `
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebSocketStream', 'WebTransport', 'SharedWorker'])
    delete globalThis[name];
  globalThis.open = () => null;
  globalThis.print = () => undefined;
`;
