import { distance, type Screen } from '@ninefold/model';

const MAX_OFFERED = 3;

/** The path without its parameters, for comparing and for opening. */
function fixedPart(path: string): string {
  return path.replace(/\/:.*$/, '') || '/';
}

function likeness(path: string, wanted: string): number {
  return distance(path, wanted) / Math.max(path.length, wanted.length, 1);
}

/** Up to three screens that can be opened as they are and whose address is most like the unknown one; those too far away are left out. */
export function nearestScreens(pathname: string, screens: readonly Screen[]): readonly Screen[] {
  const wanted = pathname.toLowerCase().slice(0, 200);
  const first = `/${wanted.split('/')[1] ?? ''}`;
  const score = (screen: Screen): number =>
    Math.min(likeness(fixedPart(screen.path), wanted), likeness(fixedPart(screen.path), first));
  return screens
    .filter((screen) => !screen.path.includes(':'))
    .map((screen) => ({ screen, score: score(screen) }))
    .filter(({ score: far }) => far <= 0.7)
    .sort((one, other) => one.score - other.score)
    .slice(0, MAX_OFFERED)
    .map(({ screen }) => screen);
}
