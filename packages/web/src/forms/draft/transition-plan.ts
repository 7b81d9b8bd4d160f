import {
  asSeen,
  findOf,
  knownGuardProblems,
  normalValue,
  settle,
  settledWrite,
  settleInput,
  validateFields,
  validateInput,
  visibleFields,
  type Entity,
  type Field,
  type Holder,
  type Node,
  type Problem,
  type RecordValue,
  type Rights,
  type Scope,
  type Transition,
} from '@ninefold/model';
import { chosenIn } from '../../fields/contract/leftover.ts';
import { fieldOfPath } from './problem-list.ts';
import type { DraftPlan, Values } from './use-draft.ts';

interface TransitionPlanSource {
  readonly entity: Entity;
  readonly transition: Transition;
  /** What the transition is fired on. Null: several records, none of which its expressions can read. */
  readonly record: RecordValue | null;
  /** The fields of the record that the dialog asks for: those of `asks` that the user may change. */
  readonly asked: readonly Field[];
  readonly scope: Scope;
  readonly rights: Rights;
}

/**
 * The plan of a transition's dialog: fields of the record, then the answers of the transition's own form. The browser
 * judges these values and the guard. The server judges the record after the transition.
 */
export function transitionPlan(source: TransitionPlanSource): DraftPlan {
  const { entity, transition, record, asked, scope } = source;
  const answers = transition.input;
  const base: Scope = {
    ...scope,
    ...(record && { record, before: record }),
    transition: transition.id,
    creating: false,
  };
  const seenWith = (values: Values): Scope => withRecord(source, base, values);
  const inputOf = (settled: Holder): Values => valuesOf(Object.values(answers), settled);
  const seenOf = (settled: Holder): Scope => {
    const held = chosenIn(settled);
    return { ...seenWith(valuesOf(asked, held)), input: inputOf(held) };
  };
  const isAnswer = (field: Field): boolean => Object.hasOwn(answers, field.id);
  return {
    entity: entity.id,
    fields: [...asked.map((field) => asDemanded(transition, field)), ...Object.values(answers)],
    placeOf: (field) => ({ entity: entity.id, ...(isAnswer(field) ? { transition: transition.id } : {}) }),
    initial: {},
    scope: base,
    seenWith: (settled) => {
      const seen = seenOf(settled);
      return seen.record ? { ...seen, record: asSeen(entity, seen.record, seen) } : seen;
    },
    settle: (values) => {
      const seen = seenWith(valuesOf(asked, values));
      const own = record === null ? normalised(asked, values) : valuesOf(asked, seen.record ?? {});
      return { ...own, ...settleInput(answers, values, seen) };
    },
    visible: (settled) => {
      const seen = seenOf(settled);
      const ids = asked.map(({ id }) => id);
      const open = record === null ? new Set(ids) : visibleFields(entity, seen);
      return new Set([...ids.filter((id) => open.has(id)), ...visibleFields({ ...entity, fields: answers }, seen)]);
    },
    judge: (settled) => {
      const seen = seenWith(valuesOf(asked, settled));
      const input = inputOf(settled);
      const wrong = validateInput(answers, entity.id, input, seen);
      const found = new Set(Object.values(answers).flatMap((field) => (findOf(field) ? `input.${field.id}` : [])));
      const told = wrong.filter(({ path, code }) => code !== 'required' || !found.has(path)); // the server looks for it
      return [...judgeRecord(source, { ...seen, input }), ...told];
    },
    satisfied: () => new Set(),
  };
}

/** The scope with the record as the entered values make it. */
function withRecord({ entity, record }: TransitionPlanSource, base: Scope, sent: Values): Scope {
  return record === null ? base : { ...base, record: settle({ entity, before: record, sent, scope: base }) };
}

/** A field that the guard asks to be filled is marked as required. */
function asDemanded({ when }: Transition, field: Field): Field {
  return demandedBy(when?.tree ?? null).includes(field.id) ? { ...field, required: true } : field;
}

/** The fields of the record that have to be filled wherever a condition holds. */
function demandedBy(node: Node | null): readonly string[] {
  if (node?.node !== 'call') return [];
  if (node.fn === 'and') return node.args.flatMap(demandedBy);
  const [arg] = node.args;
  const isOwn = arg?.node === 'field' && arg.of.node === 'variable' && arg.of.name === 'record';
  return node.fn === 'filled' && isOwn ? [arg.name] : [];
}

/** What is wrong with the fields that the dialog asks for, and with the guard as far as the browser can tell. */
function judgeRecord(
  { entity, transition, record, asked, rights }: TransitionPlanSource,
  seen: Scope,
): readonly Problem[] {
  if (record === null) return [];
  const settled = seen.record as RecordValue; // what `settle` made
  const wrong = validateFields(settledWrite({ entity, before: record, record: settled, scope: seen }));
  const ids = new Set(asked.map(({ id }) => id));
  const scope: Scope = { ...seen, record: asSeen(entity, settled, seen), before: asSeen(entity, record, seen) };
  const guard = knownGuardProblems({ entity, transition, scope, rights, open: new Set() });
  return [...wrong.filter(({ path }) => ids.has(fieldOfPath(path))), ...guard];
}

function valuesOf(fields: readonly Field[], values: Values | Holder): Values {
  const given = fields.flatMap(({ id }) => (values[id] === undefined ? [] : [[id, values[id]] as const]));
  return Object.fromEntries(given);
}

function normalised(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.map((field) => [field.id, normalValue(field, values[field.id] ?? null)]));
}
