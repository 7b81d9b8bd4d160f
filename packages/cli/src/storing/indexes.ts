import { openDirectIndexes, systemClock, type DirectIndexes, type Indexes } from '@ninefold/server';
import { textFlag, type Call } from '../arguments/command.ts';
import { Unusable } from '../arguments/unusable.ts';
import { indexLines, indexesJson } from '../printing/indexes.ts';
import { log, placeOf, readSpecification } from './stored.ts';

/** What an operator may say of one index; each answers false where no index that follows use has the name. */
const ACTS: Readonly<Record<string, (indexes: Indexes, name: string) => Promise<boolean>>> = {
  pin: (indexes, name) => indexes.rule(name, 'pinned'),
  refuse: (indexes, name) => indexes.rule(name, 'refused'),
  release: (indexes, name) => indexes.rule(name, null),
  make: (indexes, name) => indexes.make(name),
};

/** Shows the indexes of what is stored, or does what the operator says of one. */
export async function indexes(call: Call): Promise<number> {
  const asked = Object.keys(ACTS).filter((act) => textFlag(call, act) !== undefined);
  if (asked.length > 1) throw new Unusable('refused.indexes_one', { flags: asked.map((act) => `--${act}`) });
  const folder = call.words[0] ?? '.';
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const opened = await openDirectIndexes(await placeOf(call, application, folder), application, {
    clock: systemClock,
    log,
  });
  try {
    const [act] = asked;
    return act === undefined ? await show(opened, call) : await rule(opened, act, call);
  } finally {
    await opened.close();
  }
}

async function show({ indexes: found, engine }: DirectIndexes, call: Call): Promise<number> {
  const entries = await found.list();
  const isJson = textFlag(call, 'format') === 'json';
  process.stdout.write(isJson ? indexesJson(entries, engine) : indexLines(entries, engine, call));
  return 0;
}

async function rule({ indexes: found }: DirectIndexes, act: string, call: Call): Promise<number> {
  const name = textFlag(call, act) ?? '';
  if (await ACTS[act]?.(found, name)) {
    process.stdout.write(`${call.say(`indexes.done.${act}`, { name })}\n`);
    return 0;
  }
  process.stderr.write(`ninefold: ${call.say('indexes.no_such', { name })}\n`);
  return 1;
}
