import type { Answer } from '../../../../../web/client.ts';
import { CodeBlock } from '../../../../../web/code/CodeBlock.tsx';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code, formatMoment, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';

/** The key's details, last use, and instructions. */
export default function Details({ apiKey }: { apiKey: Answer<'getKey'> }) {
  const { clientId, lastUsedAt, lastIp, expiresAt, rotatedAt, previousUntil } = apiKey;
  const exampleCommands = `export CLOUD_CLIENT_ID=${clientId}\nexport CLOUD_SECRET=…\n\ncurl ${location.origin}/svc/servers \\\n  -H "AuthClientId: $CLOUD_CLIENT_ID" -H "AuthSecret: $CLOUD_SECRET"`;
  return (
    <>
      <Section title={text('tabDetails')}>
        <KeyValue
          rows={[
            [
              text('clientId'),
              <Row key="id" as="span" isInline isNowrap align="center" gap={4}>
                <Code>{clientId}</Code>
                <CopyButton value={clientId} label={text('clientId')} />
              </Row>,
            ],
            [text('type'), text(`type_${apiKey.type}`)],
            [text('owner'), <bdi key="owner">{apiKey.owner}</bdi>],
            [text('created'), formatMoment(apiKey.createdAt)],
            [text('expires'), expiresAt ? formatMoment(expiresAt) : text('expiresNever')],
            [
              text('lastUsed'),
              lastUsedAt ? (
                <span key="last">
                  <RelativeTime at={lastUsedAt} /> {text('from')} <Code>{lastIp}</Code>
                </span>
              ) : (
                text('never')
              ),
            ],
            [text('rotated'), rotatedAt && formatMoment(rotatedAt)],
            [text('previousUntil'), previousUntil && formatMoment(previousUntil)],
          ]}
        />
      </Section>
      <Section title={text('use')}>
        <CodeBlock label={text('use')}>{exampleCommands}</CodeBlock>
      </Section>
    </>
  );
}
