import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { PageColumn, PageRow, PagesFormat } from '../../../judging/plugins/plugin.js';

/** A group of rows is written when it has so many rows, or so many characters: they are in memory at once. */
const GROUP = { rows: 1000, characters: 16_000_000 } as const;

/** Rows as a Parquet file, compressed with Snappy, in pieces. Every column may be null. */
export async function* parquetOf(
  columns: readonly PageColumn[],
  rows: AsyncIterable<PageRow>,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: 'sfwc' });
  /** Bytes that were written since the last time. */
  const written = (): Uint8Array => {
    const bytes = new Uint8Array(writer.buffer).slice(0, writer.index);
    writer.index = 0;
    return bytes;
  };
  let group: PageRow[] = [];
  let characters = 0;
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
}

/** The format as a port, for other extensions. */
export const parquet: PagesFormat = {
  isBinary: true,
  write: (rows, columns) => parquetOf(columns, rows),
};

function parquetValue(type: PageColumn['type'], value: PageRow[string]): unknown {
  if (value === undefined) return null;
  return type === 'number' && !Number.isFinite(value) ? null : value;
}

function schemaOf(columns: readonly PageColumn[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

function elementsOf({ name, type }: PageColumn): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'text':
      return [{ ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
    case 'number':
      return [{ ...optional, type: 'DOUBLE' }];
    case 'integer':
      return [{ ...optional, type: 'INT32' }];
    case 'boolean':
      return [{ ...optional, type: 'BOOLEAN' }];
    case 'list':
      return [
        { ...optional, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ];
  }
}
