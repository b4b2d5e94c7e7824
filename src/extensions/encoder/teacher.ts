import { z } from 'zod';
import type { FeatureModule } from '../../app/crawl/feature-module.js';
import type { CrawlSettings } from '../../app/settings/crawl-settings.js';
import { PARTS } from '../../judging/parts.js';
import { UsageError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { createModelAsker } from './ask-model.js';
import { teach } from './teach.js';

/** Limits of a question: seconds, repetitions, and bytes of an answer, which is long where a model thinks aloud. */
const LIMITS = { timeoutSeconds: 30, retries: 1, maxBytes: 100_000 };
/** The addresses of the pages that the model was asked about. */
const stateSchema = z.array(z.string());

/** A language model as teacher: the setting `teacher`. */
export const teacher: FeatureModule = {
  refuseUnfit: (settings) => Promise.resolve(settings).then((all) => void teacherOf(all)),
  async open(settings, { judges, out, logger }) {
    const { api, model } = teacherOf(settings);
    const [createEndpointHttp, pages] = await Promise.all([PARTS.createEndpointHttp(), PARTS.pagesToRate()]);
    const { about, topic = '' } = judges[0]?.plan ?? {};
    const options = { ...LIMITS, auth: given({ token: settings.teacherKey }) };
    return {
      ...{ name: 'teacher', stateSchema },
      begin(context, saved) {
        const send = createEndpointHttp({ ...options, signal: context.ending.signal });
        const ask = createModelAsker(api, model, about ?? topic, send);
        return teach({ ask, model, out, logger, pages }, context, stateSchema.safeParse(saved).data);
      },
    };
  },
};

/** @throws UsageError for settings that do not go together */
function teacherOf(settings: CrawlSettings): { readonly api: string; readonly model: string } {
  const { teacher: api, teacherModel: model, topic, frontier, discardPages } = settings;
  if (api === undefined || model === undefined)
    throw new UsageError('teacher and teacherModel belong together', { hint: 'give both, or neither' });
  if (typeof topic !== 'string' || frontier !== undefined || discardPages)
    throw new UsageError('teacher is for a crawl for one topic that keeps its pages, without frontier');
  const { username, password, search } = new URL(api);
  if (`${username}${password}${search}` === '') return { api, model };
  throw new UsageError('teacher is an address without name, password and query: SFWC_TEACHER_KEY is the key');
}
