import { join } from 'node:path';
import { defineConfig } from 'vite';
import { standIns } from './build/stand-ins.ts';
import { lateCauses } from './vite.config.ts';

/** What the server draws the first rows with: one file for Node, built into the folder of the application after it. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [standIns(), lateCauses()],
  ssr: { noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'src/first-rows/draw.tsx'),
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: false,
    target: 'node24',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'first-rows.mjs', codeSplitting: false } },
  },
});
