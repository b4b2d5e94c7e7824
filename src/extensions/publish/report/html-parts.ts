import { escapeHtml } from '../../../support/text/escapes.js';
import { isWebAddress } from '../../../support/parse-url.js';

/** Characters of a title or an address that are shown. */
const [TITLE, ADDRESS] = [200, 160] as const;

/** A piece of HTML that is safe to put into a page. */
export type Html = string;

/** A text, cut where it is too long. */
export function text(value: string, most: number = TITLE): Html {
  const characters = Array.from(value.slice(0, 2 * most));
  return escapeHtml(
    characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join(''),
  );
}

/** A link that says nothing of where it was followed; plain text for anything but a web address. */
export function link(url: string, words: string): Html {
  const shown = `<bdi>${text(words)}</bdi>`;
  if (!isWebAddress(url)) return shown;
  return `<a href="${escapeHtml(url)}" rel="noreferrer noopener nofollow">${shown}</a>`;
}

/** An address as it is shown. */
export function address(url: string): Html {
  return `<bdi class="address">${text(url, ADDRESS)}</bdi>`;
}

/** `12,345` */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** `42 %`; a dash where there is nothing to divide by. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(part === 0 || part === whole ? 0 : 1)} %`;
}

/** `2026-11-22 03:47 UTC` */
export function moment(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A section with a heading; nothing where it would be empty. */
export function section(heading: string, ...parts: readonly Html[]): Html {
  const filled = parts.filter((part) => part !== '');
  return filled.length === 0
    ? ''
    : `<section><h2>${escapeHtml(heading)}</h2>\n${filled.join('\n')}\n</section>`;
}

/** A chart with what it shows. */
export function figure(caption: Html, svg: Html): Html {
  return `<figure><figcaption>${caption}</figcaption>${svg.replace('<svg ', '<svg role="img" ')}</figure>`;
}

/** A table whose cells are HTML, which scrolls where it is too wide. Nothing without rows. */
export function table(caption: string, header: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return '';
  const head = header.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('');
  const body = rows.map(([first = '', ...cells]) => {
    return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const name = escapeHtml(caption);
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table><caption>${name}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** A bar: the whole of it, and in another colour a part, as shares of the longest. Drawn, so that it is printed as well. */
export function bar(part: number, whole: number, longest: number): Html {
  const width = (value: number): string => ((100 * value) / Math.max(1, longest)).toFixed(1);
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="whole" width="${width(whole)}" height="10"/><rect class="part" width="${width(part)}" height="10"/></svg>`;
}
