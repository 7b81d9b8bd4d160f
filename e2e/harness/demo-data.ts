import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startProduct, type Product, type ProductOptions } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder of the service desk with its demo data. */
    readonly demoData: string;
  }
}

/** Loads the demo data of the service desk once for all browser files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-demo-'));
  const product = await startProduct();
  await product.end();
  await cp(product.data, folder, { recursive: true });
  await product.stop();
  project.provide('demoData', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Starts the service desk with its demo data. */
export function startDemo(options: Pick<ProductOptions, 'env'> = {}): Promise<Product> {
  return startProduct({ ...options, dataFrom: inject('demoData') });
}
