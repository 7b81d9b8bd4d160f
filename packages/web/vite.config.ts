import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import type { Screen } from '@ninefold/model';
import { inlineScripts } from './build/inline-scripts.ts';
import { themeSheet } from './build/theme-styles.ts';

const SMALLEST = 1000;
const COMPRESSIBLE = /\.(js|css|svg|json)$/;

async function compress(path: string): Promise<void> {
  if (existsSync(`${path}.br`)) return; // of the build before, into the same folder
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

/** Writes `.br` and `.gz` beside every built file, so that the server compresses nothing. The page itself is left out: its nonce changes. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    closeBundle: async () => {
      const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
      await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(directory, file))));
    },
  };
}

/** What every screen of a signed-in reader stands in. */
const FRAME = 'src/shell/app/signed-in.tsx';

/** The code of each kind of screen, and of the runtime's pages, by its module. Every page has the code that is loaded with `main.tsx`. */
const SCREENS: Readonly<Record<Screen['kind'] | 'runtime', string>> = {
  runtime: FRAME,
  list: 'src/records/list/list-screen.tsx',
  record: 'src/records/record/record-screen.tsx',
  form: 'src/records/create/form-screen.tsx',
  blocks: 'src/screens/home/blocks-screen.tsx',
  page: 'src/screens/pages/page-screen.tsx',
};

/** The runtime's own texts by language. */
const TEXTS = 'src/base/texts/shipped';

/** Code that several kinds of pages share, and that needs nothing of the larger chunks. */
const SHARED = [
  'model/src/writing/changes-alone',
  'use-debounced-value/use-debounced-value',
  'base/session/recent-records',
  'fields/messages/seen-values',
  'kit/controls/copy-field',
  'kit/page/scroller',
  'records/conversation/late',
  'records/editing/(?:meanwhile|saved-notice)',
  'records/grouping/value-name',
  'records/history/because',
  'records/lifecycle/(?:primary|use-fire|use-offer-undo|use-transition-commands)',
  'screens/pages/not-shown-ledger',
];

/**
 * A chunk holds a module and all that it needs beyond the chunks before it, so that a page loads few files: the first
 * holds what every page needs, the next the frame of all screens with the list, which most of them share, then what stands
 * above a list, then what opens at a press. What two of these share is in the earlier one, which the later one loads whole.
 * So the small things come first, and each chunk needs few of those before it; `late-files.test.ts` says of the pages what
 * they may load.
 */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const], priority: 9 },
  { name: 'list', test: /(?:app\/signed-in|records\/list\/list-screen)\.tsx$/, priority: 8 },
  {
    name: 'list-extras',
    test: /records\/(?:list\/list-extras\.tsx|looks\/(?:changed-look\.ts|looks\.module\.css))$/,
    priority: 7.9,
  },
  { name: 'shared', test: new RegExp(`/(?:${SHARED.join('|')})\\.\\w+$`), priority: 7.8 },
  {
    name: 'dialog',
    test: /(?:dialogs\/dialog|frame\/navigation-drawer|lifecycle\/confirm-warnings|view\/leave-guard)\.tsx$/,
    priority: 7.6,
  },
  {
    name: 'menus',
    test: /(?:floating\/drawn-\w+|user-menu-items|icon-menu-items|export-menu-items)\.tsx$/,
    priority: 7.5,
  },
  {
    name: 'choices',
    test: /Radio\/Radio\.mjs$|Select\/Select\.mjs$|controls\/tool-button\.tsx$|icons\/(?:minus|pin)\.mjs$/,
    priority: 7.4,
  },
  { name: 'blocks', test: /screens\/home\//, priority: 7 },
  { name: 'charts', test: /screens\/blocks\/grouped-block\.tsx$/, priority: 6.5 },
  { name: 'dialogs', test: /(?:sign-out-dialog|undo-failure|palette)\.tsx$/, priority: 6 },
  { name: 'form', test: /records\/create\/(?:create-sheet|form-screen)\.tsx$/, priority: 5 },
  { name: 'record', test: /records\/record\/record-screen\.tsx$/, priority: 4 },
  { name: 'weeks', test: /format\/first-weekday\.ts$/, priority: 3.5 },
  { name: 'calendar', test: /dates\/calendar\.tsx$/, priority: 3 },
];

