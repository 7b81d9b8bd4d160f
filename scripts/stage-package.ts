import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../packages/cli/bin/find-program.cjs';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'packages/cli');
/** Packages of ours whose texts and pages are found by their name; their code is in the program. */
const TEXTS = { model: ['locales'], spec: ['locales'], server: ['locales', 'assets'] };
const NOTICE = /^(?:licen[cs]e|notice|copying)/i;

type Manifest = Readonly<Record<string, unknown>>;

/** Collects in `folder` what is published as `ninefold`: the program and the built pages. `npm pack` packs this folder. */
export async function stagePackage(folder: string): Promise<void> {
  const { built, current } = findProgram(cli);
  if (!current) throw new Error('the program is not built: npm run build');
  await mkdir(folder, { recursive: true });
  const copied: readonly (readonly [from: string, to: string])[] = [
    [built, 'dist/app'],
    [join(cli, 'bin'), 'bin'],
    [join(root, 'packages/web/dist'), 'web/dist'],
    [join(root, 'packages/web/locales'), 'web/locales'],
    [join(root, 'examples'), 'examples'],
    [join(root, 'docs/reference'), 'docs/reference'],
    [join(root, 'LICENSE'), 'LICENSE'],
  ];
  const filter = (path: string): boolean => !/\.ninefold|\.seen$|\.d\.cts$/.test(path);
  for (const [from, to] of copied) await cp(from, join(folder, to), { recursive: true, filter });
  for (const [name, parts] of Object.entries(TEXTS)) {
    const place = join(folder, 'node_modules/@ninefold', name);
    for (const part of parts) await cp(join(root, 'packages', name, part), join(place, part), { recursive: true });
    await writeJson(join(place, 'package.json'), await textsManifest(name, parts));
  }
  await writeJson(join(folder, 'package.json'), await manifest());
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await notices());
}

async function manifest(): Promise<Manifest> {
  const [own, workspace] = await Promise.all([
    readJson(join(cli, 'package.json')),
    readJson(join(root, 'package.json')),
  ]);
  const { name, version, type, license, bin } = own;
  const bundled = Object.keys(TEXTS).map((each) => `@ninefold/${each}`);
  return {
    ...{ name, version, type, license, bin },
    engines: workspace['engines'],
    dependencies: Object.fromEntries(bundled.map((each) => [each, version] as const)),
    bundleDependencies: bundled,
    optionalDependencies: workspace['optionalDependencies'],
  };
}

async function textsManifest(name: string, parts: readonly string[]): Promise<Manifest> {
  const { name: full, version, license } = await readJson(join(root, 'packages', name, 'package.json'));
  return {
    name: full,
    version,
    license,
    exports: Object.fromEntries(parts.map((part) => [`./${part}/*`, `./${part}/*`])),
  };
}

/** What the libraries in the program and in the pages ask to be said of them: all that an installation without tools has. */
async function notices(): Promise<string> {
  const lock = (await readJson(join(root, 'package-lock.json'))) as {
    packages: Record<string, { dev?: true; link?: true }>;
  };
  const places = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link && existsSync(join(root, place)),
  );
  const parts = await Promise.all(places.map(([place]) => noticeOf(join(root, place))));
  return parts.join('\n\n');
}

async function noticeOf(place: string): Promise<string> {
  const { name, version, license } = await readJson(join(place, 'package.json'));
  const files = (await readdir(place)).filter((file) => NOTICE.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(place, file), 'utf8').catch(() => '')));
  return [`${String(name)} ${String(version)} (${String(license)})`, ...texts.map((text) => text.trim())].join('\n\n');
}

async function readJson(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, 'utf8')) as Manifest;
}

async function writeJson(path: string, value: Manifest): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
