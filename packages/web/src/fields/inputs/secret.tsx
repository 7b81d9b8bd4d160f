import type { SecretField } from '@ninefold/model';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import type { InputKind } from '../contract/input-kind.ts';

const Secret = lateComponent(withLateTexts(async () => (await import('../secrets/secrets.tsx')).SecretEntry));

export const secretInput: InputKind<SecretField> = { Input: Secret, isGroup: true, filter: null };
