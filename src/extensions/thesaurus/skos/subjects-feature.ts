import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { openFinder } from './topic-subjects.js';

/** Gives accepted pages their subjects, where a topic of the crawl has a vocabulary. */
export const subjectsFeature: FeatureModule = {
  open: async ({ kb }, { judges }) => {
    const { path } = parsePlace(kb ?? '');
    if (path === undefined) return undefined;
    const find = await openFinder(judges.map(({ facts }) => topicFile(path, facts.name)));
    if (find === undefined) return undefined;
    return {
      name: 'subjects',
      begin: () => ({
        describe: async ({ page }) => {
          const subjects = await find(page);
          return subjects.length === 0 ? {} : { subjects };
        },
      }),
    };
  },
};
