import { spawn } from 'node:child_process';
import type { CrawlCallbacks } from '../../app/crawl/crawl-topic.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { defaultsOf } from '../../app/settings/resolve.js';
import { FetchError, InputError, messageOf } from '../../model/errors.js';
import type { Logger } from '../../support/logger.js';
import { systemClock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { busyReading, createPatientAsker } from '../../web/http/patient-requests.js';
import { isWebAddress } from '../../support/parse-url.js';

/** Services for sending a notification; a fetcher takes the place of the network. */
interface NotifyOptions extends Pick<CrawlCallbacks, 'clock' | 'signal' | 'fetcher'> {
  readonly logger: Logger;
}

/** Attempts after the first: 15 seconds in all. */
const RETRIES = 4;

/**
 * Sends a report as JSON: to a URL by POST, or to the standard input of a shell command. The logger is warned where it cannot be
 * delivered.
 * @param to URL or command
 * @returns true if it was delivered
 */
export async function notify(to: string, report: object, options: NotifyOptions): Promise<boolean> {
  const body = JSON.stringify(report);
  try {
    await (isWebAddress(to) ? post(to, body, options) : run(to, body));
    return true;
  } catch (thrown) {
    options.logger.warn(`notification: ${messageOf(thrown)}`);
    return false;
  }
}

function post(url: string, body: string, options: NotifyOptions): Promise<unknown> {
  const { clock = systemClock, signal, logger } = options;
  return withResources((own) => {
    const fetcher = options.fetcher ?? own(openFetcher(defaultsOf(crawlFields), [url]));
    const service = withoutCredentials(url);
    const warn = (message: string): void => logger.warn(message);
    const how = { service, fetcher, clock, signal, warn, delaySeconds: 0, retries: RETRIES, accept: '*/*' };
    const ask = createPatientAsker({ ...how, hint: 'check the address of --notify' }, (response) => {
      const { status } = response;
      if (status >= 200 && status < 300) return { answer: status };
      const busy = busyReading(response, clock);
      if (busy !== undefined) return busy;
      throw new InputError(`${service} answered with HTTP status ${status}`);
    });
    return ask(url, {
      post: { body, headers: { 'Content-Type': 'application/json' } },
      wantBody: () => false,
      onRedirect: (target) => {
        throw new FetchError('network', url, `redirects to ${target}, which is not followed`);
      },
    });
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
