import { SaxesParser } from 'saxes';
import { messageOf } from '../../../model/errors.js';
import { DamagedBzip2 } from '../../../support/files/bunzip2.js';
import { DamagedGzip } from '../../../support/files/gunzip.js';
import { SourceEnds } from '../../../support/files/source-bytes.js';
import { articleBase, splitTitle, UNKNOWN_SITE, type WikiSite } from './site.js';

/** A page of an export, in its last revision. */
export interface ExportPage {
  /** Line of the file, after decompression, in which it begins. */
  readonly line: number;
  /** With the namespace's name before it, where it has one. */
  readonly title: string;
  readonly namespace: number;
  readonly isRedirect: boolean;
  /** `wikitext` for articles; scripts and data have others. */
  readonly model: string;
  readonly wikitext: string;
}

/** What an export holds, in the order of the file. */
export type ExportItem =
  { readonly kind: 'site'; readonly site: WikiSite } | { readonly kind: 'page'; readonly page: ExportPage };

interface PageInProgress {
  line: number;
  title: string;
  namespace: number | undefined;
  isRedirect: boolean;
  newest: string;
  revision: { timestamp: string; model: string; text: string };
  kept: { model: string; text: string };
}

const PIECE = 16_384;
const NO_REVISION = { timestamp: '', model: 'wikitext', text: '' } as const;

/** Takes an export apart as its XML comes in; `items` collects what is complete. */
class ExportParser {
  readonly items: ExportItem[] = [];
  private readonly parser = new SaxesParser();
  private readonly path: string[] = [];
  private site: WikiSite = UNKNOWN_SITE;
  private readonly namespaces = new Map<number, readonly string[]>();
  private namespaceKey = 0;
  private page: PageInProgress | undefined;
  private text = '';
  private sinceEvent = 0;

  constructor(private readonly maximumCharacters: number) {
    this.parser.on('opentag', ({ name, attributes }) => this.open(name, attributes));
    this.parser.on('text', (text) => (this.text += text));
    this.parser.on('closetag', ({ name }) => this.close(name));
    this.parser.on('error', (error) => this.fail(messageOf(error)));
  }

  get line(): number {
    return this.parser.line;
  }

  /** In short pieces, since the length of a text is only known up to the end of a piece. */
  write(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) this.writePiece(text.slice(at, at + PIECE));
  }

  private writePiece(text: string): void {
    this.sinceEvent += text.length;
    if (this.sinceEvent > this.maximumCharacters)
      this.fail(`a text is longer than ${this.maximumCharacters} characters`);
    this.parser.write(text);
  }

  end(): void {
    this.parser.close();
  }

  private fail(reason: string): never {
    const words = reason.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new SourceEnds(this.line, `the XML cannot be read from here on (${words}); fetch the file again`);
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.sinceEvent = 0;
    this.text = '';
    if (this.path.length === 0) this.openRoot(name, attributes);
    this.path.push(name);
    if (name === 'page') this.page = newPage(this.line);
    else if (name === 'revision' && this.page !== undefined) this.page.revision = { ...NO_REVISION };
    else if (name === 'redirect' && this.page !== undefined) this.page.isRedirect = true;
    else if (name === 'namespace') this.namespaceKey = Number(attributes['key'] ?? 0);
  }

  private openRoot(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'mediawiki')
      throw new SourceEnds(
        this.line,
        `this XML begins with <${name}>, not with <mediawiki>: it is not an export of a MediaWiki; remove it from the corpus`,
      );
    this.site = { ...UNKNOWN_SITE, language: attributes['xml:lang'], namespaces: this.namespaces };
  }

  private close(name: string): void {
    this.sinceEvent = 0;
    this.path.pop();
    const parent = this.path.at(-1);
    if (parent === 'page' || parent === 'revision') this.closeInPage(name, parent);
    else if (parent === 'siteinfo' || parent === 'namespaces') this.closeInSite(name);
    if (name === 'siteinfo') this.items.push({ kind: 'site', site: this.site });
    if (name === 'page') this.finishPage();
    this.text = '';
  }

  private closeInSite(name: string): void {
    const value = this.text.trim();
    if (name === 'sitename') this.site = { ...this.site, name: value };
    else if (name === 'base') this.site = { ...this.site, articleBase: articleBase(value) };
    else if (name === 'generator') this.site = { ...this.site, generator: value };
    else if (name === 'case') this.site = { ...this.site, capitalised: value !== 'case-sensitive' };
    else if (name === 'namespace') this.namespaces.set(this.namespaceKey, [value]);
  }

  private closeInPage(name: string, parent: string): void {
    const { page } = this;
    if (page === undefined) return;
    if (parent === 'page') {
      if (name === 'title') page.title = this.text.trim();
      else if (name === 'ns') page.namespace = Number(this.text);
      // An export with its history holds all revisions; the newest counts.
      else if (name === 'revision' && page.revision.timestamp >= page.newest) {
        page.newest = page.revision.timestamp;
        page.kept = page.revision;
      }
    } else if (name === 'timestamp') page.revision.timestamp = this.text.trim();
    else if (name === 'model') page.revision.model = this.text.trim();
    else if (name === 'text') page.revision.text = this.text;
  }

  private finishPage(): void {
    const { page } = this;
    this.page = undefined;
    if (page === undefined || page.title === '') return;
    const { line, title, kept } = page;
    const namespace = page.namespace ?? splitTitle(title, this.site)[0];
    // Exports before 2010 mark redirects in the text only.
    const isRedirect = page.isRedirect || /^\s*#redirect\s*(?::\s*)?\[\[/i.test(kept.text);
    this.items.push({
      kind: 'page',
      page: { line, title, namespace, isRedirect, model: kept.model, wikitext: kept.text },
    });
  }
}

function newPage(line: number): PageInProgress {
  return {
    line,
    title: '',
    namespace: undefined,
    isRedirect: false,
    newest: '',
    revision: { ...NO_REVISION },
    kept: { ...NO_REVISION },
  };
}

/**
 * The pages of a MediaWiki XML export, one at a time: only the page that is being read is in memory.
 * @param bytes the file, decompressed
 * @param maximumCharacters the longest text that is taken in
 * @throws SourceEnds with the line from which on the file cannot be read, after everything before it
 */
export async function* readExport(
  bytes: AsyncIterable<Uint8Array>,
  maximumCharacters: number,
): AsyncGenerator<ExportItem> {
  const decoder = new TextDecoder();
  const parser = new ExportParser(maximumCharacters);
  try {
    for await (const chunk of bytes) {
      let failure: unknown;
      try {
        parser.write(decoder.decode(chunk, { stream: true }));
      } catch (thrown) {
        failure = thrown;
      }
      yield* parser.items.splice(0);
      if (failure !== undefined) throw asEnd(failure, parser.line);
    }
    parser.end();
  } catch (thrown) {
    throw asEnd(thrown, parser.line);
  }
}

function asEnd(thrown: unknown, line: number): unknown {
  if (thrown instanceof DamagedGzip || thrown instanceof DamagedBzip2)
    return new SourceEnds(
      line,
      `the compressed data ends or breaks here (${thrown.message}); fetch it again`,
    );
  return thrown;
}
