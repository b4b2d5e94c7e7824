import { spawn } from 'node:child_process';
import type { CrawlCallbacks } from '../../app/crawl/crawl-topic.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { defaultsOf } from '../../app/settings/resolve.js';
import { FetchError, InputError, messageOf } from '../../model/errors.js';
import type { Logger } from '../../support/logger.js';
import { withResources } from '../../support/with-resources.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { isWebAddress } from '../../support/parse-url.js';

/** Services for sending a notification; a fetcher takes the place of the network. */
interface NotifyOptions extends Pick<CrawlCallbacks, 'signal' | 'fetcher'> {
  readonly logger: Logger;
}

/**
 * Sends a report as JSON: to a URL by POST, or to the standard input of a shell command. The logger is warned where it cannot be
 * delivered.
 * @param to URL or command
 */
export async function notify(to: string, report: object, options: NotifyOptions): Promise<void> {
  const body = JSON.stringify(report);
  const sent = isWebAddress(to) ? post(to, body, options) : run(to, body);
  await sent.catch((thrown: unknown) => options.logger.warn(`notification: ${messageOf(thrown)}`));
}

function post(url: string, body: string, { signal, fetcher }: NotifyOptions): Promise<void> {
  return withResources(async (own) => {
    const by = fetcher ?? own(openFetcher(defaultsOf(crawlFields), [url]));
    const { status } = await by.fetch(url, {
      ...{ signal, accept: '*/*', wantBody: () => false },
      post: { body, headers: { 'Content-Type': 'application/json' } },
      onRedirect: (target) => {
        throw new FetchError('network', url, `redirects to ${target}, which is not followed`);
      },
    });
    if (status >= 200 && status < 300) return;
    throw new InputError(`${withoutCredentials(url)} answered with HTTP status ${status}`);
  });
}

/** The command's own output goes to stderr: standard output may be JSON. */
function run(command: string, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 2, 2] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new InputError(`the command ended with ${code === null ? 'a signal' : `code ${code}`}`));
    });
    // A command need not read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
