import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import config from '../vite.config.ts';

/** What every page of a signed-in reader has, whatever it shows. */
const FIRST = ['main.tsx', 'shell/app/signed-in.tsx', 'records/list/list-screen.tsx'];

/** What a page loads at most beyond that for one of its parts, with all that this part imports: brotli, in kB. */
const MOST: Readonly<Record<string, number>> = {
  'records/list/list-extras.tsx': 7,
  'records/list/list-gestures.tsx': 22,
  'records/looks/totals-row.tsx': 8,
  'records/looks/columns-box.tsx': 67,
  'records/grouping/grouped-table.tsx': 19,
  'kit/floating/drawn-popover.tsx': 51,
  'kit/floating/drawn-menu.tsx': 51,
  'shell/frame/sign-out-dialog.tsx': 44,
  'shell/frame/navigation-drawer.tsx': 38,
  'screens/home/home-screen.tsx': 20,
  'screens/home/blocks-screen.tsx': 20,
  'records/create/form-screen.tsx': 100,
  'records/record/record-screen.tsx': 127,
  'screens/inbox/inbox-screen.tsx': 63,
};

const SRC = import.meta.dirname;
const KB = 1000;

type Bundle = ReadonlyMap<string, Rollup.OutputChunk | Rollup.OutputAsset>;

let bundle: Bundle = new Map();

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production'); // as it is delivered
  const plugins = (config.plugins ?? []).flat().filter((plugin) => !isNamed(plugin, 'precompress'));
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { ...config.build, write: false },
  });
  const outputs = Array.isArray(built) ? built : [built as Rollup.RollupOutput];
  vi.unstubAllEnvs();
  bundle = new Map(outputs.flatMap(({ output }) => output).map((file) => [file.fileName, file]));
}, 240_000);

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

function chunkOf(module: string): Rollup.OutputChunk {
  const found = [...bundle.values()].find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(join(SRC, module)),
  );
  if (found?.type !== 'chunk') throw new Error(`No chunk holds ${module}.`);
  return found;
}

/** The files that come with a chunk. */
function filesWith(chunk: Rollup.OutputChunk, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) {
    const imported = bundle.get(name);
    if (imported?.type === 'chunk') filesWith(imported, found);
  }
  return found;
}

function sizeOf(name: string): number {
  const file = bundle.get(name);
  return file === undefined ? 0 : brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length;
}

test.each(Object.entries(MOST))('%s brings at most %i kB with it', (module, most) => {
  const first = new Set(FIRST.flatMap((each) => [...filesWith(chunkOf(each))]));
  const late = [...filesWith(chunkOf(module))].filter((name) => !first.has(name));
  const kB = late.reduce((sum, name) => sum + sizeOf(name), 0) / KB;
  expect({ late, isWithin: kB <= most }).toEqual({ late, isWithin: true });
  expect(kB).toBeGreaterThan(most / 2);
});

test('the first pages have nothing of what opens at a press', () => {
  const first = new Set(FIRST.flatMap((each) => [...filesWith(chunkOf(each))]));
  expect([...first].filter((name) => name.endsWith('.js'))).toHaveLength(2);
});

test('what draws the first rows stays on the server', () => {
  const modules = [...bundle.values()].flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  expect(modules.some((id) => id.endsWith('records/list/list-table.tsx'))).toBe(true);
  expect(modules.filter((id) => /node_modules\/preact|first-rows\/(?:draw|stand-ins)/.test(id))).toEqual([]);
});
