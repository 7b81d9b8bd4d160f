import type { Field, FormScreen } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { FieldList } from '../view/field-list.tsx';
import { fieldOfPath } from '../draft/problem-list.ts';
import { pathIn, type Draft } from '../draft/use-draft.ts';
import { SectionIndex, useSectionTitle } from './section-index.tsx';
import { dividedBy, sectionAnchor, sectionsOf, type ShownSection } from './sections.ts';
import styles from './sections.module.css';

interface FormSectionsProps {
  readonly draft: Draft;
  readonly screen: FormScreen;
  readonly fields: readonly Field[];
}

/** The fields of a form: in one column or, where the screen has sections, under their headings. */
export function FormSections({ draft, screen: form, fields }: FormSectionsProps) {
  const screen = dividedBy(useModel(), form);
  const shown = fields.filter((field) => draft.visible.has(field.id));
  const sections = sectionsOf(screen, shown, draft.plan.seenWith(draft.settled));
  const title = useSectionTitle(screen.id, sections);
  if (screen.sections.length === 0) return <FieldList draft={draft} fields={fields} />;
  return (
    <SectionIndex screen={screen.id} sections={sections} errors={(section) => errorsIn(section, draft)}>
      {sections.map((section) => {
        const anchor = sectionAnchor(section.id);
        return (
          <section
            key={anchor}
            id={anchor}
            className={styles['section']}
            aria-labelledby={`${anchor}-title`}
            data-nf-section={section.id ?? 'rest'}
          >
            <h2 id={`${anchor}-title`} tabIndex={-1}>
              {title(section)}
            </h2>
            <Boundary
              place={{ part: 'section', screen: screen.id, section: section.id ?? 'rest' }}
              again={draft.settled}
            >
              <FieldList draft={draft} fields={section.fields} />
            </Boundary>
          </section>
        );
      })}
    </SectionIndex>
  );
}

/** How many messages the fields of a section show now. */
export function errorsIn(section: ShownSection, { plan, problems }: Draft): number {
  const paths = new Set(section.fields.map((field) => pathIn(plan, field)));
  return problems.filter((problem) => paths.has(fieldOfPath(problem.path))).length;
}
