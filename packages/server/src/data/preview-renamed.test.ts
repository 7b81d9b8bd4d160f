// What a start would load is told before it renames anything: it has to tell what the start then does.
import { compile, type Application } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../records/migrate.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { loadData } from './load-data.ts';
import { previewDataFiles } from './preview-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

interface Version {
  readonly entity?: string;
  readonly key?: string;
  readonly field?: string;
  readonly options?: string;
  readonly states?: string;
  readonly csv: string;
}

const PLAIN = { entity: 'box', key: 'code: { type: string, required: true }', field: 'size: { type: choice' };
const OPTIONS = 'small: {}, large: {}';
const STATES = 'open: {}, shut: {}';

function applicationOf({ entity, key = PLAIN.key, field = PLAIN.field, options, states, csv }: Version): Application {
  const name = entity?.split(' ')[0] ?? PLAIN.entity;
  const was = entity === undefined ? '' : `was: ${entity.split(' ')[1] ?? ''}`;
  const id = key.split(':')[0] ?? '';
  const yaml = `ninefold: 1
purpose: { name: boxes, languages: [en] }
roles: { boss: { members: everyone, ${name}: all } }
entities:
  ${name}:
    ${was}
    key: ${id}
    title: ${id}
    fields:
      ${key}
      ${field}, options: { ${options ?? OPTIONS} } }
states:
  ${name}: { initial: open, states: { ${states ?? STATES} }, transitions: { go: { from: open, to: same, by: boss } } }
`;
  const { application, issues } = compile([
    { path: 'app.yaml', text: yaml },
    { path: `data/${name}.csv`, text: csv },
  ]);
  if (!application) throw new Error(JSON.stringify(issues));
  return application;
}

const FIRST: Version = { csv: 'code,size,state\nA,small,open\nB,large,open\nC,small,shut\n' };

const RENAMED: Readonly<Record<string, Version>> = {
  nothing: FIRST,
  'an entity': { ...FIRST, entity: 'crate box' },
  'the key': {
    key: 'name: { type: string, required: true, was: code }',
    csv: 'name,size,state\nA,small,open\nB,large,open\nC,small,shut\n',
  },
  'a field': {
    field: 'volume: { type: choice, was: size',
    csv: 'code,volume,state\nA,small,open\nB,large,open\nC,small,shut\n',
  },
  'an option': {
    options: 'tiny: { was: small }, large: {}',
    csv: 'code,size,state\nA,tiny,open\nB,large,open\nC,tiny,shut\n',
  },
  'a state': {
    states: 'open: {}, closed: { was: shut }',
    csv: 'code,size,state\nA,small,open\nB,large,open\nC,small,closed\n',
  },
  all: {
    entity: 'crate box',
    key: 'name: { type: string, required: true, was: code }',
    field: 'volume: { type: choice, was: size',
    options: 'tiny: { was: small }, large: {}',
    states: 'open: {}, closed: { was: shut }',
    csv: 'name,volume,state\nA,tiny,open\nB,large,open\nC,tiny,closed\n',
  },
};

test.each(
  Object.entries(RENAMED).flatMap(([what, version]) => [
    [what, 0, version] as const,
    [
      what,
      1,
      {
        ...version,
        csv: version.csv.replace('B,large', 'B,').concat(version.csv.split('\n')[1]?.replace('A', 'D') ?? '', '\n'),
      },
    ] as const,
  ]),
)('a start that renames %s, with %i rows changed and new, tells what it does', async (_, changed, version) => {
  const first = applicationOf(FIRST);
  await migrate(db, first.model, [], { former: first.former });
  await loadData(db, first, { demo: false, now: NOW });
  const { model, former, ...rest } = applicationOf(version);
  const application = { model, former, ...rest };
  const told = await previewDataFiles(db.read, application, { now: NOW, fits: false });
  await migrate(db, model, [], { former });
  const done = await loadData(db, application, { demo: false, now: NOW });
  expect([done.created, done.updated, done.conflicts]).toEqual([changed, changed, []]);
  expect(told.conflicts).toEqual([]);
  expect(told.files.map(({ created, changed: some }) => [created, some])).toEqual(
    changed === 0 ? [] : [[changed, changed]],
  );
});
