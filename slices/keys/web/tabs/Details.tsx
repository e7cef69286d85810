import type { Answer } from '../../../../web/client.ts';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { KeyValue } from '../../../../web/ui/KeyValue.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { Code, formatMoment, RelativeTime } from '../../../../web/ui/values.tsx';
import { text } from '../text.ts';
import '../keys.css';

/** What the key is, when it was used, and how to use it. */
export default function Details({ apiKey }: { apiKey: Answer<'getKey'> }) {
  const { clientId, lastUsedAt, lastIp, expiresAt, rotatedAt, previousUntil } = apiKey;
  const use = `export CLOUD_CLIENT_ID=${clientId}\nexport CLOUD_SECRET=…\n\ncurl ${location.origin}/svc/servers \\\n  -H "AuthClientId: $CLOUD_CLIENT_ID" -H "AuthSecret: $CLOUD_SECRET"`;
  return (
    <>
      <Section title={text('tabDetails')}>
        <KeyValue
          rows={[
            [
              text('clientId'),
              <span key="id" className="key-id">
                <Code>{clientId}</Code>
                <CopyButton value={clientId} label={text('clientId')} />
              </span>,
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
        <CodeBlock label={text('use')}>{use}</CodeBlock>
      </Section>
    </>
  );
}
