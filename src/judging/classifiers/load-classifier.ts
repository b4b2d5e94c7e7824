import { InputError } from '../../model/errors.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { guardClassifier, guardDeclared } from '../plugins/guarded-parts.js';
import type { OwnClassifierPart } from '../plugins/plugin.js';
import type { Plugins, Registered } from '../plugins/registry.js';
import type { ClassifierKind } from './classifier.js';
import { loadBuiltIn } from './classifier-table.js';

/** Loads a classifier: a built-in one, or one that a plugin declares or has. @throws InputError where it is not known */
export async function loadClassifier(name: string, plugins: Plugins): Promise<ClassifierKind> {
  const builtIn = await loadBuiltIn(name);
  if (builtIn !== undefined) return builtIn;
  const own = plugins.find('classifiers', name);
  if (own === undefined) throw new InputError(`the classifier '${name}' is not known here`);
  const { part } = own;
  return 'load' in part ? guardDeclared({ ...own, part }) : ownKind({ ...own, part });
}

/** A user-defined classifier that is an object, or a function that makes one. */
function ownKind(own: Registered<OwnClassifierPart>): ClassifierKind<TopicFacts> {
  return {
    name: own.name,
    reads: 'links',
    judgesAnyLanguage: true,
    plan: ({ facts }) => Promise.resolve(facts),
    make: (topic, { counts }) => guardClassifier(own, { topic, counts }),
  };
}
