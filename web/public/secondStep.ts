import type { Answer } from '../client.ts';
import { nowMs } from './countdown.ts';
import { canUsePasskeys } from './passkey.ts';
import type { ScreenProps } from './screen.ts';

type SecondStepAnswer = Extract<Answer<'login'>, { mediateToken: string }>;

/** A sign-in whose second step is open. Kept for this tab alone, so that a reload stays with it. */
export interface OpenStep extends SecondStepAnswer {
  email: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Where the last code went. */
  sent?: { way: 'email' | 'sms'; phone?: string };
  /** When another code may be sent, in ms since 1970. */
  resendAt?: number;
}

export type Way = 'passkey' | 'totp' | 'sms' | 'email' | 'recovery';

/** What a way needs of the step. */
export interface StepParts {
  step: OpenStep;
  change(step: OpenStep): void;
  /** Does something that the end of the step may cut short. */
  within(work: () => Promise<void>): Promise<void>;
  /** Ends the step and the sign-in with it. */
  finish(done: () => Promise<unknown>): Promise<void>;
}

const key = 'second-step';

export function keepStep(step: OpenStep): void {
  sessionStorage.setItem(key, JSON.stringify(step));
}

export function forgetStep(): void {
  sessionStorage.removeItem(key);
}

/** The open step; null when there is none or its time is over. */
export function keptStep(): OpenStep | null {
  const kept = sessionStorage.getItem(key);
  const step = kept === null ? null : (JSON.parse(kept) as OpenStep);
  return step && step.expiresAt > nowMs() ? step : null;
}

/** The ways this step can be done in this browser, the surest and shortest first. */
export function waysOf(step: OpenStep): Way[] {
  const offered: [Way, boolean][] = [
    ['passkey', step.usePasskey && canUsePasskeys()],
    ['totp', step.useTFAGoogle],
    ['sms', step.useTFASMS],
    ['email', step.useTFAEmail],
    ['recovery', step.useRecovery],
  ];
  return offered.flatMap(([way, isOffered]) => (isOffered ? [way] : []));
}

/** After the first step: the console, or the second step where the account has one. */
export async function goOn(answer: Answer<'login'>, email: string, { go, enter }: Pick<ScreenProps, 'go' | 'enter'>): Promise<void> {
  if (!('mediateToken' in answer)) return await enter();
  keepStep({ ...answer, email, expiresAt: nowMs() + answer.expiresInSeconds * 1000 });
  go('/tfa');
}
