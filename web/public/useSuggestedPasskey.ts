import { useEffect, useRef } from 'react';
import { call } from '../client.ts';
import { canSuggestPasskeys, type PasskeyAnswer, promptForPasskey } from './passkey.ts';

/** A challenge is valid for five minutes. An open page requests another one before it expires. */
const renewMs = 4 * 60_000;

interface Suggestion {
  start(): void;
  stop(): void;
}

/**
 * Offers passkeys in the browser's suggestions for the email field, while the page is visible.
 * Errors are silent here, because the button reports them.
 */
export function useSuggestedPasskey(onChosen: (credential: PasskeyAnswer) => void): Suggestion {
  const chosen = useRef(onChosen);
  chosen.current = onChosen;
  const suggestion = useRef<Suggestion>(undefined);
  suggestion.current ??= createSuggestion((credential) => chosen.current(credential));
  const { start, stop } = suggestion.current;
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return { start, stop };
}

function createSuggestion(onChosen: (credential: PasskeyAnswer) => void): Suggestion {
  let activeController: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    activeController?.abort();
    activeController = null;
  };
  const start = () => {
    stop();
    const controller = new AbortController();
    activeController = controller;
    timer = setTimeout(start, renewMs);
    void suggest(controller.signal).then((credential) => {
      if (credential && !controller.signal.aborted) onChosen(credential);
    });
  };
  return { start, stop };
}

async function suggest(signal: AbortSignal): Promise<PasskeyAnswer | null> {
  if (!(await canSuggestPasskeys()) || signal.aborted) return null;
  const answer = await call('passkeyOptions', { body: {} }, { signal }).catch(() => null);
  return answer && !signal.aborted
    ? await promptForPasskey(answer.options, { isSuggested: true, signal })
    : null;
}
