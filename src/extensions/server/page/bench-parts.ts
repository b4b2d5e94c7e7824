import { followJob, messageOf, type Api, type Job, type Judgement } from './api.js';
import { button, h, quiet, renew, shown, type Content } from './dom-elements.js';
import { divergingBar, table } from './page-parts.js';

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

/** A line for messages when something goes wrong or is done, and a place for the progress of work. */
export function saying(api: Api) {
  const said = h('p', { class: 'said', role: 'status', hidden: true });
  const place = h('div', { class: 'job-place' });
  const say = (text: string, kind: 'bad' | 'good' = 'good'): void => {
    said.textContent = text;
    said.hidden = text === '';
    said.className = `said ${kind}`;
  };
  return {
    element: h('div', {}, place, said),
    say,
    /** Does something, and says what went wrong. */
    attempt: async (work: () => Promise<void>): Promise<void> => {
      say('');
      try {
        await work();
      } catch (error) {
        say(messageOf(error), 'bad');
      } finally {
        renew(place);
      }
    },
    /** Shows a job until it has ended. @returns its result; undefined where it failed, which is said */
    follow: async <T>(begun: Promise<Job>): Promise<T | undefined> => {
      const ended = await followJob(api, await begun, (job) =>
        renew(
          place,
          progressOf(job.text, job.done, job.total),
          button('Cancel', () => void api.remove(`jobs/${job.id}`)),
        ),
      );
      renew(place);
      if (ended.state === 'done') return ended.result as T;
      say(ended.state === 'cancelled' ? 'Cancelled.' : (ended.problem ?? 'It failed.'), 'bad');
      return undefined;
    },
    /** Sends files one after the other. @returns what went wrong */
    sendAll: async (
      files: readonly NamedFile[],
      most: number,
      send: (file: NamedFile) => Promise<unknown>,
    ): Promise<readonly string[]> => {
      const wrong: string[] = [];
      for (const [number, one] of files.entries()) {
        renew(place, progressOf(`adding ${one.name}`, number, files.length));
        if (one.file.size > most) wrong.push(`${one.name}: larger than ${sizeText(most)}`);
        else await send(one).catch((error: unknown) => wrong.push(messageOf(error)));
      }
      renew(place);
      return wrong;
    },
  };
}

function progressOf(text: string, value: number | undefined, max: number | undefined): HTMLElement {
  const isCounted = value !== undefined && max !== undefined;
  const count = isCounted ? ` ${shown(value)} of ${shown(max)}` : '';
  const bar = h('progress', { 'aria-label': text, ...(isCounted && { value, max }) });
  return h('div', { class: 'job' }, h('span', { role: 'status' }, `${text}${count} …`), bar);
}

/** A field under its label, with a line of help and a place for what is wrong. */
export function labelled(
  label: string,
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  help?: string,
): HTMLElement {
  const { id } = input;
  input.setAttribute('aria-describedby', `${id}-help ${id}-wrong`);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('span', { class: 'help', id: `${id}-help` }, help),
    input,
    h('span', { class: 'wrong', id: `${id}-wrong` }),
  );
}

/** A check box with its label. */
export function choice(
  label: string,
  attributes: Parameters<typeof h>[1],
): readonly [HTMLInputElement, HTMLElement] {
  const input = h('input', { type: 'checkbox', ...attributes });
  return [input, h('label', { class: 'choice' }, input, ` ${label}`)];
}

/** Files that are taken at once. */
const MAX_FILES = 20_000;

/** A file that was dropped or chosen, under its name or its path in a folder. */
export interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

/** A place for files that are dropped, those in folders included, and a button to choose some. */
export function dropZone(
  kinds: string,
  accept: string,
  take: (files: readonly NamedFile[]) => void,
): HTMLElement {
  const input = h('input', { type: 'file', id: 'files', multiple: true, class: 'unseen', accept });
  input.addEventListener('change', () => {
    take([...(input.files ?? [])].map((file) => ({ name: file.name, file })));
    input.value = '';
  });
  const zone = h(
    'div',
    { class: 'drop' },
    h('p', {}, h('strong', {}, 'Drop files here'), ' or '),
    h('label', { for: input.id, class: 'button' }, 'Choose files'),
    input,
    quiet(kinds),
  );
  const over =
    (is: boolean) =>
    (event: Event): void => {
      event.preventDefault();
      zone.classList.toggle('over', is);
    };
  zone.addEventListener('dragover', over(true));
  zone.addEventListener('dragleave', over(false));
  zone.addEventListener('drop', (event) => {
    over(false)(event);
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    void Promise.all(entries.map((entry) => filesOf(entry, ''))).then((found) =>
      take(found.flat().slice(0, MAX_FILES)),
    );
  });
  return zone;
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<readonly NamedFile[]> {
  const name = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => {
      (entry as FileSystemFileEntry).file(done, failed);
    });
    return [{ name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || found.length > MAX_FILES) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((below) => filesOf(below, `${name}/`)))).flat();
}

/** A line of `sfwc classify --json --explain`. */
export interface JudgedText {
  readonly accepted: boolean;
  readonly reason: string;
  readonly evidence: Judgement['reason']['evidence'];
}

/** A verdict with its reasons: nouns for it to the right, nouns against it to the left. */
export function verdictCard({ accepted, reason, evidence }: JudgedText): HTMLElement {
  const terms = evidence.toSorted((a, b) => Math.abs(b.pull) - Math.abs(a.pull)).slice(0, 14);
  const most = Math.max(0.001, ...terms.map(({ pull }) => Math.abs(pull)));
  const [kind, text] = accepted ? ['yes', 'About the topic'] : ['no', 'Not about the topic'];
  return h(
    'div',
    { class: 'verdict' },
    h(
      'p',
      { class: 'answer' },
      h('strong', { class: `badge ${kind}` }, text),
      ` ${reason.replace(/^(?:accepted|rejected): /, '')}`,
    ),
    terms.length === 0
      ? quiet('No noun of it is known to the topic.')
      : table(
          'nouns for and against',
          ['Noun', 'Against | for', 'Pull'],
          terms.map(({ lemma, pull }) => [lemma, divergingBar(pull / most), shown(pull, 2)]),
          [2],
        ),
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

const STATES: Readonly<Record<string, readonly [text: string, kind: string]>> = {
  running: ['running', 'runs'],
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

/** The state of a crawl in words, and how it is coloured. */
function stateText(state: string, paused: boolean): readonly [text: string, kind: string] {
  if (state === 'running' && paused) return ['paused', 'waits'];
  return STATES[state] ?? [`ended: ${state.replaceAll('-', ' ')}`, 'ended'];
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
