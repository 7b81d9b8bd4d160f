import { createSecretKeeper, secretsFile, secretsNamed, type SecretKeeper } from '@ninefold/server';
import type { Call } from '../arguments/command.ts';
import { nearest } from '../arguments/nearest.ts';
import { Unusable } from '../arguments/unusable.ts';
import { readHidden } from './read-hidden.ts';
import { placeOf, readSpecification } from './stored.ts';

interface Place {
  readonly keeper: SecretKeeper;
  /** Those that the specification names. */
  readonly known: readonly string[];
}

/** What each word does; the name is there where it is asked for. Each answers the exit status. */
const ACTS: Readonly<Record<string, (place: Place, name: string, call: Call) => Promise<number>>> = {
  list: ({ keeper, known }, _, { say }) => {
    const set = keeper.list();
    const lines = [...new Set([...known, ...set])].toSorted().map((name) => {
      const state = !set.includes(name) ? 'missing' : known.includes(name) ? 'set' : 'unused';
      return say(`secret.${state}`, { name });
    });
    process.stdout.write(lines.length === 0 ? `${say('secret.none')}\n` : `${lines.join('\n')}\n`);
    return Promise.resolve(0);
  },
  set: async ({ keeper, known }, name, { say }) => {
    if (!known.includes(name)) {
      const close = nearest(name, known);
      const key = close === null ? 'secret.unknown' : 'secret.unknown_nearest';
      process.stderr.write(`ninefold: ${say(key, { name, nearest: close ?? '' })}\n`);
      return 1;
    }
    const value = await readHidden(say('secret.asked', { name }));
    if (value === '') throw new Unusable('refused.secret_empty', {});
    keeper.set(name, value);
    process.stdout.write(`${say('secret.done.set', { name })}\n`);
    return 0;
  },
  remove: ({ keeper }, name, { say }) => {
    const isGone = keeper.remove(name);
    const line = say(isGone ? 'secret.done.remove' : 'secret.not_set', { name });
    if (isGone) process.stdout.write(`${line}\n`);
    else process.stderr.write(`ninefold: ${line}\n`);
    return Promise.resolve(isGone ? 0 : 1);
  },
};

/** Shows the names of the secrets, or sets or removes one. A value is read from the input, and shown nowhere. */
export async function secret(call: Call): Promise<number> {
  const [word = 'list', ...rest] = call.words;
  const act = Object.hasOwn(ACTS, word) ? ACTS[word] : undefined;
  if (act === undefined) throw new Unusable('refused.secret_word', { word });
  const [name = '', folder = '.'] = word === 'list' ? ['', ...rest] : rest;
  if (word !== 'list' && name === '') throw new Unusable('refused.secret_name', { word });
  if (word === 'list' && rest.length > 1) throw new Unusable('refused.secret_word', { word: rest[1] ?? '' });
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const { data } = await placeOf(call, application, folder);
  return act({ keeper: createSecretKeeper(secretsFile(data)), known: secretsNamed(application.model) }, name, call);
}
