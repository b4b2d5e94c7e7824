/** `sfwc/judge`: is a page about a topic? */
import { classifyFields } from '../../app/settings/classify-settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { ClassifyOptions } from '../../app/settings/settings.js';
import { openJudge as open } from '../../judging/judge/open-judge.js';
import type { PageJudge as Judge } from '../../model/judging.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { CallOptions, Judge };
export type { Page, PageLink } from '../../model/page.js';
export type { Judgement, NounEvidence, Reason } from '../../model/topic.js';

/** Options of {@link openJudge}. */
export type JudgeOptions = Omit<WithParts<ClassifyOptions, 'classifier' | 'linkers'>, 'kb' | 'urls'> &
  CallOptions;

/**
 * Opens what reads and judges pages, by one topic or by several, in a thread of its own. To be closed in the end.
 * @param kb folder of the knowledge base, or a SPARQL endpoint
 * @throws UsageError for settings; InputError for the topic
 * @example
 * const judge = await openJudge('kb', { topic: 'diabetes' });
 * const page = await judge.read(html, 'https://example.org/', 'text/html');
 * console.log((await page.judge()).reason.summary);
 * await judge.close();
 */
export async function openJudge(kb: string, options: JudgeOptions): Promise<Judge> {
  checkArguments('openJudge', { kb: [kb, 'string'] });
  const { warn, settings: asked } = takeCall('openJudge', options);
  const { settings, plugins } = await resolveOptions(classifyFields, { ...asked, kb });
  return open(settings, { plugins, warn });
}
