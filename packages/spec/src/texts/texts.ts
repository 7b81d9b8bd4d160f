import {
  isLineReference,
  isLines,
  isReference,
  type Model,
  partsBeside,
  partsTogether,
  splitId,
  transitionsOf,
} from '@ninefold/model';
import type { SourceFile, TextTree } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';
import { byFile, type Report } from '../issues/report.ts';
import { type Spot, sourceText } from '../located.ts';
import { builtInTexts } from './built-in.ts';
import { expectedTexts, type Texted } from './expected.ts';
import { nested, type Flat } from './flat.ts';
import { isOfOpen, keptKey, nearestKey } from './keys.ts';
import { checkNoticeValues } from './notice-values.ts';
import { placeOfText, readLocaleFiles, type FiledText, type FiledTexts } from './locale-files.ts';
import { checkPlaceholders, type StrangeKeys } from './placeholder-names.ts';
import { checkTranslations } from './translations.ts';
import { words } from './words.ts';
import { PAGE_FILE } from '../load/file-names.ts';

/**
 * Texts of every display language: the runtime's own for `user`, then what stands beside the things (in the source
 * language), then the locale files. Only the source language is filled up, with ids in words.
 */
export function compileTexts(
  ctx: Context,
  model: Model,
  files: readonly SourceFile[],
  languagesSpot: Spot,
): Readonly<Record<string, TextTree>> {
  const { filed, lost } = readLocaleFiles(
    [...files].sort((a, b) => byFile(a.path, b.path)),
    ctx.report,
    (key) => keptKey(model, key),
  );
  const things = expectedTexts(model);
  const strange = reportForNothing(ctx, model, filed, things);
  reportUnshownPages(ctx.report, model, files);
  const [source = 'en'] = model.languages;
  const texts = model.languages.map((language) => {
    const flat: Flat = new Map(builtInTexts(model, language));
    if (language === source) for (const [key, { text }] of ctx.texts) flat.set(key, text);
    addFiled(ctx, flat, filed.get(language) ?? new Map(), language === source);
    const meant = new Set(strange.get(language)?.values());
    const isTold = (key: string): boolean =>
      meant.has(key) || (lost.get(language) ?? []).some((above) => above === '' || `${key}.`.startsWith(`${above}.`));
    reportMissing(ctx, flat, { things, language, spot: languagesSpot, isTold });
    if (language === source) fill(flat, things, model.name);
    nameRoles(model, flat);
    nameTargets(model, flat);
    return [language, nested(flat)] as const;
  });
  const written = new Map(
    [...(filed.get(source) ?? [])]
      .map(([key, { text }]) => [key, text] as const)
      .concat([...ctx.texts].map(([key, { text }]) => [key, text] as const)),
  );
  checkTranslations(ctx, model, filed, written);
  checkPlaceholders(ctx, model, filed, strange);
  checkNoticeValues(ctx, model, filed);
  return Object.fromEntries(texts);
}

function addFiled(ctx: Context, flat: Flat, filed: ReadonlyMap<string, FiledText>, isSource: boolean): void {
  for (const [key, { text, source }] of filed) {
    const inline = isSource ? ctx.texts.get(key) : undefined;
    if (inline && inline.text !== text) ctx.report('NF1102', inline.spot, { key, other: source.path });
    flat.set(key, text);
  }
}

/** Roles are options of `user.roles`, under the labels they have as roles. */
function nameRoles(model: Model, flat: Flat): void {
  for (const role of Object.keys(model.roles)) {
    const label = flat.get(`roles.${role}.label`);
    const key = `entities.user.fields.roles.options.${role}.label`;
    if (label !== undefined && !flat.has(key)) flat.set(key, label);
  }
}

/** A part of a reference to several entities, or to a line, is called what its entity is, and the line what the lines are. */
function nameTargets({ entities }: Model, flat: Flat): void {
  const name = (fields: Model['entities'][string]['fields'], above: string): void => {
    for (const field of Object.values(fields)) {
      const base = `${above}.${splitId(field.id).join('.fields.')}`;
      if (isLines(field)) name(field.fields, `${base}.fields`);
      const isPart = isReference(field) && (partsBeside(field).length > 0 || partsTogether(fields, field).length > 1);
      if (!isPart && !isLineReference(field)) continue;
      const label = flat.get(
        isLineReference(field) ? `entities.${field.to}.fields.${field.toLines}.label` : `entities.${field.to}.label`,
      );
      const key = `${base}.label`;
      if (label !== undefined && !flat.has(key)) flat.set(key, label);
    }
  };
  for (const entity of Object.values(entities)) {
    name(entity.fields, `entities.${entity.id}.fields`);
    for (const { id, input } of transitionsOf(entity).values())
      name(input, `states.${entity.id}.transitions.${id}.input`);
  }
}

