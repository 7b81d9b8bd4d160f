import type { ListCost, SHARES, Visits } from '@ninefold/server/costs';
import { displayWidth } from './display-width.ts';
import type { Say } from '../texts/texts.ts';
import type { Reader } from './issues.ts';

/** What the list screens of a specification cost once it has so many rows. */
export interface Costs {
  readonly rows: Readonly<Record<string, number>>;
  /** What is assumed of the rows. */
  readonly shares: typeof SHARES;
  readonly lists: readonly ListCost[];
}

/** Lists that look at more than this are marked. */
const MUCH = 20_000;
const MARK = '!';

/** The costs of a list screen for several roles that see the same in it. */
interface Group extends Omit<ListCost, 'role'> {
  readonly roles: readonly string[];
}

/** What the lists cost, for people; the largest of these figures are marked. */
export function costLines({ rows, shares, lists }: Costs, { say, language }: Reader): string {
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  const groups = grouped(lists);
  const figures = groups.flatMap(({ page, total }) => [page, total]);
  const width = (figure: 'entries' | 'rows'): number =>
    Math.max(0, ...figures.map((visits) => number(visits[figure]).length));
  const words = [say('costs.page'), say('costs.total')];
  const wordWidth = Math.max(...words.map(displayWidth));
  const line = (word: string, visits: Visits): string => {
    const mark = visits.entries + visits.rows > MUCH ? MARK : ' ';
    const visited = say('costs.visits', {
      entries: number(visits.entries).padStart(width('entries')),
      rows: number(visits.rows).padStart(width('rows')),
    });
    const name = `${word}${' '.repeat(wordWidth - displayWidth(word))}`;
    return `  ${mark} ${name}  ${visited}  ${indexNames(visits, say)}`;
  };
  const told = groups.flatMap((group) => {
    const { screen, roles, page, total, found, foundIs, refused } = group;
    const list = { screen: screen.id, path: screen.path, roles };
    if (refused !== null) return [say('costs.refused', { ...list, code: refused })];
    const many = say(`costs.found_${foundIs}`, { count: found, number: number(found) });
    return [say('costs.list', { ...list, found: many }), line(words[0] ?? '', page), line(words[1] ?? '', total)];
  });
  const counts = Object.entries(rows).map(([entity, count]) => `${entity} ${number(count)}`);
  const share = (value: number): string => number(Math.round(1 / value));
  const assumed = say('costs.assumed', {
    ...{ blank: share(shares.blank), items: share(shares.items), lines: shares.lines },
    ...{ years: shares.years, to_come: shares.yearsToCome, passed: shares.years - shares.yearsToCome },
    number: number(shares.number),
  });
  const heading = [say('costs.heading', { rows: counts }), assumed];
  const isMarked = figures.some((visits) => visits.entries + visits.rows > MUCH);
  const marked = isMarked ? [say('costs.marked', { mark: MARK, much: number(MUCH) })] : [];
  return `${[...heading, ...told, ...marked].join('\n')}\n`;
}

/** The costs as they stand in the answer of `check --format json`. */
export function costsJson({ rows, shares, lists }: Costs): Readonly<Record<string, unknown>> {
  const { yearsToCome, ...others } = shares;
  return {
    ...{ database: 'sqlite', rows, shares: { ...others, years_to_come: yearsToCome } },
    lists: grouped(lists).map(({ screen, roles, found, foundIs, page, total, refused }) => ({
      ...{ screen: screen.id, path: screen.path, entity: screen.entity, roles, refused },
      ...(refused === null ? { found, found_is: foundIs, page, total } : {}),
    })),
  };
}

/** Roles for which all figures of a list are the same stand together. */
function grouped(lists: readonly ListCost[]): readonly Group[] {
  const groups = Map.groupBy(lists, ({ screen, found, page, total, refused }) =>
    JSON.stringify([screen.id, found, page, total, refused]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { role: _role, ...cost } = first;
    return [{ ...cost, roles: same.map(({ role }) => role) }];
  });
}

function indexNames({ indexes }: Visits, say: Say): string {
  return indexes.length === 0 ? say('costs.no_index') : indexes.join(say('counts.between'));
}
