import type { Problem } from '@ninefold/model';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Which roles may do what was refused. Nothing: the refusal does not depend on roles. */
export function WhoMay({ params }: Pick<Problem, 'params'>) {
  const { t, role, language } = useTexts();
  const { roles } = params;
  if (!Array.isArray(roles)) return null;
  if (roles.length === 0) return t('no_permission.nobody');
  return t('no_permission.roles', {
    roles: joinList(
      roles.map((each) => role(String(each))),
      language,
    ),
  });
}
