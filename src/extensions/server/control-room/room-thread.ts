import { parentPort, workerData } from 'node:worker_threads';
import type { UiSettings } from '../settings.js';
import { messageOf } from '../../../model/errors.js';
import { openControlRoom } from './serve-control-room.js';

/** The one message of the thread: the address to open, or why it cannot be opened. */
export interface RoomThreadAnswer {
  readonly link?: string;
  readonly problem?: string;
}

/** A worker thread with the control room of a crawl, which closes when the thread receives a message. */
const { out, settings } = workerData as { readonly out: string; readonly settings: UiSettings };
try {
  const room = await openControlRoom([out], settings);
  parentPort?.once('message', () => void room.close().then(() => parentPort?.close()));
  parentPort?.postMessage({ link: room.link } satisfies RoomThreadAnswer);
} catch (thrown) {
  parentPort?.postMessage({ problem: messageOf(thrown) } satisfies RoomThreadAnswer);
}
