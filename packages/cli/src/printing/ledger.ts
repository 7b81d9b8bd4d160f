import type { Model } from '@ninefold/model';
import type { Say } from '../texts/texts.ts';

const POINTS = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits'] as const;

/** What the author left open, point by point. */
export function ledgerLines(model: Model, say: Say): string {
  if (model.notShown.length === 0) return `${say('check.all_shown')}\n`;
  const lines = POINTS.flatMap((name, at) => {
    const open = model.notShown.filter(({ point }) => point === at + 1);
    return open.length === 0 ? [] : [`  ${String(at + 1)} ${name}: ${open.map(({ place }) => place).join(', ')}`];
  });
  return `${say('check.not_shown', { number: model.notShown.length })}\n${lines.join('\n')}\n`;
}
