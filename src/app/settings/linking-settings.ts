import { z } from 'zod';
import { PUBLIC_SPOTLIGHT } from '../../model/spotlight.js';
import { path, webAddress } from './common.js';
import { field } from '../../support/settings/field.js';

/** Settings of linkers that several commands share. */

/** Settings of whatever may ask DBpedia Spotlight. */
export const spotlightServiceFields = {
  spotlight: field(webAddress.optional(), {
    help: `DBpedia Spotlight's address: default the topic's, else ${PUBLIC_SPOTLIGHT}`,
    placeholder: 'URL',
  }),
  spotlightDelay: field(z.number().min(0).max(600).default(0.5), {
    noOption: true,
    help: 'seconds between requests to DBpedia Spotlight',
    placeholder: 'S',
    written: 'number',
  }),
  spotlightTimeout: field(z.number().min(0.1).max(600).default(30), {
    noOption: true,
    help: 'timeout of a DBpedia Spotlight request, in seconds',
    placeholder: 'S',
    written: 'number',
  }),
  spotlightRetries: field(z.number().int().min(0).max(10).default(3), {
    noOption: true,
    help: 'retries of a DBpedia Spotlight request after transient failures',
    placeholder: 'N',
    written: 'number',
  }),
  spotlightCache: field(path.optional(), {
    path: true,
    noOption: true,
    help: "folder to cache its responses in; default: sfwc/spotlight in the user's cache folder",
    placeholder: 'DIR',
  }),
} as const;
/** Parameters of requests to DBpedia Spotlight; the knowledge base records it. */
export const spotlightFields = {
  ...spotlightServiceFields,
  spotlightConfidence: field(z.number().min(0).max(1).default(0.5), {
    help: 'minimum confidence of its links, 0 to 1',
    placeholder: 'N',
    written: 'number',
  }),
  spotlightSupport: field(z.number().int().min(0).default(0), {
    help: 'minimum number of links to a resource within Wikipedia',
    placeholder: 'N',
    written: 'number',
  }),
  spotlightTypes: field(z.array(z.string().regex(/^\S+$/, 'must not hold blanks')).default([]), {
    help: 'types of resources, such as DBpedia:Disease; default: all',
    placeholder: 'LIST',
    written: 'list',
  }),
  spotlightPolicy: field(z.enum(['whitelist', 'blacklist']).default('whitelist'), {
    help: 'whitelist: only these types; blacklist: all other types',
    placeholder: 'POLICY',
  }),
} as const;
