import type { Entity, Filter } from '@ninefold/model';
import type { Filterable } from './filterable.ts';

/** What a form of values is given. */
export interface ValuesProps {
  readonly entity: Entity;
  readonly about: Filterable;
  /** What narrows the list, as a call says it. */
  readonly query: string;
  readonly current: readonly Filter[];
  /** Whether what cannot be read is said: somebody has tried to apply it. */
  readonly tried: boolean;
  /** `readable`: whether everything that is typed is a value. */
  readonly onChange: (filters: readonly Filter[], readable: boolean) => void;
}
