import path from 'node:path';
import { z } from 'zod';
import { fetchPage } from '../../../app/classify/fetch-page.js';
import { buildFields } from '../../../app/settings/build-settings.js';
import { classifyFields } from '../../../app/settings/classify-settings.js';
import { resolveSettings } from '../../../app/settings/resolve.js';
import { messageOf } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { parseUrl } from '../../../support/parse-url.js';
import { Problem } from '../problem.js';
import type { JobReport, JobWork } from './jobs.js';
import { runCommand } from './own-process.js';
import type { Topics } from './topics.js';
import { checkedName, cleanFileName, PLACES, within } from './work-folder.js';

/** Settings of a build: names of topics whose texts are the background. */
export const buildWishSchema = z.strictObject({
  background: z
    .array(z.string().min(1))
    .default([])
    .describe('topics whose texts are the background; none: the general texts that come with sfwc'),
  anyLanguage: buildFields.anyLanguage.schema,
  about: buildFields.about.schema.describe(
    'a line about the topic; without texts, it is built of the line alone',
  ),
});
export type BuildWish = z.output<typeof buildWishSchema>;

/** A topic of the folder of a workbench. */
export interface TopicPlace {
  readonly folder: string;
  readonly topics: Topics;
  readonly name: string;
}

/** Builds a topic from the texts in its folder. */
export function building(
  { folder, topics, name }: TopicPlace,
  { background, anyLanguage, about }: BuildWish,
): JobWork {
  return async (report, signal) => {
    const corpus = await topics.requireFolder(name);
    const others = background.map((other) => path.join(PLACES.corpora, checkedName(other, 'topic')));
    report({ text: 'reading the texts' });
    const isEmpty = (await topics.list()).some((one) => one.name === name && one.files === 0);
    const isLineAlone = about !== undefined && isEmpty;
    const words = [
      ...[
        'build',
        ...(isLineAlone ? [] : [path.relative(folder, corpus)]),
        '--topic',
        name,
        '--kb',
        PLACES.kb,
        '--json',
      ],
      ...(others.length > 0 ? ['--background', ...others] : []),
      ...(anyLanguage ? ['--any-language'] : []),
      ...(about === undefined ? [] : [`--about=${about}`]),
    ];
    const onLine = (line: string): void => report(buildProgress(line));
    return JSON.parse(await runCommand(words, { folder, signal, onLine })) as unknown;
  };
}

/** Judges a text or a page by a topic. */
export function judging(
  { folder, topics, name }: TopicPlace,
  what: { readonly text: string } | { readonly address: string },
): JobWork {
  return async (report, signal) => {
    const words = ['--kb', await topics.placeOf(name), '--topic', name, '--json', '--explain'];
    const isPage = 'address' in what;
    report({ text: isPage ? 'fetching the page' : 'judging' });
    const output = isPage
      ? await runCommand(['classify', checkedAddress(what.address), ...words], { folder, signal })
      : await runCommand(['classify', '-', ...words], { folder, signal, input: what.text });
    return JSON.parse(output) as unknown;
  };
}

/** Fetches pages and keeps their texts. */
export function fetching(
  { topics, name }: TopicPlace,
  addresses: readonly string[],
  contact: string | undefined,
): JobWork {
  return async (report, signal) =>
    fetchTexts(await topics.requireFolder(name), addresses, { contact, report, signal });
}

/** Progress in a line of `sfwc build`. */
export function buildProgress(line: string): JobReport {
  const counted = /^building .*? (\d+)\/(\d+) documents/.exec(line);
  if (counted !== null)
    return { text: 'reading the texts', done: Number(counted[1]), total: Number(counted[2]) };
  const found = /^building .*? (\d+) documents found/.exec(line);
  if (found !== null) return { text: `reading the texts: ${found[1] ?? ''} so far` };
  const step = /^building [^:]*: (.*)$/.exec(line)?.[1];
  if (step !== undefined) return { text: step };
  if (/^saved |^skipped |^\d+ skipped/.test(line) || line.trim() === '') return {};
  return { note: line.replace(/^(?:warning|note): /, '') };
}

/** @throws Problem 400 for what is not a web address */
export function checkedAddress(written: string): string {
  const url = parseUrl(written.trim());
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '') return url.href;
  throw new Problem(
    400,
    `'${written.slice(0, 200)}' is not a web address; one begins with http:// or https://`,
  );
}

/** Fetches pages one after the other and keeps the texts of each as a record with its address. */
async function fetchTexts(
  corpus: string,
  addresses: readonly string[],
  {
    contact,
    report,
    signal,
  }: {
    readonly contact: string | undefined;
    readonly report: Parameters<JobWork>[0];
    readonly signal: AbortSignal;
  },
): Promise<{ readonly kept: readonly string[]; readonly problems: readonly string[] }> {
  const settings = resolveSettings(networkFields, {}, process.env);
  const http = contact === undefined ? settings : { ...settings, userAgent: userAgentOf(contact) };
  const [kept, problems]: [string[], string[]] = [[], []];
  for (const [place, address] of addresses.entries()) {
    signal.throwIfAborted();
    report({ text: `fetching ${address}`, done: place, total: addresses.length });
    try {
      const page = await fetchPage(address, http, { signal });
      const file = `${cleanFileName(page.title).slice(0, 60) || 'page'} ${place + 1}.jsonl`;
      await replaceFile(within(corpus, file), recordOf(page, address));
      kept.push(file);
    } catch (thrown) {
      signal.throwIfAborted();
      const note = `${address}: ${messageOf(thrown)}`;
      problems.push(note);
      report({ note });
    }
  }
  return { kept, problems };
}

const { userAgent, connectTo, timeout, maxBytes, allowPrivate } = classifyFields;
const networkFields = { userAgent, connectTo, timeout, maxBytes, allowPrivate } as const;

function recordOf({ title, text }: Page, url: string): string {
  return `${JSON.stringify({ id: url, title, text, url })}\n`;
}

/** The User-Agent header with a person's contact address. */
export function userAgentOf(contact: string): string {
  return `sfwc/0.1 (semantic focused crawler; ${contact})`;
}
