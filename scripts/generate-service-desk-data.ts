import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ARTICLE_COLUMNS, articles } from './service-desk-data/articles.ts';
import { ASSET_COLUMNS, assets } from './service-desk-data/assets.ts';
import { csv } from './service-desk-data/csv.ts';
import { HISTORY_COLUMNS } from './service-desk-data/history.ts';
import { LOAN_COLUMNS, loans } from './service-desk-data/loans.ts';
import { people, userRows } from './service-desk-data/people.ts';
import { randomFrom } from './service-desk-data/random.ts';
import { FACILITIES } from './service-desk-data/situations-facilities.ts';
import { IT } from './service-desk-data/situations-it.ts';
import { PEOPLE } from './service-desk-data/situations-people.ts';
import { tickets } from './service-desk-data/tickets.ts';

const FOLDER = join(import.meta.dirname, '../examples/service-desk/data');
const CATEGORIES = [...IT, ...FACILITIES, ...PEOPLE];
const SEED = 20260305;

const TEAMS = [
  { name: 'IT Support', lead: 'mona', mail: 'it@example.test' },
  { name: 'Facilities', lead: 'greta', mail: 'facilities@example.test' },
  { name: 'People & Finance', lead: 'paula', mail: 'people@example.test' },
];

function jsonLines(rows: readonly object[]): string {
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;
}

function files(): Readonly<Record<string, string>> {
  const all = people();
  const things = assets(all, randomFrom(SEED + 1));
  const borrowed = loans(things, all, randomFrom(SEED + 2));
  const asked = tickets({ people: all, assets: things, categories: CATEGORIES, random: randomFrom(SEED + 3) }, 1000);
  const users = userRows(all, randomFrom(SEED + 4));
  const categories = CATEGORIES.map(({ name, team, advice, billable }) => ({
    name,
    team,
    advice,
    billable: String(billable),
    active: 'true',
  }));
  const fax = { name: 'Fax / FAX', team: 'IT Support', advice: '', billable: 'false', active: 'false' };
  return {
    'team.csv': csv(
      ['name', 'mail'],
      TEAMS.map(({ name, mail }) => ({ name, mail })),
    ),
    'category.csv': csv(['name', 'team', 'advice', 'billable', 'active'], [...categories, fax]),
    'demo/team.csv': csv(
      ['name', 'lead'],
      TEAMS.map(({ name, lead }) => ({ name, lead: `${lead}@example.test` })),
    ),
    'demo/user.csv': csv(users.columns, users.rows),
    'demo/asset.csv': csv(
      ASSET_COLUMNS,
      things.map((one) => one.row),
    ),
    'demo/loan.csv': csv(LOAN_COLUMNS, borrowed.rows),
    'demo/loan.history.csv': csv(HISTORY_COLUMNS, borrowed.events),
    'demo/article.csv': csv(ARTICLE_COLUMNS, articles()),
    'demo/ticket.json': jsonLines(asked.tickets),
    'demo/ticket.history.csv': csv(HISTORY_COLUMNS, asked.events),
  };
}

for (const [name, text] of Object.entries(files())) {
  const path = join(FOLDER, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
