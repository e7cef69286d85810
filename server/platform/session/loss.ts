import { type Refusal, refuse } from '../../../contract/errors.ts';

/** Why a cookie is no (longer a) session. */
export type SessionLoss = 'none' | 'over' | 'disconnected' | 'ipChanged';

/** The notice shown in the browser for the reason a session ended. */
export function lossOf(reason: unknown): SessionLoss {
  if (reason === 'disconnected') return 'disconnected';
  if (reason === 'ipChanged') return 'ipChanged';
  return 'over';
}

/** The refusal that the specification names for a lost session. */
export function lossRefusal(loss: SessionLoss): Refusal {
  if (loss === 'disconnected') return refuse('userDisconnected');
  if (loss === 'ipChanged') return refuse('ipChanged');
  if (loss === 'over') return refuse('notLoggedInAnymore');
  return refuse('notLoggedIn');
}
