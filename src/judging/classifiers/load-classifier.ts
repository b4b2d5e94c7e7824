import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { InputError, PluginError } from '../../model/errors.js';
import { CLASSIFIER_PARTS, partOf } from '../parts.js';
import { callPart, wrapPart, completed, guardClassifier } from '../plugins/guarded-parts.js';
import type { Plugins } from '../plugins/registry.js';
import type { ClassifierDeclaration, ClassifierKind } from './classifier.js';

/** Loads a classifier: a built-in one, or one that a plugin declares or has. @throws InputError, PluginError */
export async function loadClassifier(name: string, plugins: Plugins): Promise<ClassifierKind> {
  const builtIn = partOf<ClassifierDeclaration>(CLASSIFIER_PARTS, name);
  if (builtIn !== undefined) return builtIn.load();
  const own = plugins.find('classifiers', name);
  if (own === undefined) throw new InputError(`the classifier '${name}' is not known here`);
  const { part } = own;
  if ('load' in part) return loadDeclared(name, part);
  return {
    name,
    reads: 'links',
    judgesAnyLanguage: true,
    plan: ({ facts }) => Promise.resolve(facts),
    make: (topic, { counts }) => guardClassifier({ ...own, part }, { topic, counts }),
  } satisfies ClassifierKind<TopicFacts>;
}

async function loadDeclared(name: string, part: ClassifierDeclaration): Promise<ClassifierKind> {
  const named = `the classifier '${name}'`;
  const kind = await callPart(named, ', when it was loaded,', () => part.load());
  if (kind.name !== name)
    throw new PluginError(`${named} loads a classifier with the name '${kind.name}'`, {
      hint: 'give both the same name: its file and its judgements are named by it',
    });
  return wrapPart<ClassifierKind>(kind, named, {
    learner: kind.learner && wrapPart(kind.learner, named),
    make(...planned) {
      const made = callPart(named, '', () => kind.make(...planned));
      return completed(name, () => made);
    },
  });
}
