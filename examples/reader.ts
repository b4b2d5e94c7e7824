/**
 * Readers of your own: subtitles (.srt) as documents of a corpus, and plain text as pages of a crawl.
 *
 *     sfwc build talks --topic diabetes --kb kb --plugin ./reader.js
 *     sfwc crawl --kb kb --topic diabetes --seeds … --out out --plugin ./reader.js
 *
 * In a program: buildTopic(['talks'], { …, readers: [subtitles] }) and crawl({ …, readers: [plainText] }).
 */
import { definePlugin, type DocumentReader, type OwnPageReader } from 'sfwc/parts';

/** Subtitles: a number, a line with times, and lines of text, again and again. */
export const subtitles: DocumentReader = {
  endings: ['.srt'],
  read(bytes, file) {
    const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
    const spoken = lines.filter((line) => !/^\d+$|-->|^$/.test(line.trim()));
    // What is thrown is reported with the name of the file, which is skipped.
    if (spoken.length === 0) throw new Error(`${file} has no subtitles`);
    return { text: spoken.join(' ').replace(/<[^>]+>/g, '') };
  },
};

/** Plain text: its first line is the title, and the web addresses in it are links. */
export const plainText: OwnPageReader = {
  accepts: (_url, contentType) => contentType.startsWith('text/plain'),
  read(body) {
    const text = new TextDecoder().decode(body);
    const addresses = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
    return {
      title: text.split('\n', 1)[0] ?? '',
      text,
      links: addresses.map((url) => ({ url, anchorText: url, noFollow: false })),
    };
  },
};

export default definePlugin({ readers: { subtitles }, pageReaders: { 'plain-text': plainText } });
