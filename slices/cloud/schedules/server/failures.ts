import { type RawBuilder, sql } from 'kysely';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { render } from '../../../../contract/errors/messages.ts';
import { type LocalizedText, languages } from '../../../../contract/languages.ts';
import { readFailure } from '../../../../server/platform/tasks/failure.ts';
import type { StoredFailure } from '../../../../server/platform/tasks/tables.ts';
import { localize } from '../texts/localize.ts';
import type { RunResult } from './tables.ts';

/** A failed run: it was missed, servers rejected the action, or their tasks failed. */
export interface ScheduleFailure {
  state: 'started' | 'missed';
  results: RunResult[];
  failures: { cmdId: number; failure: StoredFailure | null; isStuck: boolean }[];
}

/** The failed run reported for the schedule `c`. Null if there is none. */
export const failureColumn: RawBuilder<ScheduleFailure | null> = sql`
  (select jsonb_build_object('state', r.state, 'results', r.results, 'failures', (
     select coalesce(jsonb_agg(jsonb_build_object('cmdId', t.id, 'failure', t.failure, 'isStuck', t.is_stuck)), '[]')
     from jsonb_to_recordset(r.results) as x ("cmdId" bigint) join task t on t.id = x."cmdId" and t.state = 'failed'))
   from schedule_run r where r.id = c.troubled_run)`;

const notRunning: LocalizedText = localize('notRunning');
const andMore: LocalizedText = localize('andMore');
const serverProblem = (name: string, problem: string) =>
  problem.includes(name) ? problem : `${name}: ${problem}`;

/**
 * Returns the reason for the failure, for servers visible to the viewer. Null if none of these
 * failed.
 */
export function failureTexts(
  { state, results, failures }: ScheduleFailure,
  isAffected: (serverId: string) => boolean,
): LocalizedText | null {
  if (state === 'missed') return notRunning;
  const byTask = new Map(failures.map((failure) => [failure.cmdId, failure]));
  const problems = results
    .filter(({ serverId }) => isAffected(serverId))
    .flatMap(({ name, refusal, cmdId }) => {
      const failed = cmdId === null ? undefined : byTask.get(cmdId);
      if (refusal)
        return localizeText((language) =>
          serverProblem(name, render(refusal.name as CodeName, language, refusal.values)),
        );
      return failed
        ? localizeText((language) => serverProblem(name, reasonOf(failed, language)))
        : [];
    });
  const [first] = problems;
  if (!first || problems.length === 1) return first ?? null;
  return localizeText((language) =>
    andMore[language]
      .replace('{problem}', () => first[language])
      .replace('{count}', String(problems.length - 1)),
  );
}

type Language = (typeof languages)[number];
const localizeText = (textIn: (language: Language) => string): LocalizedText =>
  Object.fromEntries(languages.map((language) => [language, textIn(language)])) as LocalizedText;

const failed: LocalizedText = localize('failed');
const reasonOf = (
  { cmdId, failure, isStuck }: ScheduleFailure['failures'][number],
  language: Language,
): string =>
  failure ? readFailure(failure, { cmdId, isStuck }, language).reason : failed[language];
