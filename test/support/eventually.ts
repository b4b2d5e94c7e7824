import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds, a minute at most. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what = 'it happens',
): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error(`in vain: ${what}`);
}
