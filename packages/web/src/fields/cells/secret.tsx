import type { SecretField } from '@ninefold/model';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { PLAIN_CELL, type CellKind } from '../contract/cell-kind.ts';

const State = lateComponent(withLateTexts(async () => (await import('../secrets/secrets.tsx')).SecretState));

export const secretCell: CellKind<SecretField> = { ...PLAIN_CELL, Cell: State, room: 'short', isColumn: false };
