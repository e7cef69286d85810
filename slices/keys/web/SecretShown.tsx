import { Button } from '@mantine/core';
import { CodeBlock } from '../../../web/code/CodeBlock.tsx';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Code } from '../../../web/ui/values.tsx';
import { text } from './text.ts';
import './keys.css';

interface SecretShownProps {
  name: string;
  clientId: string;
  secret: string;
  onClose(): void;
}

/** The secret, this once. A click beside it does not lose it. */
export function SecretShown({ name, clientId, secret, onClose }: SecretShownProps) {
  const { origin } = location;
  const tryIt = `curl ${origin}/svc/apikeys/self \\\n  -H 'AuthClientId: ${clientId}' \\\n  -H 'AuthSecret: ${secret}'`;
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={text('secretTitle', { name })}
    >
      <div className="dialog">
        <div className="notice notice-warning">
          <Icon name="alert" />
          <div>{text('secretOnce')}</div>
        </div>
        <dl className="key-secret">
          {[
            [text('clientId'), clientId],
            [text('secret'), secret],
          ].map(([label = '', value = '']) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Code>{value}</Code>
                <CopyButton value={value} label={label} />
              </dd>
            </div>
          ))}
        </dl>
        <CodeBlock label={text('secretTry')}>{tryIt}</CodeBlock>
        <div className="dialog-actions">
          <Button data-autofocus onClick={onClose}>
            {text('secretDone')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
