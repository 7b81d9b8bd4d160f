import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './sections.module.css';
import { sectionAnchor, type ShownSection } from './sections.ts';
import { useCurrentSection } from './use-current-section.ts';

interface SectionIndexProps {
  readonly screen: string;
  readonly sections: readonly ShownSection[];
  /** How many errors the fields of a section show. */
  readonly errors?: ((section: ShownSection) => number) | undefined;
  readonly children: ReactNode;
}

/** Below this number of sections there is no index. */
const FEWEST = 3;

/** A long page with links to its sections: beside it, above it on narrow windows, and none on phones. */
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

/** The link scrolls by script. A change of the address would ask whether to leave the form. */
function goTo(anchor: string): void {
  const heading = document.querySelector<HTMLElement>(`#${anchor} > h2`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** The heading of a section. Fields of no section stand under a heading of their own. */
export function useSectionTitle(screen: string, all: readonly ShownSection[]): (section: ShownSection) => string {
  const { t, section: label } = useTexts();
  return ({ id }) => (id === null ? t(all.length > 1 ? 'record.rest' : 'record.details') : label(screen, id));
}
