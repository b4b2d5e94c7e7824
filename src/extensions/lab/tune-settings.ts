import { z } from 'zod';
import { STRATEGY_NAMES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';
import { json } from '../../app/settings/common.js';
import { field, openName, withBasics, type Values, type OptionsOf } from '../../support/settings/field.js';
import { replayFields } from './replay-settings.js';
import { without } from '../../support/without.js';

/** The strategies that are tried unless the user says otherwise. */
const USUAL = ['learning', 'krs', 'best-first-page-anchor', 'shark-search', 'breadth-first'] as const;

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = ['kb', 'topic', 'web', 'strategies', 'patiences', 'pages', 'maxSeconds', 'json'] as const;

/** Settings of `sfwc tune`. */
export const tuneFields = withBasics(BASICS, {
  ...without(replayFields, 'classifier', 'strategy', 'accept', 'follow'),
  strategies: field(
    z
      .array(openName<StrategyName>())
      .min(1)
      .default([...USUAL]),
    {
      help: 'strategies to try, separated by commas',
      placeholder: 'LIST',
      written: 'list',
      choices: STRATEGY_NAMES,
    },
  ),
  patiences: field(
    z
      .array(z.string().regex(/^\d+(?:\.\d+)?$/, 'is not a number of seconds'))
      .min(1)
      .default(['0', '10', '60']),
    {
      help: 'values of --patience to try, in seconds, separated by commas',
      placeholder: 'LIST',
      written: 'list',
      argumentOnly: true,
    },
  ),
  pages: field(z.number().int().min(1).optional(), {
    help: 'requests of each simulated crawl; default: half of those of the crawl',
    placeholder: 'N',
    written: 'number',
  }),
  maxSeconds: field(z.number().positive().default(300), {
    help: 'start no further simulated crawl after this time, in seconds',
    placeholder: 'S',
    written: 'number',
    argumentOnly: true,
  }),
  latencySeed: field(z.number().int().min(0).default(1), {
    help: 'random seed of the simulated response times',
    placeholder: 'N',
    written: 'number',
  }),
  json,
} as const);

export type TuneSettings = Values<typeof tuneFields>;

/** Options of tuneCrawl. */
export type TuneOptions = OptionsOf<typeof tuneFields>;
