import { expect, it } from 'vitest';
import type { Problem } from '@ninefold/model';
import { fieldOfPath, merged, onLeaving, stillShown, stillTold } from './problem-list.ts';

const problem = (path: string, code: Problem['code']): Problem => ({ path, code, params: {} });

it('finds the field of a path', () => {
  expect(fieldOfPath('lines[1].qty')).toBe('lines');
  expect(fieldOfPath('subject')).toBe('subject');
  expect(fieldOfPath('input.reason')).toBe('input.reason');
  expect(fieldOfPath('')).toBe('');
});

it('says nothing of an empty or still unfinished field when it is left', () => {
  const judged = [problem('mail', 'bad_email'), problem('name', 'required'), problem('until', 'too_early')];
  expect(onLeaving(judged, 'mail')).toEqual([judged[0]]);
  expect(onLeaving(judged, 'name')).toEqual([]);
  expect(onLeaving(judged, 'until')).toEqual([]);
  const notChosen = problem('category', 'not_offered');
  expect(onLeaving([notChosen], 'category')).toEqual([notChosen]);
  for (const code of ['not_whole', 'too_many_decimals', 'too_many_digits'] as const)
    expect(onLeaving([problem('count', code)], 'count')).toHaveLength(1);
});

it('judges again only where an error is shown', () => {
  const shown = [problem('lines[0].qty', 'too_small')];
  const judged = [problem('lines[1].qty', 'required'), problem('name', 'required')];
  expect(stillShown(shown, judged)).toEqual([judged[0]]);
});

it('lists each problem once', () => {
  expect(merged([problem('a', 'required')], [problem('a', 'required'), problem('b', 'required')])).toHaveLength(2);
});

it('keeps a field in the summary for as long as anything is wrong with it', () => {
  const summary = [problem('category', 'required'), problem('subject', 'required')];
  const notChosen = problem('category', 'not_offered');
  expect(stillTold(summary, [notChosen, problem('due', 'bad_date')])).toEqual([notChosen]);
  expect(stillTold(summary, [])).toEqual([]);
});
