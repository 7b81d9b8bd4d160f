import type { ReactNode } from 'react';
import type { Entity, Field, RecordScreen } from '@ninefold/model';
import { useTexts } from '../texts/use-texts.ts';
import styles from './record.module.css';
import type { ShownSection } from './sections.ts';

interface RecordSectionsProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly sections: readonly ShownSection[];
  readonly draw: (field: Field) => ReactNode;
}

/** The sections of a record under their headings. */
export function RecordSections({ screen, sections, draw }: RecordSectionsProps) {
  const { t, section: label } = useTexts();
  return sections.map((section) => {
    const id = `nf-section-${section.id ?? 'rest'}`;
    const title =
      section.id === null ? t(sections.length > 1 ? 'record.rest' : 'record.details') : label(screen.id, section.id);
    return (
      <section
        key={id}
        id={id}
        className={styles['section']}
        aria-labelledby={`${id}-title`}
        data-nf-section={section.id ?? 'rest'}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <div className={styles['grid']}>{section.fields.map(draw)}</div>
      </section>
    );
  });
}
