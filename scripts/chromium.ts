import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The one without windows first: the same engine takes a quarter less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium on this machine: `NINEFOLD_CHROMIUM`, else one on PATH, else the one that playwright-core installed; null where there is none. */
export function findChromium(): string | null {
  const named = process.env['NINEFOLD_CHROMIUM'];
  if (named) return isExecutable(named) ? named : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  const own = chromium.executablePath();
  return onPath ?? (isExecutable(own) ? own : null);
}

/** Finds a Chromium or installs one: Debian's packages as root, else playwright-core's own download. `reason` says what did not work. */
export function prepareChromium(): { readonly path: string | null; readonly reason: string } {
  const found = findChromium();
  if (found) return { path: found, reason: '' };
  if (process.env['NINEFOLD_CHROMIUM']) {
    return { path: null, reason: `NINEFOLD_CHROMIUM names ${process.env['NINEFOLD_CHROMIUM']}, which cannot be run` };
  }
  const tried = [installWithApt(), installWithPlaywright()];
  return { path: findChromium(), reason: tried.filter((one) => one !== '').join('; ') };
}

/** Japanese needs a font too: without one every character is drawn as the same empty box. */
export function hasJapaneseFont(): boolean {
  const list = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

function installWithApt(): string {
  if (process.getuid?.() !== 0) return 'not root, so no apt-get';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'no apt-get';
  const install = (browser: string): boolean =>
    quietly('apt-get', ['install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk']) === 0;
  if (install('chromium-headless-shell')) return '';
  quietly('apt-get', ['update']);
  return install('chromium-headless-shell') || install('chromium')
    ? ''
    : 'apt-get install chromium fonts-noto-cjk failed';
}

function installWithPlaywright(): string {
  if (findChromium()) return '';
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js');
  return quietly(process.execPath, [cli, 'install', 'chromium']) === 0 ? '' : 'playwright-core install chromium failed';
}

function quietly(command: string, args: readonly string[]): number | null {
  return spawnSync(command, args, {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
