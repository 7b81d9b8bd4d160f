import { Group, Radio } from '@mantine/core';
import type { Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFieldTexts } from '../../fields/contract/field-place.ts';
import { useFormPlace } from '../../fields/contract/form-place.ts';
import { pathIn, type Draft } from '../../forms/draft/use-draft.ts';

/** Yes or no for many records: neither stands chosen, since one that nobody has chosen would be written to all of them. */
export function TruthChoice({ draft, field }: { readonly draft: Draft; readonly field: Field }) {
  const { t } = useTexts();
  const form = useFormPlace();
  const path = pathIn(draft.plan, field);
  const texts = useFieldTexts(draft.plan.placeOf(field));
  const value = draft.valueOf(field);
  const messages = form.messages(path);
  return (
    <div data-nf-field={path}>
      <Radio.Group
        label={texts.label(field)}
        description={texts.hint(field)}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(chosen) => draft.change(field, chosen === 'true')}
        error={messages.length === 0 ? undefined : messages.map(({ text }) => text).join(' ')}
      >
        <Group mt="xs">
          <Radio id={form.controlId(path)} value="true" label={t('inputs.yes')} data-nf-truth="true" />
          <Radio value="false" label={t('inputs.no')} data-nf-truth="false" />
        </Group>
      </Radio.Group>
    </div>
  );
}
