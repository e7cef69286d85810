import { type ReactNode, useEffect, useState } from 'react';
import { code } from '../../../../web/codes.ts';
import { nowMs } from '../../../../web/public/parts/countdown.ts';
import { Frame } from '../../../../web/public/parts/Frame.tsx';
import { Message } from '../../../../web/public/parts/Message.tsx';
import { safeReturnPath } from '../../../../web/public/publicRoutes.ts';
import { storeStep } from '../../../../web/public/secondStep.ts';
import { NewAccount } from './NewAccount.tsx';
import { failureOf, handleCallback, hintKeyFor, type Outcome } from './outcome.ts';
import styles from './process.module.css';
import { clearJourney, restoreFlow, type SocialFlow, startFlow } from './socialFlow.ts';
import { text } from './text.ts';

interface PendingCallback {
  journey: SocialFlow;
  outcome: Promise<Outcome>;
}

let pendingCallback: PendingCallback | null = null;

/**
 * The parameters of the URL are read once and removed, so that neither a reload nor the history
 * contains a used code.
 */
function consumeReturnParams(): PendingCallback {
  if (pendingCallback) return pendingCallback;
  const parts = location.pathname.split('/').filter(Boolean);
  const query = new URLSearchParams(location.search);
  const flow = restoreFlow(parts.at(-1) ?? '', parts[0]?.toLowerCase() === 'remotesocial');
  history.replaceState(null, '', location.pathname);
  pendingCallback = { journey: flow, outcome: handleCallback(flow.social, query) };
  return pendingCallback;
}

/**
 * `/socialProcess/{social}` and `/remoteSocial/socialProcess/{social}`: handles the return from a
 * provider, then opens the console or shows the error.
 */
export default function SocialProcess() {
  const [{ journey, outcome: pendingOutcome }] = useState(consumeReturnParams);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    void pendingOutcome.then(setOutcome);
    return () => {
      pendingCallback = null;
    };
  }, [pendingOutcome]);
  const { title } = journey;
  useEffect(() => {
    if (outcome && continueJourney(outcome, journey)) clearJourney();
  }, [outcome, journey]);

  if (outcome?.kind === 'new')
    return (
      <NewAccount
        account={outcome.account}
        onOutcome={(next) => setOutcome(next)}
        onFailure={failureOf}
      />
    );
  if (outcome?.kind === 'cancelled')
    return (
      <Message
        icon="closed"
        title={text('cancelledTitle')}
        below={<SignInMethods journey={journey} />}
      >
        <p>{text('cancelled', { title })}</p>
      </Message>
    );
  if (outcome?.kind === 'refusedThere')
    return (
      <Message
        icon="broken"
        title={text('failedTitle')}
        below={<SignInMethods journey={journey} />}
      >
        <p>{text('refusedByProvider', { title, problem: outcome.problem })}</p>
      </Message>
    );
  if (outcome?.kind === 'failed') return <FailedSignIn journey={journey} outcome={outcome} />;
  return (
    <Frame
      title={text(journey.handler === 'connect' ? 'connectingTitle' : 'processing', { title })}
    >
      <div className={`public-lead ${styles.socialWait}`} role="status">
        <span className={styles.socialSpinner} aria-hidden="true" />
        {text('processingHint', { title })}
      </div>
    </Frame>
  );
}

/**
 * Leaves this page if there is nothing to show. Uses a full page load, because another part of the
 * app takes over.
 */
function continueJourney(outcome: Outcome, flow: SocialFlow): boolean {
  if (outcome.kind === 'secondStep') {
    const { step } = outcome;
    storeStep({ ...step, email: '', expiresAt: nowMs() + step.expiresInSeconds * 1000 });
    location.replace('/tfa');
    return true;
  }
  if (outcome.kind === 'connected') location.replace(`/profile/${outcome.social}`);
  if (outcome.kind === 'in')
    location.replace(flow.handler === 'connect' ? '/profile' : safeReturnPath(flow.from));
  return outcome.kind === 'connected' || outcome.kind === 'in';
}

function FailedSignIn({
  journey,
  outcome,
}: {
  journey: SocialFlow;
  outcome: Extract<Outcome, { kind: 'failed' }>;
}) {
  const { title } = journey;
  const hint = hintKeyFor(outcome.code);
  const extra: ReactNode =
    outcome.code === code.socialUsePassword ? (
      <a href="/forgot">{text('forgot')}</a>
    ) : outcome.code === code.socialEmailNotAuthorized || outcome.code === code.socialNoEmail ? (
      <a href="/create">{text('signUp')}</a>
    ) : null;
  return (
    <Message
      icon="broken"
      title={text(journey.handler === 'connect' ? 'connectFailedTitle' : 'failedTitle')}
      below={
        <>
          <SignInMethods journey={journey} />
          {extra}
        </>
      }
    >
      <p role="alert">{outcome.info}</p>
      {hint && <p>{text(hint, { title })}</p>}
    </Message>
  );
}

/** The options for continuing. */
function SignInMethods({ journey }: { journey: SocialFlow }) {
  const [isRedirecting, setRedirecting] = useState(false);
  const retry = async () => {
    setRedirecting(true);
    // If it fails again, the reason is the one already shown.
    await startFlow(journey).catch(() => setRedirecting(false));
  };
  const isConnecting = journey.handler === 'connect';
  const returnPath = isConnecting
    ? '/profile'
    : journey.handler === 'remote'
      ? '/login/remote'
      : '/login';
  return (
    <>
      <a href={returnPath} {...(isConnecting ? { 'data-leaves': '' } : {})}>
        {text(isConnecting ? 'backToProfile' : 'backToSignIn')}
      </a>
      <button
        type="button"
        className="public-link"
        disabled={isRedirecting}
        onClick={() => void retry()}
      >
        {text('tryAgain', { title: journey.title })}
      </button>
    </>
  );
}
