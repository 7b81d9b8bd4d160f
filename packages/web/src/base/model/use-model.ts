import { createContext, useContext, useMemo } from 'react';
import {
  memoizedWeakly,
  rightsFor,
  scopeAt,
  type ListViewsAnswer,
  type Me,
  type Model,
  type ModelAnswer,
  type Rights,
  type Scope,
} from '@ninefold/model';
import { useNow } from './clock.ts';

/** Holds the model answer for everything inside the signed-in application. */
export const ModelContext = createContext<ModelAnswer | null>(null);

function useAnswer(): ModelAnswer {
  const answer = useContext(ModelContext);
  if (!answer) throw new Error('This part is shown only to a signed-in user.');
  return answer;
}

/** The part of the model that this user may see. */
export function useModel(): Model {
  return useAnswer().model;
}

/** The signed-in user. */
export function useMe(): Me {
  return useAnswer().me;
}

/** The views of lists that the reader has, and how they want to see lists. */
export function useListViews(): ListViewsAnswer {
  return useAnswer().lists;
}

/** A number among the limits; 0 where its value is not shown. */
export function useLimit(id: string): number {
  return Number(useModel().limits[id]?.value ?? 0);
}

const rightsOf = memoizedWeakly(({ model, me }: ModelAnswer): Rights => rightsFor(model, me.roles));

/** What the user's roles grant. */
export function useRights(): Rights {
  return rightsOf(useAnswer());
}

/** What expressions read besides a record. `now` moves once a minute. */
export function useScope(): Scope {
  const { model, me } = useAnswer();
  const now = useNow();
  return useMemo(() => ({ ...scopeAt(model, now), user: me.record }), [model, me.record, now]);
}
