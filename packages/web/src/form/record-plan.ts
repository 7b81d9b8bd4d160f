import {
  judgeRules,
  settle,
  validateFields,
  visibleFields,
  type Entity,
  type Field,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import type { DraftPlan, Values } from './use-draft.ts';

interface RecordPlanSource {
  readonly entity: Entity;
  /** Null for a new record. */
  readonly before: RecordValue | null;
  readonly fields: readonly Field[];
  readonly initial: Values;
  readonly scope: Scope;
  /** Of the person who fills it in. */
  readonly rights: Rights;
}

/** How a record is filled in: settled, shown and judged by the same functions as on the server. */
export function recordPlan({ entity, before, fields, initial, scope, rights }: RecordPlanSource): DraftPlan {
  const known = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return {
    entity: entity.id,
    fields,
    prefix: '',
    initial,
    scope: { ...scope, before, creating: before === null },
    settle: (values) => settle({ entity, before, sent: known(values), scope }),
    visible: (record) => visibleFields(entity, { ...scope, record, before }),
    judge: (settled) => {
      const write = { entity, before, record: settled as RecordValue, scope };
      return [...validateFields(write), ...judgeRules(write, rights).errors];
    },
    kept: (settled) => {
      const { errors, undecided } = judgeRules({ entity, before, record: settled as RecordValue, scope });
      const open = new Set([...undecided, ...errors.map(({ code }) => code)]);
      return new Set(entity.rules.map(({ error }) => error).filter((code) => !open.has(code)));
    },
  };
}
