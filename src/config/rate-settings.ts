import { z } from 'zod';
import { json, path } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc rate`. */
export const rateFields = {
  rater: field(
    z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, 'must be letters, digits, blanks, hyphens; at most 40')
      .optional(),
    { help: 'who judges', placeholder: 'NAME' },
  ),
  error: field(z.number().min(0.001).max(0.5).optional(), {
    help: 'error of the shares that is accepted, for the size of the sample; default 0.05',
    placeholder: 'SHARE',
    written: 'number',
  }),
  confidence: field(z.enum(['90', '95', '99']).optional(), {
    help: 'confidence in percent, for the size of the sample; default 95',
    placeholder: '90|95|99',
  }),
  count: field(z.number().int().min(1).optional(), {
    help: 'size of the sample; default: what error and confidence ask for; of nearest 20',
    placeholder: 'N',
    written: 'number',
  }),
  choose: field(z.enum(['random', 'nearest']).default('random'), {
    help: 'random: to measure; nearest: pages about the threshold, whose labels help sfwc train most',
    placeholder: 'random|nearest',
  }),
  rejected: field(z.boolean().default(false), {
    help: 'sample rejected pages, too, in proportion: tells what was left wrongly',
    written: 'switch',
  }),
  seed: field(z.number().int().min(0).optional(), {
    help: 'draws the sample; default 1',
    placeholder: 'N',
    written: 'number',
  }),
  page: field(z.boolean().default(false), {
    help: 'write a page to judge on in a browser, instead of asking here',
    written: 'switch',
  }),
  from: field(path.optional(), {
    help: 'take the judgements from a file that such a page saved',
    placeholder: 'FILE',
  }),
  report: field(z.boolean().default(false), {
    help: 'tell what the raters found so far',
    written: 'switch',
  }),
  json,
} as const;

export type RateSettings = Values<typeof rateFields>;
