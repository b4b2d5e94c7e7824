import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlEvent, Validators } from '../../model/crawl-event.js';
import { InputError, messageOf } from '../../model/errors.js';
import { judgedBy } from '../../model/topic-judgements.js';
import { PAGES_FILE, readPageBody, readPageSource } from '../../crawling/store/page-store.js';
import { eventAt, parseEvent, type LinePlace } from '../../crawling/store/event-file.js';
import { eventLines } from '../../crawling/store/result-folder.js';
import { EVENTS, requireCrawl } from '../../support/crawl-folder.js';

/** The results of an earlier crawl. */
export type EarlierCrawl = Awaited<ReturnType<typeof openEarlierCrawl>>;

/** Place of the event of a page in `events.jsonl`. */
interface Place extends LinePlace {
  readonly accepted: boolean;
  readonly validators: Validators;
}

/**
 * The results of an earlier crawl, for pages that have not changed since: those judged by the same classifier, whose
 * server said by what to recognise them, and of which, where they were accepted, the body was kept.
 * @param judges whose judgements are taken over, as {@link judgedBy} names them @throws InputError
 */
export async function openEarlierCrawl(path: string, judges: string) {
  requireCrawl(path);
  const places = new Map<string, Place>();
  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (thrown) {
      throw new InputError(`the earlier crawl in ${path} cannot be read: ${messageOf(thrown)}`, {
        hint: 'restore the file from a copy, or crawl without the earlier crawl',
        cause: thrown,
      });
    }
  };
  await reading(async () => {
    for await (const { line, place } of eventLines(path, '')) {
      const event = parseEvent(line);
      if (event === undefined) continue;
      const { accepted = false } = event.judgement ?? {};
      if (event.validators === undefined || !mayBeUnchanged(event, judges)) places.delete(event.url);
      else places.set(event.url, { ...place, accepted, validators: event.validators });
    }
  });
  return {
    /** A page as it was left, and by what its server recognises it; undefined where it, or for its links the body, has to be requested. */
    recognise(url: string, needsLinks: boolean) {
      const place = places.get(url);
      if (place === undefined || (needsLinks && !place.accepted)) return undefined;
      return { validators: place.validators, read: () => reading(() => pageAt(path, place)) };
    },
  };
}

/** A page of an earlier crawl that may be as it was. */
export type RecognisedPage = NonNullable<ReturnType<EarlierCrawl['recognise']>>;

/** A page as it was left; of an accepted one with its body, and the document that this was made of. */
async function pageAt(path: string, place: Place) {
  const file = await open(join(path, EVENTS));
  const event = await eventAt(file, place).finally(() => file.close());
  if (event === undefined) throw new Error('the events were changed meanwhile');
  const { time = event.time } = event.rejudged ?? {};
  const page: CrawlEvent = { ...event, time };
  if (!place.accepted) return { event: page };
  const body = await readPageBody(path, event);
  if (body === undefined) throw new Error(`the body of ${event.url} in ${PAGES_FILE} is missing or damaged`);
  return { event: page, body, source: await readPageSource(path, event) };
}

/** False for a page that has to be judged again, or whose body is missing. */
function mayBeUnchanged({ state, judgement, reading, stored }: CrawlEvent, judges: string): boolean {
  if (state !== 'done' || judgement === undefined) return false;
  // An unchanged shell says nothing of what scripts fill it with.
  if (reading?.from === 'rendered' || judgedBy(judgement) !== judges) return false;
  return !judgement.accepted || stored !== undefined;
}
