import { ActionIcon } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { type Entity, screenPath } from '@ninefold/model';
import { BreadcrumbSlot } from '../../kit/page/breadcrumb.tsx';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTotal } from '../rows/use-total.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { fromListState } from '../rows/from-list.ts';
import styles from './record.module.css';
import { useNeighbours, type Neighbour } from './use-neighbours.ts';

/** The position of the record in the list that it was opened from, behind the breadcrumb, with buttons to the previous and the next record. */
export function ListPosition({ entity, id }: { readonly entity: Entity; readonly id: string }) {
  const { t, entity: nameOf } = useTexts();
  const format = useFormat();
  const place = useNeighbours(entity.id, id);
  const total = useTotal(place?.answer);
  const slot = useContext(BreadcrumbSlot);
  const go = useGo(entity);
  const { previous = null, next = null } = place ?? {};
  useStepCommands(entity, previous, next, go);
  if (place === null || slot === null) return null;
  const position = format.number(place.position, 0);
  return createPortal(
    <nav className={styles['position']} aria-label={t('record.in_list')} data-nf-position={place.position}>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('record.previous')}
        disabled={previous === null}
        onClick={() => previous && go(previous)}
      >
        <ChevronLeft size={16} aria-hidden className="nf-mirrored" />
      </ActionIcon>
      <span>
        {total === ''
          ? t('list.position', { entity: nameOf(entity.id), position })
          : t('record.position', { entity: nameOf(entity.id), position, total })}
      </span>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('record.next')}
        disabled={next === null}
        onClick={() => next && go(next)}
      >
        <ChevronRight size={16} aria-hidden className="nf-mirrored" />
      </ActionIcon>
    </nav>,
    slot,
  );
}

/** Replaces this record by a neighbour in the browser history, so that Back leads to the list. */
function useGo(entity: Entity): (to: Neighbour) => void {
  const model = useModel();
  const navigate = useNavigate();
  return ({ id, list }) => {
    const path = screenPath(model, entity.id, 'record', id);
    if (path !== null) void navigate(path, { state: fromListState(list), replace: true });
  };
}

function useStepCommands(
  entity: Entity,
  previous: Neighbour | null,
  next: Neighbour | null,
  go: (to: Neighbour) => void,
): void {
  const texts = useTexts();
  const commands = useMemo(() => {
    const step = (id: 'previous' | 'next', key: string, to: Neighbour | null) =>
      to === null
        ? []
        : [
            command({
              id: `record.${id}`,
              scope: 'record',
              label: texts.t(`record.${id}`),
              group: texts.entity(entity.id),
              keys: [key],
              run: () => go(to),
            }),
          ];
    return [...step('previous', '[', previous), ...step('next', ']', next)];
    // `go` has the same effect in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [texts, entity, previous?.id, next?.id]);
  useCommands(commands);
}
