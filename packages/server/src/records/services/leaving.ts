import { transitionsOf, type Model } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import type { Write, WriteContext } from './write-context.ts';

/** What came of work that may be refused and leave something all the same. */
export type Outcome<T> = { readonly value: T } | { readonly thrown: Error };

/** Whether any transition of a model leaves something where it is refused. */
export function leavesAnything({ entities }: Pick<Model, 'entities'>): boolean {
  return Object.values(entities).some((entity) =>
    [...transitionsOf(entity).values()].some(({ onRefusal }) => onRefusal.length > 0),
  );
}

/**
 * Does work whose refusal undoes it, but not what `leave` writes after that: both are one transaction, so that nobody is judged twice
 * by what was before. `isEnd`: what else ends the work and undoes it.
 */
export async function undone<T>(
  tx: Writer,
  work: (tx: Writer) => Promise<T>,
  leave: (reason: Error) => Promise<void>,
  isEnd: (reason: unknown) => reason is Error = isRefusal,
): Promise<Outcome<T>> {
  try {
    return { value: await tx.savepoint(() => work({ ...tx, last: tx.all })) };
  } catch (reason) {
    if (!isEnd(reason)) throw reason;
    await leave(reason);
    return { thrown: reason };
  }
}

/** The value of an outcome that is stored; throws what refused it. */
export async function unlessRefused<T>(stored: Promise<Outcome<T>>): Promise<T> {
  const outcome = await stored;
  if ('thrown' in outcome) throw outcome.thrown;
  return outcome.value;
}

/** Writes what refused writes leave, and answers whether that is anything. Where it is refused too, nothing is left of it. */
export async function leaveAll(
  tx: Writer,
  writes: readonly Pick<Write<unknown>, 'entity' | 'leave'>[],
  contextOf: (entity: string) => WriteContext,
): Promise<boolean> {
  let isAnything = false;
  for (const { entity, leave } of writes) {
    if (leave === undefined) continue;
    try {
      isAnything = (await tx.savepoint(() => leave(contextOf(entity)))) || isAnything;
    } catch (reason) {
      if (!isRefusal(reason)) throw reason;
    }
  }
  return isAnything;
}

/** A call that was refused, and no defect. */
export function isRefusal(reason: unknown): reason is Refusal {
  return reason instanceof Refusal && reason.code !== 'fault';
}
