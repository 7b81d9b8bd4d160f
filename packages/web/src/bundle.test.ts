import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { themeSheet } from '../build/theme-styles.ts';
import { lateCauses } from '../vite.config.ts';

const WEB = join(import.meta.dirname, '..');
/** What runs an expression in the browser, and what says why it decided so. */
const EVALUATOR = ['evaluate.ts', 'explain.ts'].map((name) => join(WEB, '..', 'model', 'src', 'expressions', name));
const MOST = 25_000;

type Output = Awaited<ReturnType<typeof build>>;

function chunksOf(output: Output): readonly Rollup.OutputChunk[] {
  const outputs = Array.isArray(output) ? output : [output as Rollup.RollupOutput];
  return outputs.flatMap((each) => each.output).filter((each) => each.type === 'chunk');
}

test('the evaluator adds at most 25 kB to what a browser loads', { timeout: 120_000 }, async () => {
  const lib = { entry: EVALUATOR, formats: ['es' as const] };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib, minify: true, target: 'es2023' },
  });
  const code = chunksOf(built)
    .map((chunk) => chunk.code)
    .join('');
  expect(code).toContain('start_of_month');
  expect(code).toContain('exists_one');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST);
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(MOST);
});

test('neither the parser nor the checker of expressions reaches the browser', { timeout: 240_000 }, async () => {
  const built = await build({
    configFile: false,
    root: WEB,
    logLevel: 'silent',
    plugins: [themeSheet(), lateCauses()],
    build: { write: false, minify: false },
  });
  const modules = chunksOf(built).flatMap((chunk) => chunk.moduleIds);
  expect(modules.some((id) => id.includes('model/src/expressions/evaluate.ts'))).toBe(true);
  expect(modules.filter((id) => id.includes('cel-js') || id.includes('packages/spec'))).toEqual([]);
});

/** What the sign-in page does without until somebody opens a menu. */
const APART =
  /node_modules\/(?:@mantine\/core|@reduxjs|react-redux|react-router|i18next|react-i18next|i18next-http-backend)\//;

test('the sign-in page begins without the libraries of the application', { timeout: 240_000 }, async () => {
  const built = await build({
    configFile: false,
    root: WEB,
    logLevel: 'silent',
    plugins: [themeSheet(), lateCauses()],
    build: { write: false, minify: false, rolldownOptions: { input: join(WEB, 'sign-in.html') } },
  });
  const chunks = chunksOf(built);
  const first = new Set<string>();
  const follow = (name: string | undefined): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || first.has(chunk.fileName)) return;
    first.add(chunk.fileName);
    chunk.imports.forEach(follow);
  };
  follow(chunks.find(({ isEntry }) => isEntry)?.fileName);
  const modules = chunks.filter(({ fileName }) => first.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
  expect(modules.some((id) => id.includes('node_modules/react-dom/'))).toBe(true);
  expect(modules.some((id) => id.endsWith('sign-in/sign-in-form.tsx'))).toBe(true);
  expect(modules.filter((id) => APART.test(id))).toEqual([]);
  expect(chunks.flatMap(({ moduleIds }) => moduleIds).some((id) => APART.test(id))).toBe(true);
});
