import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a crawl knows what it was asked, or would know. It looks into its folder every 300 ms; on a busy machine its
 * timer and ours come due together, so that only folders read in turn show that it had its looks.
 */
export async function severalLooks(out: string): Promise<void> {
  for (let look = 0; look < 4; look += 1) {
    await sleep(200);
    await readdir(out);
  }
}
