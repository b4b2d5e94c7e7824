import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { expandTopic as expand, type ExpandReport } from './expand-topic.js';
import type { ExpandOptions } from './expand-settings.js';
import type { NounLink } from './reconcile/noun-links.js';
import type { ReconcileOptions } from './reconcile/reconcile-settings.js';
import { reconcileTopic as reconcile, type ReconcileReport } from './reconcile/reconcile-topic.js';

/** The API of this extension: what WordNet and reconciliation services know about the nouns of topics. */
export type { CallOptions, ExpandOptions, ExpandReport, NounLink, ReconcileOptions, ReconcileReport };

/** Expands the characteristic nouns of a topic by WordNet. @throws UsageError, InputError, OutputError */
export async function expandTopic(
  kb: string,
  options: Omit<ExpandOptions, 'kb'> & CallOptions,
): Promise<ExpandReport> {
  const { how, settings } = takeCall('expandTopic', options);
  return expand({ ...settings, kb }, { onWait: how.onWait });
}

type Progress = { readonly answered: number; readonly nouns: number };
type ReconcileCall = Omit<ReconcileOptions, 'kb'> & CallOptions<Progress>;

/** Links the characteristic nouns of a topic by a reconciliation service. @throws UsageError, InputError, OutputError, Interrupted */
export async function reconcileTopic(kb: string, options: ReconcileCall): Promise<ReconcileReport> {
  const { how, settings } = takeCall<ReconcileCall, Progress>('reconcileTopic', options);
  return reconcile({ ...settings, kb }, how);
}
