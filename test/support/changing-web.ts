import { followRedirects, redirectTarget } from '../../src/web/http/redirects.js';
import type { FetchedResponse, FetchOptions } from '../../src/model/crawl-event.js';
import { FetchError } from '../../src/model/errors.js';

/** What an address of the web answers now. */
export interface Answer {
  readonly body?: string;
  readonly type?: string;
  readonly status?: number;
  readonly location?: string;
  /** Fails as the network does. */
  readonly broken?: true;
}

/** A web in memory that can be changed while it is crawled again and again. */
export type ChangingWeb = ReturnType<typeof changingWeb>;

/** A page with a paragraph and links. @param head markup of its head */
export function htmlPage(title: string, text: string, links: readonly string[] = [], head = ''): Answer {
  const anchors = links.map((url) => `<p><a href="${url}">more</a></p>`).join('');
  return {
    body: `<html><head><title>${title}</title>${head}</head><body><p>${text}</p>${anchors}</body></html>`,
  };
}

export function changingWeb(answers: Readonly<Record<string, Answer>>) {
  const posted: { url: string; body: string; headers: Readonly<Record<string, string>> }[] = [];
  const web = {
    /** By address; every other is 404. */
    answers: new Map(Object.entries(answers)),
    /** Addresses in the order in which they were asked for, robots.txt left out; in brackets those that were unchanged. */
    asked: [] as string[],
    posted,
    onAsk: (() => undefined) as (url: string) => void,
    fetcher: {
      fetch: (url: string, options: FetchOptions = {}) =>
        followRedirects(
          url,
          async (address) => {
            web.onAsk(address);
            if (options.post !== undefined) web.posted.push({ url: address, ...options.post });
            const {
              body = '',
              type = 'text/html',
              status,
              location,
              broken,
            } = web.answers.get(address) ?? { status: 404 };
            if (broken) throw new FetchError('network', address, 'the connection broke');
            const etag = `"${body.length}-${body}"`.replace(/\s/g, '');
            const isSame = options.unlessMatches?.etag === etag && status === undefined;
            if (!address.endsWith('/robots.txt')) web.asked.push(isSame ? `(${address})` : address);
            const response: FetchedResponse = {
              url: address,
              status: isSame ? 304 : (status ?? 200),
              headers: { 'content-type': type, etag },
              body: isSame ? new Uint8Array() : new TextEncoder().encode(body),
            };
            const redirect = redirectTarget(address, response.status, location);
            return redirect === undefined ? { answer: response } : { redirect };
          },
          options,
        ),
    },
  };
  return web;
}
