import { useMemo } from 'react';
import { holds, type RecordScreen, type RecordValue } from '@ninefold/model';
import { useModel, useRights, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { useTotal } from '../rows/use-total.ts';
import { useRelatedCountsQuery } from './related-api.ts';
import styles from './related.module.css';
import { RelatedHead } from './related-head.tsx';
import { RelatedList } from './related-list.tsx';
import { relatedSections, type RelatedSection } from './related.ts';
import { useOpened } from './use-opened.ts';

interface RelatedSectionsProps {
  readonly screen: RecordScreen;
  readonly record: RecordValue;
}

/** The records that refer to a record: a section each, of which only the count is asked for until it is opened. */
export function RelatedSections({ screen, record }: RelatedSectionsProps) {
  const model = useModel();
  const rights = useRights();
  const { t } = useTexts();
  const scope = useScope();
  const sections = useMemo(() => {
    const related = screen.related.filter(
      ({ visibleWhen }) => holds(visibleWhen, { ...scope, record, creating: false }) !== false,
    );
    const hidden = new Set(screen.related.filter((one) => !related.includes(one)).map(({ inverse }) => inverse));
    return relatedSections(model, screen, rights).filter(({ name }) => !hidden.has(name));
  }, [model, screen, rights, scope, record]);
  const from = useMemo(() => [...new Set(sections.map(({ entity }) => entity.id))], [sections]);
  const { data } = useRelatedCountsQuery({ entity: screen.entity, id: record.id, from }, { skip: from.length === 0 });
  if (sections.length === 0) return null;
  return (
    <section className={styles['related']} aria-label={t('related.title')}>
      {sections.map((section) => (
        <Boundary key={section.name} place={{ part: 'related', entity: section.entity.id }} again={record.version}>
          <Related screen={screen.id} section={section} id={record.id} count={data?.[section.name]} />
        </Boundary>
      ))}
    </section>
  );
}

interface RelatedProps {
  readonly screen: string;
  readonly section: RelatedSection;
  readonly id: string;
  readonly count: Parameters<typeof RelatedHead>[0]['count'];
}

function Related({ screen, section, id, count }: RelatedProps) {
  const anchor = `nf-related-${section.name}`;
  const { opened, toggle } = useOpened(anchor);
  const { entityMany, field, section: label, t } = useTexts();
  const many = entityMany(section.entity.id);
  const unwritten = section.namesField
    ? t('related.by', { things: many, field: field(section.entity.id, section.field.id) })
    : many;
  const title = section.id === null ? unwritten : label(screen, section.id);
  const total = useTotal(count === undefined ? undefined : { ...count, items: [], next: null });
  return (
    <section
      id={anchor}
      className={styles['section']}
      aria-labelledby={`${anchor}-title`}
      data-nf-related={section.name}
    >
      <RelatedHead
        section={section}
        id={id}
        anchor={anchor}
        title={title}
        count={count}
        total={total}
        opened={opened}
        onToggle={toggle}
      />
      {opened && (
        <div id={`${anchor}-list`} className={styles['list']}>
          <RelatedList section={section} id={id} title={title} />
        </div>
      )}
    </section>
  );
}
