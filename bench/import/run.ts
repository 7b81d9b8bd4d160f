import { createReadStream } from 'node:fs';
import { cp, mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signedIn, type Client, type ListBody } from '../../e2e/harness/client.ts';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { clusterAddress } from '../../packages/server/src/testing/postgres/cluster.ts';
import { watched, type Watched } from '../processes.ts';
import { idOf } from '../random.ts';
import { seededRandom } from '../../packages/server/src/costs/seeded-random.ts';
import { serverOf } from '../places.ts';
import { postgresStore, sqliteStore, type Store } from '../store.ts';
import { loadByHand } from './by-hand.ts';
import { ACCOUNTS, PEOPLE, SHAPES, type Known, type Shape, type ShapeName } from './shapes.ts';

const { values: flags } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    rows: { type: 'string', default: '100000' },
    mode: { type: 'string', default: 'all' },
    only: { type: 'string', default: Object.keys(SHAPES).join(',') },
    files: { type: 'boolean', default: false },
  },
});
const FOLDER = join(import.meta.dirname, 'specification');
const SPEED = { sqlite: 5000, postgres: 3000 } as const;
const RATIO = 0.35;
const EXPORTED = 25_000;
const MOST_MIB = 250;

type Engine = keyof typeof SPEED;

/** What one load took. */
interface Load {
  readonly seconds: number;
  /** Of the process that loads, and of the database. */
  readonly cpu: number;
  readonly most: number;
  /** The longest that another write waited meanwhile, in seconds; null where nobody wrote. */
  readonly waited: number | null;
  /** Rows a second of an export of all of them as CSV; null where none was made. */
  readonly exported: number | null;
}

/** Loads the same rows through the product and by hand, and prints both beside each other. */
async function main(): Promise<void> {
  console.log(
    '| database | rows | way | a second | by hand | ratio | by processor time | most MiB | others waited, s | exported a second |',
  );
  console.log('|---|---|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (flags.database !== 'both' && flags.database !== engine) continue;
    for (const name of flags.only.split(',') as ShapeName[]) {
      await inFolder((folder) => measure(engine, name, folder));
      if (flags.files) await inFolder((folder) => measureFiles(engine, name, folder));
    }
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A call with a file, then the same file by hand into the same tables, which are emptied in between. */
async function measure(engine: Engine, name: ShapeName, folder: string): Promise<void> {
  const shape = SHAPES[name];
  const url = await databaseOf(engine, folder);
  const product = await startProduct({ folder: FOLDER, env: url === null ? {} : { NINEFOLD_DATABASE: url } });
  try {
    const file = join(folder, 'rows.csv');
    await writeRows(file, shape);
    const openStore = async (): Promise<Store> =>
      url === null ? sqliteStore(join(product.data, 'data.sqlite')) : postgresStore(url);
    let known: Known | null = null;
    await product.restart(async () => {
      const store = await openStore();
      known = await fillKnown(store);
      await store.finish();
    });
    const database = url === null ? null : watched(await serverOf(url));
    const ours = await loadByCall(product, { shape, file, database });
    let theirs: Load | null = null;
    await product.restart(async () => {
      const store = await openStore();
      for (const table of [shape.entity, '_history', '_total']) await store.all(`DELETE FROM "${table}"`, []);
      await store.finish();
      const again = await openStore();
      const cpu = (): number =>
        process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 + (database?.cpu() ?? 0);
      const [begun, used] = [performance.now(), cpu()];
      if (known) await loadByHand(again, file, shape, known);
      if (url === null) await again.all('COMMIT', []);
      const seconds = (performance.now() - begun) / 1000;
      theirs = { seconds, cpu: (cpu() - used) / 1000, most: 0, waited: null, exported: null };
      if (url === null) await again.all('BEGIN', []);
      await again.finish();
    });
    print(engine, name, { way: flags.mode, ours, theirs });
  } finally {
    await product.stop();
  }
}

/** Data files of a specification: the start that loads them, beside a start that loads nothing. */
async function measureFiles(engine: Engine, name: ShapeName, folder: string): Promise<void> {
  const shape = SHAPES[name];
  const specification = join(folder, 'specification');
  await cp(FOLDER, specification, { recursive: true });
  const people = Array.from(
    { length: PEOPLE },
    (_, n) => `person${String(n)}@example.test,Person ${String(n)},en,,Sales\n`,
  );
  const users = await open(join(specification, 'data/demo/user.csv'), 'a');
  await users.writeFile(people.join(''));
  await users.close();
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => `A${String(n)}\n`);
  const holders = await open(join(specification, 'data/account.csv'), 'w');
  await holders.writeFile(`code\n${accounts.join('')}`);
  await holders.close();
  const url = await databaseOf(engine, folder);
  await writeRows(join(specification, `data/demo/${shape.entity}.csv`), shape);
  const database = url === null ? null : watched(await serverOf(url));
  const used = database?.cpu() ?? 0;
  const product = await startProduct({ folder: specification, env: url === null ? {} : { NINEFOLD_DATABASE: url } });
  try {
    const process = watched(product.pid());
    const seconds = product.startedIn() / 1000;
    const cpu = (process.cpu() + (database?.cpu() ?? 0) - used) / 1000;
    print(engine, name, {
      way: 'files',
      ours: { seconds, cpu, most: process.memory().most, waited: null, exported: null },
      theirs: null,
    });
  } finally {
    await product.stop();
  }
}

async function databaseOf(engine: Engine, folder: string): Promise<string | null> {
  if (engine === 'sqlite') return null;
  const found = await clusterAddress(folder, process.pid, 'durable');
  if ('reason' in found) throw new Error(found.reason);
  return found.url;
}

async function writeRows(file: string, shape: Shape): Promise<void> {
  const random = seededRandom(4711);
  const out = await open(file, 'w');
  await out.write(`${shape.columns.join()}\n`);
  for (let turn = 0; turn < Number(flags.rows); turn += 1000) {
    const lines = Array.from({ length: 1000 }, (_, n) => `${shape.cells(turn + n, random).join()}\n`);
    await out.write(lines.join(''));
  }
  await out.close();
}

/** The people and accounts that rows name. */
async function fillKnown(store: Store): Promise<Known> {
  const random = seededRandom(17);
  const [template] = await store.all('SELECT * FROM "user" ORDER BY "email" LIMIT 1', []);
  if (!template) throw new Error('nobody is there');
  const people = Array.from({ length: PEOPLE }, (_, n) => {
    const [id, name, email] = [idOf(n, random), `Person ${String(n)}`, `person${String(n)}@example.test`];
    return { ...template, id, name, email, _search: null };
  });
  await store.insert('user', Object.keys(template), people);
  const at = new Date().toISOString();
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({
    ...{ id: idOf(n, random), code: `A${String(n)}`, version: 1, created_at: at, changed_at: at },
    ...{ total: 0, pieces: 0 },
  }));
  await store.insert('account', Object.keys(accounts[0] ?? {}), accounts);
  return {
    people: new Map(people.map(({ email, id }) => [email, id])),
    accounts: new Map(accounts.map(({ code, id }) => [code, id])),
  };
}

