import type { Model, Problem } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

/** Refuses where something is wrong. An entry of the specification's catalogue with a status of its own decides the whole answer. */
export function refuseProblems(model: Model, problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const forbidden = problems.find(({ code }) => code === 'forbidden_field');
  if (forbidden) throw new Refusal('forbidden_field', { params: forbidden.params, problems });
  const own = problems.find(({ code }) => (model.errors[code]?.status ?? 422) !== 422);
  throw new Refusal(own?.code ?? 'invalid', { params: own?.params ?? {}, problems });
}
