import { Link } from 'react-router';
import { canEver, idOf, type Wire, screenPath } from '@ninefold/model';
import { useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './cells.module.css';
import { initialsOf } from '../../base/format/initials.ts';

/** The title a reference carries; null where the reader may not see its target. */
export function titleOf(value: Wire | undefined): string | null {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null;
  return typeof title === 'string' ? title : null;
}

/** A reference as a link to its target, which has a page where its entity is named; without a title the reader may not see the target, unless it is their own. */
export function RecordLink({ entity, value }: { readonly entity: string | null; readonly value: Wire }) {
  const model = useModel();
  const rights = useRights();
  const { t } = useTexts();
  const id = idOf(value);
  const me = useMe();
  const title = titleOf(value) ?? (entity === 'user' && id === me.id ? me.name : null);
  if (id === null) return null;
  if (title === null) return <span className={styles['quiet']}>{t('inputs.no_permission')}</span>;
  const path = entity !== null && canEver(rights, entity, 'read') ? screenPath(model, entity, 'record', id) : null;
  const name =
    entity === 'user' ? (
      <bdi className={styles['person']} data-initials={initialsOf(title)}>
        {title}
      </bdi>
    ) : (
      <bdi>{title}</bdi>
    );
  return path === null ? name : <Link to={path}>{name}</Link>;
}
