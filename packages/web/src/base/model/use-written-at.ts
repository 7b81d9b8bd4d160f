import { writtenAt, type Problem } from '@ninefold/model';
import { useContext } from 'react';
import { ModelContext } from './use-model.ts';

type Said = Pick<Problem, 'code' | 'params'> & { readonly path?: string };

/** The lines of the specification that refusals come from, as `file:line`, each once; none before anybody has signed in. */
export function useWrittenAt(problems: readonly Said[], entity: string | undefined): readonly string[] {
  const answer = useContext(ModelContext);
  if (answer === null) return [];
  const { model, me } = answer;
  const places = problems.map((problem) => writtenAt(model, problem, entity ?? null, me.roles));
  return [...new Set(places.filter((place) => place !== null))];
}
