import { expect, it } from '@jest/globals';
import { isXmlTooDeep, MAX_XML_LEVELS } from '../../../src/knowledge/formats/rdf-file.js';

const nested = (levels: number): string =>
  `<?xml version="1.0"?>${'<a:b c="d">'.repeat(levels)}text<e/>${'</a:b>'.repeat(levels)}`;

it('tells XML that is nested too deeply, whether it is closed or not', () => {
  expect(isXmlTooDeep(nested(MAX_XML_LEVELS))).toBe(false);
  expect(isXmlTooDeep(nested(MAX_XML_LEVELS + 1))).toBe(true);
  expect(isXmlTooDeep('<a>'.repeat(MAX_XML_LEVELS + 1))).toBe(true);
});
