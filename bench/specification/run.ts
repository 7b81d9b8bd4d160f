import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type SourceFile } from '../../packages/spec/src/index.ts';
import { COUNTS, generate } from './generate.ts';

const SIZES = [10, 100, 1000, 10_000];
const DESK = join(import.meta.dirname, '../../examples/service-desk');
const SELF = import.meta.filename;

/** Loads, checks and compiles specifications of growing size, each in a process of its own, and the service desk warm. */
function main(): void {
  let before: { readonly size: number; readonly ms: number } | null = null;
  for (const size of SIZES) {
    const { ms, megabytes } = measured(size);
    const growth =
      before === null
        ? ''
        : `, ${(ms / before.ms).toFixed(1)} times the time for ${String(size / before.size)} times the size`;
    const content = `${String(size * COUNTS.fields)} fields, ${String(size * COUNTS.rules)} rules`;
    console.log(`${String(size)} entities (${content}): ${String(ms)} ms, ${String(megabytes)} MB${growth}`);
    before = { size, ms };
  }
  const files = deskFiles();
  const times = Array.from({ length: 12 }, () => timed(files))
    .slice(4)
    .toSorted((a, b) => a - b);
  console.log(
    `service desk, warm: ${String(times[Math.floor(times.length / 2)])} ms (middle of ${String(times.length)})`,
  );
}

/** In a fresh process, so that one size does not warm the next. */
function measured(size: number): { readonly ms: number; readonly megabytes: number } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=8192', '--max-semi-space-size=64', SELF, String(size)],
    {
      encoding: 'utf8',
    },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { readonly ms: number; readonly megabytes: number };
}

function timed(files: readonly SourceFile[]): number {
  const begun = performance.now();
  const { application, issues } = compile(files);
  if (application === null) throw new Error(issues.map(({ id }) => id).join());
  return Math.round(performance.now() - begun);
}

function deskFiles(): readonly SourceFile[] {
  return readdirSync(DESK, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:yaml|json|csv|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));
}

const [size] = process.argv.slice(2);
if (size === undefined) main();
else {
  process.env = { ...process.env }; // as the command does
  const ms = timed(generate(Number(size)));
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ ms, megabytes }));
}
