import { canEver, hasApprovals, timedEntities, type Me, type Model, type Rights, screenPath } from '@ninefold/model';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { navigationGroups } from '../navigation/navigation-items.ts';
import { useMe, useModel, useRights } from '../../base/model/use-model.ts';
import { startScreen } from '../../base/model/screen-path.ts';
import { useSessionQuery } from '../../base/calls/session-api.ts';
import { useSignOut } from '../../base/session/use-sign-out.ts';
import { useChooseLanguage } from '../../base/texts/choose-language.ts';
import { languageName } from '../../base/texts/words.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { chooseColourScheme } from '../../kit/controls/colour-scheme.ts';
import { command, type Command, useCommands } from '../../kit/keyboard/commands.ts';

type Go = (path: string) => void;
/** The reader's roles and rights. */
type Who = Pick<Me, 'roles'> & { readonly rights: Rights };

/** G H leads to the start page. Where that is a screen of the specification, what waits for the reader has G W. */
function goCommands(model: Model, me: Who, texts: Texts, go: Go): readonly Command[] {
  const groups = navigationGroups(model, me.rights, undefined);
  const screens = groups.flatMap(({ items }) => items.map(({ screen }) => screen));
  const start = startScreen(model, me);
  const others = screens.filter((screen) => screen !== start);
  const letterOf = letters(
    others.map(({ id }) => id),
    ['h', 'w'],
  );
  const group = texts.t('commands.go');
  const to = (id: string, label: string, path: string, keys: readonly string[]): Command =>
    command({ id: `go.${id}`, scope: 'everywhere', label, group, keys, run: () => go(path) });
  const letterKeys = (id: string): readonly string[] =>
    [letterOf.get(id)].flatMap((letter) => (letter ? [`g ${letter}`] : []));
  return [
    ...(start === null ? [] : [to(start.id, texts.screen(start), start.path, ['g h'])]),
    to('_home', texts.t('home.title'), '/_/home', [start === null ? 'g h' : 'g w']),
    ...(timedEntities(model, me.rights).length > 0 ? [to('_due', texts.t('due.title'), '/_/due', [])] : []),
    ...others.map((screen) => to(screen.id, texts.screen(screen), screen.path, letterKeys(screen.id))),
  ];
}

function createCommands(model: Model, rights: Rights, { t, newThing }: Texts, go: Go): readonly Command[] {
  return Object.keys(model.entities).flatMap((id) => {
    const path = screenPath(model, id, 'form');
    if (path === null || !canEver(rights, id, 'create')) return [];
    const label = newThing(id);
    return [
      command({ id: `create.${id}`, scope: 'everywhere', label, group: t('commands.create'), run: () => go(path) }),
    ];
  });
}

function pageCommands(model: Model, rights: Rights, { t }: Texts, go: Go): readonly Command[] {
  const pages: readonly (readonly [id: string, label: string, shown: boolean])[] = [
    ['inbox', 'inbox.title', true],
    ['deputies', 'deputies.title', hasApprovals(model)],
    ['errors', 'errors.all', true],
    ['limits', 'limits.title', true],
    ['keys', 'keys.title', rights.runtime.includes('keys')],
    ['audit', 'audit.title', rights.runtime.includes('audit')],
    ['faults', 'faults.title', rights.runtime.includes('faults')],
    ['operate', 'operate.title', rights.runtime.includes('operate')],
    ['spec', 'not_shown.page', rights.runtime.includes('spec')],
  ];
  return pages
    .filter(([, , shown]) => shown)
    .map(([id, label]) =>
      command({
        id: `page.${id}`,
        scope: 'everywhere',
        label: t(label),
        group: t('commands.pages'),
        run: () => go(`/_/${id}`),
      }),
    );
}

/** The commands of every page: navigation, creation, language, theme, sign-out. */
export function useEverywhereCommands(): void {
  const texts = useTexts();
  const model = useModel();
  const rights = useRights();
  const me = useMe();
  const navigate = useNavigate();
  const { data } = useSessionQuery();
  const signOut = useSignOut();
  const chooseLanguage = useChooseLanguage();
  const commands = useMemo(() => {
    const go: Go = (path) => void navigate(path);
    const settings = texts.t('commands.settings');
    const setting = (id: string, label: string, run: () => void): Command =>
      command({ id, scope: 'everywhere', label, group: settings, run });
    return [
      ...goCommands(model, { roles: me.roles, rights }, texts, go),
      ...createCommands(model, rights, texts, go),
      ...pageCommands(model, rights, texts, go),
      ...(data?.languages ?? []).map((each) =>
        setting(`language.${each}`, languageName(each), () => chooseLanguage(each)),
      ),
      ...(['auto', 'light', 'dark'] as const).map((scheme) =>
        setting(`theme.${scheme}`, texts.t(`theme.${scheme}`), () => chooseColourScheme(scheme)),
      ),
      setting('session.end', texts.t('frame.sign_out'), () => void signOut()),
    ];
    // The functions of the hooks have the same effect in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [texts, model, rights, me, data]);
  useCommands(commands);
}

/** Gives each id a letter of its own to be pressed after G: the first of it that is free. */
function letters(ids: readonly string[], taken: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const given = new Map<string, string>();
  for (const id of ids) {
    const free = Array.from(`${id}abcdefghijklmnopqrstuvwxyz`).find((char) => /[a-z]/.test(char) && !used.has(char));
    if (free === undefined) break;
    used.add(free);
    given.set(id, free);
  }
  return given;
}
