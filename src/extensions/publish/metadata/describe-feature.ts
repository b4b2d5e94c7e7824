import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { DescribedResponse } from '../../../crawling/engine/feature.js';
import { messageOf } from '../../../model/errors.js';
import type { PageMetadata } from '../../../model/page-metadata.js';
import { openThreadPool } from '../../../support/threads/pool.js';
import { NoAnswerError } from '../../../support/threads/thread-errors.js';
import type { Closable } from '../../../support/with-resources.js';
import type { Logger } from '../../../support/logger.js';
import type { DescribeProtocol } from './describe-messages.js';

/** Reads pages in a thread, so that one that is made to harm ends alone, and the crawl continues meanwhile. */
export interface DescribingThread extends Closable {
  readonly read: (page: Omit<DescribedResponse, 'page'>) => Promise<PageMetadata>;
}

/** Seconds for a page. Most take a few milliseconds. */
const MAX_SECONDS = 10;
/** Megabytes of the memory of the thread. */
const MEMORY = 512;

/** Reading what accepted pages say of themselves while they are crawled. */
export const pageDescriptions: FeatureModule = {
  open: (_settings, { logger }, own) => describeFeature(own(openThread()), logger),
};

function openThread(): DescribingThread {
  const pool = openThreadPool<DescribeProtocol>({
    script: new URL('./describe-worker.js', import.meta.url),
    data: () => undefined,
    calls: {},
    size: 1,
    tasksAtOnce: 1,
    seconds: MAX_SECONDS,
    retries: false,
    limits: { maxOldGenerationSizeMb: MEMORY },
    purpose: 'read what pages say of themselves',
    hint: 'give sfwc more memory, or crawl without the setting extract',
  });
  return { read: (page) => pool.run('read', () => page), close: () => pool.close() };
}

/** A page that cannot be read has no metadata in its event, with a warning. */
export function describeFeature(thread: Pick<DescribingThread, 'read'>, logger: Logger): CrawlFeature {
  return {
    name: 'page-data',
    begin({ parts }) {
      const { untimed = <T>(work: Promise<T>): Promise<T> => work } = parts;
      return {
        describe: async ({ event, body }) => {
          const { url, finalUrl, time, contentType, validators, rights, listed } = event;
          const known = { url, finalUrl, time, contentType, validators, rights, listed };
          try {
            return { metadata: await untimed(thread.read({ event: known, body })) };
          } catch (thrown) {
            if (!(thrown instanceof NoAnswerError)) throw thrown;
            logger.warn(`${url}: what the page says of itself was not read: ${whyNot(thrown)}`);
            return {};
          }
        },
      };
    },
  };
}

function whyNot(error: NoAnswerError): string {
  return error.reason === 'timeout' ? `it took longer than ${MAX_SECONDS} s` : messageOf(error);
}
