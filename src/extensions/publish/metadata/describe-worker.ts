import { serveThread } from '../../../support/threads/serve-thread.js';
import type { DescribeProtocol } from './describe-messages.js';
import { metadataOfPage } from './page-reading.js';

/** A worker thread that reads what pages say of themselves. */
serveThread<DescribeProtocol>(() => ({
  ready: undefined,
  tasks: { read: ({ event, body }) => metadataOfPage(event, body) },
}));
