import { positionOf, type Spot } from '@ninefold/spec';
import type { Location, Range } from 'vscode-languageserver';
import { addressOf } from './workspace.ts';

/** The range of a spot, lines and columns from 0. */
export function rangeOf({ source, start, end }: Spot): Range {
  const [from, to] = [positionOf(source, start), positionOf(source, end)];
  return {
    start: { line: from.line - 1, character: from.column - 1 },
    end: { line: to.line - 1, character: to.column - 1 },
  };
}

export function locationOf(root: string, spot: Spot): Location {
  return { uri: addressOf(root, spot.source.path), range: rangeOf(spot) };
}
