import { z } from 'zod';
import { json } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc rate`. */
export const rateFields = {
  rater: field(
    z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u, 'must be letters, digits, blanks, hyphens; at most 40')
      .optional(),
    { help: 'who judges', placeholder: 'NAME' },
  ),
  count: field(z.number().int().min(1).optional(), {
    help: 'sample size; default: for 95 % confidence and 5 % error; of nearest: 20',
    placeholder: 'N',
    written: 'number',
  }),
  choose: field(z.enum(['random', 'nearest']).default('random'), {
    help: 'random: to measure; nearest: to train, pages near the threshold and one in five of lower scores',
    placeholder: 'random|nearest',
  }),
  rejected: field(z.boolean().default(false), {
    help: 'also sample rejected pages, in proportion, to find wrong rejections',
    written: 'switch',
  }),
  randomSeed: field(z.number().int().min(0).optional(), {
    help: 'random seed of the sample; default: 1',
    placeholder: 'N',
    written: 'number',
  }),
  report: field(z.boolean().default(false), {
    help: 'report the judgements so far',
    written: 'switch',
  }),
  json,
} as const;

export type RateSettings = Values<typeof rateFields>;

/** Options of openRatingSession and reportRatings. */
export type RateOptions = OptionsOf<typeof rateFields>;
