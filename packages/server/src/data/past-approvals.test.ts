import { compile } from '@ninefold/spec';
import { rightsFor } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecords } from '../records/create-records.ts';
import { migrate } from '../records/migrate.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { loadData } from './load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const SPECIFICATION = `ninefold: 1
roles: { boss: { members: everyone, paper: all, user: { read: true } } }
entities:
  paper: { key: name, fields: { name: { type: string, required: true }, readers: { type: references, to: user } } }
states:
  paper:
    initial: sent
    states: { sent: { kind: review }, agreed: { kind: done, final: true } }
    transitions:
      agree: { from: sent, to: agreed, by: boss, approvals: { of: record.readers } }
      resend: { from: sent, to: same, by: boss }
`;
const PEOPLE = 'email,name\nrita@x.test,Rita\nmax@x.test,Max\nolga@x.test,Olga\n';
const PAPERS = 'name,readers,created_by\nA,max@x.test;olga@x.test,rita@x.test\nB,max@x.test;olga@x.test,rita@x.test\n';
const HEAD = 'record,at,by,kind,transition,from,to\n';
const MADE = 'A,= now - days(9),rita@x.test,create,,,sent\nB,= now - days(9),rita@x.test,create,,,sent\n';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

async function load(events: string) {
  const files = { 'app.yaml': SPECIFICATION, 'data/user.csv': PEOPLE, 'data/paper.csv': PAPERS };
  const all = { ...files, 'data/paper.history.csv': HEAD + MADE + events };
  const { application, issues } = compile(Object.entries(all).map(([path, text]) => ({ path, text })));
  if (!application) throw new Error(JSON.stringify(issues.filter(({ severity }) => severity === 'error')));
  const { model } = application;
  await migrate(db, model);
  const records = createRecords(db, model, () => NOW);
  await loadData(db, application, { demo: false, now: NOW });
  const me = await records.me((await records.userByEmail('olga@x.test')) ?? '');
  if (!me) throw new Error('nobody');
  return { records, olga: { me, rights: rightsFor(model, me.roles), via: 'call' as const } };
}

test('past approvals before the last count, until another step of their record', async () => {
  const { records, olga } = await load(
    'A,= now - days(8),max@x.test,press,agree,,\n' +
      'B,= now - days(8),max@x.test,press,agree,,\nB,= now - days(7),rita@x.test,transition,resend,sent,sent\n',
  );
  const asked = async (name: string) =>
    (await records.approvals(olga, 'paper', name)).map(({ awaits }) => awaits.length);
  expect([await asked('A'), await asked('B')]).toEqual([[1], [2]]);
  expect(await records.get(olga, 'paper', 'A')).toMatchObject({ version: 1, changed_at: '2026-02-24T12:00:00.000Z' });
  const PLAIN = { version: null, confirm: [] };
  const agreed = await records.transition(olga, 'paper', { idOrKey: 'A', transition: 'agree', body: {} }, PLAIN);
  expect(agreed['state']).toBe('agreed');
  const told = (await records.history(olga, 'paper', 'A')).map(({ kind, by }) => `${kind} ${by?.title ?? ''}`);
  expect(told).toEqual(['transition Olga', 'press Max', 'create Rita']);
});

test('a press of a step that asks nobody is refused', async () => {
  await expect(load('A,= now - days(8),max@x.test,press,resend,,\n')).rejects.toMatchObject({
    problems: [{ field: 'transition', code: 'bad_option' }],
  });
});
