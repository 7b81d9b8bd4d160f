import { createHash } from 'node:crypto';
import type { Model } from '@ninefold/model';
import type { LoneWriter, Reader } from '../database/database.ts';
import { readMeta, writeFingerprint, writeMeta } from '../schema/meta.ts';

/** Whether a write may come out differently where this part of a model differs. */
const WRITES: Readonly<Record<keyof Model, boolean>> = {
  language: true,
  hash: false,
  name: true,
  purpose: false,
  languages: true,
  timeZone: true,
  currency: true,
  entities: true,
  roles: true,
  screens: false,
  menu: false,
  calls: true,
  errors: true,
  limits: true,
  notShown: false,
  written: false,
};

/**
 * Stands for everything of a model that decides what a write stores or refuses, and for the tables that it needs: servers whose
 * fingerprints are equal may share a database. `target`: what the tables are brought to.
 */
export function fingerprintOf(model: Model, target: string): string {
  const parts = Object.entries(model).filter(([part]) => WRITES[part as keyof Model]); // its own keys
  return createHash('sha256')
    .update(JSON.stringify([target, parts]))
    .digest('hex');
}

/** The stored fingerprint; null where nothing is stored, or an earlier version of Ninefold has stored it. */
export function readFingerprint(reader: Reader): Promise<string | null> {
  return readMeta(reader, 'fingerprint');
}

/** Whether stored data follows the model with this fingerprint. */
export function isOf(stored: string | null, fingerprint: string): boolean {
  return stored?.split(' ')[0] === fingerprint;
}

/** A restored database is another one, although its model is the same: servers that knew the former one stop. */
export async function noteRestored(tx: LoneWriter, now: string): Promise<void> {
  const stored = await readFingerprint(tx);
  await writeFingerprint(tx, `${stored?.split(' ')[0] ?? 'none'} restored ${now}`);
}

const FORMER = 'former_fingerprints';
const MOST_FORMER = 200;

/** Whether a later specification has taken the place of this one. */
export async function isFormer(reader: Reader, fingerprint: string): Promise<boolean> {
  return (await formerOf(reader)).includes(fingerprint);
}

/** Stores the fingerprint of a model that takes the place of the one with the fingerprint `before`. */
export async function replaceFingerprint(tx: LoneWriter, fingerprint: string, before: string | null): Promise<void> {
  const others = [...(await formerOf(tx)), ...(before === null ? [] : [before.split(' ')[0] ?? ''])];
  const former = [...new Set(others)].filter((one) => one !== fingerprint).slice(-MOST_FORMER);
  await writeMeta(tx, FORMER, JSON.stringify(former));
  await writeFingerprint(tx, fingerprint);
}

async function formerOf(reader: Reader): Promise<readonly string[]> {
  return JSON.parse((await readMeta(reader, FORMER)) ?? '[]') as readonly string[]; // written by `replaceFingerprint`
}
