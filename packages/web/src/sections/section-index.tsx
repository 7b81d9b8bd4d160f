import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import styles from './sections.module.css';
import { useSectionTitle } from './section-title.ts';
import { sectionAnchor, type ShownSection } from './sections.ts';
import { useCurrentSection } from './use-current-section.ts';

interface SectionIndexProps {
  readonly screen: string;
  readonly sections: readonly ShownSection[];
  /** How many errors the fields of a section show. */
  readonly errors?: ((section: ShownSection) => number) | undefined;
  readonly children: ReactNode;
}

/** Fewer sections are seen at a glance. */
const FEWEST = 3;

/** A long page with links to its sections beside it; where there is no room, above it, and on a phone not at all. */
export function SectionIndex({ screen, sections, errors, children }: SectionIndexProps) {
  if (sections.length < FEWEST) return children;
  return (
    <div className={styles['room']}>
      <div className={styles['beside']}>
        <Links screen={screen} sections={sections} errors={errors} />
        <div className={styles['content']}>{children}</div>
      </div>
    </div>
  );
}

function Links({ screen, sections, errors }: Omit<SectionIndexProps, 'children'>) {
  const { t } = useTexts();
  const title = useSectionTitle(screen, sections);
  const current = useCurrentSection(sections.map(({ id }) => sectionAnchor(id)));
  return (
    <nav className={styles['index']} aria-label={t('sections.title')} data-nf-section-index>
      <ul>
        {sections.map((section) => {
          const anchor = sectionAnchor(section.id);
          const count = errors?.(section) ?? 0;
          return (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                aria-current={anchor === current ? 'location' : undefined}
                data-nf-section-link={section.id ?? 'rest'}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(anchor);
                }}
              >
                <span>{title(section)}</span>
                {count > 0 && (
                  <span className={styles['errors']} data-nf-section-errors={count}>
                    <span aria-hidden>{count}</span>
                    <span className="nf-hidden">{t('sections.errors', { count })}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Not by the address: what is typed into a form would ask whether to leave. */
function goTo(anchor: string): void {
  const heading = document.querySelector<HTMLElement>(`#${anchor} > h2`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
