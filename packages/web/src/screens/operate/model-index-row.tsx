import type { ModelIndexAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { IndexName } from './index-name.tsx';
import { useSize } from './use-size.ts';

/** An index of the specification: what it is of, why it is there and how large it is. */
export function ModelIndexRow({ value }: { readonly value: ModelIndexAnswer }) {
  const { t } = useTexts();
  const size = useSize();
  return (
    <tr data-nf-index={value.name}>
      <th scope="row">
        <IndexName value={value} />
      </th>
      <td data-label={t('operate.reason')}>{t(`operate.reasons.${value.reason}`)}</td>
      <td data-label={t('operate.size')}>{size(value.bytes)}</td>
    </tr>
  );
}
