import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SMALLEST = 1000;
const COMPRESSIBLE = /\.(js|css|svg|json)$/;

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

/** Writes `.br` and `.gz` beside every built file, so that the server compresses nothing. The page itself is left out: its nonce changes. */
function precompress(): Plugin {
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

export default defineConfig({
  root: import.meta.dirname,
  base: '/_/web/',
  plugins: [react(), precompress()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4900', '^/_/(?!web/)': 'http://127.0.0.1:4900' } },
});
