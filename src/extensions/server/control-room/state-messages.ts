import { messageOf } from '../../../model/errors.js';
import type { CrawlWatch } from './crawl-watch.js';

/** Message about a crawl: its state as JSON, or the reason why that cannot be read. */
export interface StateMessage {
  readonly event: 'state' | 'problem';
  readonly data: string;
}

/** The states of crawls as they are sent: those who watch a crawl together receive the same one, read once. */
export interface StateMessages {
  of(watch: Pick<CrawlWatch, 'refresh' | 'state'>): Promise<StateMessage>;
  /** Has states read again: a crawl has received a command. */
  forget(): void;
}

/**
 * @param every milliseconds for which a state is kept
 * @param clock milliseconds
 */
export function stateMessages(every: number, clock: () => number = () => performance.now()): StateMessages {
  let known = new WeakMap<object, { readonly at: number; readonly message: Promise<StateMessage> }>();
  return {
    of(watch) {
      const now = clock();
      const last = known.get(watch);
      if (last !== undefined && now - last.at < every) return last.message;
      const message = read(watch);
      known.set(watch, { at: now, message });
      return message;
    },
    forget() {
      known = new WeakMap();
    },
  };
}

async function read(watch: Pick<CrawlWatch, 'refresh' | 'state'>): Promise<StateMessage> {
  try {
    await watch.refresh();
    return { event: 'state', data: JSON.stringify(await watch.state()) };
  } catch (thrown) {
    // The crawl may be about to begin again.
    return { event: 'problem', data: messageOf(thrown).replace(/\s+/g, ' ') };
  }
}
