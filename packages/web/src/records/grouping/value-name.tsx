import { isOneReference, memberOf, type Field, type Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from '../../fields/cells/cell.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';

interface ValueNameProps {
  readonly entity: string;
  /** The field that holds the value, by its id; `state` is that of the first life cycle. */
  readonly id: string;
  readonly field: Field | undefined;
  readonly value: Wire;
}

/** What records have in common, in the reader's words; without a link, since it stands in one or in a button. */
export function ValueName({ entity, id, field, value }: ValueNameProps) {
  const { t } = useTexts();
  if (value === null) return <span>{t('blocks.blank')}</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'inputs.yes' : 'inputs.no')}</span>;
  if (id === 'state' && field === undefined) return <StateBadge entity={entity} state={String(value)} />;
  if (field === undefined || isOneReference(field)) return <bdi>{titleOf(value) ?? t('inputs.no_permission')}</bdi>;
  return <Cell field={field} value={value} place={{ entity }} compact />;
}

/** Null for a record that the reader may not see. */
function titleOf(value: Wire): string | null {
  const title = memberOf(value, 'title');
  return typeof title === 'string' ? title : null;
}
