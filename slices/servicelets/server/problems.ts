import { UserError, untranslated, userError } from '../../../contract/errors.ts';
import { code, render } from '../../../contract/messages.ts';
import { EngineError } from '../../../drivers/compute/port.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import { GuestSilent } from '../../consoles/server/index.ts';
import { InsideError } from './inside.ts';
import type { End, Servicelet } from './store.ts';

/** Is it worth waiting? A guest that starts answers later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof GuestSilent ||
  (error instanceof EngineError && (error.kind === 'unavailable' || error.kind === 'timeout'));

export const failed = (problem: Texts, problemCode: number | null = null): End => ({
  state: 'failed',
  exitCode: null,
  ...{ problem, problemCode },
});

type Way = Pick<Servicelet, 'by' | 'sshPort'>;

/**
 * The result of a run that failed with this error, as text for users. Null for errors not caused by
 * guest or engine.
 */
export function problemOf(
  error: unknown,
  way: Way,
  serverName: string,
  isSimulated: boolean,
): End | null {
  if (error instanceof InsideError) return failed(refusedInside(error.message));
  if (error instanceof UserError)
    return failedFor(isSimulated && isNoSsh(error) ? userError('guestSimulated') : error);
  if (!(error instanceof EngineError)) return null;
  if (error.kind === 'wrongState')
    return failed({ en: 'The server isn’t running.', he: 'השרת אינו פועל.' });
  if (!isPassing(error)) return failed({ en: error.message, he: error.message });
  if (way.by !== 'ssh') return failedFor(userError('guestAgentSilent'));
  return failedFor(
    userError('guestPortSilent', {
      name: serverName,
      port: way.sshPort ?? 0,
      problem: untranslated(error.message),
    }),
  );
}

/** Why a run could not be ended in its guest, where it then may go on; null when it does not. */
export function notEndedBy(error: unknown, way: Way, serverName: string): Texts | null {
  if (error instanceof EngineError && error.kind === 'wrongState') return null;
  const said =
    error instanceof InsideError
      ? { en: error.message, he: error.message }
      : problemOf(error, way, serverName, false)?.problem;
  return {
    en: `It could not be ended in the server, and may go on there${said ? `: ${said.en}` : '.'}`,
    he: `לא ניתן היה להפסיק את הריצה בשרת, וייתכן שהיא נמשכת שם${said ? `: ${said.he}` : '.'}`,
  };
}

/** What answered did not speak SSH. */
const isNoSsh = (error: UserError): boolean =>
  error.reasons[0]?.name === 'sshFailed' && !isPassing(error);

/** The first reason of a refusal as the end of a run. */
function failedFor({ reasons: [reason] }: UserError): End | null {
  if (!reason) return null;
  const { name, values } = reason;
  return failed({ en: render(name, 'en', values), he: render(name, 'he', values) }, code[name]);
}

export const waitingFor = ({ by, sshPort }: Way): Texts =>
  by === 'ssh'
    ? {
        en: `Waiting for the guest to start and respond on port ${sshPort}.`,
        he: `ממתין שהמערכת תעלה ותגיב בפורט ${sshPort}.`,
      }
    : {
        en: 'Waiting for the guest to start and its agent to respond.',
        he: 'ממתין שהמערכת תעלה ושסוכן האורח יגיב.',
      };

export const gone: Texts = {
  en: 'Its files on the server were removed while it was running.',
  he: 'קבציו בשרת הוסרו במהלך הריצה.',
};

/** Guests may kill the processes of a closed session (`KillUserProcesses` of systemd). */
export const lostBy = (by: Servicelet['by']): Texts =>
  by === 'ssh'
    ? {
        en: 'Its processes are gone, because the server was restarted or ended them when the SSH session closed. Check how far the script got.',
        he: 'התהליכים שלו אינם קיימים, כי השרת הופעל מחדש או סיים אותם כשחיבור ה-SSH נסגר. יש לבדוק עד היכן הגיע הסקריפט.',
      }
    : {
        en: 'The server was restarted while the script was running. Check how far it got.',
        he: 'השרת הופעל מחדש במהלך הריצה. יש לבדוק עד היכן הגיע הסקריפט.',
      };

export const tookTooLong = (seconds: number): Texts => ({
  en: `The script exceeded ${seconds} seconds and was stopped.`,
  he: `הסקריפט חרג מ-${seconds} שניות והופסק.`,
});

const refusedInside = (said: string): Texts => ({
  en: `The guest couldn’t run it: ${said}.`,
  he: `המערכת בשרת לא הצליחה להריץ: ${said}.`,
});
