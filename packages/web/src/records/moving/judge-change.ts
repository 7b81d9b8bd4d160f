import {
  judgeRules,
  settle,
  settledWrite,
  validateFields,
  type Entity,
  type Problem,
  type RecordValue,
  type Rights,
  type Scope,
  type Wire,
} from '@ninefold/model';

/** What decides about a change of a record. */
export interface ChangeRules {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly scope: Scope;
}

/** What refuses a change of some fields, as far as the browser knows it. */
export function judgeChange(
  { entity, rights, scope }: ChangeRules,
  before: RecordValue,
  sent: Readonly<Record<string, Wire>>,
): readonly Problem[] {
  const record = settle({ entity, before, sent, scope });
  const write = settledWrite({ entity, before, record, scope });
  return [...validateFields(write), ...judgeRules(write, rights).errors];
}
