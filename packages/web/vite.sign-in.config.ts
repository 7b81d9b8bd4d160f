import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeSheet } from './build/theme-styles.ts';
import { lateCauses, lateFiles, precompress, withItself } from './vite.config.ts';

/** The texts of the sign-in page by language. */
const TEXTS = join(import.meta.dirname, 'src/base/texts/few');

/** Writes `sign-in.json`: the files of each language. The server starts them with the page. */
function preloads(): Plugin {
  return {
    name: 'sign-in-preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const languages = readdirSync(TEXTS).map((file) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(TEXTS, file)));
        if (chunk === undefined) throw new Error(`No chunk holds the texts of ${file}.`);
        return [file.slice(0, -'.ts'.length), [chunk.fileName]];
      });
      const source = JSON.stringify({ languages: Object.fromEntries(languages) });
      this.emitFile({ type: 'asset', fileName: 'sign-in.json', source });
    },
  };
}

/**
 * The sign-in page, which shares no file with the application: each loads only what it needs itself, in as few files as
 * it can. It is built into the same folder, after the application.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/_/web/',
  publicDir: false,
  plugins: [themeSheet(), react(), lateFiles(), lateCauses(), preloads(), precompress()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies: withItself },
    rolldownOptions: {
      input: join(import.meta.dirname, 'sign-in.html'),
      output: {
        codeSplitting: {
          groups: [
            { name: 'sign-in', tags: ['$initial'], priority: 2 },
            { name: 'menus', test: /(?:framed-menu|icon-menu-items)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
