import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Application, DataFile, Issue, SourceFile } from '@ninefold/spec';
import { rowsHash, type LazyDataFile, type ServedApplication, type ServedSpecification } from './served.ts';
import { writeCached, readCached } from './cache-file.ts';
import { specificationFiles } from './load-specification.ts';

/** Where compiled specifications are kept from one start to the next. */
export interface CompiledCache {
  readonly folder: string;
  /** Stands for the content of the program: another one compiles again. */
  readonly program: string;
}

/** What is kept of a specification, its rows apart. */
interface Kept {
  readonly application: Omit<Application, 'data'>;
  readonly data: readonly Omit<LazyDataFile, 'read'>[];
  readonly issues: readonly Issue[];
}

type Rows = Readonly<Record<string, DataFile['rows']>>;

/**
 * Reads the specification in a folder as a server runs it. What an earlier start of the same program compiled of the same
 * files is taken as it is; where nothing is kept, or something is wrong with it, the files are compiled. Throws
 * `StartFailure` where there is no specification.
 */
export async function loadServed(folder: string, cache: CompiledCache | null): Promise<ServedSpecification> {
  const files = await specificationFiles(folder);
  if (cache === null) return compiled(files);
  const key = keyOf(files, cache.program);
  const found = served(folder, cache, key);
  if (found !== null) return found;
  const { application, issues } = await compiled(files);
  if (application === null || !keepCompiled(cache, key, application, issues)) return { application, issues };
  return served(folder, cache, key) ?? { application, issues };
}

async function compiled(
  files: readonly SourceFile[],
): Promise<{ application: Application | null; issues: readonly Issue[] }> {
  const { compile } = await import('@ninefold/spec');
  return compile(files);
}

/** Other for other files, another program, and a Node that writes values in another way. */
function keyOf(files: readonly SourceFile[], program: string): string {
  const hash = createHash('sha256').update(JSON.stringify([program, process.versions.v8]));
  for (const { path, text } of files) hash.update(JSON.stringify([path, text.length])).update(text);
  return hash.digest('hex').slice(0, 32);
}

function keepCompiled(
  { folder }: CompiledCache,
  key: string,
  { data, ...application }: Application,
  issues: readonly Issue[],
): boolean {
  const rows: Rows = Object.fromEntries(data.map((file) => [file.path, file.rows]));
  const resting = data.map(({ path, entity, kind, demo, rows: own }) => ({
    ...{ path, entity, kind, demo },
    hash: rowsHash({ path, entity, kind, demo, rows: own }),
  }));
  const kept: Kept = { application, data: resting, issues };
  return writeCached(folder, `${key}.rows`, rows) && writeCached(folder, `${key}.model`, kept);
}

function served(source: string, cache: CompiledCache, key: string): ServedSpecification | null {
  const kept = readCached(cache.folder, `${key}.model`) as Kept | null; // its checksum and key say that we wrote it
  if (kept === null) return null;
  const data = kept.data.map((file): LazyDataFile => ({ ...file, read: () => rowsOf(source, cache, key, file.path) }));
  const application: ServedApplication = { ...kept.application, model: frozen(kept.application.model), data };
  return { application, issues: kept.issues };
}

/** The rows as they were kept; compiled again where that is lost. */
async function rowsOf(source: string, cache: CompiledCache, key: string, path: string): Promise<DataFile['rows']> {
  const kept = readCached(cache.folder, `${key}.rows`) as Rows | null; // its checksum and key say that we wrote it
  const known = kept?.[path];
  if (known !== undefined) return known;
  const files = await specificationFiles(source);
  const { application } = keyOf(files, cache.program) === key ? await compiled(files) : { application: null };
  const again = application?.data.find((file) => file.path === path);
  if (again === undefined) throw new Error(`the rows of ${basename(path)} are lost, and the specification has changed`);
  return again.rows;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (const item of value) frozen(item);
  else for (const key in value) frozen(value[key]);
  return Object.freeze(value);
}
