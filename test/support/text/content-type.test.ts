import { describe, expect, it } from '@jest/globals';
import { beginsAsHtml, isHtml, whyNotHtml, mayBeHtml } from '../../../src/support/text/content-type.js';
import { readRobotsTag } from '../../../src/web/page/rights.js';
import type { FetchedResponse } from '../../../src/model/crawl-event.js';

function response(contentType: string | undefined, body = '', status = 200): FetchedResponse {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  return { url: 'http://a.example/', status, headers, body: new TextEncoder().encode(body) };
}

describe('content types', () => {
  it.each([
    ['text/html', true],
    ['application/xhtml+xml', true],
    ['text/plain', false],
    ['application/pdf', false],
  ])('%s: %s', (type, expected) => {
    expect(mayBeHtml(response(type))).toBe(expected);
    expect(isHtml(response(type, '<html>'))).toBe(expected);
  });

  it('lets the body decide where the header is missing', () => {
    expect(mayBeHtml(response(undefined))).toBe(true);
    expect(isHtml(response(undefined, '\ufeff\n<!-- hello --> <!DOCTYPE html><p>x'))).toBe(true);
    expect(isHtml(response(undefined, '%PDF-1.7 <html>'))).toBe(false);
    expect(isHtml(response(undefined))).toBe(false);
  });

  it('does not believe a type that the first bytes contradict, and believes all others', () => {
    expect(isHtml(response('text/html', '%PDF-1.7 <html>'))).toBe(false);
    expect(whyNotHtml(response('text/html', '%PDF-1.7'))).toBe('sent as text/html, but it is PDF');
    expect(isHtml(response('text/html', 'no markup at all'))).toBe(true);
    expect(isHtml(response('text/plain', '<!doctype html><p>x'))).toBe(false);
    expect(isHtml(response('application/octet-stream', '<?xml version="1.0"?><html>'))).toBe(true);
  });

  it('wants no bodies of failures', () => {
    expect(mayBeHtml(response('text/html', '', 404))).toBe(false);
  });
});

describe('beginsAsHtml', () => {
  it.each([
    [' <!-- a --><!-- b -->\n<HTML lang=en>', true],
    ['<?xml version="1.0"?><!-- a --><html>', true],
    ['<!--><title>x', true],
    ['<!-- <html>', false],
    ['<rss><title>x</title>', false],
    // Each took a regular expression for ever.
    [`${'<!---->'.repeat(140)}x`, false],
    [`${'<!---->'.repeat(140)}<body>`, true],
  ])('%s', (text, expected) => expect(beginsAsHtml(text)).toBe(expected));
});

describe('readRobotsTag', () => {
  it.each([
    [undefined, false, false],
    ['noindex', true, false],
    ['none', true, true],
    ['examplebot: noindex', false, false],
    ['sfwc : noindex , max-snippet: 20', true, false],
    [`sfwc${'\t'.repeat(4000)}:${'\t'.repeat(4000)}noindex`, true, false],
  ])('%s', (header, noIndex, noFollow) => {
    expect(readRobotsTag(header, 'sfwc')).toEqual({ noIndex, noFollow, ai: [] });
  });
});
