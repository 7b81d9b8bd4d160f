import { existsSync } from 'node:fs';
import { delimiter, dirname, join, relative, sep } from 'node:path';

/** How this process was started. */
export interface Start {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that was started, as the shell or a package manager gave it; null where nothing says so. */
  readonly file: string | null;
  readonly folder: string;
}

/** What package managers write before a program that they find in a project. */
const FINDERS: Readonly<Record<string, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };

/** The words by which the person who started this process starts the program again in the same folder: `npx ninefold`. */
export function startedAs({ env, file, folder }: Start): string {
  const isOnPath = isFound(env);
  if (isOnPath && env['npm_config_user_agent'] === undefined) return 'ninefold';
  if (env['npm_command'] === 'exec' || isInProject(folder)) return `${finderOf(env)} ninefold`;
  if (isOnPath || file === null) return 'ninefold';
  const inside = relative(folder, file);
  const path = inside.startsWith('..') ? file : `.${sep}${inside}`;
  return `${/\.[cm]?js$/.test(path) ? 'node ' : ''}${/\s/.test(path) ? `"${path}"` : path}`;
}

/** A package manager names itself first: `pnpm/10.0.0 npm/? node/…`. */
function finderOf(env: Start['env']): string {
  const [name = ''] = (env['npm_config_user_agent'] ?? '').split('/');
  return FINDERS[name] ?? 'npx';
}

/** Whether the shell finds the program by itself. Folders that a package manager adds for its own children are none of the shell's. */
function isFound(env: Start['env']): boolean {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((each) => each !== '' && !each.includes('node_modules'));
  return folders.some((each) => existsSync(join(each, 'ninefold')));
}

/** Whether package managers find the program from this folder upwards. */
function isInProject(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', '.bin', 'ninefold'))) return true;
  return dirname(folder) !== folder && isInProject(dirname(folder));
}
