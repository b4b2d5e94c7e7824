import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { PageColumn, PageRow, PagesFormat } from '../../../judging/plugins/plugin.js';

/** A group of rows is written when it has so many rows, or so many characters: they are in memory at once. */
const GROUP = { rows: 1000, characters: 16_000_000 } as const;

/** Rows as a Parquet file, compressed with Snappy, in pieces. Every column may be null. */
export const parquet: PagesFormat = {
  async *write(rows, columns) {
    const writer = new ByteWriter();
    const schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)];
    const file = new ParquetWriter({ writer, schema, createdBy: 'sfwc' });
    /** Bytes that were written since the last time. */
    const written = (): Uint8Array => {
      const bytes = new Uint8Array(writer.buffer).slice(0, writer.index);
      writer.index = 0;
      return bytes;
    };
    let [group, characters]: [PageRow[], number] = [[], 0];
    const writeGroup = async (): Promise<void> => {
      const columnData = columns.map(({ name, type }) => ({
        name,
        data: group.map((row) => parquetValue(type, row[name])),
      }));
      await file.write({ columnData, rowGroupSize: GROUP.rows });
      [group, characters] = [[], 0];
    };
    for await (const row of rows) {
      group.push(row);
      characters += Object.values(row).reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
      if (group.length < GROUP.rows && characters < GROUP.characters) continue;
      await writeGroup();
      yield written();
    }
    if (group.length > 0 || file.num_rows === 0n) await writeGroup();
    await file.finish();
    yield written();
  },
};

const parquetValue = (type: PageColumn['type'], value: PageRow[string]): unknown =>
  value === undefined || (type === 'number' && !Number.isFinite(value)) ? null : value;

const TYPES: Readonly<Record<Exclude<PageColumn['type'], 'list'>, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
};

function elementsOf({ name, type }: PageColumn): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  if (type !== 'list') return [{ name, ...optional, ...TYPES[type] }];
  return [
    { name, ...optional, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...optional, ...TYPES.text },
  ];
}
