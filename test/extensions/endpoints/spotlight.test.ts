import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEndpointHttp } from '../../../src/extensions/endpoints/endpoint-http.js';
import {
  alignLinks,
  createSpotlightClient,
  LONGEST_REQUEST,
  readSpotlightAnswer,
} from '../../../src/extensions/endpoints/spotlight.js';
import type { AskRemote } from '../../../src/language/linking/linker.js';
import type { EntityLinker } from '../../../src/model/noun.js';
import { SPOTLIGHT_NAME, type SpotlightParameters } from '../../../src/model/spotlight.js';
import type { Clock } from '../../../src/support/time/clock.js';
import { entityLinkerContract } from '../../contracts/entity-linker.js';
import { manualClock } from '../../support/manual-clock.js';
import { startSpotlight, type SpotlightServer } from '../../support/spotlight-server.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';

const annotator = tinyAnnotator();
const NAMES = [
  'insulin pump',
  'insulin',
  'blood pressure',
  'Paris',
  'George Bush',
  'pressure',
  '1984',
  'the',
  'x',
];

let server: SpotlightServer;
let usual: SpotlightServer['answer'];
beforeAll(async () => {
  server = await startSpotlight(NAMES);
  usual = server.answer;
});
beforeEach(() => {
  server.asked.length = 0;
});
afterEach(() => {
  server.answer = usual;
});
afterAll(() => server.close());

function client(
  more: Partial<SpotlightParameters> = {},
  { clock = manualClock(), delaySeconds = 0 }: { clock?: Clock; delaySeconds?: number } = {},
): { client: AskRemote; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (message: string): unknown => warnings.push(message);
  const parameters: SpotlightParameters = {
    url: server.url,
    confidence: 0.5,
    ...more,
  };
  return {
    warnings,
    client: createSpotlightClient(parameters, {
      send: createEndpointHttp({ clock }),
      clock,
      delaySeconds,
      warn,
    }),
  };
}

/** A linker that asks by itself. */
function linkerOf(asking: AskRemote): EntityLinker {
  return {
    name: SPOTLIGHT_NAME,
    link: async (text) => (text.nouns.length === 0 ? [] : alignLinks(text, (await asking(text.text)) ?? [])),
  };
}

entityLinkerContract('spotlight', () => linkerOf(client().client));

describe('the answer of DBpedia Spotlight', () => {
  const found = (text: string, resources: unknown): string[] =>
    readSpotlightAnswer(JSON.stringify({ Resources: resources }), text).map(
      ({ begin, end, iri }) =>
        `${begin} ${text.slice(begin, end)} ${iri.replace('http://dbpedia.org/resource/', '')}`,
    );
  const at = (surface: string, offset: number | string, more: object = {}): object => ({
    '@URI': `urn:${surface.replaceAll(' ', '_')}`,
    '@surfaceForm': surface,
    '@offset': offset,
    ...more,
  });

  it('finds names where they are said to be, or a little beside', () => {
    const text = '😀😀 Paris, and Paris 😀 insulin of Paris';
    const units = [...text.matchAll(/Paris|insulin/gu)].map(({ 0: name, index }) => [name, index] as const);
    const expected = units.map(([name, index]) => `${index} ${name} urn:${name}`);
    expect(
      found(
        text,
        units.map(([name, index]) => at(name, index)),
      ),
    ).toEqual(expected);
    expect(found(`insulin${' '.repeat(200)}`, [at('insulin', 150)])).toEqual([]);
  });

  it('is freed of overlaps (the longest, then the first), bare numbers and what cannot be read', () => {
    const text = 'The blood pressure of 1984.';
    const resources = [
      at('pressure', 10),
      at('blood pressure', '4'),
      at('blood pressure', 4, { '@URI': 'urn:second' }),
      at('1984', 22),
      at('of', -3),
      { '@URI': 'no iri', '@surfaceForm': 'of', '@offset': '19' },
      'rubbish',
      null,
    ];
    expect(found(text, resources)).toEqual(['4 blood pressure urn:blood_pressure']);
  });
});

describe('asking DBpedia Spotlight', () => {
  const TEXT = 'An insulin pump is in Paris.';

  it('sends text and parameters as a form and wants JSON', async () => {
    const { client: asking } = client({ confidence: 0.35 });
    expect(await asking(TEXT)).toHaveLength(2);
    const [request] = server.asked;
    expect(request?.path).toBe('/en/annotate');
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      text: TEXT,
      confidence: '0.35',
    });
  });

  it('asks for long texts in pieces, and puts the links where they belong', async () => {
    const text = `${'A pump was in use. '.repeat(LONGEST_REQUEST / 12)}\n\n${TEXT}${'😀'.repeat(LONGEST_REQUEST)}`;
    const links = await client().client(text);
    expect(server.asked.length).toBeGreaterThan(1);
    for (const { form } of server.asked) expect(form.get('text')).not.toMatch(/^[\uDC00-\uDFFF]/);
    expect(links?.map(({ begin, end }) => text.slice(begin, end))).toEqual(['insulin pump', 'Paris']);
  });

  it('asks one at a time, with a pause between', async () => {
    const clock = manualClock();
    const { client: asking } = client({}, { clock, delaySeconds: 2 });
    await Promise.all(['Paris one.', 'Paris two.', 'Paris three.'].map((text) => asking(text)));
    expect(clock.sleeps).toEqual([2000, 2000]);
  });

  it('leaves a service alone that fails, warns once, and asks again after a minute', async () => {
    const clock = manualClock();
    const { client: asking, warnings } = client({}, { clock });
    server.answer = () => ({ status: 500, body: 'no' });
    expect(await asking(TEXT)).toBeUndefined();
    expect(await asking(TEXT)).toBeUndefined();
    expect(server.asked).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/answered with status 500/)]);
    clock.advance(61_000);
    expect(await asking(TEXT)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    server.answer = usual;
    clock.advance(61_000);
    expect(await asking(TEXT)).toHaveLength(2);
    expect(warnings[1]).toMatch(/answers again/);
  });

  it('links runs of tokens only', () => {
    const text = 'The insulin pumps of Paris.';
    const links = [
      { begin: 4, end: 13, iri: 'urn:cut' },
      { begin: 20, end: 27, iri: 'urn:wide' },
    ];
    expect(alignLinks(annotator.annotate(text), links)).toEqual([
      { begin: 4, end: 11, iri: 'urn:cut', linker: SPOTLIGHT_NAME },
      { begin: 21, end: 26, iri: 'urn:wide', linker: SPOTLIGHT_NAME },
    ]);
  });
});
