import type { ServerAction } from './actions.ts';
import type { Power } from './facts.ts';

export type PowerCommand = 'on' | 'off' | 'suspended' | 'resumed' | 'reboot';

/** The engine's power actions. */
export type PowerVerb = 'start' | 'stop' | 'reboot' | 'suspend' | 'resume';

/** The power action of a command in the current state. `on` resumes a suspended server. */
export function verbOf(command: PowerCommand, power: Power): PowerVerb {
  if (command === 'on') return power === 'suspended' ? 'resume' : 'start';
  if (command === 'off') return 'stop';
  if (command === 'suspended') return 'suspend';
  return command === 'resumed' ? 'resume' : 'reboot';
}

/** The action whose rules apply to a verb. */
export const actionOf: Record<PowerVerb, ServerAction> = {
  start: 'start',
  stop: 'stop',
  reboot: 'reboot',
  suspend: 'suspend',
  resume: 'resume',
};

/**
 * Whether the server is already in the requested state. Requesting it again succeeds without a
 * change.
 */
export function isAlreadyInState(command: PowerCommand, power: Power): boolean {
  if (command === 'reboot') return false;
  return power === (command === 'resumed' ? 'on' : command);
}

/** The required power states of each power action. */
export const requiredPowerFor: Record<PowerVerb, readonly Power[]> = {
  start: ['off'],
  stop: ['on', 'suspended'],
  reboot: ['on'],
  suspend: ['on'],
  resume: ['suspended'],
};

/** The power state after each power action. */
export const powerAfter: Record<PowerVerb, Power> = {
  start: 'on',
  stop: 'off',
  reboot: 'on',
  suspend: 'suspended',
  resume: 'on',
};
