import type { RuntimeRight } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { CallerCall } from '../service/route.ts';

/** Refuses a caller none of whose roles has this right of the runtime. */
export function needRight({ caller }: Pick<CallerCall, 'caller'>, right: RuntimeRight): void {
  if (!caller.rights.runtime.includes(right)) throw new Refusal('forbidden', { params: { right } });
}
