import type { ChildProcess } from 'node:child_process';
import { listen } from '../support/listen.js';

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(() => undefined);
  await close();
  return port;
}

/** Waits until a server answers, a minute at most. @throws Error with the message when it ends or never does */
export async function answers(url: string, child: ChildProcess, message: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    if (child.exitCode !== null) break;
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((wake) => setTimeout(wake, 250));
    }
  }
  throw new Error(message);
}

/** Ends a process, where it runs. */
export async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.pid === undefined) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
