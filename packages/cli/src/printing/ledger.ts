import { type Model, type NotShown, cyclesOf } from '@ninefold/model';
import type { Say } from '../texts/texts.ts';

const POINTS = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits'] as const;

/** What a specification shows of each of the nine points, what is assumed of the rest meanwhile, and which secrets this installation lacks. `place` names it in a command. */
export function ledgerLines(missingSecrets: readonly string[], model: Model, say: Say, place = ''): string {
  const shown = shownIn(model);
  const lines = POINTS.flatMap((name, at) => {
    const open = model.notShown.filter(({ point }) => point === at + 1);
    const counts = [say('check.shown', { number: shown[name] })];
    if (open.length > 0) counts.push(say('check.open', { number: open.length }));
    return [
      `  ${String(at + 1)} ${name}: ${counts.join(say('counts.between'))}`,
      ...open.map((entry) => `      ${openLine(entry, say)}`),
      ...(name === 'calls' ? missingSecrets : []).map(
        (secret) => `      ${say('check.secret_missing', { name: secret, place })}`,
      ),
    ];
  });
  const last = model.notShown.length === 0 ? [say('check.all_shown')] : [];
  return `${[say('check.points'), ...lines, ...last].join('\n')}\n`;
}

/** The place, the question and whom to ask, and what holds meanwhile. */
function openLine({ place, question, ask, assumed }: NotShown, say: Say): string {
  const asked = ask === null ? [] : [say('check.asked', { ask })];
  const said = [...(question === null ? [] : [question]), ...asked].join(' — ');
  const assumption = say('check.assumed_meanwhile', { assumption: say(`assumed.${assumed}`) });
  return [place, ...(said === '' ? [] : [said]), assumption].join(' — ');
}

/** How many things of each point are written, as far as they are part of the model. */
function shownIn(model: Model): Readonly<Record<(typeof POINTS)[number], number>> {
  const entities = Object.values(model.entities).filter(({ id }) => id !== 'user');
  const lifecycles = Object.values(model.entities).flatMap((entity) =>
    cyclesOf(entity).map(({ lifecycle }) => lifecycle),
  );
  const isOpen = (place: string): boolean => model.notShown.some((entry) => entry.place === place);
  const { purpose } = model;
  return {
    purpose: (purpose.does === null ? 0 : 1) + purpose.audience.length + purpose.terms.length,
    screens: model.screens.filter(({ written }) => written).length,
    entities: entities.length,
    states: lifecycles.reduce((sum, { states }) => sum + Object.keys(states).length, 0),
    rules: Object.values(model.entities).reduce((sum, { rules }) => sum + rules.length, 0),
    roles: isOpen('roles') ? 0 : Object.keys(model.roles).length,
    calls: Object.values(model.calls).reduce((sum, calls) => sum + Object.keys(calls).length, 0),
    errors: Object.keys(model.errors).filter((id) => !id.includes('.')).length,
    limits: Object.values(model.limits).filter(({ runtime, overridden }) => !runtime || overridden).length,
  };
}
