import { h, renew, s, shown, type Content } from '../../control-room/page/dom-elements.js';
import { followJob, messageOf, type Api, type Job, type Judgement } from '../../control-room/page/api.js';

/** Services of a view of the workbench. */
export interface BenchRoom {
  readonly api: Api;
  /** Goes to an address of the page, such as `/topics/bees`. */
  readonly go: (place: string) => void;
}

/** The address of a view of the workbench or of a crawl. */
export function placeOf(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** A section under a heading, with what it is for. */
export function card(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'card' }, h('h2', {}, title), ...content);
}

/** Message of a view when something goes wrong or is done. */
export interface Saying {
  readonly element: HTMLElement;
  readonly say: (text: string, kind?: 'bad' | 'good') => void;
  /** Does something, and says what went wrong. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

/** A line for messages. */
export function saying(): Saying {
  const element = h('p', { class: 'said', role: 'status', hidden: true });
  const say: Saying['say'] = (text, kind = 'good') => {
    element.textContent = text;
    element.hidden = text === '';
    element.className = `said ${kind}`;
  };
  return {
    element,
    say,
    attempt: async (work) => {
      say('');
      try {
        await work();
      } catch (error) {
        say(messageOf(error), 'bad');
      }
    },
  };
}

/** A field under its label, with a line of help and a place for what is wrong. */
export function labelled(
  label: string,
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  help?: string,
): HTMLElement {
  const id = input.id;
  const helped = help === undefined ? undefined : h('span', { class: 'help', id: `${id}-help` }, help);
  if (helped !== undefined) input.setAttribute('aria-describedby', `${id}-help ${id}-wrong`);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    helped,
    input,
    h('span', { class: 'wrong', id: `${id}-wrong` }),
  );
}

/** The progress of a job, with a button that cancels it. */
export function progressOf(api: Api, job: Job): HTMLElement {
  const isCounted = job.done !== undefined && job.total !== undefined;
  const bar = h('progress', {
    'aria-label': job.text,
    max: isCounted ? job.total : undefined,
    value: isCounted ? job.done : undefined,
  });
  const count = isCounted ? ` ${shown(job.done)} of ${shown(job.total)}` : '';
  return h(
    'div',
    { class: 'job' },
    h('span', {}, `${job.text}${count} …`),
    bar,
    h('button', { type: 'button', click: () => void api.remove(`jobs/${job.id}`) }, 'Cancel'),
  );
}

/** Shows a job until it has ended. @returns its result; undefined where it failed, which is said */
export async function showJob<T>(
  api: Api,
  job: Job,
  place: HTMLElement,
  { say }: Pick<Saying, 'say'>,
): Promise<T | undefined> {
  place.hidden = false;
  const ended = await followJob(api, job, (now) => renew(place, progressOf(api, now)));
  renew(place);
  place.hidden = true;
  if (ended.state === 'done') return ended.result as T;
  say(ended.state === 'cancelled' ? 'Cancelled.' : (ended.problem ?? 'It failed.'), 'bad');
  return undefined;
}