interface ToLoad {
  readonly shape: Shape;
  readonly file: string;
  readonly database: Watched | null;
}

/** Sends the file while another client changes a record twenty times a second. */
async function loadByCall(product: Product, { shape, file, database }: ToLoad): Promise<Load> {
  const [ada, other] = await Promise.all([signedIn(product.url, 'ada'), signedIn(product.url, 'ada')]);
  const process = watched(product.pid());
  const cpu = (): number => process.cpu() + (database?.cpu() ?? 0);
  const [begun, used] = [performance.now(), cpu()];
  const sent = { isOver: false };
  const others = waiting(other, sent);
  const path = `/api/${shape.entity}/import?mode=${flags.mode}&match=`;
  const done = await sendFile(product.url, ada, path, file);
  const [seconds, spent] = [(performance.now() - begun) / 1000, (cpu() - used) / 1000];
  sent.isOver = true;
  if (!done.includes(`"created":${flags.rows}`)) throw new Error(done.slice(0, 500));
  const waited = await others;
  const { most } = process.memory();
  return { seconds, cpu: spent, most, waited, exported: await exportedASecond(product.url, ada, shape) };
}

/** Reads all rows as CSV, the way in which they can be imported again. */
async function exportedASecond(url: string, client: Client, { entity }: Shape): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}/api/${entity}?format=csv`, { headers: { cookie: client.cookies() } });
  let lines = -1;
  for await (const part of answer.body ?? []) lines += Buffer.from(part).toString('latin1').split('\n').length - 1;
  if (lines !== Number(flags.rows)) throw new Error(`${String(lines)} rows were exported`);
  return (lines * 1000) / (performance.now() - begun);
}

async function waiting(client: Client, sent: { readonly isOver: boolean }): Promise<number> {
  const { body } = await client.get<ListBody>('/api/department?size=1');
  let longest = 0;
  for (let turn = 0; !sent.isOver; turn += 1) {
    const begun = performance.now();
    const path = `/api/department/${body.items[0]?.id ?? ''}`;
    // an import of very many rows may hold writes for longer than a client waits for an answer
    await client.send('PATCH', path, { name: `Production ${String(turn)}` }).catch(() => undefined);
    longest = Math.max(longest, performance.now() - begun);
    await setTimeout(50);
  }
  return longest / 1000;
}

/** The answer has no time limit. */
function sendFile(url: string, client: Client, path: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/csv', cookie: client.cookies(), 'x-xsrf-token': client.xsrf() };
    const call = request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(text));
    });
    call.on('error', reject);
    createReadStream(file).pipe(call);
  });
}

interface Compared {
  readonly way: string;
  readonly ours: Load;
  readonly theirs: Load | null;
}

function print(engine: Engine, name: ShapeName, { way, ours, theirs }: Compared): void {
  const rows = Number(flags.rows);
  const speed = rows / ours.seconds;
  const least = name === 'tickets' ? SPEED[engine] : SPEED[engine] / 2;
  const ratio = theirs === null ? null : theirs.seconds / ours.seconds;
  const marked = (text: string, holds: boolean): string => (holds ? `**${text}**` : text);
  const cells = [
    ...[engine, `${flags.rows} ${name}`, way, marked(speed.toFixed(0), speed >= least)],
    theirs === null ? '' : (rows / theirs.seconds).toFixed(0),
    ratio === null ? '' : marked(ratio.toFixed(2), ratio >= RATIO),
    theirs === null ? `${((ours.cpu / rows) * 1000).toFixed(3)} ms` : (theirs.cpu / ours.cpu).toFixed(2),
    marked(String(ours.most), ours.most <= MOST_MIB),
    ours.waited === null ? '' : ours.waited.toFixed(2),
    ours.exported === null ? '' : marked(ours.exported.toFixed(0), ours.exported >= EXPORTED),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

await main();
