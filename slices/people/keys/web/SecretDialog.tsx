import { Button } from '@mantine/core';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

interface SecretDialogProps {
  name: string;
  clientId: string;
  secret: string;
  onClose(): void;
}

/** The secret, shown once. A click outside doesn't close it. */
export function SecretDialog({ name, clientId, secret, onClose }: SecretDialogProps) {
  const { origin } = location;
  const exampleCommand = `curl ${origin}/svc/apikeys/self \\\n  -H 'AuthClientId: ${clientId}' \\\n  -H 'AuthSecret: ${secret}'`;
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
        <Stack as="dl" data-part="key-secret" gap={10}>
          {[
            [text('clientId'), clientId],
            [text('secret'), secret],
          ].map(([label = '', value = '']) => (
            <div key={label}>
              <Text as="dt" size="xs" tone="soft">
                {label}
              </Text>
              <Row
                as="dd"
                isNowrap
                align="center"
                justify="space-between"
                gap={8}
                mt={3}
                p="8px 10px"
                isShaded
                isFramed
                isRounded
                wrap="anywhere"
              >
                <Code>{value}</Code>
                <CopyButton value={value} label={label} />
              </Row>
            </div>
          ))}
        </Stack>
        <CodeBlock label={text('secretTry')}>{exampleCommand}</CodeBlock>
        <div className="dialog-actions">
          <Button data-autofocus onClick={onClose}>
            {text('secretDone')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
