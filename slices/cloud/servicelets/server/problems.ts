import { UserError, untranslated, userError } from '../../../../contract/errors/errors.ts';
import { code, render } from '../../../../contract/errors/messages.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { GuestUnresponsive } from '../../consoles/server/index.ts';
import { localize } from '../texts/localize.ts';
import { GuestSessionError } from './guestSession.ts';
import type { End, Servicelet } from './store.ts';

/** Whether the error is temporary, as when a guest is still starting. */
export const isTransient = (error: unknown): boolean =>
  error instanceof GuestUnresponsive ||
  (error instanceof EngineError && (error.kind === 'unavailable' || error.kind === 'timeout'));

export const failedEnd = (problem: LocalizedText, problemCode: number | null = null): End => ({
  state: 'failed',
  exitCode: null,
  ...{ problem, problemCode },
});

type Runner = Pick<Servicelet, 'by' | 'sshPort'>;

/**
 * The result of a run that failed with this error, as text for users. Null for errors not caused by
 * guest or engine.
 */
export function problemOf(
  error: unknown,
  runner: Runner,
  serverName: string,
  isSimulated: boolean,
): End | null {
  if (error instanceof GuestSessionError) return failedEnd(rejectedByGuest(error.message));
  if (error instanceof UserError)
    return failedFor(isSimulated && isSshFailure(error) ? userError('guestSimulated') : error);
  if (!(error instanceof EngineError)) return null;
  if (error.kind === 'wrongState')
    return failedEnd(localize('problems.problemOf.serverIsntRunning'));
  if (!isTransient(error)) return failedEnd(eachLanguage(() => error.message));
  if (runner.by !== 'ssh') return failedFor(userError('guestAgentSilent'));
  return failedFor(
    userError('guestPortSilent', {
      name: serverName,
      port: runner.sshPort ?? 0,
      problem: untranslated(error.message),
    }),
  );
}

/**
 * Returns why a run couldn't be stopped in its guest, where it may still be running. Null if the
 * server is off, which ends the run.
 */
export function stopFailureReason(
  error: unknown,
  runner: Runner,
  serverName: string,
): LocalizedText | null {
  if (error instanceof EngineError && error.kind === 'wrongState') return null;
  const errorText =
    error instanceof GuestSessionError
      ? eachLanguage(() => error.message)
      : problemOf(error, runner, serverName, false)?.problem;
  return errorText
    ? localize('problems.notEndedBecause', { problem: errorText })
    : localize('problems.notEnded');
}

/** Whether the other side isn't an SSH server. */
const isSshFailure = (error: UserError): boolean =>
  error.reasons[0]?.name === 'sshFailed' && !isTransient(error);

/** Converts the first reason of a user error to the result of a run. */
function failedFor({ reasons: [reason] }: UserError): End | null {
  if (!reason) return null;
  const { name, values } = reason;
  return failedEnd(
    eachLanguage((language) => render(name, language, values)),
    code[name],
  );
}

export const waitingText = ({ by, sshPort }: Runner): LocalizedText =>
  by === 'ssh'
    ? localize('problems.waitingFor.waitingGuestStartRespond', { sshPort: String(sshPort) })
    : localize('problems.waitingFor.waitingGuestStartIts');

export const serverGone: LocalizedText = localize('gone');

/**
 * Explains a lost run. Guests may kill the processes of a closed session (`KillUserProcesses` in
 * systemd).
 */
export const lostBy = (by: Servicelet['by']): LocalizedText =>
  by === 'ssh'
    ? localize('problems.lostBy.itsProcessesGoneBecause')
    : localize('problems.lostBy.serverRestartedWhileScript');

export const tookTooLong = (seconds: number): LocalizedText => localize('tookTooLong', { seconds });

const rejectedByGuest = (message: string): LocalizedText =>
  localize('refusedInside', { said: message });
