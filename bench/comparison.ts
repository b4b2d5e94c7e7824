/**
 * Compares all strategies on one stored web or both, by draws of seeds, with politeness or without.
 *
 *     npm run bench -- comparison [--web debian-docs --out DIR --strategies lpe,hmm --topics space --pages 1000 --repeat 1]
 *     npm run bench -- comparison [--web both --judge simulated --recall 0.55 --wrong 0.03 --order ideal,polite]
 *
 * `--web`: wikispeedia, debian-docs (documentation of Debian 12, many hosts) or both. `--judge` says how pages are judged: by
 * the topic's `ensemble`, whose verdicts are kept in the system's folder for temporary files, so that only the first run takes
 * hours; by `labels`; or `simulated` from labels with errors, in minutes; its rates are those of the ensemble on 6,331 pages of
 * debian-docs. `--repeat` draws seeds.
 * Crawls that DIR holds already are not done again: delete those of a strategy that has changed.
 *
 * Texts and pages are judged by their first 4,000 characters, since finding nouns takes most of the time.
 */
import path from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { benchJudgeOptions } from './support/bench-judges.js';
import { league, strategiesNamed, websNamed } from './support/league.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(tmpdir(), 'sfwc-bench-comparison') },
    strategies: { type: 'string', default: 'all' },
    topics: { type: 'string', default: '' },
    pages: { type: 'string', default: '2000' },
    repeat: { type: 'string', default: '1' },
    web: { type: 'string', default: 'both' },
    judge: { type: 'string', default: 'simulated' },
    recall: { type: 'string', default: '0.55' },
    wrong: { type: 'string', default: '0.03' },
    seed: { type: 'string', default: '1' },
    order: { type: 'string', default: 'ideal' },
  },
});
const topics = values.topics.split(',').filter((name) => name !== '');

const report = await league({
  webs: websNamed(values.web),
  topics,
  strategies: strategiesNamed(values.strategies),
  orders: values.order === 'polite' ? ['polite'] : values.order === 'ideal' ? ['ideal'] : ['ideal', 'polite'],
  pages: Number(values.pages),
  draws: Number(values.repeat),
  out: path.join(values.out, 'league'),
  ...benchJudgeOptions(values),
});
console.log(report);
