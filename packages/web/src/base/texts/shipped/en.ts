import {
  answer_lost,
  fault,
  forged,
  no_answer,
  offline,
  other_reader,
  outcome_unknown,
} from '@ninefold/model/locales/en/errors.json';
import shell from '../../../../locales/en/shell.json';

/** Errors that the page itself finds, also where it reaches no server; the sentences about the others come late. */
const errors = { answer_lost, fault, forged, no_answer, offline, other_reader, outcome_unknown };

export const texts = { errors, shell };
