import { useMemo } from 'react';
import type { Scope } from '@ninefold/model';
import { useMe, useScope } from '../../base/model/use-model.ts';

/** The scope of a form; the signed-in user has a title in it, so that a default of `user` shows a name. */
export function useDraftScope(): Scope {
  const scope = useScope();
  const me = useMe();
  return useMemo(() => ({ ...scope, user: { ...me.record, title: me.record.title ?? me.name } }), [scope, me]);
}
