import { given } from '../../support/given.js';
import { basename } from 'node:path';
import type { CorpusItem, CorpusReader } from '../../model/document.js';
import { webAddress } from '../../web/page/links.js';
import { languageTag } from '../../web/page/metadata.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { finishDraft, problem } from '../../language/corpus/draft.js';
import { detectLanguage } from '../../language/text/language.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../language/corpus/default-options.js';
import type { CorpusOptions, OpenRecords } from '../../language/corpus/options.js';
import type {
  CorpusSettings,
  FoundRecord,
  RecordFormat,
} from '../../language/corpus/records/record-files.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A web IRI, as it is written: `http://dbpedia.org/resource/Insulin`. */
function subjectOf(value: unknown): string | undefined {
  const written = textOf(value)?.trim() ?? '';
  return webAddress(written) === undefined || !isIri(written) ? undefined : written;
}

const FIELDS = ['textField', 'titleField', 'idField', 'languageField', 'urlField', 'subjectField'] as const;
/** The names of the fields that make up a record. */
export type FieldNames = Readonly<Record<(typeof FIELDS)[number], string>>;

/**
 * The names by which a source has the fields: those of the settings, or where it lacks one and the settings allow it the
 * usual one.
 * @param find the source's own spelling of a name; undefined where it has no such field
 */
export function fieldNames(settings: CorpusSettings, find: (name: string) => string | undefined): FieldNames {
  const found = FIELDS.map((field) => {
    const usual = settings.usualFields ? find(DEFAULT_CORPUS_OPTIONS[field]) : undefined;
    return [field, find(settings[field]) ?? usual ?? settings[field]];
  });
  return Object.fromEntries(found) as FieldNames;
}

/**
 * Makes a record of named fields by the names in the settings; numbers count as text. Without a text field it is a
 * problem.
 */
export function recordOfFields(
  position: number,
  fields: Readonly<Record<string, unknown>>,
  settings: CorpusSettings,
): FoundRecord {
  const names = fieldNames(settings, (name) => (fields[name] === undefined ? undefined : name));
  const text = fields[names.textField];
  if (typeof text !== 'string') {
    const present = Object.keys(fields).slice(0, 10).join(', ');
    const problem = `no text in field '${settings.textField}' (fields: ${present}); name the field that holds it (textField)`;
    return { position, problem };
  }
  return {
    position,
    id: textOf(fields[names.idField])?.trim(),
    draft: {
      text,
      title: textOf(fields[names.titleField]),
      language: languageTag(textOf(fields[names.languageField])),
      sourceUrl: webAddress(textOf(fields[names.urlField]) ?? ''),
      subject: subjectOf(fields[names.subjectField]),
    },
  };
}

/**
 * The readers of a format.
 *
 * A record without id gets `file:position`, one without title its id. Ids that the records state are kept as they are
 * when the file is the source; inside a folder they carry its path (`2024/news.csv#17`), since files number their
 * records alike, except where they are addresses. A record that cannot be used or whose id came before is a problem and
 * skipped; a file that breaks off gives its good records, then a problem.
 */
export function recordReader(format: RecordFormat): OpenRecords {
  return (source, options, pathInFolder) => readerOf(format, source, options, pathInFolder);
}

function readerOf(
  format: RecordFormat,
  source: string,
  options: CorpusOptions = {},
  pathInFolder?: string,
): CorpusReader {
  const settings: CorpusSettings = { ...DEFAULT_CORPUS_OPTIONS, detectLanguage, ...given(options) };
  const name = pathInFolder ?? basename(source);
  const idOf = (stated: string | undefined, position: number): string => {
    if (stated === undefined) return `${name}:${position}`;
    return pathInFolder === undefined || format.hasGlobalIds ? stated : `${name}#${stated}`;
  };
  const finish = async function* (found: FoundRecord, seen: Set<string>): AsyncGenerator<CorpusItem> {
    const where = placeOf(found.position, source, format);
    if ('problem' in found) {
      yield problem(where, found.problem);
      return;
    }
    const id = idOf(found.id, found.position);
    if (seen.has(id)) {
      yield duplicate(where, found.id ?? id);
      return;
    }
    seen.add(id);
    yield* finishDraft(found.draft, { id, where }, settings.detectLanguage, settings.maximumCharacters);
  };
  return {
    name: source,
    async *read(): AsyncGenerator<CorpusItem> {
      const seen = new Set<string>();
      try {
        for await (const found of format.read(() => readBytes(source), settings)) yield* finish(found, seen);
      } catch (thrown) {
        if (!(thrown instanceof SourceEnds)) throw thrown;
        yield problem(placeOf(thrown.position, source, format), thrown.message);
      }
    },
  };
}

function placeOf(position: number, source: string, { unit }: RecordFormat): string {
  return unit === 'line' ? `${source}:${position}` : `${source}: byte ${position}`;
}

function duplicate(where: string, id: string): CorpusItem {
  return problem(where, `duplicate id '${id}'; the first document stays, give this one another id`);
}
