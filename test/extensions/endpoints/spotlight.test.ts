import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEndpointHttp } from '../../../src/extensions/endpoints/endpoint-http.js';
import { createAnswerCache } from '../../../src/support/files/answer-cache.js';
import { chainLinkers } from '../../../src/language/linking/chain.js';
import { createGazetteer } from '../../../src/language/linking/gazetteer.js';
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
import { resourcesNaming, startSpotlight, type SpotlightServer } from '../../support/spotlight-server.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

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

const folder = temporaryFolder();
let server: SpotlightServer;
let usual: SpotlightServer['answer'];
let caches = 0;
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
  {
    cache = `cache-${(caches += 1)}`,
    clock = manualClock(),
    delaySeconds = 0,
  }: { cache?: string; clock?: Clock; delaySeconds?: number } = {},
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
      cache: createAnswerCache(join(folder, cache), warn),
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

// One client for all, so that its answers are kept: the suite asks for some hundred texts.
entityLinkerContract('spotlight', () => linkerOf(client({}, { cache: 'contract' }).client));

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

  it('may hold no resource, one as an object, or a list', () => {
    expect(readSpotlightAnswer('{"@text":"x"}', 'x')).toEqual([]);
    expect(found('The insulin.', resourcesNaming('The insulin.', ['insulin'])[0])).toEqual([
      '4 insulin insulin',
    ]);
    expect(
      found('The insulin in Paris.', resourcesNaming('The insulin in Paris.', ['insulin', 'Paris'])),
    ).toEqual(['4 insulin insulin', '15 Paris Paris']);
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
    expect(found(text, [at('insulin', units[2]![1] + 3)])).toEqual([expected[2]]);
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

  it('is refused when it is none', () => {
    for (const json of ['', '<html>', '[]', '"x"', '{"Resources":']) {
      expect(() => readSpotlightAnswer(json, 'x')).toThrow(/not the JSON/);
    }
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

  it('asks once for a text, and again where the answer that was kept is damaged or of other parameters', async () => {
    const first = await client({}, { cache: 'kept' }).client(TEXT);
    expect(await client({}, { cache: 'kept' }).client(TEXT)).toEqual(first);
    expect(server.asked).toHaveLength(1);
    const [inner = ''] = readdirSync(join(folder, 'kept'));
    const [file = ''] = readdirSync(join(folder, 'kept', inner));
    writeFileSync(join(folder, 'kept', inner, file), '{"Resources": [');
    expect(await client({}, { cache: 'kept' }).client(TEXT)).toEqual(first);
    expect(server.asked).toHaveLength(2);
    await client({ confidence: 0.9 }, { cache: 'kept' }).client(TEXT);
    expect(server.asked).toHaveLength(3);
  });

  it('asks one at a time, with a pause between', async () => {
    const clock = manualClock();
    const { client: asking } = client({}, { clock, delaySeconds: 2 });
    await Promise.all(['Paris one.', 'Paris two.', 'Paris three.'].map((text) => asking(text)));
    expect(clock.sleeps).toEqual([2000, 2000]);
  });

  it.each([
    ['fails', { status: 500, body: 'no' }, /answered with status 500/],
    ['answers otherwise', { body: '<html>busy</html>' }, /not the JSON/],
  ])(
    'leaves a service alone that %s, warns once, and asks again after a minute',
    async (_, answer, message) => {
      const clock = manualClock();
      const { client: asking, warnings } = client({}, { clock });
      server.answer = () => answer;
      expect(await asking(TEXT)).toBeUndefined();
      expect(await asking(TEXT)).toBeUndefined();
      expect(server.asked).toHaveLength(1);
      expect(warnings).toEqual([expect.stringMatching(message)]);
      clock.advance(61_000);
      expect(await asking(TEXT)).toBeUndefined();
      expect(warnings).toHaveLength(1);
      server.answer = usual;
      clock.advance(61_000);
      expect(await asking(TEXT)).toHaveLength(2);
      expect(warnings[1]).toMatch(/answers again/);
    },
  );

  it('says when nobody is there, and lets the next linker serve', async () => {
    const { client: asking, warnings } = client({ url: 'http://127.0.0.1:1/en' });
    const gazetteer = createGazetteer([[{ label: 'insulin', iri: 'urn:i', kind: 'preferred' }]], annotator);
    const chain = chainLinkers([linkerOf(asking), gazetteer]);
    const links = await chain.link(annotator.annotate('The insulin is in Paris.'));
    expect(links.map(({ linker }) => linker)).toEqual(['gazetteer']);
    expect(warnings).toEqual([
      expect.stringMatching(/is down: .*127\.0\.0\.1:1.*falling back to the next linker/),
    ]);
  });

  it('does not give the service up for one text that it refuses', async () => {
    const { client: asking, warnings } = client();
    server.answer = () => ({ status: 400, body: 'no' });
    expect(await asking('Paris is far.')).toBeUndefined();
    server.answer = usual;
    expect(await asking(TEXT)).toHaveLength(2);
    expect(warnings).toEqual([]);
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
