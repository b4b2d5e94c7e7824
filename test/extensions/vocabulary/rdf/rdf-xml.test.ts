import { expect, it } from '@jest/globals';
import { rdfXml } from '../../../../src/extensions/vocabulary/rdf/rdf-xml.js';

it('looks through a long line once, however many elements are open in it', () => {
  const head = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
  const { findEnd } = rdfXml('http://a.example/');
  const text = head + '<a>'.repeat(100_000);
  expect(findEnd(text, 0, true)).toBe(head.length);
  const { user } = process.cpuUsage();
  expect(findEnd(text, head.length, true)).toBe(-1);
  expect(process.cpuUsage({ user, system: 0 }).user / 1000).toBeLessThan(2000);
});
