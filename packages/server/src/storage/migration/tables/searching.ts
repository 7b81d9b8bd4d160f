import type { Entity } from '@ninefold/model';
import { childTable, quoted } from '../../sql/names.ts';
import { isSearched, searchedBy, searchedFields, searchedLines, type SearchedLines } from '../../search/search-text.ts';
import { found, statement, type Planned, type Step } from '../changes/change.ts';
import type { PlacedTable } from '../comparison/layout.ts';
import { ALL, countRows } from '../changes/stored.ts';
import type { Work } from '../comparison/work.ts';

/** The index of texts of every entity, and the searched text itself where other fields are searched than before. */
export async function planSearch(work: Work): Promise<Planned> {
  const { reader, layout } = work;
  const { search } = reader.dialect;
  const present = new Map((await search.present(reader)).map(({ table, text }) => [table, text] as const));
  const wanted = layout.tables.filter(({ field, entity }) => field === null && isSearched(entity));
  const changes: Planned['changes'][number][] = [];
  const steps: Step[] = [];
  const kept = new Set<string>();
  for (const table of wanted) {
    const [first = ''] = search.make(table.shape.name);
    const isOther = table.before !== null && searchedBy(table.entity).join(' ') !== searchedBefore(work, table);
    if (table.before === table.shape.name && present.get(table.before) === first && !isOther) {
      kept.add(table.before);
      continue;
    }
    const rows = table.before === null ? 0 : await countRows(reader, table.before, ALL);
    if (isOther && rows > 0) {
      changes.push(found('search_rebuilt', table.name, table.before ?? '', { rows }));
      steps.push(statement('fill', searchAgain(table.entity)));
    }
    steps.push(...search.make(table.shape.name).map((text) => statement('index', text)));
  }
  const stale = [...present.keys()].filter((table) => !kept.has(table));
  return {
    changes,
    steps: [...stale.flatMap((table) => search.drop(table).map((text) => statement('unindex', text))), ...steps],
  };
}

/** The same by the names of today, as the last migration left it; null where it did not say. */
function searchedBefore({ standing }: Work, { before, columns }: PlacedTable): string | null {
  const names = standing.searched?.[before ?? ''];
  if (names === undefined) return null;
  const now = new Map(
    columns.flatMap((column) => (column.before === null ? [] : [[column.before, column.shape.name] as const])),
  );
  return names.map((name) => now.get(name) ?? name).join(' ');
}

function searchAgain(entity: Entity): string {
  const own = searchedFields(entity).map(({ id }) => lineOf(quoted(id)));
  const parts = [...own, ...searchedLines(entity).map((one) => textsOfLines(entity, one))];
  return `UPDATE ${quoted(entity.id)} SET "_search" = nf_fold(nullif(substr(${parts.join(' || ')}, 2), ''))`;
}

function lineOf(column: string): string {
  return `coalesce(${LINE} || ${column}, '')`;
}

/** The texts of all lines of a record in their order. */
function textsOfLines(entity: Entity, { lines, fields }: SearchedLines): string {
  const texts = fields.map(({ id }) => lineOf(`r.${quoted(id)}`)).join(' || ');
  const of = `${quoted(childTable(entity.id, lines.id))} r WHERE r."record" = ${quoted(entity.id)}."id"`;
  return `coalesce((SELECT string_agg(${texts}, '' ORDER BY r."position") FROM ${of}), '')`;
}

/** The end of a line, as both databases write it. */
const LINE = `'\n'`;
