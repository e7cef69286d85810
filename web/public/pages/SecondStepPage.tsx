import { useEffect, useState } from 'react';
import { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import { CodeStep } from '../parts/CodeStep.tsx';
import { nowMs } from '../parts/countdown.ts';
import { Frame } from '../parts/Frame.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { PasskeyStep } from '../parts/PasskeyStep.tsx';
import type { ScreenProps } from '../screen.ts';
import {
  clearStep,
  methodsOf,
  type OpenStep,
  type SecondStepMethod,
  storedStep,
  storeStep,
} from '../secondStep.ts';
import { text } from '../text.ts';

const names = {
  passkey: 'wayPasskey',
  totp: 'wayApp',
  sms: 'waySms',
  email: 'wayEmail',
  recovery: 'wayRecovery',
} as const satisfies Record<SecondStepMethod, string>;
const icons: Record<SecondStepMethod, IconName> = {
  passkey: 'passkey',
  totp: 'app',
  sms: 'sms',
  email: 'email',
  recovery: 'recovery',
};

/** The second step of a sign-in, with one of the account's methods. */
export default function SecondStepPage({ go, enter, place }: ScreenProps) {
  const [step, setStep] = useState(storedStep);
  const [chosen, choose] = useState<SecondStepMethod | null>(null);
  const abort = () => {
    clearStep();
    go('/login', { notice: 'stepExpired' });
  };
  const expiresAt = step?.expiresAt;
  // Only the timestamp matters.
  useEffect(() => {
    if (expiresAt === undefined) return go('/login', place.note);
    const timer = setTimeout(abort, expiresAt - nowMs());
    return () => clearTimeout(timer);
  }, [expiresAt]);
  if (!step) return null;

  const methods = methodsOf(step);
  const method = chosen ?? methods.find((candidate) => candidate === step.sent?.way) ?? methods[0];
  const change = (next: OpenStep) => {
    storeStep(next);
    setStep(next);
  };
  /** Handles code 50: the step expired, or there were too many attempts. */
  const runStep = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== code.tfaTokenExpired) throw error;
      abort();
    }
  };
  const completeSignIn = (done: () => Promise<unknown>) =>
    runStep(async () => {
      await done();
      clearStep();
      await enter();
    });
  const parts = { step, change, within: runStep, finish: completeSignIn };
  const others = methods.filter((candidate) => candidate !== method);
  return (
    <Frame title={text('stepTitle')} below={<a href="/login">{text('backToSignIn')}</a>}>
      <p className="public-lead">{step.email ? text('stepFor', { email: step.email }) : null}</p>
      {method === 'passkey' ? (
        <PasskeyStep {...parts} />
      ) : (
        method && <CodeStep key={method} way={method} {...parts} />
      )}
      {others.length > 0 && (
        <>
          <h2 className="public-or">{text('otherWays')}</h2>
          <div className="public-ways">
            {others.map((other) => (
              <button key={other} type="button" onClick={() => choose(other)}>
                <Icon name={icons[other]} size={18} />
                {text(names[other])}
              </button>
            ))}
          </div>
        </>
      )}
    </Frame>
  );
}
