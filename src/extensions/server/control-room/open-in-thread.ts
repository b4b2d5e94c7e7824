import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { defaultsOf } from '../../../app/settings/resolve.js';
import { InputError } from '../../../model/errors.js';
import type { RoomThreadAnswer } from './room-thread.js';
import { uiFields, type UiSettings } from '../settings.js';

/** A control room that shows a crawl of this process. */
interface OpenedRoom {
  /** The address with the token, to be opened in a browser. */
  readonly link: string;
  close(): Promise<void>;
}

/** Milliseconds after which a thread that does not close is ended. */
const PATIENCE = 2000;

/**
 * Opens the control room of a crawl in a thread, so that the crawl in this one does not wait for those who watch it.
 * @throws InputError for the address
 */
export async function openRoomInThread(out: string, given: { readonly port: number }): Promise<OpenedRoom> {
  const settings: UiSettings = { ...defaultsOf(uiFields), token: undefined, ...given };
  const worker = new Worker(new URL('./room-thread.js', import.meta.url), { workerData: { out, settings } });
  // Without the crawl there is nothing to show.
  worker.unref();
  const [{ link, problem }] = (await once(worker, 'message')) as [RoomThreadAnswer];
  if (link === undefined) {
    await worker.terminate();
    throw new InputError(problem ?? 'the control room cannot be opened');
  }
  return {
    link,
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), PATIENCE);
      await exited;
      clearTimeout(timer);
    },
  };
}
