import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AnnotatedText, EntityLink, EntityLinker } from '../../src/model/noun.js';
import { tinyAnnotator } from '../support/tiny-annotator.js';
import { rounds } from '../support/thorough.js';

const annotator = tinyAnnotator({ classes: { bush: 'person', paris: 'place' } });

/** Words that make texts for the linkers under test; a linker should know some of them. */
const WORDS = (
  'blood pressure|blood|pressure|insulin|insulin pump|pumps|cells|bank|Paris|George Bush' +
  "|Bush|vitamin A|IT|AIDS|Alzheimer's disease|the|of|5|1984|x|Monday|.|,|café|😀"
).split('|');

/**
 * What every entity linker has to do.
 *
 * @param makeLinker a fresh linker; it should know some of the words insulin, blood pressure, Paris, bank
 */
export function entityLinkerContract(name: string, makeLinker: () => EntityLinker): void {
  describe(`entity linker contract: ${name}`, () => {
    it('finds nothing in an empty text and in one without nouns', async () => {
      const linker = makeLinker();
      for (const text of ['', ' \n', 'of the and.', '?!']) {
        expect(await linker.link(annotator.annotate(text))).toEqual([]);
      }
    });

    it('links something, under its own name or that of a part of it, to an absolute IRI', async () => {
      const linker = makeLinker();
      const links = await linker.link(
        annotator.annotate('The insulin and the blood pressure of a bank in Paris.'),
      );
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(linker.name.split('+')).toContain(link.linker);
        expect(link.iri).toMatch(/^[a-z][a-z0-9+.-]*:\S+$/);
      }
    });

    it('never links dates, numbers and single letters', async () => {
      const text = annotator.annotate('On Monday x was 1984 and y 5 of 3.14.\n7\nx\nMonday 5 x');
      expect(await makeLinker().link(text)).toEqual([]);
    });

    it('gives the same links for the same text, whatever it has seen between', async () => {
      const linker = makeLinker();
      const text = annotator.annotate(
        'The insulin pump of George Bush is in Paris. The bank keeps its cells.',
      );
      const first = await linker.link(text);
      await linker.link(annotator.annotate('A cell is the unit of life. Bush is a shrub. Insulin.'));
      expect(await linker.link(text)).toEqual(first);
      expect(await makeLinker().link(text)).toEqual(first);
    });

    it('gives spans that are nouns or runs of tokens, without overlap, in order', async () => {
      const linker = makeLinker();
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }), async (words) => {
          const text = annotator.annotate(words.join(' '));
          const links = await linker.link(text);
          for (const link of links) expect(isNounOrRun(text, link)).toBe(true);
          expect(links).toEqual([...links].sort((a, b) => a.begin - b.begin || a.end - b.end));
          for (const part of new Set(links.map((link) => link.linker))) {
            expectApart(links.filter((link) => link.linker === part));
          }
        }),
        { numRuns: rounds(200, 40), seed: 20 },
      );
    });
  });
}

function isNounOrRun({ nouns, sentences }: AnnotatedText, { begin, end }: EntityLink): boolean {
  if (nouns.some((noun) => noun.begin === begin && noun.end === end)) return true;
  return sentences.some(
    ({ tokens }) =>
      begin < end &&
      tokens.some((token) => token.begin === begin) &&
      tokens.some((token) => token.end === end),
  );
}

function expectApart(links: readonly EntityLink[]): void {
  links.forEach((link, index) => {
    expect(link.begin).toBeGreaterThanOrEqual(index === 0 ? 0 : links[index - 1]!.end);
  });
}
