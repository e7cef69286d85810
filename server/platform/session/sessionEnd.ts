import { type UserError, userError } from '../../../contract/errors/errors.ts';

/** Why a cookie doesn't identify a current session. */
export type SessionEndReason = 'none' | 'over' | 'disconnected' | 'ipChanged';

/** The reason shown in the browser for why a session ended. */
export function lossOf(reason: unknown): SessionEndReason {
  if (reason === 'disconnected') return 'disconnected';
  if (reason === 'ipChanged') return 'ipChanged';
  return 'over';
}

/** The error that the specification defines for a lost session. */
export function lossError(loss: SessionEndReason): UserError {
  if (loss === 'disconnected') return userError('userDisconnected');
  if (loss === 'ipChanged') return userError('ipChanged');
  if (loss === 'over') return userError('notLoggedInAnymore');
  return userError('notLoggedIn');
}
