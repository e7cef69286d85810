import { Button } from '@mantine/core';
import { call } from '../../client.ts';
import { promptForPasskey } from '../../public/passkey.ts';
import { text } from '../gates/gatesText.ts';
import { stopsEscape } from './stopsEscape.ts';
import { useReauthentication } from './useReauthentication.ts';

/** Authenticates with a passkey: one click, and the authenticator's prompt. */
export function PasskeyProof({ onDone }: { onDone(): void }) {
  const { isBusy, isBarred, problem, say, run } = useReauthentication();
  const prove = () =>
    run(async () => {
      const { options } = await call('proofOptions');
      const credential = await promptForPasskey(options);
      if (!credential) return say(text('passkeyNotUsed'));
      await call('prove', { body: { way: 'passkey', credential } });
      onDone();
    });
  return (
    <>
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <Button
        data-autofocus
        fullWidth
        loading={isBusy}
        disabled={isBarred}
        onClick={() => void prove()}
        {...stopsEscape}
      >
        {text('passkey')}
      </Button>
    </>
  );
}
