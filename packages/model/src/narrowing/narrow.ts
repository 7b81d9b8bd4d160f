import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import { isDrawn, isLines, mapOwnExpressions } from '../field-types/traits.ts';
import type { Condition, Expression } from '../ir/expression.ts';
import type { Lifecycle, Transition } from '../ir/lifecycle.ts';
import type { Model } from '../ir/model.ts';
import type { Grant, Role } from '../ir/role.ts';
import type { Rule } from '../ir/rule.ts';
import { canEver, type Rights } from '../rights/rights.ts';
import { effectsOf, reachOf } from '../lifecycle/effects.ts';
import { timedReactions } from '../lifecycle/reactions.ts';
import { keepParts, keepReadable, unworded, type Keep } from './readable.ts';
import { isGranted, mayOpen, narrowScreen } from './screens.ts';
import { narrowWritten } from './written.ts';

/**
 * The part of the model that this user may see. Entities without any grant, fields in no grant, screens of other roles and
 * other roles' grants, and what only the server does (effects, reactions to writes, calls) are left out; an expression that reads what the user may never read keeps its place with no tree,
 * so that the browser asks the server; of the condition of a grant, its other parts stay.
 */
export function narrow(model: Model, rights: Rights): Model {
  const readable = keepReadable(model, rights);
  const keep: Keep = (expression) => unworded(readable(expression));
  const entities = Object.values(model.entities).filter((entity) => rights.grants(entity.id).length > 0);
  const screens = model.screens.filter((screen) => mayOpen(screen, rights));
  const open = new Set(screens.map((screen) => screen.id));
  return {
    ...model,
    entities: Object.fromEntries(entities.map((entity) => [entity.id, narrowEntity(entity, rights, keep)])),
    roles: Object.fromEntries(Object.values(model.roles).map((role) => [role.id, narrowRole(role, model, rights)])),
    screens: screens.map((screen) => narrowScreen(screen, model, rights)),
    menu: model.menu
      .map((group) => ({ ...group, screens: group.screens.filter((id) => open.has(id)) }))
      .filter((group) => group.screens.length > 0),
    calls: { out: {}, in: {} },
    notShown: rights.runtime.includes('spec') || entities.length === 0 ? model.notShown : [],
    written: narrowWritten(model.written, rights),
  };
}

function narrowRole(role: Role, model: Model, rights: Rights): Role {
  if (!rights.roles.includes(role.id)) return { ...role, grants: [], runtime: [], gives: [], home: null };
  return { ...role, grants: role.grants.map((grant) => narrowGrant(grant, model, rights)) };
}

function narrowGrant(grant: Grant, model: Model, rights: Rights): Grant {
  const kept = (written: Expression): Expression => unworded(keepParts(written, model, rights));
  const condition = (written: Condition): Condition => (written === true ? true : kept(written));
  const named = Object.entries(grant.fields).filter(([, right]) => right.create || right.read || right.update);
  return {
    ...grant,
    verbs: Object.fromEntries(Object.entries(grant.verbs).map(([verb, written]) => [verb, condition(written)])),
    updateTo: grant.updateTo && condition(grant.updateTo),
    fields: Object.fromEntries(named),
  };
}

function narrowEntity(entity: Entity, rights: Rights, keep: Keep): Entity {
  const granted = (field: string): boolean => isGranted(rights, entity.id, field);
  const fields = Object.values(entity.fields).filter((field) => granted(field.id));
  return {
    ...entity,
    pick: keep(entity.pick),
    title: entity.title.filter((part) => 'text' in part || granted(part.field)),
    fields: Object.fromEntries(fields.map((field) => [field.id, narrowField(field, keep)])),
    groups: Object.fromEntries(Object.entries(entity.groups).map(([id, group]) => [id, group.filter(granted)])),
    unique: entity.unique
      .filter(({ fields: group }) => group.every(granted))
      .map((group) => ({ ...group, when: keep(group.when) })),
    indexes: [],
    noOverlaps: entity.noOverlaps.map((rule) => ({ ...rule, when: keep(rule.when) })),
    lifecycle: entity.lifecycle && narrowLifecycle(entity.lifecycle, { keep, granted }),
    lifecycles: Object.fromEntries(
      Object.entries(entity.lifecycles)
        .filter(([field]) => granted(field))
        .map(([field, lifecycle]) => [field, narrowLifecycle(lifecycle, { keep, granted })]),
    ),
    reactions: timedReactions(entity).map(({ id, when, turnedBy, every, once }) => ({
      ...{ id, turnedBy, once, when: keep(when) },
      every: every && { ...every, skip: keep(every.skip) },
      ...{ set: [], effects: [] }, // what only the server does
    })),
    rules: entity.rules.map((rule) => narrowRule(rule, keep)),
    comments: entity.comments && {
      internal: entity.comments.internal.filter((role) => rights.roles.includes(role)),
      follow: [], // what only the server does
    },
    ...(mayAskForCalls(entity, rights) && { sends: true }),
  };
}

