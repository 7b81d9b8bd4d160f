import { existsSync } from 'node:fs';
import { loadSpecification, type LoadedSpecification } from '@ninefold/server/specification';
import { placeNamed } from '@ninefold/server/place';
import { createSecrets, foundUnset, secretsFile, secretsNamed } from '@ninefold/server/secrets';
import type { Application, Issue } from '@ninefold/spec';
import type { RowsAt } from '@ninefold/server/costs';
import { textFlag, type Call } from '../arguments/command.ts';
import { readRowsAt } from '../arguments/rows-at.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { Unusable } from '../arguments/unusable.ts';
import { costLines, type Costs } from '../printing/costs.ts';
import { dataPlace } from '../arguments/same-place.ts';
import { type Checked, countLine, issueLines } from '../printing/issues.ts';
import { githubText } from '../printing/github.ts';
import { jsonText } from '../printing/json.ts';
import { ledgerLines } from '../printing/ledger.ts';
import { reasoningLines } from '../printing/reasoning.ts';
import { sarifText } from '../printing/sarif.ts';
import { startSentence } from '../texts/start-sentence.ts';

const FORMATS: Readonly<Record<string, typeof humanText>> = {
  human: humanText,
  json: jsonText,
  sarif: sarifText,
  github: githubText,
};

/** Prints what is wrong with a specification and what it leaves open; 1 where something stops it, 2 where none can be read. */
export async function check(call: Call): Promise<number> {
  const folder = call.words[0] ?? '.';
  const at = readAt(call);
  const loaded = await read(folder, call);
  if (loaded === null) return 2;
  const format = textFlag(call, 'format') ?? 'human';
  const costs = at === null || loaded.application === null ? null : await costsOf(loaded.application, at);
  const { missingSecrets, found } = loaded.application === null ? NOTHING : installed(loaded.application, folder, call);
  const issues = [...loaded.issues, ...found];
  const text = (FORMATS[format] ?? humanText)({ ...loaded, issues, folder, costs, missingSecrets }, call);
  process.stdout.write(text);
  if (loaded.application === null) return 1;
  return call.flags['complete'] === true && loaded.application.model.notShown.length > 0 ? 1 : 0;
}

interface Installed {
  /** The secrets of calls that are not set where this application has its data. */
  readonly missingSecrets: readonly string[];
  /** What is wrong with that, where there is data. */
  readonly found: readonly Issue[];
}

const NOTHING: Installed = { missingSecrets: [], found: [] };

function installed(application: Application, folder: string, call: Call): Installed {
  const named = secretsNamed(application.model);
  if (named.length === 0) return NOTHING;
  const { data } = placeNamed(runSettings(call, process.env), application.model.name, folder);
  const secrets = createSecrets(secretsFile(data));
  const found = existsSync(data) ? foundUnset(application, secrets) : [];
  return { missingSecrets: named.filter((name) => secrets.get(name) === null), found };
}

/** Forms that have a place for what lists cost. */
const WITH_COSTS: readonly string[] = ['human', 'json'];

function readAt(call: Call): RowsAt | null {
  const text = textFlag(call, 'at');
  const format = textFlag(call, 'format') ?? 'human';
  if (text === undefined) return null;
  if (!WITH_COSTS.includes(format)) throw new Unusable('refused.at_format', { words: WITH_COSTS, format });
  return readRowsAt(text);
}

async function costsOf(application: Application, at: RowsAt): Promise<Costs> {
  const { model } = application;
  const unknown = Object.keys(at.entities).find((entity) => !Object.hasOwn(model.entities, entity));
  if (unknown !== undefined)
    throw new Unusable('refused.at_entity', { entity: unknown, entities: Object.keys(model.entities) });
  const { listCosts, rowsAt, SHARES } = await import('@ninefold/server/costs');
  const rows = rowsAt(application, at);
  return { rows, shares: SHARES, lists: await listCosts({ model, rows, seed: SEED, now: Date.now() }) };
}

/** The same specification gives the same figures. */
const SEED = 1;

async function read(folder: string, { language, command }: Call): Promise<LoadedSpecification | null> {
  try {
    return await loadSpecification(folder);
  } catch (error) {
    const sentence = startSentence(error, language, command);
    if (sentence === null) throw error;
    process.stderr.write(`ninefold: ${sentence}\n`);
    return null;
  }
}

function humanText(checked: Checked, call: Call): string {
  const { application, issues } = checked;
  const { say } = call;
  const found = issueLines(issues, call, checked.folder);
  const counted = countLine(issues, say);
  const reasoned = reasoningLines(checked, call);
  if (!application) return `${found}${reasoned}${counted}\n`;
  const runs = say('check.can_run', { name: application.model.name });
  const costs = checked.costs === null ? '' : costLines(checked.costs, call);
  const told = new Set(issues.map(({ id, params }) => (id === 'NF0445' ? params['secret'] : undefined)));
  const untold = checked.missingSecrets.filter((name) => !told.has(name));
  return `${found}${ledgerLines(untold, application.model, say, dataPlace(call, checked.folder))}${reasoned}${costs}${runs}${counted === '' ? '' : ` (${counted})`}\n`;
}
