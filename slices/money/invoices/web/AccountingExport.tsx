import { Button } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import type { CustomerAddress } from './customer/CustomerInvoice.tsx';
import { text } from './text.ts';
import type { InvoicingMonth } from './Validation.tsx';

type ExportStatus = Answer<'listDocuments'>['items'][number]['handOver'];
type Payload = Answer<'getFinansitPayload'>['payloads'][number];

export const exportStates = ['none', 'waiting', 'sent', 'refused', 'failed'] as const;
const tones: Record<(typeof exportStates)[number], Tone> = {
  none: 'neutral',
  waiting: 'busy',
  sent: 'good',
  refused: 'bad',
  failed: 'bad',
};

/** The accounting export state of a document, with the ID assigned by the service. */
export function ExportBadge({ handOver }: { handOver: ExportStatus }) {
  const state = handOver?.state ?? 'none';
  return (
    <Row as="span" gap="8px 10px">
      <Badge tone={tones[state]}>{text(`handOver_${state}`)}</Badge>
      {handOver?.link ? (
        <ServiceLink link={handOver.link} name={handOver.reference} />
      ) : (
        handOver?.reference && <Code>{handOver.reference}</Code>
      )}
    </Row>
  );
}

const ServiceLink = ({ link, name }: { link: string; name: string }) => (
  <a className="link" href={link} target="_blank" rel="noreferrer">
    <bdi dir="ltr">{name}</bdi>
  </a>
);

/** The exports of a month: the number of documents per state, and the actions for failed ones. */
export function MonthExport({ where }: { where: InvoicingMonth }) {
  const answer = useCall('getHandOver', { params: where }, { pollMs: 10_000 });
  const run = useRun();
  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton count={2} />;
  const { isConnected, note, counts } = answer.data;
  const queueExport = (selection: 'missing' | 'stuck') =>
    void run(text('handOverQueued'), () =>
      call('handOverMonth', { params: where, body: { which: selection } }),
    );
  const stuck = counts.refused + counts.failed;
  return (
    <Stack className="notice" gap={10}>
      <p>{isConnected ? note : text('notConnected')}</p>
      {isConnected && <p>{text('handOverCounts', counts)}</p>}
      {isConnected && (counts.none > 0 || stuck > 0) && (
        <Row gap="8px 10px">
          {counts.none > 0 && (
            <Button size="xs" variant="default" onClick={() => queueExport('missing')}>
              {text('handOverMissing', { count: counts.none })}
            </Button>
          )}
          {stuck > 0 && (
            <Button size="xs" variant="default" onClick={() => queueExport('stuck')}>
              {text('handOverStuck', { count: stuck })}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}

/** The exact payload of a customer's documents, and the service's response. */
export function PayloadSection({ where }: { where: CustomerAddress }) {
  const payload = useCall('getFinansitPayload', { params: where }, { pollMs: 10_000 });
  if (payload.isError && !payload.data)
    return <ErrorState error={payload.error} onRetry={() => void payload.refetch()} />;
  if (!payload.data) return <Skeleton count={8} />;
  return (
    <>
      <p className="notice">{payload.data.note}</p>
      {payload.data.payloads.map((one) => (
        <PayloadItem key={one.documentId ?? 'draft'} where={where} one={one} />
      ))}
    </>
  );
}

function PayloadItem({ where, one }: { where: CustomerAddress; one: Payload }) {
  const { documentId, number, payload, wasSent, handOver, handOverProblem } = one;
  const run = useRun();
  const { companyId, period } = where;
  return (
    <Section
      title={number ?? text('state_draft')}
      actions={<CopyButton value={payload} label={number ?? text('state_draft')} />}
    >
      <Stack gap={10}>
        <ExportBadge handOver={handOver} />
        {handOver && <ExportDetails handOver={handOver} />}
        {documentId !== null && handOverProblem === null && (
          <div>
            <Button
              size="xs"
              variant="default"
              aria-label={`${text('handOverNow')}: ${number}`}
              onClick={() =>
                void run(text('handOverQueued'), () =>
                  call('handOverDocument', { params: { companyId, period, documentId } }),
                )
              }
            >
              {text('handOverNow')}
            </Button>
          </div>
        )}
        <p className="soft">{text(wasSent ? 'payloadSent' : 'payloadWould')}</p>
        <ScrollPart label={text('part_finansitPayload')}>
          <Text as="pre" size="sm" dir="ltr">
            {JSON.stringify(JSON.parse(payload), null, 2)}
          </Text>
        </ScrollPart>
      </Stack>
    </Section>
  );
}

/** When it was exported, the number of attempts, and the service's response. */
function ExportDetails({ handOver }: { handOver: NonNullable<ExportStatus> }) {
  const { attempts, queuedAt, triedAt, dueAt, sentAt, resultCode, resultText, reference, link } =
    handOver;
  return (
    <KeyValue
      rows={[
        [text('handOverQueuedAt'), formatMoment(queuedAt)],
        [
          text('handOverTriedAt'),
          triedAt && text('handOverTimes', { at: formatMoment(triedAt), count: attempts }),
        ],
        [text('handOverDueAt'), dueAt && formatMoment(dueAt)],
        [text('handOverSentAt'), sentAt && formatMoment(sentAt)],
        [
          text('handOverReference'),
          link ? <ServiceLink key="link" link={link} name={reference} /> : reference,
        ],
        [
          text('handOverResult'),
          [resultCode, resultText].some(Boolean) && (
            <bdi key="said">{withCode(resultCode, resultText)}</bdi>
          ),
        ],
      ]}
    />
  );
}

/** The text of a rejection may already begin with its code. */
const withCode = (code: string, message: string): string =>
  message.startsWith(`${code}:`) ? message : [code, message].filter(Boolean).join(': ');
