import { agreesWithEvaluator } from './testing/agree.ts';
import { postgresEngine } from './testing/postgres-engine.ts';

agreesWithEvaluator(postgresEngine);
