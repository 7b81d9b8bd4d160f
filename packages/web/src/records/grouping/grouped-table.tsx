import { ChevronRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { sortOfGroups, type RecordValue } from '@ninefold/model';
import { useGroupsQuery } from '../../base/calls/group-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { PageProps, RowsProps } from '../rows/rows-props.ts';
import { bandsOf, type Band } from './bands.ts';
import styles from './grouping.module.css';
import { ValueName } from './value-name.tsx';

/** A call answers at most so many groups; records of others have their heads without a count. */
const MOST_GROUPS = 200;

export interface GroupedTableProps extends PageProps {
  readonly Table: ComponentType<RowsProps>;
}

/** A table with a head above the records of each group, which folds them away. The state of it all is the address of the list. */
export function GroupedTable({ Table, ...props }: GroupedTableProps) {
  const { entity, items, state, filter, isLast, onChange } = props;
  const group = state.group ?? '';
  const params = new URLSearchParams(filter);
  for (const [name, value] of Object.entries({ group, sort: sortOfGroups(state), size: String(MOST_GROUPS) }))
    params.set(name, value);
  const { data } = useGroupsQuery({ entity: entity.id, query: params.toString() });
  const { folded } = state;
  const skipped = (state.page - 1) * state.size;
  const bands = bandsOf({ group, items, groups: data?.items ?? [], folded, skipped, isLast });
  const press = ({ key, folded: isFolded }: Band): void =>
    onChange({ folded: isFolded ? folded.filter((each) => each !== key) : [...folded, key] });
  const width = props.columns.length + (props.selection === null ? 0 : 1) + (props.tools === undefined ? 0 : 1);
  const drawn = (some: readonly Band[]) =>
    some.map((band) => <BandRow key={band.key} {...props} band={band} width={width} onPress={() => press(band)} />);
  return (
    <Table
      {...props}
      bands={{
        before: (record: RecordValue) => drawn(bands.before.get(record.id) ?? []),
        after: drawn(bands.after),
      }}
    />
  );
}

interface BandRowProps extends PageProps {
  readonly band: Band;
  /** How many columns the table has. */
  readonly width: number;
  readonly onPress: () => void;
}

/** The head of one group. */
function BandRow({ entity, state, band, width, onPress }: BandRowProps) {
  const { t, language } = useTexts();
  const { number } = useFormat();
  const id = state.group ?? '';
  return (
    <tr className={styles['band']} data-nf-band={band.key} data-folded={band.folded || undefined}>
      <th scope="rowgroup" colSpan={width}>
        <button type="button" aria-expanded={!band.folded} onClick={onPress}>
          <ChevronRight size={16} aria-hidden className="nf-mirrored" />
          <ValueName entity={entity.id} id={id} field={entity.fields[id]} value={band.value} />
          {band.count !== null && (
            <span className={styles['count']} lang={language}>
              <span aria-hidden>{number(band.count, 0)}</span>
              <span className="nf-hidden">{t('grouping.count', { count: band.count })}</span>
            </span>
          )}
        </button>
      </th>
    </tr>
  );
}
