import { DataFactory } from 'rdf-data-factory';

type Datatype = Exclude<Parameters<DataFactory['literal']>[1], string | undefined>;

/**
 * The RDF/JS terms that Comunica uses: its own factory (rdf-data-factory 1), extended by the form in which its JSON reader
 * (sparqljson-parse 3) passes languages. Without that, requests have literals such as `"Biene"^^undefined:undefined`.
 */
class ComunicaFactory extends DataFactory {
  override literal(
    value: string,
    kind?: string | Datatype | { readonly language: string },
  ): ReturnType<DataFactory['literal']> {
    return super.literal(value, typeof kind === 'object' && 'language' in kind ? kind.language : kind);
  }
}

/** The one factory of all queries, so that its blank nodes have different names. */
export const comunicaTerms = new ComunicaFactory();
