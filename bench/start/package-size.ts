import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stagePackage } from '../../scripts/stage-package.ts';
import type { Measured } from './gate.ts';

const MIB = 1024 * 1024;

/**
 * Packs what is published and installs it into an empty folder, without the Node that it brings along. The result is
 * the size on disk.
 */
export async function packageSize(): Promise<readonly Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-package-'));
  try {
    const staged = join(folder, 'staged');
    await stagePackage(staged);
    const npm = (cwd: string, args: readonly string[]): string =>
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [packed] = JSON.parse(npm(staged, ['pack', '--json', '--pack-destination', folder])) as {
      filename: string;
    }[];
    await writeFile(join(folder, 'package.json'), '{}');
    npm(folder, ['install', '--omit=optional', '--no-audit', '--no-fund', join(folder, packed?.filename ?? '')]);
    execFileSync(process.execPath, [join(folder, 'node_modules/ninefold/bin/ninefold.cjs'), 'version'], {
      stdio: 'ignore',
    });
    const installed = join(folder, 'node_modules');
    const names = await readdir(installed, { recursive: true });
    const packages = names.filter((name) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(name));
    return [
      { what: 'package, packed', value: await sizeOf([join(folder, packed?.filename ?? '')]), unit: 'MiB', most: 80 },
      {
        what: 'package, installed without Node',
        value: await sizeOf(names.map((name) => join(installed, name))),
        unit: 'MiB',
        most: 80,
      },
      { what: 'packages installed', value: packages.length, unit: '', most: 150 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  const all = await Promise.all(paths.map((path) => stat(path)));
  return all.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0) / MIB;
}
