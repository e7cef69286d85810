import { useState } from 'react';
import { CallError, type Calls, call } from '../../client.ts';
import { nowMs, useCountdown } from '../../public/parts/countdown.ts';
import { type Bar, waitNoticeOf } from '../../public/parts/problems.ts';
import { errorText } from '../../ui/feedback/errorText.ts';
import { text } from '../gates/gatesText.ts';

export type ReauthenticationRequest = Calls['prove']['in']['body'];

export interface ReauthenticationForm {
  isBusy: boolean;
  isBarred: boolean;
  /** The error, with a countdown while blocked. */
  problem: string | null;
  say(problem: string | null): void;
  /** Runs work that may be rejected. Returns whether it succeeded. */
  run(work: () => Promise<void>): Promise<boolean>;
  /** Submits the authentication. `onDone` is called after it is accepted. */
  prove(proof: ReauthenticationRequest, onDone: () => void): Promise<boolean>;
}

/** The state of one authentication method. */
export function useReauthentication(): ReauthenticationForm {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [bar, setBar] = useState<Bar | null>(null);
  const seconds = useCountdown(bar?.until ?? null) ?? 0;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    setBar(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setBar(waitNoticeOf(error, nowMs()));
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ isBusy, say: setProblem, run, isBarred: seconds > 0 },
    problem: seconds > 0 ? text('blocked', { seconds }) : bar ? null : problem,
    prove: (body, onDone) =>
      run(async () => {
        await call('prove', { body: body });
        onDone();
      }),
  };
}
