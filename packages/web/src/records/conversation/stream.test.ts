import type { CommentAnswer, HistoryEntry } from '@ninefold/model';
import { expect, test } from 'vitest';
import { keyOf, streamOf } from './stream.ts';

const comment = (at: string): CommentAnswer => ({
  ...{ id: `c${at}`, version: 1, at, by: null, key_by: null, via: 'screen', text: 'x', mentions: [] },
  ...{ files: [], quote: null, edited_at: null, taken_back: null, may: { edit: false, take_back: false } },
});
const change = (at: string): HistoryEntry => ({
  ...{ id: `h${at}`, at, by: null, key_by: null, kind: 'update', for: null, through: null, transition: null },
  ...{ from: null, to: null, input: null, changes: [], via: 'screen', cause: null },
});

const past = { comments: ['5', '3'].map(comment), entries: ['6', '4', '1'].map(change) };
const keys = (hasMore: boolean, filter: 'all' | 'comments' | 'changes', ...edited: readonly string[]) =>
  streamOf({ ...past, hasMore, edited: new Set(edited) }, filter).map(keyOf);

test('comments and changes stand in one order, newest first, and each alone', () => {
  expect(keys(false, 'all')).toEqual(['h6', 'c5', 'h4', 'c3', 'h1']);
  expect(keys(false, 'comments')).toEqual(['c5', 'c3']);
  expect(keys(false, 'changes')).toEqual(['h6', 'h4', 'h1']);
});

test('what happened before the oldest comment that is loaded waits for those before it', () => {
  expect(keys(true, 'all')).toEqual(['h6', 'c5', 'h4', 'c3']);
  expect(keys(true, 'changes')).toEqual(['h6', 'h4', 'h1']);
});

test('a comment that is being changed stands under every filter', () => {
  expect(keys(false, 'changes', 'c3')).toEqual(['h6', 'h4', 'c3', 'h1']);
  expect(keys(false, 'all', 'c3')).toEqual(keys(false, 'all'));
});