/**
 * Writes `preloads.json`: the files of every page, those of each kind of screen beside them, and those of each language.
 * The server starts them with the page.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      const reached = (from: string, known: ReadonlySet<string>): readonly string[] => {
        const files = new Set<string>();
        const follow = (name: string): void => {
          const chunk = chunks.get(name);
          if (chunk === undefined || known.has(name) || files.has(name)) return;
          files.add(name);
          for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
          chunk.imports.forEach(follow);
        };
        follow(from);
        return [...files];
      };
      const entry = fileOf(chunks, (chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('index.html') === true);
      const everywhere = new Set(reached(entry, new Set()));
      const filesOf = (module: string): readonly string[] => {
        const path = join(import.meta.dirname, module);
        const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(path));
        if (chunk === undefined) throw new Error(`No chunk holds ${module}.`);
        return reached(chunk.fileName, everywhere);
      };
      const frame = filesOf(FRAME);
      const screens = Object.entries(SCREENS).map(([kind, module]) => [
        kind,
        [...new Set([...frame, ...filesOf(module)])],
      ]);
      const languages = readdirSync(join(import.meta.dirname, TEXTS)).map((file) => [
        file.slice(0, -'.ts'.length),
        filesOf(join(TEXTS, file)),
      ]);
      const found = {
        application: entry,
        everywhere: [...everywhere],
        screens: Object.fromEntries(screens),
        languages: Object.fromEntries(languages),
      };
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(found) });
    },
  };
}

function fileOf(
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  wanted: (chunk: Rollup.OutputChunk) => boolean,
): string {
  const chunk = [...chunks.values()].find(wanted);
  if (chunk === undefined) throw new Error('A file is missing that every build has.');
  return chunk.fileName;
}

/** Names beside the files that late code needs its own one, which has to be here before it is imported, too. */
export function withItself(
  file: string,
  needed: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] {
  return hostType === 'html' ? needed : [...new Set([file, ...needed])];
}

/** Lets `import()` load its files by `load-files.ts`, in the place of the function of Vite. */
export function lateFiles(): Plugin {
  return {
    name: 'late-files',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => join(import.meta.dirname, 'src/base/late-code/load-files.ts'),
    },
  };
}

/**
 * Leaves the causes out of the errors' texts, which every page loads: only the catalogue shows them, and asks for
 * `errors.json?causes`. With `errors.json?all` code asks for the others late, apart from those that it imports by name.
 */
export function lateCauses(): Plugin {
  return {
    name: 'late-causes',
    enforce: 'pre',
    transform: {
      filter: { id: /\/errors\.json(\?(?:causes|all))?$/ },
      handler(text, id) {
        const errors = Object.entries(JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, string>>>>); // as the texts are written
        const texts = errors.map(([code, { cause, ...others }]) => [code, id.endsWith('?causes') ? cause : others]);
        const file = JSON.stringify(Object.fromEntries(texts));
        return id.includes('?') ? { code: `export default ${file}`, moduleType: 'js' } : file;
      },
    },
  };
}

/** Palettes of Mantine that nothing here is painted with; blue, red and teal stand for its default of other colours. */
export const UNUSED_PALETTE = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/;

/** Leaves their colours out of the style sheet that every page waits for. */
const withoutUnusedPalettes = {
  postcssPlugin: 'without-unused-palettes',
  Declaration(declaration: { readonly prop: string; remove(): unknown }): void {
    if (UNUSED_PALETTE.test(declaration.prop)) declaration.remove();
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/_/web/',
  plugins: [themeSheet(), react(), lateFiles(), lateCauses(), inlineScripts(), preloads(), precompress()],
  html: { cspNonce: '__NONCE__' },
  css: { postcss: { plugins: [withoutUnusedPalettes] } },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false, resolveDependencies: withItself },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    chunkSizeWarningLimit: 1024,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4900', '^/_/(?!web/)': 'http://127.0.0.1:4900' } },
});
