import { describe, expect, it } from '@jest/globals';
import { refreshTarget } from '../../../src/web/http/page-refresh.js';

const PAGE = 'http://a.example/x/page';
const META = '<meta http-equiv="refresh" content="0;url=y">';

function target(markup: string, changes: { status?: number; headers?: Record<string, string> } = {}) {
  const headers = { 'content-type': 'text/html', ...changes.headers };
  const body = new TextEncoder().encode(markup);
  return refreshTarget({ url: PAGE, status: changes.status ?? 200, headers, body });
}

describe('refreshTarget', () => {
  it('finds the refresh wherever it stands, whatever its case', () => {
    expect(target(META)).toBe('http://a.example/x/y');
    expect(target(`<title>t</title><body><p>text<div>${META}`)).toBe('http://a.example/x/y');
    expect(target(`<META HTTP-EQUIV=Refresh CONTENT="10; URL='/z#top'">`)).toBe('http://a.example/z');
    expect(target('<meta http-equiv="&#82;efresh" content="0;url=/refresh">')).toBe(
      'http://a.example/refresh',
    );
  });

  it('resolves against the base', () => {
    expect(target(`<base href="/b/">${META}`)).toBe('http://a.example/b/y');
    expect(target(`<base href="javascript:x">${META}`)).toBe('http://a.example/x/y');
  });

  it('takes the header before the page, and the first that is not to be ignored', () => {
    expect(target(META, { headers: { refresh: '0;url=/h' } })).toBe('http://a.example/h');
    expect(target(META, { headers: { refresh: 'x' } })).toBe('http://a.example/x/y');
    expect(target(`<meta http-equiv="refresh" content="x">${META}`)).toBe('http://a.example/x/y');
    expect(target(`<meta http-equiv="refresh" content="60">${META}`)).toBeUndefined();
  });

  it('finds none in comments, scripts, templates and iframes', () => {
    for (const [open, close] of [
      ['<!--', '-->'],
      ['<script>', '</script>'],
      ['<template>', '</template>'],
      ['<iframe>', '</iframe>'],
    ])
      expect(target(`${open}${META}${close}<p>text`)).toBeUndefined();
  });

  it('follows that of a noscript only from a page without text', () => {
    const noscript = `<noscript>${META}turn scripts on</noscript>`;
    expect(target(`<title>t</title><script>go()</script>${noscript}`)).toBe('http://a.example/x/y');
    expect(target(`${noscript}<p>The text of the page`)).toBeUndefined();
  });

  it('leaves errors, other types, and what leads nowhere else', () => {
    expect(target(META, { status: 404 })).toBeUndefined();
    expect(target(META, { headers: { 'content-type': 'text/plain' } })).toBeUndefined();
    expect(target('<meta http-equiv="refresh" content="0;url=page#x">')).toBeUndefined();
    expect(target('<meta http-equiv="refresh" content="0;url=mailto:a@a.example">')).toBeUndefined();
    expect(target('<meta http-equiv="refresh" content="11;url=y">')).toBeUndefined();
  });

  it('gives up on markup that is nested without end', () => {
    expect(target(`${'<b>'.repeat(80_000)}${META}`)).toBeUndefined();
  });
});
