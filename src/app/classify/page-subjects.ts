import { topicFile } from '../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../knowledge/files/companions.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { PARTS } from '../../judging/parts.js';
import type { FindSubjects, Subject } from '../../model/subject.js';
import type { Judgement } from '../../model/topic.js';
import { fileExists } from '../../support/files/file-exists.js';

/** The subjects of a page, where it is accepted and a topic has a vocabulary that names some. */
export type SubjectsOf = (
  page: Parameters<FindSubjects>[0],
  judgement: Judgement,
) => Promise<{ readonly subjects?: readonly Subject[] }>;

/** Finds the subjects of accepted pages by the vocabularies of topics. @throws InputError for a damaged one */
export async function openSubjects({
  kb,
  topic,
}: {
  readonly kb: string;
  readonly topic: string | readonly string[];
}): Promise<SubjectsOf> {
  const { path } = parsePlace(kb);
  const files = path === undefined ? [] : [topic].flat().map((name) => topicFile(path, name));
  const found = await Promise.all(files.map((file) => fileExists(vocabularyFile(file))));
  const find = found.includes(true) ? await (await PARTS.vocabularies()).openFinder(files) : undefined;
  return async (page, { accepted }) => {
    const subjects = accepted ? await find?.(page) : undefined;
    return subjects === undefined || subjects.length === 0 ? {} : { subjects };
  };
}
