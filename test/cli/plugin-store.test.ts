import { beforeAll, expect, it } from '@jest/globals';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beeTopic } from '../support/bee-topic.js';
import { writeFiles } from '../support/small-corpus.js';
import { itInFull } from '../support/thorough.js';
import { ROOT, sfwc as run, type Finished } from './run.js';

/** A store whose addresses name folders, and an engine that queries the first source alone. */
const PLUGIN = `
  import { openKnowledgeBase } from '${pathToFileURL(path.join(ROOT, 'dist/index.js')).href}';
  export default {
    stores: {
      shelf: {
        open(address) {
          if (address.endsWith('/closed')) throw new Error('closed on Mondays');
          return openKnowledgeBase(address.slice('shelf://'.length));
        },
      },
    },
    engines: { first: { federate: ([first]) => ({ select: first.kb.select, answer: (query, format) => first.kb.answer(query, format, first.scope) }) } },
  };`;

const { root, kb, bees } = beeTopic();
let plugin: readonly string[];
let shelf: string;
beforeAll(async () => {
  const folder = await writeFiles(path.join(root, 'plugins'), { 'shelf.mjs': PLUGIN });
  plugin = ['--plugin', path.join(folder, 'shelf.mjs')];
  shelf = `shelf://${path.resolve(kb)}`;
});

const sfwc = (...args: string[]): Promise<Finished> => run(args);
const TOPICS = 'SELECT (COUNT(*) AS ?topics) { ?t a <http://sfwcrawler.com/core#Topic> }';

it('opens addresses of its scheme for queries and for judging', async () => {
  const asked = await sfwc('query', shelf, TOPICS, '--format', 'csv', ...plugin);
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching(/^topics\s+1\s*$/)]);
  const page = path.join(await writeFiles(path.join(root, 'page'), { 'p.txt': 'Bees build comb.' }), 'p.txt');
  const judge = ['classify', page, '--topic', 'bees', '--classifier', 'krs-paper', '--json'];
  const [there, here] = [await sfwc(...judge, '--kb', shelf, ...plugin), await sfwc(...judge, '--kb', kb)];
  expect([there.code, there.stdout]).toEqual([here.code, here.stdout]);
});

it('says what cannot be done with it', async () => {
  const problem = async (...args: string[]): Promise<string> => (await sfwc(...args)).stderr;
  expect(await problem('query', shelf, TOPICS)).toMatch(
    /no store opens shelf:\/\/.*\n\s+sfwc opens folders and http, https; others come from a plugin: --plugin FILE/,
  );
  expect(await problem('query', 'shelf://closed/closed', TOPICS, ...plugin)).toContain(
    "the store 'shelf' failed: closed on Mondays",
  );
  expect(await problem('build', bees, '--topic', 'bees', '--kb', shelf, ...plugin)).toContain(
    `no topic can be built into ${shelf}: it is only read`,
  );
});

itInFull('brings an engine for queries over several sources', async () => {
  const folder = await writeFiles(path.join(root, 'more'), {
    'people.ttl': '<http://a.example/a> a <http://a.example/Person> .',
  });
  const people = ['--source', path.join(folder, 'people.ttl'), '--format', 'csv'];
  const question = 'SELECT ?person { ?person a <http://a.example/Person> }';
  const [asked, first] = [
    await sfwc('query', path.join(kb, 'bees'), question, '--topic', 'bees', ...people),
    await sfwc('query', path.join(kb, 'bees'), question, '--topic', 'bees', ...people, ...plugin),
  ];
  expect(asked.stdout.trim().split(/\s+/)).toEqual(['person', 'http://a.example/a']);
  expect(first.stdout.trim().split(/\s+/)).toEqual(['person']);
});
