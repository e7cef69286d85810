import { Button } from '@mantine/core';
import { call } from '../../client.ts';
import { promptForPasskey } from '../../public/passkey.ts';
import { text } from '../gates/gatesText.ts';
import { keepsEscape } from './keepsEscape.ts';
import { useProof } from './useProof.ts';

/** Authenticates with a passkey: one click, and the authenticator's prompt. */
export function PasskeyProof({ onDone }: { onDone(): void }) {
  const { isBusy, isBarred, problem, say, run } = useProof();
  const ask = () =>
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
        onClick={() => void ask()}
        {...keepsEscape}
      >
        {text('passkey')}
      </Button>
    </>
  );
}
