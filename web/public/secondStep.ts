import type { Answer } from '../client.ts';
import { nowMs } from './parts/countdown.ts';
import { canUsePasskeys } from './passkey.ts';
import type { ScreenProps } from './screen.ts';

type SecondStepAnswer = Extract<Answer<'login'>, { mediateToken: string }>;

/** A sign-in with a pending second step. Stored for this tab only, so that it survives a reload. */
export interface OpenStep extends SecondStepAnswer {
  email: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The destination of the last code. */
  sent?: { way: 'email' | 'sms'; phone?: string };
  /** When another code can be sent, in ms since 1970. */
  resendAt?: number;
}

export type SecondStepMethod = 'passkey' | 'totp' | 'sms' | 'email' | 'recovery';

/** The parts of the second step that a method uses. */
export interface StepParts {
  step: OpenStep;
  change(step: OpenStep): void;
  /** Runs work that can be interrupted by the end of the step. */
  within(work: () => Promise<void>): Promise<void>;
  /** Completes the step and the sign-in. */
  finish(done: () => Promise<unknown>): Promise<void>;
}

const key = 'second-step';

export function storeStep(step: OpenStep): void {
  sessionStorage.setItem(key, JSON.stringify(step));
}

export function clearStep(): void {
  sessionStorage.removeItem(key);
}

/** The pending step. Null if there is none or it has expired. */
export function storedStep(): OpenStep | null {
  const stored = sessionStorage.getItem(key);
  const step = stored === null ? null : (JSON.parse(stored) as OpenStep);
  return step && step.expiresAt > nowMs() ? step : null;
}

/**
 * The methods available for this step in this browser, starting with the most secure and fastest.
 */
export function methodsOf(step: OpenStep): SecondStepMethod[] {
  const ways: [SecondStepMethod, boolean][] = [
    ['passkey', step.usePasskey && canUsePasskeys()],
    ['totp', step.useTFAGoogle],
    ['sms', step.useTFASMS],
    ['email', step.useTFAEmail],
    ['recovery', step.useRecovery],
  ];
  return ways.flatMap(([method, isOffered]) => (isOffered ? [method] : []));
}

/**
 * Continues after the first step: with the console, or with the second step if the account has one.
 */
export async function continueSignIn(
  answer: Answer<'login'>,
  email: string,
  { go, enter }: Pick<ScreenProps, 'go' | 'enter'>,
): Promise<void> {
  if (!('mediateToken' in answer)) return await enter();
  storeStep({ ...answer, email, expiresAt: nowMs() + answer.expiresInSeconds * 1000 });
  go('/tfa');
}
