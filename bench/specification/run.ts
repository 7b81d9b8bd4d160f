import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type SourceFile } from '../../packages/spec/src/index.ts';
import { COUNTS, generate } from './generate.ts';

const SIZES = [10, 100, 1000, 10_000];
const DESK = join(import.meta.dirname, '../../examples/service-desk');
const SELF = import.meta.filename;

/** What one compilation took: elapsed time, processor time of its thread, and the largest memory. */
interface Took {
  readonly ms: number;
  readonly cpu: number;
  readonly megabytes: number;
}

/** Loads, checks and compiles specifications of growing size, each in a process of its own, and the service desk warm. */
function main(): void {
  let before: { readonly size: number; readonly cpu: number } | null = null;
  for (const size of SIZES) {
    const { ms, cpu, megabytes } = inProcess<Took>(String(size));
    const growth =
      before === null
        ? ''
        : `, ${(cpu / before.cpu).toFixed(1)} times the work for ${String(size / before.size)} times the size`;
    const content = `${String(size * COUNTS.fields)} fields, ${String(size * COUNTS.rules)} rules`;
    const time = `${String(ms)} ms (${String(cpu)} ms of the processor)`;
    console.log(`${String(size)} entities (${content}): ${time}, ${String(megabytes)} MB${growth}`);
    before = { size, cpu };
  }
  const times = inProcess<readonly Took[]>('desk');
  const [ms, cpu] = [middle(times.map((one) => one.ms)), middle(times.map((one) => one.cpu))];
  console.log(`service desk, warm: ${ms} ms (${cpu} ms of the processor; middle of ${String(times.length)})`);
}

/** In a fresh process with the memory limit of the command, so that one size does not warm the next. */
function inProcess<T>(subject: string): T {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', '--max-semi-space-size=64', SELF, subject],
    {
      encoding: 'utf8',
    },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

function middle(times: readonly number[]): string {
  return String(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]);
}

function timed(files: readonly SourceFile[]): Omit<Took, 'megabytes'> {
  const begun = performance.now();
  const used = process.threadCpuUsage();
  const { application, issues } = compile(files);
  if (application === null) throw new Error(issues.map(({ id }) => id).join());
  const { user, system } = process.threadCpuUsage(used);
  return { ms: Math.round(performance.now() - begun), cpu: Math.round((user + system) / 1000) };
}

function deskFiles(): readonly SourceFile[] {
  return readdirSync(DESK, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));
}

/** Runs until the code is warm, then as often as the median needs. */
function desk(): readonly Omit<Took, 'megabytes'>[] {
  const files = deskFiles();
  return Array.from({ length: 32 }, () => timed(files)).slice(20);
}

function one(size: number): Took {
  const took = timed(generate(size));
  return { ...took, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) };
}

const [subject] = process.argv.slice(2);
if (subject === undefined) main();
else {
  process.env = { ...process.env }; // as the command does
  process.stdout.write(JSON.stringify(subject === 'desk' ? desk() : one(Number(subject))));
}
