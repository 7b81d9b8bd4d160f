// On SQLite alone: what a server does not run is read from the model.
import type { Transition } from '@ninefold/model';
import { EFFECT_KINDS, NOT_YET_KEYS, TRANSITION_KEYS, TRANSITIONS } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { applicationOf } from './testing/open-desk.ts';
import { RUN_EFFECTS } from './writing/actions/effects.ts';
import { CALL_RUNS, refuseWhatDoesNotRun, TRANSITION_RUNS } from './writing/actions/what-runs.ts';

test('every effect that the language takes has somebody who runs it, and no other', () => {
  const later: readonly string[] = NOT_YET_KEYS.transition;
  const running = EFFECT_KINDS.filter((kind) => RUN_EFFECTS[kind] !== null);
  expect(running).toEqual(EFFECT_KINDS.filter((kind) => !later.includes(kind)));
});

test('every key of a transition that the language takes is run, and no member that only keys of later write', () => {
  const taken = new Set<keyof Transition | null>(TRANSITION_KEYS.map((key) => TRANSITIONS[key].writes));
  const wanted = new Set<keyof Transition | null>(Object.values(TRANSITIONS).map(({ writes }) => writes));
  const wrong = Object.entries(TRANSITION_RUNS).filter(([name, runs]) => {
    const member = name as keyof Transition; // a key of the table
    return wanted.has(member) && member !== 'effects' && runs !== taken.has(member);
  });
  expect(wrong).toEqual([]);
});

test('calls of a kind run as soon as the language takes its key, and not before', () => {
  const later: readonly string[] = NOT_YET_KEYS.calls;
  const wrong = Object.entries(CALL_RUNS).filter(([kind, runs]) => runs === later.includes(kind));
  expect(wrong).toEqual([]);
});

const { model } = applicationOf(`ninefold: 1
purpose: { name: runs, languages: [en] }
roles: { boss: { thing: all } }
entities: { thing: { fields: { name: { type: string } } } }
states:
  thing:
    initial: a
    states: { a: {}, b: {} }
    transitions: { go: { from: a, to: b, by: boss, set: { name: x } } }
`);

test('a model whose every part runs is served', () => {
  expect(() => refuseWhatDoesNotRun(model)).not.toThrow();
});
