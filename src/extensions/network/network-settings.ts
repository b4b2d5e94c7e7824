import { z } from 'zod';
import { path } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

/** What the nodes of a network are. */
const NETWORKS = ['pages', 'sites', 'nouns'] as const;

/** One of {@link NETWORKS}. */
export type NetworkOf = (typeof NETWORKS)[number];

/** Settings of `sfwc network`. */
export const networkFields = {
  of: field(z.enum(NETWORKS).default('pages'), {
    help: 'pages with the links between them, sites with the links of their pages, or nouns that pages share',
    placeholder: 'WHAT',
    argumentOnly: true,
    example: "'sites'",
  }),
  format: field(z.enum(['gexf', 'graphml', 'csv', 'seeds']).default('gexf'), {
    help: 'gexf (Gephi), graphml, csv (needs --to), or seeds: a list of what was found and not crawled',
    placeholder: 'FORMAT',
    argumentOnly: true,
  }),
  to: field(path.optional(), {
    path: true,
    argumentOnly: true,
    help: 'file to write instead of standard output; for csv a folder',
    placeholder: 'FILE',
  }),
  sites: field(path.optional(), {
    path: true,
    argumentOnly: true,
    help: 'file of URL prefixes, one per line: addresses that begin with one are a separate site',
    placeholder: 'FILE',
  }),
  suggest: field(z.boolean().default(false), {
    help: 'print the folders that hosts link to apart from the rest of their host, for a file for --sites',
    written: 'switch',
    commandOnly: true,
    argumentOnly: true,
  }),
  found: field(z.number().int().min(0).max(1_000_000).default(1000), {
    help: 'how many of the pages or sites that were found and not crawled to include, the most linked',
    placeholder: 'N',
    written: 'number',
    argumentOnly: true,
  }),
  nouns: field(z.number().int().min(1).max(5000).default(300), {
    help: 'how many nouns to include, those of most pages',
    placeholder: 'N',
    written: 'number',
    argumentOnly: true,
  }),
  accepted: field(z.boolean().default(false), {
    help: 'only accepted pages, their links, and the sites that have such pages',
    written: 'switch',
    argumentOnly: true,
  }),
  anchors: field(z.boolean().default(false), {
    help: 'read the stored pages again for the text of every link; else that of the link a page was reached by',
    written: 'switch',
    argumentOnly: true,
  }),
} as const;

export type NetworkSettings = Values<typeof networkFields>;

/** Options of writeNetwork. */
export type NetworkOptions = OptionsOf<typeof networkFields>;
