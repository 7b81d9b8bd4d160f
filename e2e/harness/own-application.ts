import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startProduct, type Product } from './product.ts';

/** One person, who can use the demonstration sign-in. */
export const ADA = { 'data/demo/user.csv': 'name,email,language\nAda,ada@example.test,en\n' };

/**
 * Starts an application that consists of these files, by their paths in its folder, with its demo data; `complete` adds to the folder
 * before the start, `env` to its settings. The folder goes with the product.
 */
export async function startApplication(
  files: Readonly<Record<string, string>>,
  complete?: (folder: string) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-application-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await complete?.(folder);
  const product = await startProduct({ folder, env });
  return {
    ...product,
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