/** A bar whose length is a share; what it says stands next to it. @param mark a share that is marked */
export function bar(share: number, kind = '', mark?: number): SVGElement {
  const width = Math.max(0, Math.min(1, share)) * 100;
  return s(
    'svg',
    { class: `bar ${kind}`, viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('rect', { class: 'track', width: 100, height: 6, rx: 1 }),
    s('rect', { class: 'fill', width, height: 6, rx: 1 }),
    mark === undefined ? undefined : s('rect', { class: 'mark', x: 100 * mark - 0.3, width: 0.6, height: 6 }),
  );
}

/** Words with a bar for the weight of each. @param total of the bars */
export function weightBars(
  caption: string,
  rows: readonly { readonly name: string; readonly count: number }[],
  total: number,
  unit: string,
): HTMLElement {
  return h(
    'ol',
    { class: 'weights', 'aria-label': caption },
    ...rows.map(({ name, count }) =>
      h(
        'li',
        { title: `${name}: ${count} of ${total} ${unit}` },
        h('span', { class: 'name' }, name),
        bar(count / Math.max(1, total)),
        h('span', { class: 'count' }, shown(count)),
      ),
    ),
  );
}

/** A verdict with its reasons as a picture: nouns for it to the right, nouns against it to the left. */
export function verdictCard({ accepted, score, reason, classifier }: Judgement): HTMLElement {
  const { low } = reason.band;
  const terms = [...reason.evidence].sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull)).slice(0, 14);
  const most = Math.max(0.001, ...terms.map(({ pull }) => Math.abs(pull)));
  const isShare = classifier === 'ensemble';
  return h(
    'div',
    { class: 'verdict' },
    h(
      'p',
      { class: 'answer' },
      h(
        'strong',
        { class: accepted ? 'badge yes' : 'badge no' },
        accepted ? 'About the topic' : 'Not about the topic',
      ),
      isShare
        ? ` Probability ${shown(100 * score, 0)} %; pages are taken from ${shown(100 * (low ?? 0), 0)} % on`
        : ` ${reason.summary.replace(/^(?:accepted|rejected): /, '')}`,
    ),
    isShare ? bar(score, accepted ? 'for' : 'against', low ?? undefined) : undefined,
    terms.length === 0
      ? h('p', { class: 'quiet' }, 'No noun of it is known to the topic.')
      : h(
          'ol',
          { class: 'pulls', 'aria-label': 'nouns for and against' },
          ...terms.map(({ lemma, pull }) => pullBar(lemma, pull, most)),
        ),
  );
}

function pullBar(lemma: string, pull: number, most: number): HTMLElement {
  const side = pull > 0 ? 'for' : 'against';
  return h(
    'li',
    { class: side, title: `${lemma} speaks ${side} it: ${shown(pull, 2)}` },
    h('span', { class: 'name' }, lemma, h('span', { class: 'unseen' }, ` ${side}`)),
    bar(Math.abs(pull) / most, side),
  );
}

/** Bytes as people read them. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${shown(bytes / 1000 ** power, power > 1 ? 1 : 0)} ${units[power] ?? ''}`;
}

/** Text of the time that has passed. */
export function agoText(time: string | undefined, now = Date.now()): string {
  if (time === undefined) return '–';
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), 'minute');
  if (seconds < 48 * 3600) return format.format(-Math.round(seconds / 3600), 'hour');
  return format.format(-Math.round(seconds / 86_400), 'day');
}

/** The state of a crawl in words, and how it is coloured. */
export function stateText(state: string, paused: boolean): readonly [text: string, kind: string] {
  if (state === 'running') return paused ? ['paused', 'waits'] : ['running', 'runs'];
  const texts: Readonly<Record<string, readonly [string, string]>> = {
    'nothing-left': ['ended: no links left', 'ended'],
    'max-pages': ['ended: page limit', 'ended'],
    'max-seconds': ['ended: time limit', 'ended'],
    until: ['ended: condition reached', 'ended'],
    'gave-up': ['ended: hosts do not answer', 'ended'],
    interrupted: ['stopped', 'waits'],
    stopped: ['stopped', 'waits'],
    starting: ['starting', 'runs'],
    unreadable: ['cannot be read', 'failed'],
    failed: ['did not start', 'failed'],
  };
  return texts[state] ?? [`ended: ${state.replaceAll('-', ' ')}`, 'ended'];
}

/** A state with a coloured dot. */
export function stateDot(state: string, paused = false): HTMLElement {
  const [text, kind] = stateText(state, paused);
  return h('span', { class: `state ${kind}` }, text);
}

/** The key under which the browser keeps a person's contact address. */
const CONTACT = 'contact';

/** The contact address that the person gave last; empty before. */
export function contactOf(): string {
  return localStorage.getItem(CONTACT) ?? '';
}

/** Keeps it for the next time. */
export function keepContact(contact: string): void {
  if (contact !== '') localStorage.setItem(CONTACT, contact);
}

/** Copies a text when it is pressed. */
export function copyButton(text: () => string): HTMLElement {
  const button = h('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Select it to copy'),
    );
  });
  return button;
}
