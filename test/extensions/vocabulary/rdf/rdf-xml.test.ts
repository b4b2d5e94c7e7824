import { expect, it } from '@jest/globals';
import { rdfXml } from '../../../../src/extensions/vocabulary/rdf/rdf-xml.js';

/** It takes longer than a test may, if not. */
it('looks through a long line once, however many elements are open in it', () => {
  const head = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
  const { findEnd } = rdfXml('http://a.example/');
  const text = head + '<a>'.repeat(100_000);
  expect(findEnd(text, 0, true)).toBe(head.length);
  expect(findEnd(text, head.length, true)).toBe(-1);
});

it('refuses what is nested too deeply for the parser', async () => {
  const { parse } = rdfXml('http://a.example/');
  const text = `${'<a xmlns="http://a.example/">'.repeat(1001)}${'</a>'.repeat(1001)}`;
  await expect((async () => parse(text))()).rejects.toThrow(/more than 1000 levels deep/);
});
