import path from 'node:path';
import { z } from 'zod';
import { fetchPage } from './fetch-page.js';
import { buildFields } from '../../../app/settings/build-settings.js';
import { classifyFields } from '../../../app/settings/classify-settings.js';
import { resolveSettings } from '../../../app/settings/resolve.js';
import { messageOf } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { parseUrl } from '../../../support/parse-url.js';
import { Problem } from '../http.js';
import { contactSchema, userAgentOf } from './crawl-plan.js';
import type { JobReport, JobWork } from './jobs.js';
import { runCommand } from './own-process.js';
import type { Workbench } from './workbench.js';
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
type BuildWish = z.output<typeof buildWishSchema>;

/** Places in which seeds are looked for. */
export const seedWishSchema = z.strictObject({
  texts: z.boolean().default(true).describe('links in the texts of the topic'),
  engine: z.url().optional().describe('a search engine'),
  web: z.string().optional().describe('a stored web in place of the Web'),
  contact: contactSchema.optional(),
});

type Bench = Pick<Workbench, 'folder' | 'topics' | 'webs'>;

/** Builds a topic from the texts in its folder, or of a line alone. */
export function building(
  { folder, topics }: Bench,
  name: string,
  { background, anyLanguage, about }: BuildWish,
): JobWork {
  return async (report, signal) => {
    const corpus = await topics.requireFolder(name);
    const others = background.map((other) => path.join(PLACES.corpora, checkedName(other, 'topic')));
    report({ text: 'reading the texts' });
    const isEmpty = (await topics.list()).some((one) => one.name === name && one.files === 0);
    const words = [
      ...['build', ...(about !== undefined && isEmpty ? [] : [path.relative(folder, corpus)])],
      ...['--topic', name, '--kb', PLACES.kb, '--json'],
      ...(others.length > 0 ? ['--background', ...others] : []),
      ...(anyLanguage ? ['--any-language'] : []),
      ...(about === undefined ? [] : [`--about=${about}`]),
    ];
    const onLine = (line: string): void => report(buildProgress(line, name));
    return JSON.parse(await runCommand(words, { folder, signal, onLine })) as unknown;
  };
}

/** Judges a text or a page by a topic. */
export function judging(
  { folder, topics }: Bench,
  name: string,
  what: { readonly text: string } | { readonly address: string },
): JobWork {
  return async (report, signal) => {
    const [place, input] = 'address' in what ? [checkedAddress(what.address)] : ['-', what.text];
    report({ text: input === undefined ? 'fetching the page' : 'judging' });
    const topic = ['--kb', await topics.placeOf(name), '--topic', name];
    const words = ['classify', place, ...topic, '--json', '--explain'];
    return JSON.parse(await runCommand(words, { folder, signal, ...given({ input }) })) as unknown;
  };
}

/** Proposes addresses to start a crawl from. */
export function proposing(
  { folder, topics, webs }: Bench,
  name: string,
  { texts, engine, web, contact }: z.output<typeof seedWishSchema>,
): JobWork {
  return async (report, signal) => {
    if (!texts && engine === undefined) throw new Problem(400, 'choose where to look for addresses');
    const { folder: corpus } = await topics.whole(name);
    const words = [
      ...['seeds', '--kb', await topics.placeOf(name), '--topic', name, '--json'],
      ...(texts ? ['--corpus', corpus] : []),
      ...(engine === undefined ? [] : ['--engine', engine]),
      ...(web === undefined ? [] : ['--web', webs.pathOf(web)]),
      ...(contact === undefined ? [] : ['--user-agent', userAgentOf(contact)]),
    ];
    const onLine = (line: string): void => report({ text: line.replace(/^(?:warning|note): /, '') });
    return JSON.parse(await runCommand(words, { folder, signal, onLine })) as unknown;
  };
}

/** Fetches pages one after the other and keeps the texts of each as a record with its address. */
export function fetching(
  { topics }: Bench,
  name: string,
  addresses: readonly string[],
  contact: string | undefined,
): JobWork {
  return async (report, signal) => {
    const corpus = await topics.requireFolder(name);
    const settings = resolveSettings(networkFields, {}, process.env);
    const http = contact === undefined ? settings : { ...settings, userAgent: userAgentOf(contact) };
    const problems: string[] = [];
    for (const [place, address] of addresses.entries()) {
      signal.throwIfAborted();
      report({ text: `fetching ${address}`, done: place, total: addresses.length });
      try {
        const { title, text } = await fetchPage(address, http, { signal });
        const file = `${cleanFileName(title).slice(0, 60) || 'page'} ${place + 1}.jsonl`;
        const record = { id: address, title, text, url: address };
        await replaceFile(within(corpus, file), `${JSON.stringify(record)}\n`);
      } catch (thrown) {
        signal.throwIfAborted();
        problems.push(`${address}: ${messageOf(thrown)}`);
      }
    }
    return { problems };
  };
}

/** Progress in a line of `sfwc build` of a topic. */
export function buildProgress(line: string, topic: string): JobReport {
  const begin = `building ${topic} `;
  if (!line.startsWith(begin)) {
    if (/^saved |^skipped |^\d+ skipped/.test(line) || line.trim() === '') return {};
    return { note: line.replace(/^(?:warning|note): /, '') };
  }
  const step = line.slice(begin.length);
  const [, done, total] = /^(\d+)\/(\d+) documents/.exec(step) ?? [];
  return total === undefined
    ? { text: step }
    : { text: 'reading the texts', done: Number(done), total: Number(total) };
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

const { userAgent, connectTo, timeout, allowPrivate, insecureHost } = classifyFields;
const networkFields = { userAgent, connectTo, timeout, allowPrivate, insecureHost } as const;
