import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SMALLEST = 1024;
const COMPRESSIBLE = /\.(js|css|svg|json)$/;

/** Writes `.br` and `.gz` beside every built file, so that the server compresses nothing. The page itself is left out: its nonce changes. */
function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = config.build.outDir;
    },
    closeBundle: () => {
      const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
        COMPRESSIBLE.test(file),
      );
      for (const file of files) {
        const content = readFileSync(join(directory, file));
        if (content.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(join(directory, `${file}.br`), brotliCompressSync(content, { params }));
        writeFileSync(join(directory, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
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
