import { h, renew } from '../../control-room/page/dom-elements.js';
import { messageOf, type Api, type Folder, type Job } from '../../control-room/page/api.js';
import { card, labelled, showJob, sizeText, contactOf, keepContact } from './bench-parts.js';
import { filesDropped, type NamedFile } from './dropped-files.js';

/** Services of the forms for texts. */
interface Adding {
  readonly api: Api;
  /** The path of the topic in the API. */
  readonly at: string;
  /** Bytes of a file at most. */
  readonly most: number;
  /** Shows what is under way. */
  readonly place: HTMLElement;
  /** Shows what could not be added. */
  readonly problems: HTMLElement;
  /** Shows the topic again. */
  readonly load: () => Promise<void>;
  readonly say: (text: string, kind?: 'bad') => void;
}

/** Card for adding texts: files, a text that is pasted, addresses. */
export function addTextsCard(
  api: Api,
  { endings, limits }: Folder,
  name: string,
  page: Pick<Adding, 'load' | 'say'>,
): HTMLElement {
  const adding: Adding = {
    api,
    at: `topics/${encodeURIComponent(name)}`,
    most: limits.textBytes,
    place: h('div', { class: 'job-place', hidden: true }),
    problems: h('ul', { class: 'problems' }),
    ...page,
  };
  return card(
    'Add texts',
    dropZone(adding, endings),
    h('details', {}, h('summary', {}, 'Paste a text'), pasteForm(adding)),
    h('details', {}, h('summary', {}, 'Fetch pages from the Web'), addressForm(adding)),
    adding.place,
    adding.problems,
  );
}

/** Does something, and says what went wrong. */
function attempt({ say, place }: Adding, work: () => Promise<void>): void {
  void work().catch((error: unknown) => {
    place.hidden = true;
    say(messageOf(error), 'bad');
  });
}

async function send(adding: Adding, files: readonly NamedFile[]): Promise<void> {
  const { api, at, most, place, problems, load, say } = adding;
  const wrong: string[] = [];
  place.hidden = false;
  for (const [number, { name, file }] of files.entries()) {
    renew(place, underWay(`adding ${name}`, number, files.length));
    const kept = encodeURIComponent(name.replaceAll('/', ' - '));
    if (file.size > most) wrong.push(`${name}: larger than ${sizeText(most)}`);
    else await api.put(`${at}/texts/${kept}`, file).catch((error: unknown) => wrong.push(messageOf(error)));
  }
  renew(place, underWay('reading the texts'));
  await load().finally(() => (place.hidden = true));
  renew(problems, ...wrong.map((text) => h('li', {}, text)));
  say(wrong.length === 0 ? '' : `Not added: ${wrong.length} of ${files.length} files.`, 'bad');
}

function underWay(text: string, value?: number, max?: number): HTMLElement {
  const bar = h('progress', { 'aria-label': text, value, max });
  return h('div', { class: 'job' }, h('span', { role: 'status' }, `${text} …`), bar);
}

function dropZone(adding: Adding, endings: readonly string[]): HTMLElement {
  const kinds = endings.join(',');
  const chooser = h('input', { id: 'files', type: 'file', multiple: true, class: 'unseen', accept: kinds });
  chooser.addEventListener('change', () => {
    const files = [...(chooser.files ?? [])].map((file) => ({ name: file.name, file }));
    attempt(adding, () => send(adding, files));
    chooser.value = '';
  });
  const drop = h(
    'div',
    { class: 'drop' },
    h('p', {}, h('strong', {}, 'Drop files here'), ' or '),
    h('label', { for: 'files', class: 'button' }, 'Choose files'),
    chooser,
    h(
      'p',
      { class: 'quiet' },
      'PDF, Word, OpenDocument, EPUB, HTML, text, Markdown, CSV, JSON lines, web archives',
    ),
  );
  filesDropped(drop, (files) => attempt(adding, () => send(adding, files)));
  return drop;
}

function pasteForm(adding: Adding): HTMLElement {
  const text = h('textarea', { id: 'paste', rows: 5 });
  const submit = (event: Event): void => {
    event.preventDefault();
    const pasted = text.value.trim();
    if (pasted === '') return;
    const [first = ''] = pasted.split('\n');
    const title =
      first
        .slice(0, 60)
        .replace(/[^\p{L}\p{N} -]+/gu, ' ')
        .trim() || 'text';
    attempt(adding, async () => {
      await send(adding, [{ name: `${title}.txt`, file: new Blob([pasted]) }]);
      text.value = '';
    });
  };
  return h(
    'form',
    { submit },
    labelled('Text', text, 'Its first line becomes its title.'),
    h('button', { type: 'submit' }, 'Add the text'),
  );
}

function addressForm(adding: Adding): HTMLElement {
  const { api, at, place, problems, load, say } = adding;
  const addresses = h('textarea', { id: 'addresses', rows: 3, placeholder: 'https://example.org/page' });
  const contact = h('input', { id: 'fetch-contact', value: contactOf(), autocomplete: 'email' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const given = addresses.value.split(/\s+/).filter((address) => address !== '');
    const reach = contact.value.trim();
    keepContact(reach);
    const asked = { addresses: given, ...(reach === '' ? {} : { contact: reach }) };
    attempt(adding, async () => {
      const begun = await api.post<Job>(`${at}/addresses`, asked);
      const bad = (text: string): void => say(text, 'bad');
      const result = await showJob<{ problems: string[] }>(api, begun, place, { say: bad });
      if (result === undefined) return;
      renew(problems, ...result.problems.map((problem) => h('li', {}, problem)));
      if (result.problems.length === 0) addresses.value = '';
      await load();
    });
  };
  return h(
    'form',
    { submit },
    labelled('Addresses, one per line', addresses),
    labelled('Your e-mail or web address', contact, 'Servers see it, so that their operators can reach you.'),
    h('button', { type: 'submit' }, 'Fetch and add'),
  );
}
