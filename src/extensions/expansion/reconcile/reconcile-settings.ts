import { z } from 'zod';
import {
  json,
  kb,
  path,
  patientRetries,
  terms,
  timeout,
  topic,
  userAgent,
  webAddress,
} from '../../../app/settings/common.js';
import { field, grouped, type OptionsOf, type Values } from '../../../support/settings/field.js';

const GROUP = 'Options of reconciliation';

/** Queries of a request at most, whatever the service allows. */
const LARGEST_BATCH = 50;

const reconcile = field(webAddress.optional(), {
  help: 'link nouns by this reconciliation service instead; {lang} in the address is the language',
  placeholder: 'URL',
});
const reviewed = field(path.optional(), {
  path: true,
  help: 'take the decisions of a review file: links that people accepted or refused',
  placeholder: 'FILE',
});

/** Further settings of `sfwc expand --reconcile`. */
const serviceFields = grouped(GROUP, {
  reconcile,
  reviewed,
  review: field(path.optional(), {
    path: true,
    help: 'file to write with what people have to decide; default: TOPIC-review.csv in the current folder',
    placeholder: 'FILE',
  }),
  type: field(z.string().min(1).max(1000).optional(), {
    argumentOnly: true,
    help: 'type of the entities, as the service names it: Q5, or an IRI; default: any',
    placeholder: 'ID',
  }),
  labelLanguage: field(
    z
      .string()
      .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, 'must be a language code such as en')
      .optional(),
    {
      help: 'language of labels, requested from the service; default: that of the topic',
      placeholder: 'CODE',
    },
  ),
  leastScore: field(z.number().min(0).max(100).default(90), {
    help: 'accept a candidate of this score, 0 to 100, that the service does not call a match',
    placeholder: 'N',
    written: 'number',
  }),
  lead: field(z.number().min(0).max(100).default(10), {
    help: 'if its score is also higher than that of the second by this much',
    placeholder: 'N',
    written: 'number',
  }),
  batch: field(z.number().int().min(1).max(LARGEST_BATCH).default(10), {
    help: 'nouns per request; fewer where the service says so',
    placeholder: 'N',
    written: 'number',
  }),
  dryRun: field(z.boolean().default(false), {
    commandOnly: true,
    help: 'print what would be requested, and request nothing',
    written: 'switch',
  }),
  reconcileDelay: field(z.number().min(0).max(600).default(1), {
    noOption: true,
    help: 'seconds between requests to a reconciliation service',
    placeholder: 'S',
    written: 'number',
  }),
  reconcileCache: field(path.optional(), {
    path: true,
    noOption: true,
    help: "folder to cache its responses in; default: sfwc/reconcile in the user's cache folder",
    placeholder: 'DIR',
  }),
} as const);

/** Settings of `sfwc expand --reconcile` and `reconcileTopic`. */
export const reconcileFields = {
  kb,
  topic,
  terms,
  ...serviceFields,
  retries: patientRetries,
  timeout,
  userAgent,
  json,
} as const;

/** Settings of `sfwc expand --reviewed` without a service. */
export const reviewedFields = { kb, topic, reviewed, json } as const;

export type ReconcileSettings = Values<typeof reconcileFields>;

/** Options of reconcileTopic. */
export type ReconcileOptions = OptionsOf<typeof reconcileFields>;
