import { Link } from 'react-router';
import { canEver, idOf, type Wire } from '@ninefold/model';
import { useModel, useRights } from '../model/use-model.ts';
import { screenPath } from '../routes/screen-path.ts';
import { useTexts } from '../texts/use-texts.ts';
import styles from './cells.module.css';

/** A reference as a link to its target; without a title the reader may not see the target. */
export function RecordLink({ entity, value }: { readonly entity: string; readonly value: Wire }) {
  const model = useModel();
  const rights = useRights();
  const { t } = useTexts();
  const id = idOf(value);
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : undefined;
  if (id === null) return null;
  if (typeof title !== 'string') return <span className={styles['quiet']}>{t('inputs.no_permission')}</span>;
  const path = canEver(rights, entity, 'read') ? screenPath(model, entity, 'record', id) : null;
  return path === null ? (
    <bdi>{title}</bdi>
  ) : (
    <Link to={path}>
      <bdi>{title}</bdi>
    </Link>
  );
}
