import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSpecification } from '@ninefold/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runNinefold, type Ninefold } from '../testing/run-ninefold.ts';

const RUNS = 100;
const FILES = {
  'app.yaml': (text: string) => `ninefold: 1\npurpose: { name: saves, does: ${text} }\n`,
  'parts/note.yaml': (text: string) =>
    `entities:\n  note:\n    hint: ${text}\n    fields: { title: { type: string } }\n`,
  'locales/ja/app.json': (text: string) => JSON.stringify({ entities: { note: { label: text } } }),
} as const;
type File = keyof typeof FILES;
const NAMES = Object.keys(FILES) as readonly File[]; // the keys of the table
const BROKEN: Readonly<Record<File, string>> = {
  'app.yaml': 'ninefold: 1\npurpose: { name: saves\n',
  'parts/note.yaml': 'entities:\n  note:\n    fields: { title: { type: strng } }\n',
  'locales/ja/app.json': '{ "entities": ',
};

/** How a file gets new content, as editors and other programs do it. */
const WAYS = ['in place', 'by renaming', 'over a deleted one', 'in two steps'] as const;
type Step =
  | { readonly save: File; readonly way: (typeof WAYS)[number]; readonly broken: boolean }
  | { readonly folder: 'checkout' | 'moved' | 'replaced' | 'all away' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ save: fc.constantFrom(...NAMES), way: fc.constantFrom(...WAYS), broken: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ folder: fc.constantFrom('checkout', 'moved', 'replaced', 'all away') }) },
) as fc.Arbitrary<Step>; // the texts are those of the constants
/** Steps, and how long each is waited for, in milliseconds: shorter and longer than what a look takes. */
const sequence = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 150 })), { minLength: 1, maxLength: 4 });

let place: string;
let folder: string;
let program: Ninefold;
let address = '';
let number = 0;

const git = (...args: readonly string[]): void =>
  void execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const news = (): string => `Number ${String((number += 1))}`;

/** What each file has said in a sequence; null where it was not there. A look between two changes may find them mixed. */
const seen: Readonly<Record<File, Set<string | null>>> = {
  'app.yaml': new Set(),
  'parts/note.yaml': new Set(),
  'locales/ja/app.json': new Set(),
};

function write(file: File, text: string): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
  seen[file].add(text);
}

function noteFiles(): void {
  for (const file of NAMES) {
    const path = join(folder, file);
    seen[file].add(existsSync(path) ? readFileSync(path, 'utf8') : null);
  }
}

function commit(branch: string): void {
  git('checkout', '-q', '-B', branch);
  for (const file of NAMES) write(file, FILES[file](`Branch ${branch}`));
  git('add', '-A');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.test', 'commit', '-q', '-m', branch);
}

function save({ save: file, way, broken }: Extract<Step, { readonly save: File }>): void {
  const text = broken ? BROKEN[file] : FILES[file](news());
  const path = join(folder, file);
  if (way === 'by renaming') {
    writeFileSync(join(place, 'written'), text);
    seen[file].add(text);
    mkdirSync(join(path, '..'), { recursive: true });
    renameSync(join(place, 'written'), path);
  } else {
    if (way === 'over a deleted one') rmSync(path, { force: true });
    if (way !== 'in place') noteFiles();
    if (way === 'in two steps') write(file, text.slice(0, text.length / 2));
    write(file, text);
  }
}

async function move(how: Extract<Step, { readonly folder: string }>['folder']): Promise<void> {
  const away = join(place, 'away');
  const parts = join(folder, 'parts');
  if (how === 'checkout') git('checkout', '-q', '-f', (number += 1) % 2 === 0 ? 'one' : 'two');
  else if (how === 'all away') {
    renameSync(folder, away);
    await wait(number % 2 === 0 ? 0 : 200);
    renameSync(away, folder);
  } else {
    mkdirSync(parts, { recursive: true });
    renameSync(parts, away);
    noteFiles();
    if (how === 'replaced') mkdirSync(parts);
    if (how === 'replaced') write('parts/note.yaml', FILES['parts/note.yaml'](news()));
    else cpSync(away, parts, { recursive: true });
    rmSync(away, { recursive: true });
  }
  noteFiles();
}

