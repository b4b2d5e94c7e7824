/**
 * A reader of your own: subtitles (.srt) as documents of a corpus.
 *
 *     sfwc build talks --topic diabetes --kb kb --plugin ./reader.js
 *
 * In a program: buildTopic(['talks'], { …, readers: [subtitles] }).
 */
import { definePlugin, type DocumentReader } from 'sfwc/parts';

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

export default definePlugin({ readers: { subtitles } });
