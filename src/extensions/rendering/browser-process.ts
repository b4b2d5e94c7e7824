import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';
import { loadOptional } from '../../support/optional-packages.js';

/** Options of starting a browser: the program, Chromium's sandbox, and megabytes of a process that runs scripts. */
interface BrowserOptions {
  readonly program: string;
  readonly sandbox: boolean;
  readonly memory: number;
}

/** Milliseconds for a start, for an answer about processes, and for an end in peace. */
const PATIENCE = { start: 30_000, answer: 2_000, end: 3_000 } as const;
const PAGE_SIZE = 4_096;
const MEGABYTE = 1_048_576;

/** A proxy that refuses everything: nothing listens there. */
const NO_PROXY = 'http://127.0.0.1:1';
const ARGUMENTS =
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp --site-per-process --disable-gpu --disable-file-system ' +
  '--disable-notifications --disable-speech-api --disable-remote-fonts --no-pings --dns-prefetch-disable ' +
  '--deny-permission-prompts --block-new-web-contents --mute-audio';

/**
 * Starts a Chromium that reaches nothing by itself: names do not resolve, everything goes to a proxy that refuses
 * (loopback included, which Chromium would ask directly), WebRTC may not send UDP around it, and what Chromium asks for on its
 * own account is off. Playwright is loaded here and nowhere else.
 * @throws Error when it does not start
 */
export async function startBrowserProcess(options: BrowserOptions): Promise<BrowserProcess> {
  const { program, sandbox, memory } = options;
  const { chromium } = await loadOptional('playwright-core', () => import('playwright-core'));
  const browser = await chromium.launch({
    ...{ executablePath: program, chromiumSandbox: sandbox, timeout: PATIENCE.start },
    proxy: { server: NO_PROXY, bypass: '<-loopback>' },
    // The crawl ends cleanly by itself.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      `--js-flags=--max-old-space-size=${memory}`,
      ...ARGUMENTS.split(' '),
    ],
  });
  const session = await browser.newBrowserCDPSession();
  const main = (await processes(session)).find(({ type }) => type === 'browser')?.id;
  return new BrowserProcess(browser, session, main, memory * MEGABYTE);
}

/** A browser that runs, and that can be ended whatever it is doing. */
export class BrowserProcess {
  /** False when it has ended. */
  alive = true;
  private isTooLarge = false;

  constructor(
    readonly browser: Browser,
    private readonly session: CDPSession,
    private readonly main: number | undefined,
    private readonly maxMemory: number,
  ) {
    browser.once('disconnected', () => (this.alive = false));
  }

  /** Ends it at once, with all of its processes. */
  kill(): void {
    this.alive = false;
    // Playwright starts it as the leader of a group, where systems have groups.
    if (this.main !== undefined && !killed(-this.main)) killed(this.main);
  }

  /** True if a process was ended for its memory since it was asked last. */
  tookTooMuch(): boolean {
    const was = this.isTooLarge;
    this.isTooLarge = false;
    return was;
  }

  /** Ends processes that run scripts and take more memory than allowed; their pages crash. */
  async watchMemory(): Promise<void> {
    for (const { id, type } of await processes(this.session)) {
      if (type !== 'renderer' || (await residentBytes(id)) <= this.maxMemory) continue;
      this.isTooLarge = true;
      killed(id);
    }
  }

  /** Ends it in peace, or else at once. */
  async close(): Promise<void> {
    const ended = this.browser.close().catch(() => undefined);
    await Promise.race([ended, later(PATIENCE.end)]);
    if (this.alive) this.kill();
  }
}

/** Ends a process, or a group where the number is negative; false where there is none. */
function killed(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch {
    return false;
  }
}

/** The processes of a browser; empty when it does not answer. */
async function processes(session: CDPSession) {
  const asked = session.send('SystemInfo.getProcessInfo').catch(() => undefined);
  return (await Promise.race([asked, later(PATIENCE.answer)]))?.processInfo ?? [];
}

/** Memory of a process in bytes, where the system tells (Linux); else 0, and only the heap of scripts is limited. */
async function residentBytes(id: number): Promise<number> {
  const text = await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_SIZE;
}

/** Undefined after so many milliseconds, which do not keep the process alive. */
export const later = (milliseconds: number): Promise<undefined> =>
  setTimeout(milliseconds, undefined, { ref: false });
