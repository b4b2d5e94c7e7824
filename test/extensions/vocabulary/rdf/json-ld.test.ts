import { expect, it } from '@jest/globals';
import { readJsonLd } from '../../../../src/extensions/vocabulary/rdf/json-ld.js';

async function* partsOf(text: string): AsyncGenerator<string> {
  for (let begin = 0; begin < text.length; begin += 7) yield text.slice(begin, begin + 7);
}

async function readingOf(
  text: string,
): Promise<{ readonly quads: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  let quads = 0;
  for await (const batch of readJsonLd(partsOf(text), 'http://a.example/', (_, fault) => faults.push(fault)))
    quads += batch.quads.length;
  return { quads, faults };
}

it('refuses what is nested too deeply for the parser', async () => {
  const { faults } = await readingOf('['.repeat(2000) + ']'.repeat(2000));
  expect(faults).toEqual([expect.stringMatching(/more than 100 levels deep/)]);
});

it.each(['"'.repeat(5000), ' 1', '{}{}', '{"@id":"http://a.example/b"} x'])(
  'refuses what is not one object or list',
  async (text) => {
    const { faults } = await readingOf(text);
    expect(faults).toEqual([expect.stringMatching(/more follows behind|does not begin with/)]);
  },
);

it('takes no brackets in texts for nesting', async () => {
  const brackets = String.raw`\"[{\\`.repeat(200);
  expect(await readingOf(`{"@id":"http://a.example/b","http://a.example/c":"${brackets}"}`)).toEqual({
    quads: 1,
    faults: [],
  });
});
