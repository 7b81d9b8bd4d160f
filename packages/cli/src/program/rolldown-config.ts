import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

const packages = fileURLToPath(new URL('../../..', import.meta.url));

/** The command and everything that it needs, in few files of one folder; what a command alone needs is read with it. */
export default defineConfig({
  input: {
    main: `${packages}cli/src/main.ts`,
    'read-sheet': `${packages}server/src/exchange/reading/read-sheet.ts`,
    'preview-program': `${packages}server/src/uploads/preview-program.ts`,
    'sheet-program': `${packages}server/src/exchange/writing/sheet-program.ts`,
    'read-survey': `${packages}server/src/storage/sqlite/connections/read-survey.ts`,
  },
  platform: 'node',
  external: ['pg-native', 'sharp', '@hyzyla/pdfium'], // the two are optional, and bring files beside their code
  treeshake: { moduleSideEffects: (id) => !/[\\/]packages[\\/](?:model|spec|server)[\\/]/.test(id) },
  // Shorter texts, and none beyond ASCII, which would take two bytes a letter in memory; names stay, for who reads a stack.
  output: {
    charset: 'ascii',
    comments: { legal: false, annotation: false, jsdoc: false },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
