import { Writer, type Quad } from 'n3';

/** Quads as Turtle, without regard to their graphs. */
export function turtleOf(quads: readonly Quad[], prefixes: Record<string, string>): Promise<string> {
  const writer = new Writer({ prefixes });
  writer.addQuads([...quads]);
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, result: string) => (error === null ? resolve(result) : reject(error)));
  });
}
