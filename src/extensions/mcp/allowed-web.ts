import { urlFilter } from '../../crawling/urls/url-patterns.js';
import { requireWebAddress } from '../../crawling/urls/urls.js';
import type { McpSettings } from './mcp-settings.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import { escapeRegExp } from '../../support/text/escapes.js';
import { once } from '../../support/once.js';
import { Refusal } from './refusal.js';

/** The part of the Web that may be contacted. */
export interface AllowedWeb {
  /** Patterns of URLs, as `--include` takes them; none where every host is allowed. */
  readonly include: readonly string[];
  /** The URL in its normal form. @throws UsageError when it is not a web address; Refusal for a host that is not allowed */
  readonly check: (url: string) => string;
  /** Sends requests to allowed hosts only, redirects included. */
  readonly fetcher: Fetcher;
  readonly close: () => Promise<void>;
}

/**
 * The part of the Web that settings allow. Private addresses are not part of it, not even where an assistant names them,
 * unless `allowPrivate` is set.
 * @param given takes the place of the network
 */
export function openAllowedWeb(settings: McpSettings, given?: Fetcher): AllowedWeb {
  const include = settings.hosts.map(patternOfHost);
  const isAllowed = urlFilter(include, []);
  const network = once(() => openNetwork(settings));
  let isOpen = false;
  const send: Fetcher['fetch'] = async (url, options) => {
    if (given !== undefined) return given.fetch(url, options);
    isOpen = true;
    return (await network()).fetch(url, options);
  };
  const refuse = (url: string): void => {
    if (isAllowed(url)) return;
    throw new FetchError(
      'private-address',
      url,
      `${new URL(url).host} is not among the hosts that are allowed`,
    );
  };
  return {
    include,
    check: (written) => {
      const url = requireWebAddress(written);
      if (isAllowed(url)) return url;
      throw new Refusal('hosts', `${new URL(url).host} is not among ${settings.hosts.join(', ')}`);
    },
    fetcher: {
      fetch: async (url, options = {}) => {
        refuse(url);
        const onRedirect = async (target: string): Promise<void> => {
          refuse(target);
          await options.onRedirect?.(target);
        };
        return send(url, { ...options, onRedirect });
      },
    },
    close: async () => {
      if (isOpen) (await network()).close();
    },
  };
}

/** The HTTP client is loaded when it is needed. */
async function openNetwork(settings: McpSettings) {
  const { openFetcher } = await import('../../web/http/open-fetcher.js');
  const { defaultsOf } = await import('../../app/settings/resolve.js');
  const { classifyFields } = await import('../../app/settings/classify-settings.js');
  const { timeout, maxBytes } = defaultsOf(classifyFields);
  const { userAgent, connectTo, allowPrivate } = settings;
  return openFetcher({ userAgent, connectTo, allowPrivate, timeout, maxBytes });
}

/** `*.example.org` as a pattern of URLs on any port. */
function patternOfHost(host: string): string {
  const name = host.split(/\*+/).map(escapeRegExp).join('[^/@:?#]*');
  return String.raw`/^https?:\/\/${name}(?::\d+)?\//i`;
}
