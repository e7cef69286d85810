import { Button } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useCall } from '../../data/useCall.ts';
import { canUsePasskeys } from '../../public/passkey.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { CodeProof } from '../reauthentication/CodeProof.tsx';
import { PasskeyProof } from '../reauthentication/PasskeyProof.tsx';
import { PasswordProof } from '../reauthentication/PasswordProof.tsx';
import { SentProof } from '../reauthentication/SentProof.tsx';
import { stopsEscape } from '../reauthentication/stopsEscape.ts';
import { text } from './gatesText.ts';
import './gates.css';

const commonText = textsOf<typeof common>('common');

type AuthenticationMethod = 'passkey' | 'totp' | 'email' | 'sms' | 'password';

const names = {
  passkey: 'wayPasskey',
  totp: 'wayTotp',
  email: 'wayEmail',
  sms: 'waySms',
  password: 'wayPassword',
} as const satisfies Record<AuthenticationMethod, string>;

/** Prompts the signed-in user to authenticate. Closing the dialog leaves the call rejected. */
export default function ReauthenticationDialog({ onEnd }: { onEnd(isProved: boolean): void }) {
  const proofMethods = useCall('proofWays', {});
  const [chosen, choose] = useState<AuthenticationMethod | null>(null);
  const availableWays = (proofMethods.data?.ways ?? []).filter(
    (method) => method !== 'passkey' || canUsePasskeys(),
  );
  const method = chosen ?? availableWays[0];
  const cancel = () => onEnd(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) cancel();
  };
  const done = () => onEnd(true);
  return (
    <Dialog
      isGuarded={false}
      onClose={cancel}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={420}
      zIndex={350}
      title={text('proofTitle')}
      closeButtonProps={{ 'aria-label': commonText('close'), ...stopsEscape }}
      onKeyDown={onKeyDown}
    >
      <div className="proof">
        <p className="soft">{text('proofLead')}</p>
        {proofMethods.isPending && <Skeleton count={2} />}
        {proofMethods.isError && (
          <ErrorState error={proofMethods.error} onRetry={() => void proofMethods.refetch()} />
        )}
        {proofMethods.data && !method && <p role="alert">{text('noWays')}</p>}
        {method === 'passkey' && <PasskeyProof onDone={done} />}
        {method === 'totp' && (
          <CodeProof
            key="totp"
            label={text('codeTotp')}
            proofOf={(code) => ({ way: 'totp', code })}
            onDone={done}
          />
        )}
        {method === 'password' && <PasswordProof onDone={done} />}
        {(method === 'email' || method === 'sms') && (
          <SentProof
            key={method}
            way={method}
            phones={proofMethods.data?.phones ?? []}
            onDone={done}
          />
        )}
        {availableWays.length > 1 && (
          <div className="proof-ways">
            <span className="soft">{text('ways')}</span>
            {availableWays
              .filter((other) => other !== method)
              .map((other) => (
                <Button
                  key={other}
                  variant="default"
                  size="xs"
                  onClick={() => choose(other)}
                  {...stopsEscape}
                >
                  {text(names[other])}
                </Button>
              ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
