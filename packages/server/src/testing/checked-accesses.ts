import type { Database, LoneWriter, Reader, Writer } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import { recalled, type Statement } from '../storage/sql/sql.ts';

/** A table that a statement names, or a name that the statement itself defines. */
const NAMED = /\b(?<!DISTINCT )(?:FROM|JOIN|INTO|UPDATE)\s+("(?:[^"]|"")*")/g;

/** A database that throws where a statement names a table which is not among the accesses that it declares. */
export function checkedAccesses(db: Database): Database {
  return {
    ...db,
    read: checkedReader(db.read),
    survey: (caller, work) => db.survey(caller, (reader) => work(checkedReader(reader))),
    snapshot: (work) => db.snapshot((reader) => work(checkedReader(reader))),
    write: (work, key, size) => db.write((tx) => work(checkedWriter(tx)), key, size),
    alone: (work) => db.alone((tx) => work(checkedLoneWriter(tx))),
  };
}

function checkedReader(reader: Reader): Reader {
  return {
    ...reader,
    all: async (statement, values) => reader.all(checked(statement), values),
    recall: async (statement, values) => recalled(reader, checked(statement), values),
  };
}

function checkedLoneWriter(tx: LoneWriter): LoneWriter {
  return {
    ...checkedWriter(tx),
    stopWrites: tx.stopWrites,
    apart: (work) => tx.apart((part) => work(checkedWriter(part))),
  };
}

function checkedWriter(tx: Writer): Writer {
  return {
    ...tx,
    all: async (statement, values) => tx.all(checked(statement), values),
    run: async (statement, values) => tx.run(checked(statement), values),
    last: async (statement, values) => tx.last(checked(statement), values),
    later: (statement, values) => tx.later(checked(statement), values),
  };
}

function checked(statement: Statement): Statement {
  if (typeof statement === 'string') return statement;
  const { text, accesses } = statement;
  const declared = new Set(accesses.map(({ table }) => quoted(table)));
  for (const [, name = ''] of text.matchAll(NAMED)) {
    const isDefined = text.includes(`${name}(`);
    if (!declared.has(name) && !isDefined)
      throw new Error(`a statement does not say that it accesses ${name}: ${text}`);
  }
  return statement;
}
