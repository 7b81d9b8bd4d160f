import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type RecordValue, screenPath } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './create.module.css';
import { focusFirstField } from './use-first-field.ts';

/** The record that was created before the form was emptied for the next one. */
export interface Created {
  readonly record: RecordValue;
  readonly at: string;
}

/** The notice above the emptied form. The first field of the form takes the focus. */
export function CreatedNotice({ entity, created }: { readonly entity: string; readonly created: Created | null }) {
  const { t, entity: nameOf } = useTexts();
  const format = useFormat();
  const model = useModel();
  const box = useRef<HTMLOutputElement>(null);
  const id = created?.record.id;
  useEffect(() => {
    if (id === undefined) return;
    window.scrollTo({ top: 0 });
    focusFirstField(box.current?.parentElement ?? null);
  }, [id]);
  return (
    <output ref={box} className={styles['created']} data-nf-created={id}>
      {created && (
        <Link to={screenPath(model, entity, 'record', created.record.id) ?? '/'}>
          {t('form.created', { name: created.record.title ?? nameOf(entity), time: format.time(created.at) })}
        </Link>
      )}
    </output>
  );
}
