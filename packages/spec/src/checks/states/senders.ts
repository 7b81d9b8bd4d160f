import { canEver, rightsFor, rolesWith, transitionsOf, type Entity, type Model } from '@ninefold/model';
import { edgesOf, sightOf, stepsLedTo, turnedByChanging, turnedByMaking, type Sight } from './led-to.ts';

/** What people with a role do: they fire a transition, make a record, or change one. */
export interface Act {
  /** `ticket.solve`; `ticket.create` and `ticket.update` where no transition stands for it. */
  readonly name: string;
  /** The entity of which it makes a record; null: it makes none. */
  readonly makes: Entity | null;
  /** What it is itself, and the reactions of whatever it writes. */
  readonly starts: readonly string[];
}

/** The acts of a role that lead to a transition or a reaction, however far. */
export type ActsTo = (role: string, step: string) => readonly Act[];

export function actsTo(model: Model): ActsTo {
  const sight = sightOf(model);
  const leads = stepsLedTo(sight, edgesOf(sight));
  const known = new Map<string, readonly Act[]>();
  return (role, step) => {
    const acts = known.get(role) ?? actsOf(sight, role);
    known.set(role, acts);
    return acts.filter(({ starts }) => starts.some((one) => one === step || leads(one).has(step)));
  };
}

function actsOf(sight: Sight, role: string): readonly Act[] {
  const { model } = sight;
  const rights = rightsFor(model, rolesWith(model, [role]));
  return Object.values(model.entities).flatMap((entity) => {
    const given = (verb: 'create' | 'update'): readonly string[] =>
      Object.keys(entity.fields).filter((field) =>
        rights.grants(entity.id).some(({ verbs, fields }) => verbs[verb] !== undefined && fields[field]?.[verb]),
      );
    const mayMake = canEver(rights, entity.id, 'create');
    const fired = [...transitionsOf(entity).values()]
      .filter(({ id, by }) => (id === 'create' && by.length === 0 ? mayMake : by.includes(role)))
      .map(({ id }) => `${entity.id}.${id}`);
    const created = `${entity.id}.create`;
    const isPlain = mayMake && !transitionsOf(entity).has('create');
    const made = given('create').map((field) => ({ field }));
    return [
      ...fired.map((name) => ({ name, makes: name === created ? entity : null, starts: [name] })),
      ...(isPlain ? [{ name: created, makes: entity, starts: turnedByMaking(sight, entity, made) }] : []),
      { name: `${entity.id}.update`, makes: null, starts: turnedByChanging(sight, entity, given('update')) },
    ];
  });
}
