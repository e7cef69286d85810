import { code } from '../../../contract/codes.ts';
import { asTold, Refusal, refuse } from '../../../contract/errors.ts';
import { render } from '../../../contract/messages.ts';
import { EngineError } from '../../../drivers/compute/port.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import { GuestSilent } from '../../consoles/server/index.ts';
import { InsideError } from './inside.ts';
import type { End, Servicelet } from './store.ts';

/** Is it worth waiting? A guest that starts answers later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof GuestSilent || (error instanceof EngineError && (error.kind === 'unavailable' || error.kind === 'timeout'));

export const failed = (problem: Texts, problemCode: number | null = null): End => ({
  state: 'failed',
  exitCode: null,
  ...{ problem, problemCode },
});

type Way = Pick<Servicelet, 'by' | 'sshPort'>;

/** How a run ends that met this, in words for a person; null for what is no guest's and no engine's doing. */
export function problemOf(error: unknown, way: Way, serverName: string, isSimulated: boolean): End | null {
  if (error instanceof InsideError) return failed(refusedInside(error.message));
  if (error instanceof Refusal) return failedFor(isSimulated && isNoSsh(error) ? refuse('guestSimulated') : error);
  if (!(error instanceof EngineError)) return null;
  if (error.kind === 'wrongState') return failed({ en: 'The server is not on.', he: 'השרת אינו פועל.' });
  if (!isPassing(error)) return failed({ en: error.message, he: error.message });
  if (way.by !== 'ssh') return failedFor(refuse('guestAgentSilent'));
  return failedFor(refuse('guestPortSilent', { name: serverName, port: way.sshPort ?? 0, problem: asTold(error.message) }));
}

/** Why a run could not be ended in its guest, where it then may go on; null when it does not. */
export function notEndedBy(error: unknown, way: Way, serverName: string): Texts | null {
  if (error instanceof EngineError && error.kind === 'wrongState') return null;
  const said = error instanceof InsideError ? { en: error.message, he: error.message } : problemOf(error, way, serverName, false)?.problem;
  return {
    en: `It could not be ended in the server, and may go on there${said ? `: ${said.en}` : '.'}`,
    he: `לא ניתן היה להפסיק את הריצה בשרת, וייתכן שהיא נמשכת שם${said ? `: ${said.he}` : '.'}`,
  };
}

/** What answered did not speak SSH. */
const isNoSsh = (error: Refusal): boolean => error.reasons[0]?.name === 'sshFailed' && !isPassing(error);

/** The first reason of a refusal as the end of a run. */
function failedFor({ reasons: [reason] }: Refusal): End | null {
  if (!reason) return null;
  const { name, values } = reason;
  return failed({ en: render(name, 'en', values), he: render(name, 'he', values) }, code[name]);
}

export const waitingFor = ({ by, sshPort }: Way): Texts =>
  by === 'ssh'
    ? {
        en: `Waiting until the guest has started and answers at port ${sshPort}.`,
        he: `ממתין עד שהמערכת בשרת תעלה ותענה בפורט ${sshPort}.`,
      }
    : {
        en: 'Waiting until the guest has started and its agent answers.',
        he: 'ממתין עד שהמערכת בשרת תעלה והסוכן שלה יענה.',
      };

export const gone: Texts = { en: 'Its files in the server were removed while it ran.', he: 'קבציה בשרת הוסרו במהלך הריצה.' };

/** A guest may end what somebody left running when his session closes (`KillUserProcesses` of systemd). */
export const lostBy = (by: Servicelet['by']): Texts =>
  by === 'ssh'
    ? {
        en: 'Its processes are gone: the server was restarted, or ended them when the SSH session closed. Nobody knows how far it came.',
        he: 'התהליכים שלה נעלמו: השרת הופעל מחדש, או סיים אותם כשהחיבור ב-SSH נסגר. לא ידוע עד היכן הגיעה.',
      }
    : {
        en: 'The server was restarted while it ran, so nobody knows how far it came.',
        he: 'השרת הופעל מחדש במהלך הריצה, ולכן לא ידוע עד היכן הגיעה.',
      };

export const tookTooLong = (seconds: number): Texts => ({
  en: `It took longer than ${seconds} seconds and was ended.`,
  he: `הריצה ארכה יותר מ-${seconds} שניות והופסקה.`,
});

const refusedInside = (said: string): Texts => ({
  en: `The guest could not run it: ${said}.`,
  he: `המערכת בשרת לא יכלה להריץ: ${said}.`,
});
