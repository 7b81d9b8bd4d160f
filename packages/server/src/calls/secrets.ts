import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Model } from '@ninefold/model';
import type { Application, Issue } from '@ninefold/spec';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';
import { thrownPart } from '../thrown.ts';

/** The secrets of an installation, by the names that its specification uses. */
export interface Secrets {
  /** Null: it is not set. */
  get(name: string): string | null;
}

/** The same for whoever sets them. A value is never given to anybody. */
export interface SecretKeeper {
  /** Names, in their order. */
  list(): readonly string[];
  set(name: string, value: string): void;
  /** False where it was not set. */
  remove(name: string): boolean;
}

/** Stands in a demonstration for secrets that nobody has set, in calls that stay on this machine. */
export const DEMO_SECRET = 'demonstration';

/** The file of the secrets beside the data. It is in no backup and in no export. */
export function secretsFile(data: string): string {
  return join(resolve(data), 'secrets.json');
}

/** The names that the calls of a specification use. */
export function secretsNamed({ calls }: Pick<Model, 'calls'>): readonly string[] {
  const named = [...Object.values(calls.out), ...Object.values(calls.in)].flatMap(({ secret }) => secret ?? []);
  return [...new Set(named)].toSorted();
}

/** What is found in a specification beside, where these secrets are all that an installation has. */
export function foundUnset({ unset }: Pick<Application, 'unset'>, secrets: Secrets): readonly Issue[] {
  return unset.filter(({ params }) => secrets.get(params['secret'] ?? '') === null);
}

type Stored = Readonly<Record<string, string>>;

/** Reads the file anew whenever it has changed, so that a secret is there as soon as it is set. */
export function createSecrets(file: string): Secrets {
  let known: { readonly mark: string; readonly values: Stored } | null = null;
  return {
    get: (name) => {
      const mark = markOf(file);
      if (mark === null) return null;
      if (known?.mark !== mark) known = { mark, values: read(file) };
      return Object.hasOwn(known.values, name) ? (known.values[name] ?? null) : null;
    },
  };
}

/** Keeps the secrets in this file, which is made where it is missing. */
export function createSecretKeeper(file: string): SecretKeeper {
  return {
    list: () => Object.keys(read(file)).toSorted(),
    set: (name, value) => write(file, { ...read(file), [name]: value }),
    remove: (name) => {
      const { [name]: gone, ...rest } = read(file);
      if (gone !== undefined) write(file, rest);
      return gone !== undefined;
    },
  };
}

function markOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${String(found.mtimeNs)} ${String(found.size)} ${String(found.ino)}`;
}

function read(file: string): Stored {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored; // written by `write`
  } catch (cause) {
    if (thrownPart(cause, 'code') === 'ENOENT') return {};
    throw cause;
  }
}

/** Whole or not at all, and for this account alone from the beginning. */
function write(file: string, values: Stored): void {
  makePrivateFolder(dirname(file));
  const beside = `${file}.${String(process.pid)}`;
  try {
    writeFileSync(beside, JSON.stringify(values), { mode: PRIVATE_FILE, flag: 'wx' });
    renameSync(beside, file);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw cause;
  }
}
