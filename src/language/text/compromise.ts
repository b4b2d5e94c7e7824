import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PLURAL_RULES } from './plural-rules.js';
import { createPostTagger } from './post-tagger.js';
import type { RawTerm } from './tokens.js';

/** The part of compromise's second level (tags, no phrases) that is used here; its type declarations omit most of it. */
export interface Compromise {
  /** Tags sentences that were split into terms; changes the terms. */
  (sentences: readonly { readonly terms: readonly RawTerm[] }[]): {
    readonly document: readonly (readonly RawTerm[])[];
  };
  plugin(plugin: object): void;
  world(): CompromiseWorld;
}

export interface CompromiseWorld {
  readonly model: unknown;
  readonly methods: {
    readonly one: {
      readonly tokenize: {
        readonly splitSentences: (text: string, world: CompromiseWorld) => readonly string[];
        readonly fromString: (text: string, world: CompromiseWorld) => readonly (readonly RawTerm[])[];
      };
    };
    readonly two: {
      readonly transform: {
        readonly noun: { toSingular(word: string, model: unknown): string };
        readonly verb: { toInfinitive(word: string, model: unknown, tense: string): string };
      };
    };
  };
}

const require = createRequire(import.meta.url);
let opened: Compromise | undefined;

/**
 * Opens compromise, with the faster post-tagger. Loading takes a tenth of a second and tens of megabytes, so only threads that
 * read pages load it: the package's bundle, not its three hundred modules.
 */
export function openCompromise(): Compromise {
  if (opened !== undefined) return opened;
  opened = require('compromise/two') as Compromise;
  opened.plugin(createPostTagger(PLURAL_RULES));
  return opened;
}

/** The version of compromise, without loading it. */
export function compromiseVersion(): string {
  const bundle = require.resolve('compromise/two');
  const file = path.resolve(path.dirname(bundle), '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