/** The hashes of all that files which said one thing each at a time may have said together. */
async function mixtures(): Promise<ReadonlySet<string>> {
  const mixed = join(place, 'mixed');
  const found = new Set<string>();
  const all = NAMES.reduce<readonly (readonly (string | null)[])[]>(
    (begun, file) => begun.flatMap((texts) => [...seen[file]].map((text) => [...texts, text])),
    [[]],
  );
  for (const texts of all) {
    rmSync(mixed, { recursive: true, force: true });
    for (const [index, file] of NAMES.entries()) {
      mkdirSync(join(mixed, file, '..'), { recursive: true });
      const text = texts[index] ?? null;
      if (text !== null) writeFileSync(join(mixed, file), text);
    }
    const hash = (await loadSpecification(mixed)).application?.model.hash;
    if (hash !== undefined) found.add(hash);
  }
  return found;
}

const POLLED = { timeout: 20_000, interval: 20 };

/** Ends an event of the stream. */
const END = '\n\n';

/** What open pages were told last: the model that is served, and what is wrong. */
async function told(): Promise<{ readonly model: string | null; readonly trouble: unknown }> {
  const answer = await fetch(`${address}/_/dev/events`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.includes(END)) break;
  }
  const [first = ''] = text.split(END);
  return JSON.parse(first.replace(/^data: /, '')) as Awaited<ReturnType<typeof told>>; // as announcements are written
}

function stateOf({ model, trouble }: Awaited<ReturnType<typeof told>>, expected: readonly (string | null)[]) {
  return { isExpected: expected.includes(model), isBroken: trouble !== null };
}

/** The hash of what the files say now; null where they have errors. */
async function written(): Promise<string | null> {
  return (await loadSpecification(folder)).application?.model.hash ?? null;
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'ninefold-saves-'));
  folder = join(place, 'spec');
  mkdirSync(folder);
  git('init', '-q');
  commit('two');
  commit('one');
  program = runNinefold(['dev', folder, '--port', '0', '--data', join(place, 'data')]);
  await program.printed('http://127.0.0.1');
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(program.output().out)?.[0] ?? '';
});

afterAll(async () => {
  program.stop();
  await program.exit;
  rmSync(place, { recursive: true, force: true });
});

const seed = Math.floor(Math.random() * 2 ** 31);
console.info(`dev: ${String(RUNS)} sequences of saves, seed ${String(seed)}`);

test(`dev follows files however they are saved, and always serves the last good version (seed ${String(seed)})`, async () => {
  const good = new Set([await written()]);
  let refused: unknown = null;
  const ask = (): Promise<void> =>
    fetch(`${address}/_/session`).then(
      ({ status }) => void (status === 200 || (refused = status)),
      (error: unknown) => void (refused = error),
    );
  const asking = setInterval(() => void ask(), 20);
  onTestFinished(() => clearInterval(asking));
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      for (const [each, pause] of steps) {
        if ('save' in each) save(each);
        else await move(each.folder);
        good.add(await written());
        await wait(pause);
      }
      const last = await written();
      const expected = last === null ? [...good].filter((each) => each !== null) : [last];
      const isBroken = last === null;
      await expect.poll(async () => (await told()).trouble !== null, POLLED).toBe(isBroken);
      const { model } = await told();
      if (isBroken && model !== null && !expected.includes(model)) expected.push(...(await mixtures()));
      await expect.poll(async () => stateOf(await told(), expected), POLLED).toEqual({ isExpected: true, isBroken });
      for (const file of NAMES) seen[file].clear();
      noteFiles();
      good.clear();
      good.add((await told()).model);
      expect(refused).toBeNull();
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
}, 300_000);
