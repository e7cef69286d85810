import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { AllocationPart } from '../../../../web/parts/billingParts.ts';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import { ExportBadge } from './AccountingExport.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import type { CustomerAddress } from './customer/CustomerInvoice.tsx';
import { Downloads, Faults, StateBadge } from './parts.tsx';
import { text } from './text.ts';

/** The state of a customer's invoice, its blockers, and their remedies. */
export function Status({
  where,
  status,
}: {
  where: CustomerAddress;
  status: Answer<'getInvoiceStatus'>;
}) {
  const {
    state,
    currency,
    net,
    tax,
    total,
    number,
    documentId,
    issuedAt,
    lines,
    faults,
    isHeld,
    allocation,
    handOver,
  } = status;
  const run = useRun();
  const [isCrediting, setCrediting] = useState(false);
  const release = () => run(text('released'), () => call('releaseInvoice', { params: where }));
  return (
    <>
      {faults.length > 0 && (
        <Section title={text('inTheWay')}>
          <Stack gap={10}>
            <Faults faults={faults} />
            {isHeld && (
              <div>
                <Button onClick={() => void release()}>{text('release')}</Button>
              </div>
            )}
          </Stack>
        </Section>
      )}
      <Section
        actions={
          state === 'issued' && (
            <Button size="xs" variant="default" onClick={() => setCrediting(true)}>
              {text('credit')}
            </Button>
          )
        }
      >
        <KeyValue
          rows={[
            [text('state'), <StateBadge key="state" state={state} />],
            [text('number'), number && <Code key="number">{number}</Code>],
            [text('issuedAt'), issuedAt && formatMoment(issuedAt)],
            [text('lines'), String(lines)],
            [text('net'), <Money key="net" amount={net} currency={currency} />],
            [text('tax'), <Money key="tax" amount={tax} currency={currency} />],
            [text('total'), <Money key="total" amount={total} currency={currency} />],
            [
              text('document'),
              documentId && number && (
                <Downloads
                  key="document"
                  documentId={documentId}
                  name={number}
                  isEInvoice={status.isEInvoice}
                />
              ),
            ],
            [text('handOver'), handOver.note],
            ...handOver.documents.map(
              (document) =>
                [
                  `${text('handOver')}: ${document.number}`,
                  <ExportBadge key={document.id} handOver={document.handOver} />,
                ] as const,
            ),
          ]}
        />
        <p>
          <Link className="link" to={`/billingManage/${where.companyId}/${where.customerId}`}>
            {text('toCustomer')}
          </Link>
        </p>
      </Section>
      {allocation && documentId && (
        <Section title={text('allocation')}>
          <Suspense fallback={<Skeleton count={3} />}>
            <AllocationPart companyId={where.companyId} documentId={documentId} />
          </Suspense>
        </Section>
      )}
      {isCrediting && <CreditDialog where={where} onClose={() => setCrediting(false)} />}
    </>
  );
}
