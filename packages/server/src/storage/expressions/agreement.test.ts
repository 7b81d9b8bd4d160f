import { agreesWithEvaluator } from './testing/agree.ts';
import { sqliteEngine } from './testing/sqlite-engine.ts';

agreesWithEvaluator(sqliteEngine);
