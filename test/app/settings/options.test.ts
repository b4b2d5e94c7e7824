import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { optionTypes } from '../../../scripts/option-types.js';
import type { Fields, Given } from '../../../src/support/settings/field.js';
import * as settings from '../../support/all-settings.js';

/** What the settings take: nothing is changed, and what means something on the command line alone is left out. */
type Options<F extends Fields, CommandOnly extends string = 'json'> = ReadonlyArrays<
  Omit<Given<F>, CommandOnly>
>;
type ReadonlyArrays<T> = {
  readonly [K in keyof T]:
    Exclude<T[K], readonly unknown[]> | ReadonlyArrayOf<Extract<T[K], readonly unknown[]>>;
};
type ReadonlyArrayOf<T> = T extends readonly (infer One)[] ? readonly One[] : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Watch = 'logFormat' | 'metrics' | 'metricsHost' | 'json';

describe('the options of API functions', () => {
  it('are made of the settings (npm run build && npm run options makes them again)', async () => {
    expect(await readFile('src/app/settings/options.ts', 'utf8')).toBe(await optionTypes(settings));
  });

  it('have the types that the settings take', () => {
    const same: readonly true[] = [
      true satisfies Same<settings.BuildOptions, Options<typeof settings.buildFields>>,
      true satisfies Same<settings.CrawlOptions, Options<typeof settings.crawlFields, Watch>>,
      true satisfies Same<settings.ResumeOptions, Options<typeof settings.resumeFields, Watch>>,
      true satisfies Same<
        settings.ClassifyOptions,
        Options<typeof settings.classifyFields, 'json' | 'explain'>
      >,
      true satisfies Same<settings.TrainOptions, Options<typeof settings.trainFields>>,
      true satisfies Same<settings.ExpandOptions, Options<typeof settings.expandFields>>,
      true satisfies Same<settings.HarvestOptions, Options<typeof settings.harvestFields>>,
      true satisfies Same<settings.SeedsOptions, Options<typeof settings.seedsFields>>,
      true satisfies Same<settings.ReplayOptions, Options<typeof settings.replayFields>>,
      true satisfies Same<settings.ReportOptions, Options<typeof settings.reportFields>>,
      true satisfies Same<settings.RateOptions, Options<typeof settings.rateFields>>,
      true satisfies Same<settings.PagesOptions, Options<typeof settings.pagesFields>>,
      true satisfies Same<settings.QueryOptions, Options<typeof settings.queryFields>>,
      true satisfies Same<settings.ServeOptions, Options<typeof settings.serveFields>>,
      true satisfies Same<settings.KbExportOptions, Options<typeof settings.kbExportFields>>,
      // Numbers alone, where the command line may write texts.
      true satisfies Same<
        Omit<settings.CorpusWikipediaOptions, 'namespace'>,
        Options<typeof settings.corpusWikipediaFields, 'json' | 'namespace'>
      >,
    ];
    expect(same.every(Boolean)).toBe(true);
  });

  it('say what each option is, and its default', async () => {
    const text = await readFile('src/app/settings/options.ts', 'utf8');
    const members = text.match(/^ {2}readonly \w+\??:/gm) ?? [];
    const documented = text.match(/\*\/\n {2}readonly \w+\??:/g) ?? [];
    expect(documented).toHaveLength(members.length);
    expect(text).toMatch(
      /Seconds between requests to the same host\. From 0 to 3600\.\n \* @default 1\n|@default 1\n/,
    );
    expect(text).not.toMatch(/see below|--[a-z]/);
  });
});