/** Whether records make calls to other systems, and some of their histories are the reader's to read. */
function mayAskForCalls(entity: Entity, rights: Rights): boolean {
  return canEver(rights, entity.id, 'history') && effectsOf(entity).some((effect) => reachOf(effect).calls !== null);
}

function narrowField(field: Field, keep: Keep): Field {
  const common = {
    requiredWhen: keep(field.requiredWhen),
    visibleWhen: keep(field.visibleWhen),
    editableWhen: keep(field.editableWhen),
    default: keep(field.default),
    min: keep(field.min),
    max: keep(field.max),
    computed: field.computed && { ...field.computed, expression: keep(field.computed.expression) },
    copy: field.copy && { ...field.copy, expression: keep(field.copy.expression) },
    sortBy: null,
  };
  const narrowed = { ...mapOwnExpressions(field, keep), ...common };
  if (isDrawn(narrowed) && narrowed.per?.tree === null) return { ...narrowed, pattern: '' }; // it names what is closed
  if (!isLines(narrowed)) return narrowed;
  return {
    ...narrowed,
    fields: Object.fromEntries(Object.values(narrowed.fields).map((inner) => [inner.id, narrowField(inner, keep)])),
  };
}

/** What of an entity is left to its reader. */
interface Narrowing {
  readonly keep: Keep;
  /** Whether some grant names the field. */
  readonly granted: (field: string) => boolean;
}

/** What a reader learns of a transition. Every member is named, so that a new one is not passed on unseen. */
function narrowTransition(transition: Transition, { keep, granted }: Narrowing): Transition {
  const { id, from, to, by, restart, timer, approvals, optional, hidden } = transition;
  return {
    ...{ id, from, to, by, restart, optional, hidden },
    asks: transition.asks.filter(granted),
    when: keep(transition.when),
    input: Object.fromEntries(Object.values(transition.input).map((field) => [field.id, narrowField(field, keep)])),
    branches: transition.branches.map((branch) => ({ to: branch.to, when: keep(branch.when) })),
    timer: timer && { kind: timer.kind, value: keep(timer.value) },
    approvals: approvals && {
      need: approvals.need,
      ordered: approvals.ordered,
      of: keep(approvals.of),
      substitute: keep(approvals.substitute),
      escalate: approvals.escalate && {
        after: keep(approvals.escalate.after),
        to: keep(approvals.escalate.to),
      },
      press: keep(approvals.press),
      deputised: { ...approvals.deputised, source: '', tree: null, reads: [] }, // only the server asks in whose place somebody presses
    },
    // what only the server does
    set: [],
    effects: [],
    onRefusal: [],
  };
}

function narrowLifecycle(lifecycle: Lifecycle, narrowing: Narrowing): Lifecycle {
  return {
    ...lifecycle,
    derived: lifecycle.derived.map(({ to, when }) => ({ to, when: narrowing.keep(when) })),
    transitions: Object.fromEntries(
      Object.values(lifecycle.transitions).map((transition) => [
        transition.id,
        narrowTransition(transition, narrowing),
      ]),
    ),
  };
}

function narrowRule(rule: Rule, keep: Keep): Rule {
  return { ...rule, when: keep(rule.when), check: keep(rule.check) };
}
