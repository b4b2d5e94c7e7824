import { fork } from 'node:child_process';
import type { PageTrial } from '../../model/judging.js';
import { takeTurns } from '../../support/take-turns.js';
import type { TrialData } from '../../judging/judge/judge-plan.js';
import type { TrialRequest, TrialResult } from './page-trial-process.js';

/** Milliseconds that a trial may take with all that has to be loaded for it. */
const PATIENCE = 120_000;

/**
 * Has pages read and judged in a process of their own first, one after the other.
 * @param data makes what the process is started with
 */
export function createTrial(data: () => TrialData): PageTrial {
  const inTurn = takeTurns();
  return (page, signal) => inTurn(() => tryPage({ ...page, data: data() }, signal));
}

function tryPage(request: TrialRequest, signal: AbortSignal | undefined): ReturnType<PageTrial> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve(undefined);
      return;
    }
    const child = fork(new URL('./page-trial-process.js', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (result: TrialResult): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      child.removeAllListeners().on('error', () => undefined);
      child.kill('SIGKILL');
      resolve(result);
    };
    const leave = (): void => end(undefined);
    const timer = setTimeout(() => end('slow'), PATIENCE);
    signal?.addEventListener('abort', leave, { once: true });
    child.on('message', (result) => end((result as { readonly result: TrialResult }).result));
    // A process that cannot be started says nothing about the page.
    child.on('error', leave);
    child.on('exit', () => end('died'));
    try {
      child.send(request);
    } catch {
      // What it is judged by cannot be sent to another process.
      leave();
    }
  });
}
