import { parentPort, workerData } from 'node:worker_threads';
import type { UiSettings } from '../config/ui-settings.js';
import { messageOf } from '../model/errors.js';
import { openControlRoom } from './serve-control-room.js';

/** What the thread says once: the address to open, or why there is none. */
export interface RoomThreadAnswer {
  readonly link?: string;
  readonly problem?: string;
}

/** A worker thread with the control room of a crawl, which is closed when the thread is asked for it. */
const { out, settings } = workerData as { readonly out: string; readonly settings: UiSettings };
try {
  const room = await openControlRoom([out], settings);
  parentPort?.once('message', () => void room.close().then(() => parentPort?.close()));
  parentPort?.postMessage({ link: room.link } satisfies RoomThreadAnswer);
} catch (thrown) {
  parentPort?.postMessage({ problem: messageOf(thrown) } satisfies RoomThreadAnswer);
}
