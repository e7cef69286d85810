import type { ReactNode } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { useCall } from '../../../../web/data/useCall.ts';
import { pathOfAnswer, useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { StatusBadge } from './parts.tsx';
import { text } from './text.ts';

type VendorRequest = Answer<'getVendorRequest'>;

export default function VendorRequestDetail(): ReactNode {
  const { requestId = '' } = useScreenParams('/vendorRequests/$requestId');
  const requestQuery = useCall('getVendorRequest', { params: { requestId } });
  const backLink = <BackLink to="/vendorRequests" title={text('title')} />;
  if (requestQuery.isError && !requestQuery.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={requestQuery}
        title={text('title')}
        back={backLink}
        icon="arrows-transfer"
        missing={missing}
      />
    );
  }
  const request = requestQuery.data;
  if (!request) return <Skeleton count={8} />;
  return (
    <>
      <PageHeader
        title={text(request.port)}
        back={backLink}
        detail={<StatusBadge {...request} />}
      />
      <Section>
        <RequestDetails request={request} />
      </Section>
      <Section title={text('sent')}>
        <Message
          start={`${request.method} ${request.url}`}
          headers={request.requestHeaders}
          body={request.requestBody}
        />
      </Section>
      <Section title={text('received')}>
        {request.status === null ? (
          <p className="soft">{request.problem}</p>
        ) : (
          <Message
            start={String(request.status)}
            headers={request.responseHeaders}
            body={request.responseBody}
          />
        )}
      </Section>
    </>
  );
}

const RequestDetails = ({ request }: { request: VendorRequest }) => (
  <KeyValue
    rows={[
      [text('at'), formatMoment(request.at)],
      [text('duration'), text('durationMs', { ms: request.durationMs })],
      [
        text('connection'),
        <Link key="connection" className="link" to={pathOfAnswer(request.screen)}>
          {text('openConnection')}
        </Link>,
      ],
    ]}
  />
);

interface MessageProps {
  start: string;
  headers: VendorRequest['requestHeaders'];
  body: string;
}

const Message = ({ start, headers, body }: MessageProps) => (
  <>
    <CodeBlock label={text('headers')}>
      {[start, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n')}
    </CodeBlock>
    {body === '' ? (
      <p className="soft">{text('noBody')}</p>
    ) : (
      <CodeBlock label={text('body')}>{prettyJson(body)}</CodeBlock>
    )}
  </>
);

/** Formats JSON with one field per line. */
function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
