import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNinefold, type Ninefold } from '../testing/run-ninefold.ts';

const specification = (name: string): string =>
  `ninefold: 1\npurpose: { name: ${name} }\nentities: { thing: { fields: { n: { type: integer } } } }\n`;

function started(...more: readonly string[]): {
  server: Ninefold;
  rename: (name: string) => void;
  write: (text: string) => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-dev-name-'));
  mkdirSync(join(folder, 'app'));
  const write = (text: string): void => writeFileSync(join(folder, 'app/app.yaml'), text);
  const rename = (name: string): void => write(specification(name));
  rename('first');
  const server = runNinefold(['dev', 'app', '--port', '0', ...more], { folder });
  onTestFinished(async () => {
    server.stop();
    await server.exit;
  });
  return { server, rename, write };
}

async function nameServed(server: Ninefold): Promise<unknown> {
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output().out)?.[0] ?? '';
  const session = (await (await fetch(`${address}/_/session`)).json()) as Readonly<Record<string, unknown>>;
  return session['name'];
}

const OTHER_NAME =
  'Nothing is stored under the name second, but .ninefold/first holds data of an application like this one';

test('an application that gets another name under dev stays as it is, and the two ways on are told, since it would look empty', async () => {
  const { server, rename } = started();
  await server.printed('first answers at');
  rename('second');
  await expect.poll(() => server.output().err, { timeout: 20_000 }).toContain(OTHER_NAME);
  expect(existsSync(join(server.folder, '.ninefold/second'))).toBe(false);
  expect(await nameServed(server)).toBe('first');
  rename('first');
  await server.printed('Corrected: the present files are served.');
}, 60_000);

test.each([['run'], ['diff'], ['migrate']])(
  '%s refuses to begin an empty application beside its data, and goes on once the folder has the name',
  async (command) => {
    const { server, rename } = started();
    await server.printed('first answers at');
    server.stop();
    await server.exit;
    rename('second');
    const more = command === 'run' ? ['--port', '0'] : [];
    const refused = runNinefold([command, 'app', ...more], { folder: server.folder });
    expect(await refused.exit).not.toBe(0);
    expect(refused.output().err).toContain(OTHER_NAME);
    expect(existsSync(join(server.folder, '.ninefold/second'))).toBe(false);
    renameSync(join(server.folder, '.ninefold/first'), join(server.folder, '.ninefold/second'));
    const { exit } = runNinefold(['diff', 'app'], { folder: server.folder });
    expect(await exit).toBe(0);
  },
  60_000,
);

test('in another folder the same specification does not begin empty, and is told where its data is', async () => {
  const { server } = started();
  await server.printed('Its data is kept in ' + join(server.folder, '.ninefold/first'));
  server.stop();
  await server.exit;
  const inside = { folder: join(server.folder, 'app') };
  for (const command of [['run', '--port', '0'], ['backup']]) {
    const refused = runNinefold(command, inside);
    expect(await refused.exit).not.toBe(0);
    expect(refused.output().err).toContain(
      '../.ninefold/first holds data of this application, so nothing empty is begun',
    );
  }
  expect(existsSync(join(inside.folder, '.ninefold/first/data.sqlite'))).toBe(false);
  const { exit } = runNinefold(['migrate', '--data', '.ninefold/first'], inside);
  expect(await exit).toBe(0);
}, 60_000);

test('an application of other entities, and one whose place is given, begin beside it', async () => {
  const { server, rename } = started();
  await server.printed('first answers at');
  writeFileSync(join(server.folder, 'app/app.yaml'), specification('other').replaceAll('thing', 'note'));
  await server.printed('The application is called other now, and its data is in .ninefold/other.');
  expect(await nameServed(server)).toBe('other');
  rename('second');
  const given = runNinefold(['migrate', 'app', '--data', '.ninefold/second'], { folder: server.folder });
  expect(await given.exit).toBe(0);
  expect(existsSync(join(server.folder, '.ninefold/second/data.sqlite'))).toBe(true);
}, 60_000);

test('where the place of the data is given, every name uses it', async () => {
  const { server, rename } = started('--data', 'data');
  await server.printed('first answers at');
  rename('second');
  await server.printed('Reloaded');
  expect(await nameServed(server)).toBe('second');
  expect(server.output()).toMatchObject({ out: expect.not.stringContaining('is called second now'), err: '' });
  expect(existsSync(join(server.folder, '.ninefold'))).toBe(false);
}, 60_000);

test('a reload says what the checker has not said before, and the link for the first account is the one that was told', async () => {
  const { server, write } = started();
  await server.printed('Changes of the files are followed.');
  const link = /http:\S+\/_\/setup\/\S+/.exec(server.output().out)?.[0] ?? '';
  const said = (): readonly string[] => server.output().out.split('Reloaded in').slice(1);
  const reloads = async (text: string, times: number): Promise<void> => {
    write(text);
    await expect.poll(() => said().length, { timeout: 20_000 }).toBe(times);
  };
  const more = `${specification('first')}roles: { boss: { thing: all, runtime: [spec, users] } }\n`;
  await reloads(more, 1);
  await expect.poll(() => said()[0]).toContain('NF1103');
  await reloads(more.replace('type: integer', 'type: integer, max: 5'), 2);
  await expect.poll(() => said()[1]).toMatch(/^ \d+ ms \(\d+ notices?\)\n$/);
  expect(server.output().out.split('/_/setup/')).toHaveLength(2);
  expect((await fetch(link)).status).toBe(200);
}, 60_000);

test('two specifications of one name do not share their data unless somebody says so; a folder that was moved keeps it', async () => {
  const { folder } = runNinefold(['version']);
  const done = async (...words: readonly string[]): Promise<string> => {
    const { exit, output } = runNinefold(words, { folder });
    return (await exit) === 0 ? 'done' : output().err;
  };
  for (const app of ['stock', 'members']) {
    mkdirSync(join(folder, app));
    writeFileSync(join(folder, app, 'app.yaml'), specification('same'));
  }
  const refused = (there: string, here: string): string =>
    `.ninefold/same holds the data of the specification in ${there}, which has the name same, too. Nothing is done with it, so that the records of two applications are not mixed. If ${here} is another application`;
  expect(await done('migrate', 'stock')).toBe('done');
  expect(await done('migrate', 'stock')).toBe('done');
  expect(await done('migrate', 'members')).toContain(refused('stock', 'members'));
  expect(await done('diff', 'members')).toContain(refused('stock', 'members'));
  expect(await done('migrate', 'members', '--data', '.ninefold/same')).toBe('done');
  renameSync(join(folder, 'stock'), join(folder, 'store'));
  expect(await done('migrate', 'store')).toBe('done');
  expect(await done('migrate', 'members')).toContain(refused('store', 'members'));
}, 60_000);
