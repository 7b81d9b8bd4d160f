import { parseCsv, type CsvCell } from '../../packages/spec/src/data/csv.ts';
import { sourceText, type SourceText, type Spot } from '../../packages/spec/src/located.ts';
import type { Random } from '../service-desk-data/random.ts';
import type { Edit, Kind } from './planted.ts';
import { swapped } from './spelling.ts';
import type { Written } from './written.ts';

/** One cell of a data file, with what its column is. */
interface Cell {
  readonly source: SourceText;
  readonly cell: CsvCell;
  readonly column: string;
  /** Of the field under the column; empty where no field of the specification is. */
  readonly type: string;
  readonly isLast: boolean;
  readonly row: Spot;
}

interface Sheet {
  readonly source: SourceText;
  readonly heads: readonly CsvCell[];
  readonly cells: readonly Cell[];
}

/** The data files of entities: `data/<entity>.csv` and those of folders in it, without histories. */
function sheets({ files, pairs }: Written): readonly Sheet[] {
  const fields = new Map(
    pairs.flatMap(({ kind, key, value, parent }) => {
      if (kind !== 'field' || value.kind !== 'map') return [];
      const type = value.entries.get('type')?.value;
      const entity = parent?.parent?.key ?? '';
      return [[`${entity}.${key}`, type?.kind === 'scalar' ? type.text : 'string'] as const];
    }),
  );
  return files.flatMap(({ path, text }) => {
    const [, entity] = /^data\/(?:\w+\/)?(\w+)\.csv$/.exec(path) ?? [];
    const read = parseCsv(text);
    if (entity === undefined || !('rows' in read)) return [];
    const source = sourceText(path, text);
    const [heads = [], ...rows] = read.rows;
    const cells = rows.flatMap((row) => {
      const whole = { source, start: row[0]?.offset ?? 0, end: row.at(-1)?.end ?? 0 };
      return row.map((cell, index): Cell => {
        const column = heads[index]?.text ?? '';
        const type = fields.get(`${entity}.${column}`) ?? '';
        return { source, cell, column, type, isLast: index === row.length - 1, row: whole };
      });
    });
    return [{ source, heads, cells }];
  });
}

function edit(source: SourceText, { offset, end }: CsvCell, put: string): Edit {
  return { spot: { source, start: offset, end }, put };
}

/** Another text in the cells of some columns. */
function cells(
  name: string,
  is: (cell: Cell) => boolean,
  put: (text: string, random: Random) => string,
  near: (cell: Cell) => readonly Spot[] = () => [],
): Kind {
  return {
    name,
    edits: (written, random) =>
      sheets(written).flatMap((sheet) =>
        sheet.cells.flatMap((one): readonly Edit[] => {
          const text = put(one.cell.text, random);
          const isSame = one.cell.text === '' || text === one.cell.text;
          return isSame || !is(one) ? [] : [{ ...edit(one.source, one.cell, text), near: near(one) }];
        }),
      ),
  };
}

function ofType(...types: readonly string[]): (cell: Cell) => boolean {
  return ({ type }) => types.includes(type);
}

/** Mistakes in data files. What names no record, and what a record lacks, is known only beside what is stored: the start tells it. */
export const ROW_KINDS: readonly Kind[] = [
  {
    name: 'a column with two letters swapped',
    edits: (written, random) =>
      sheets(written).flatMap(({ source, heads }) =>
        heads.flatMap((head) => {
          const put = swapped(head.text, random);
          return put === head.text ? [] : [edit(source, head, put)];
        }),
      ),
  },
  {
    name: 'a column twice',
    edits: (written) =>
      sheets(written).flatMap(({ source, heads: [first, ...others] }) =>
        first === undefined ? [] : others.map((head) => edit(source, head, first.text)),
      ),
  },
  cells('a value that is no option', ofType('choice'), () => 'something'),
  cells('a day that there is not', ofType('date'), () => '2026-02-30'),
  cells('a day as people write it', ofType('date'), () => '3/5/2026'),
  cells('an amount that is none', ofType('money', 'number', 'integer'), () => 'a lot'),
  cells('a yes for true', ofType('boolean'), () => 'yes please'),
  cells(
    'a state of nothing',
    ({ column }) => column === 'state',
    () => 'elsewhere',
  ),
  cells(
    'an expression that is not closed',
    ({ cell }) => /^= .*\(\d+\)$/.test(cell.text),
    (text) => text.slice(0, -1),
  ),
  cells(
    'an expression with a function of nothing',
    ({ cell }) => /days\(/.test(cell.text),
    (text, random) => text.replace('days', swapped('days', random)),
  ),
  cells(
    'a quote that is not closed',
    ({ cell }) => !cell.text.includes('"'),
    (text) => `"${text}`,
  ),
  cells(
    'a cell too many',
    ({ isLast, cell }) => isLast && !/[",]/.test(cell.text),
    (text) => `${text},more`,
    ({ row }) => [row], // of such a row nobody knows which cell is one too many
  ),
  cells(
    'a comma without quotes',
    ({ cell }) => /^[\w ]+$/.test(cell.text),
    (text) => `${text}, and more`,
    ({ row }) => [row],
  ),
];
