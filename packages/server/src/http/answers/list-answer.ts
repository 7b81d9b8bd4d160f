import type { ListAnswer, Wire } from '@ninefold/model';
import type { CallerCall } from '../service/route.ts';
import { shownRecord } from './wire-forms.ts';

/** A list with its records as they are answered. */
export type WireList = Omit<ListAnswer, 'items'> & { readonly items: readonly Wire[] };

/** Which records are listed, and how. */
export interface Listed {
  readonly entity: string;
  readonly query: URLSearchParams;
}

/** One page of a list. */
export async function listAnswer(
  call: Pick<CallerCall, 'service' | 'caller'>,
  { entity, query }: Listed,
): Promise<WireList> {
  const answer = await call.service.records.list(call.caller, entity, query);
  return { ...answer, items: answer.items.map((item) => shownRecord(call, entity, item)) };
}
