import { Button } from '@mantine/core';
import { ChevronRight, Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { ListAnswer } from '@ninefold/model';
import { createPath } from '../../base/model/screen-path.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { creatable } from '../create/creatable.ts';
import styles from './related.module.css';
import type { RelatedSection } from './related.ts';

interface RelatedHeadProps {
  readonly section: RelatedSection;
  /** Of the record whose page it is. */
  readonly id: string;
  readonly anchor: string;
  readonly title: string;
  /** Undefined until it is known. */
  readonly count: Pick<ListAnswer, 'total' | 'total_is'> | undefined;
  /** The count in words. */
  readonly total: string;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** The heading of a section of related records, which opens and closes it, and the button for a new one. */
export function RelatedHead({ section, id, anchor, title, total, opened, onToggle }: RelatedHeadProps) {
  return (
    <div className={styles['head']}>
      <h2 id={`${anchor}-title`}>
        <button
          type="button"
          aria-expanded={opened}
          aria-controls={opened ? `${anchor}-list` : undefined}
          onClick={onToggle}
          data-nf-related-open={section.name}
        >
          <ChevronRight size={16} aria-hidden className="nf-mirrored" />
          <span>{title}</span>
          <span className={styles['count']} data-nf-related-count>
            {total}
          </span>
        </button>
      </h2>
      {section.mayCreate && <CreateHere section={section} id={id} />}
    </div>
  );
}

/** Leads to the form for a new record that refers to this one already. */
function CreateHere({ section: { entity, field }, id }: Pick<RelatedHeadProps, 'section' | 'id'>) {
  const { newThing } = useTexts();
  const rights = useRights();
  const path = createPath(useModel(), entity.id, null);
  if (path === null || !creatable(entity, rights).some((each) => each.id === field.id)) return null;
  const given = new URLSearchParams({ [`val[${field.id}]`]: id });
  return (
    <Button
      component={Link}
      to={`${path}?${given.toString()}`}
      variant="subtle"
      size="compact-md"
      leftSection={<Plus size={16} aria-hidden />}
      data-nf-related-create={entity.id}
    >
      {newThing(entity.id)}
    </Button>
  );
}