const SHOWN = 3;

interface Missing {
  readonly things: readonly Texted[];
  readonly language: string;
  readonly spot: Spot;
  /** Whether the text stands there in a way that was told. */
  readonly isTold: (key: string) => boolean;
}

function reportMissing(ctx: Context, flat: Flat, { things, language, spot, isTold }: Missing): void {
  const missing = things.flatMap(({ base, needed }) =>
    needed.map((leaf) => `${base}.${leaf}`).filter((key) => !has(flat, key) && !isTold(key)),
  );
  if (missing.length === 0) return;
  const examples = missing.slice(0, SHOWN).join(', ');
  ctx.report('NF1103', spot, { language, count: String(missing.length), examples, keys: missing.join('\n') });
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

function has(flat: Flat, key: string): boolean {
  return (
    flat.has(key) || flat.has(`${key}_other`) || (key.endsWith('.label_many') && flat.has(key.replace(/_many$/, '')))
  );
}

function fill(flat: Flat, things: readonly Texted[], name: string): void {
  if (!flat.has('purpose.name')) flat.set('purpose.name', words(name));
  for (const { base, needed, id } of things) {
    for (const leaf of needed) {
      const key = `${base}.${leaf}`;
      if (flat.has(key) || flat.has(`${key}_other`)) continue;
      flat.set(key, (leaf === 'label_many' ? flat.get(`${base}.label`) : undefined) ?? words(id));
    }
  }
}

/** Tells texts that belong to nothing; answers their keys by language, with those that may be meant. */
function reportForNothing(ctx: Context, model: Model, filed: FiledTexts, things: readonly Texted[]): StrangeKeys {
  const strange = new Map<string, Map<string, string>>();
  if (filed.size === 0) return strange;
  const known = new Set(
    things.flatMap(({ base, needed, possible }) => [...needed, ...possible].map((leaf) => `${base}.${leaf}`)),
  );
  for (const [language, texts] of filed) {
    const isShown = model.languages.includes(language);
    const found = new Map<string, string>();
    strange.set(language, found);
    for (const [key, filedText] of texts) {
      const base = key.replace(PLURAL_SUFFIX, '');
      if (isShown && (known.has(key) || known.has(base) || isSystemKey(model, key) || isOfOpen(model, key))) continue;
      const file = { source: filedText.source, start: 0, end: 1 };
      const nearest = isShown ? nearestKey(base, known) : '';
      found.set(key, nearest);
      if (!isShown) ctx.report('NF1104', file, { key: language });
      else ctx.report('NF1104', placeOfText(filedText), { key: filedText.written, nearest });
    }
  }
  return strange;
}

const PLURAL_SUFFIX = new RegExp(`_(?:${PLURALS.join('|')})$`);
const SYSTEM = /^(?:created_at|created_by|changed_at|changed_by|state|state_since|version)$/;

/** System fields and standard screens may be given texts too. */
function isSystemKey(model: Model, key: string): boolean {
  const [point = '', id = '', fields, field = ''] = key.split('.');
  if (point === 'screens') return model.screens.some((screen) => screen.id === id && !screen.written);
  return point === 'entities' && Object.hasOwn(model.entities, id) && fields === 'fields' && SYSTEM.test(field);
}

/** Tells files of pages that no screen names, or of a language that the application does not have. */
export function reportUnshownPages(report: Report, model: Model, files: readonly SourceFile[]): void {
  const shown = new Set(model.screens.flatMap((screen) => (screen.kind === 'page' ? [screen.page] : [])));
  for (const { path, text } of files) {
    const [, page = '', language = ''] = PAGE_FILE.exec(path) ?? [];
    if (page === '' || (shown.has(page) && model.languages.includes(language))) continue;
    report(
      'NF1110',
      { source: sourceText(path, text), start: 0, end: Math.max(1, text.split('\n', 1)[0]?.length ?? 1) },
      { name: path },
    );
  }
}
