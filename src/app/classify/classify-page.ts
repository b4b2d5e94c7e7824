import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { classifyFields } from '../settings/classify-settings.js';
import type { ClassifyOptions } from '../settings/settings.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError, UsageError, messageOf } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import type { Subject } from '../../model/subject.js';
import type { Judgement } from '../../model/topic.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import type { HttpSettings } from '../../web/http/open-fetcher.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { openJudge } from '../../judging/judge/open-judge.js';
import { chosenClassifier } from '../../judging/judge/chosen-classifier.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { isAddress, parseUrl } from '../../support/parse-url.js';
import { openSubjects } from './page-subjects.js';
import { isMarkup, pageOfText, textOfBytes } from '../../web/page/page-of-bytes.js';

export { holdsSeveralPages } from '../../web/stored/several-pages.js';

/** Sources of a page besides files. */
export interface ClassifyDeps {
  /** The whole of standard input, for `-`. */
  readonly readStdin?: () => Promise<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Hears of each step before it begins. */
  readonly onWait?: OnWait;
  /** Takes the place of the network. */
  readonly fetcher?: Fetcher;
  /** Told of troubles with a SPARQL endpoint or a linker that pass. */
  readonly warn?: (message: string) => void;
}

/** The verdict on a page, with the title that it was found under. */
export interface Classified {
  readonly title: string;
  readonly judgement: Judgement;
  /** The concepts that it is about, where it is accepted and its topic has a vocabulary. */
  readonly subjects?: readonly Subject[];
}

/**
 * Judges one page or text, by one topic or by several.
 * @param what a file, an http(s) address, or `-` for standard input
 * @throws UsageError for an address that is none; InputError when it cannot be read or is not text; FetchError
 */
export async function classifyPage(
  what: string,
  options: WithParts<ClassifyOptions, 'classifier' | 'linkers'>,
  deps: ClassifyDeps = {},
): Promise<Classified> {
  checkArguments('classifyPage', {
    what: [what, 'string'],
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const { settings, plugins } = await resolveOptions(classifyFields, options);
  // A combination that makes no sense is refused before the page is read.
  chosenClassifier(settings);
  const { warn, onWait } = deps;
  const page = await readPage(what, settings, deps);
  onWait?.(openingText(settings), OPENING);
  const judge = await openJudge(settings, { warn, plugins });
  try {
    onWait?.('judging the page', { busy: 0 });
    const verdict = verdictBy(judge.acceptance, await judge.judge(page));
    const subjectsOf = await openSubjects(settings);
    return { title: page.title, judgement: verdict, ...(await subjectsOf(page, verdict)) };
  } finally {
    await judge.close();
  }
}

/** Names the opening of the topics that pages are judged by. */
export function openingText({
  kb,
  topic,
}: {
  readonly kb: string;
  readonly topic: string | readonly string[];
}): string {
  const names = [topic].flat().map((name) => `'${name}'`);
  return `opening ${names.length === 1 ? 'topic' : 'topics'} ${names.join(', ')} of ${withoutCredentials(kb)}`;
}

async function readPage(what: string, settings: HttpSettings, deps: ClassifyDeps): Promise<Page> {
  if (isAddress(what)) {
    const address = checkedAddress(what);
    deps.onWait?.(`waiting for an answer of ${parseUrl(address)?.host ?? ''}`);
    const { fetchPage } = await import('./fetch-page.js');
    return fetchPage(address, settings, deps);
  }
  if (what === '-' && deps.readStdin !== undefined) {
    deps.onWait?.('reading standard input');
    return toPage(await deps.readStdin(), 'stdin:', 'standard input');
  }
  try {
    return await toPage(await readFile(what), pathToFileURL(what).href, path.basename(what));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot read ${what}: ${messageOf(error)}`, {
      hint: 'give a file, an address that begins with http:// or https://, or - for standard input',
      cause: error,
    });
  }
}

/** @throws UsageError for what only looks like an address */
function checkedAddress(written: string): string {
  if (/^https?:$/.test(parseUrl(written)?.protocol ?? '')) return written;
  throw new UsageError(`'${withoutCredentials(written)}' is not a web address`, {
    hint: 'give a file, an address such as https://example.org/page, or - for standard input',
  });
}

/** HTML is read as the crawler reads it; anything else is text. */
async function toPage(bytes: Uint8Array, url: string, name: string): Promise<Page> {
  const text = textOfBytes(bytes, name);
  if (!isMarkup(text)) return pageOfText(text, url, name);
  const { createPageReader } = await import('../../web/page/reader.js');
  return createPageReader().read(bytes, url, '');
}
