import { type UserError, userError } from '../../../contract/errors/errors.ts';

/** Why a cookie is no (longer a) session. */
export type SessionLoss = 'none' | 'over' | 'disconnected' | 'ipChanged';

/** The notice shown in the browser for the reason a session ended. */
export function lossOf(reason: unknown): SessionLoss {
  if (reason === 'disconnected') return 'disconnected';
  if (reason === 'ipChanged') return 'ipChanged';
  return 'over';
}

/** The refusal that the specification names for a lost session. */
export function lossRefusal(loss: SessionLoss): UserError {
  if (loss === 'disconnected') return userError('userDisconnected');
  if (loss === 'ipChanged') return userError('ipChanged');
  if (loss === 'over') return userError('notLoggedInAnymore');
  return userError('notLoggedIn');
}
