import type { FetchedResponse, ResponseHead } from '../model/crawl.js';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** `text/html` of `Text/HTML; charset=utf-8`; empty when the header is missing. */
export function mediaType(head: ResponseHead): string {
  return (head.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** True for a status of success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Is the body worth reading? A missing Content-Type leaves it to {@link isHtml}. */
export function mayBeHtml(head: ResponseHead): boolean {
  const type = mediaType(head);
  return isSuccess(head.status) && (type === '' || HTML_TYPES.has(type));
}

/**
 * True for HTML and XHTML by Content-Type. Where the header is missing, the first tag decides, as it does in browsers
 * (WHATWG MIME Sniffing, section 7.1, narrowed to the tags that begin a document).
 */
export function isHtml(response: FetchedResponse): boolean {
  const type = mediaType(response);
  if (type !== '') return HTML_TYPES.has(type);
  const start = new TextDecoder('latin1').decode(response.body.subarray(0, 1024));
  return /^(?:ï»¿)?\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|title|h1|p|div)[\s>]/i.test(start);
}
