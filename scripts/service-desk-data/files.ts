import { ARTICLE_COLUMNS, articles } from './articles.ts';
import { ASSET_COLUMNS, assets } from './assets.ts';
import { csv } from './csv.ts';
import { HISTORY_COLUMNS, historyRow, type Event } from './history.ts';
import { LOAN_COLUMNS, loans } from './loans.ts';
import { people, TEAMS, userRows } from './people.ts';
import { randomFrom } from './random.ts';
import { FACILITIES } from './situations-facilities.ts';
import { IT } from './situations-it.ts';
import { PEOPLE } from './situations-people.ts';
import { STOCKTAKE_COLUMNS, stocktake } from './stocktake.ts';
import { withTalk } from './talk.ts';
import { tickets } from './tickets.ts';

const CATEGORIES = [...IT, ...FACILITIES, ...PEOPLE];
const SEED = 20260305;

function jsonLines(rows: readonly object[]): string {
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;
}

function invented() {
  const all = people();
  const things = assets(all, randomFrom(SEED + 1));
  const borrowed = loans(things, all, randomFrom(SEED + 2));
  const asked = tickets({ people: all, assets: things, categories: CATEGORIES, random: randomFrom(SEED + 3) }, 1000);
  return { all, things, borrowed, asked };
}

/** What happens to one kind of record, oldest first, and the state in which each is at the end. */
export interface Past {
  readonly events: readonly Event[];
  readonly states: Readonly<Record<string, string>>;
}

/** The invented history of tickets and loans. */
export function serviceDeskEvents(): Readonly<Record<'ticket' | 'loan', Past>> {
  const { borrowed, asked } = invented();
  const states = (rows: readonly Readonly<Record<string, unknown>>[]): Record<string, string> =>
    Object.fromEntries(rows.map((row) => [String(row['id']), String(row['state'])]));
  return {
    ticket: { events: asked.events, states: states(asked.tickets) },
    loan: { events: borrowed.events, states: states(borrowed.rows) },
  };
}

const CATEGORY_COLUMNS = ['name.en', 'name.ja', 'team', 'advice.en', 'advice.ja', 'billable', 'active'];

/** Every data file of the service desk, by its path below `data/`. */
export function serviceDeskData(): Readonly<Record<string, string>> {
  const { all, things, borrowed, asked } = invented();
  const users = userRows(all, randomFrom(SEED + 4));
  const categories = CATEGORIES.map(({ name, team, advice, ja, billable }) => ({
    'name.en': name,
    'name.ja': ja.name,
    team,
    'advice.en': advice,
    'advice.ja': ja.advice,
    billable: String(billable),
    active: 'true',
  }));
  const fax = {
    ...{ 'name.en': 'Fax', 'name.ja': 'FAX', 'advice.en': '', 'advice.ja': '' },
    ...{ team: 'IT Support', billable: 'false', active: 'false' },
  };
  return {
    'team.csv': csv(
      ['name', 'mail'],
      TEAMS.map(({ name, mail }) => ({ name, mail })),
    ),
    'category.csv': csv(CATEGORY_COLUMNS, [...categories, fax]),
    'demo/team.csv': csv(
      ['name', 'lead'],
      TEAMS.map(({ name, lead }) => ({ name, lead: `${lead}@example.test` })),
    ),
    'demo/user.csv': csv(users.columns, users.rows),
    'demo/asset.csv': csv(
      ASSET_COLUMNS,
      things.map((one) => one.row),
    ),
    'demo/stocktake.csv': csv(STOCKTAKE_COLUMNS, stocktake(things, randomFrom(SEED + 5))),
    'demo/loan.csv': csv(LOAN_COLUMNS, borrowed.rows),
    'demo/loan.history.csv': csv(HISTORY_COLUMNS, borrowed.events.map(historyRow)),
    'demo/article.csv': csv(ARTICLE_COLUMNS, articles()),
    'demo/ticket.json': jsonLines(asked.tickets),
    'demo/ticket.history.csv': csv(HISTORY_COLUMNS, withTalk(asked.events, all).map(historyRow)),
  };
}
