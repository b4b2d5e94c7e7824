import { describe, expect, it } from '@jest/globals';
import { withDocumentedOptions } from '../../../scripts/document-options.js';
import type { CrawlOptions } from '../../../src/app/settings/crawl-settings.js';
import type { TrainOptions } from '../../../src/extensions/teach/train-settings.js';
import * as settings from '../../support/all-settings.js';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

describe('the options of API functions', () => {
  it('are inferred from the settings: what has a default may be absent, and nothing is changed', () => {
    const same: readonly true[] = [
      true satisfies Same<Pick<TrainOptions, 'topic'>, { readonly topic: string }>,
      true satisfies Same<Pick<CrawlOptions, 'maxPages'>, { readonly maxPages?: number | undefined }>,
      true satisfies Same<Pick<CrawlOptions, 'seeds'>, { readonly seeds: readonly string[] }>,
      true satisfies Same<Pick<CrawlOptions, 'warc'>, { readonly warc?: 'all' | 'accepted' | undefined }>,
      true satisfies Same<
        Pick<TrainOptions, 'labelledPages'>,
        { readonly labelledPages?: readonly string[] | undefined }
      >,
      // Known names are offered, and others are taken.
      true satisfies 'learning' extends NonNullable<CrawlOptions['strategy']> ? true : false,
    ];
    expect(same.every(Boolean)).toBe(true);
  });

  it('leave out what exists only on the command line', () => {
    // @ts-expect-error a program has no use for it
    const options: TrainOptions = { kb: 'kb', topic: 't', json: true };
    expect(options).toBeDefined();
  });

  const names = Object.keys(settings).filter((name) => name.endsWith('Fields'));
  const declared = names.map((name) => `export type X = OptionsOf<typeof ${name}>;`).join('\n');
  const documented = withDocumentedOptions(declared, settings);

  it('are documented in the package: what each option is, its limits and its default', () => {
    expect(documented).not.toContain('OptionsOf');
    const members = documented.match(/^ {4}readonly \w+\??:/gm) ?? [];
    expect(members.length).toBeGreaterThan(200);
    expect(documented.match(/\*\/\n {4}readonly \w+\??:/g)).toHaveLength(members.length);
    expect(documented).toMatch(
      /Seconds between requests to the same host\. From 0 to 3600\.\n {5}\* @default 1\n/,
    );
    expect(documented).not.toMatch(/see below|--[a-z]/);
    expect(documented).not.toMatch(/readonly json\?/);
  });
});
