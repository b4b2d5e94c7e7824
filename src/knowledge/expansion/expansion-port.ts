import type { SenseChoice, TopicExpansion } from '../../model/topic.js';
import type { OnWait } from '../../model/wait.js';
import type { OpenTopic } from '../places/knowledge-base.js';

/** How an expansion is made. */
export interface ExpansionPlan {
  /** The most nouns that are expanded. */
  readonly terms: number;
  readonly senses: SenseChoice;
  /** The least relatedness of a sense to the topic, 0 to 1. */
  readonly least: number;
}

/** How an expansion reports while it is made. */
export interface ExpandObserver {
  readonly onWait?: OnWait;
}

/** What WordNet knows about the nouns of a topic, as it is kept next to the topic. */
export interface ExpansionPort {
  /** How a topic's expansion was made, of whichever state of the topic. @throws InputError where it has none */
  planOf(folder: string, topic: string): Promise<ExpansionPlan>;
  /** Makes the expansion of a topic again. @throws InputError for the topic; OutputError */
  renew(folder: string, topic: string, plan: ExpansionPlan, observer: ExpandObserver): Promise<void>;
  /** The expansion of a topic; made now, with the default settings, where there is none. @throws as {@link renew} */
  open(topic: OpenTopic, observer: ExpandObserver): Promise<TopicExpansion>;
}
