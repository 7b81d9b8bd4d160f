import type { ReactNode } from 'react';
import { grouped, type Field, type FormScreen, type RecordScreen } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { SectionIndex, useSectionTitle } from './section-index.tsx';
import { sectionAnchor, type ShownSection } from './sections.ts';
import styles from './record-sections.module.css';

interface RecordSectionsProps {
  readonly screen: RecordScreen | FormScreen;
  readonly sections: readonly ShownSection[];
  /** How many errors the fields of a section show, while it is edited. */
  readonly errors?: (section: ShownSection) => number;
  readonly draw: (field: Field) => ReactNode;
  readonly drawObject: (object: string, parts: readonly Field[]) => ReactNode;
}

/** The sections of a record under their headings, with links to them. */
export function RecordSections({ screen, sections, errors, draw, drawObject }: RecordSectionsProps) {
  const title = useSectionTitle(screen.id, sections);
  return (
    <SectionIndex screen={screen.id} sections={sections} errors={errors}>
      {sections.map((section) => {
        const id = sectionAnchor(section.id);
        return (
          <section
            key={id}
            id={id}
            className={styles['section']}
            aria-labelledby={`${id}-title`}
            data-nf-section={section.id ?? 'rest'}
          >
            <h2 id={`${id}-title`} tabIndex={-1}>
              {title(section)}
            </h2>
            <Boundary place={{ part: 'section', screen: screen.id, section: section.id ?? 'rest' }} again={sections}>
              <div className={styles['grid']}>
                {grouped(section.fields).map(({ object, fields }) =>
                  object === null ? fields.map(draw) : drawObject(object, fields),
                )}
              </div>
            </Boundary>
          </section>
        );
      })}
    </SectionIndex>
  );
}
