import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { unprintableNote } from '../../../../../web/ui/form/PrintedInput.tsx';
import { Box, Row } from '../../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../../web/ui/layout/SimpleTable.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { ScrollPart } from '../../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import { Code, formatMoment, Money } from '../../../../../web/ui/values/values.tsx';
import styles from '../invoices.module.css';
import { MailStatus, ResendMail } from '../MailStatus.tsx';
import { AllocationBadge, Day, Downloads, StateBadge } from '../parts.tsx';
import { text } from '../text.ts';
import { type LineAddress, LineExplanation } from './LineExplanation.tsx';

export type Invoice = Answer<'getInvoice'>;
type Line = Invoice['lines'][number];

/**
 * An invoice with totals, documents, and lines with explanations. `whose` is the customer, by
 * default the signed-in user.
 */
export function InvoiceContent({
  invoice,
  whose,
}: {
  invoice: Invoice;
  whose: Omit<LineAddress, 'lineId'>;
}) {
  const { currency, net, tax, total, taxes, taxNote, documents, lines, state } = invoice;
  const missing = unprintableNote(invoice.unprintable);
  return (
    <>
      <Section>
        <KeyValue
          rows={[
            [text('state'), <StateBadge key="state" state={state} />],
            [text('net'), <Money key="net" amount={net} currency={currency} />],
            ...taxes.map(
              ({ name, rate, amount }) =>
                [
                  `${name} ${rate}%`,
                  <Money key={name} amount={amount} currency={currency} />,
                ] as const,
            ),
            ...(taxes.length === 0
              ? [
                  [
                    text('tax'),
                    taxNote ?? <Money key="tax" amount={tax} currency={currency} />,
                  ] as const,
                ]
              : []),
            [text('total'), <Money key="total" amount={total} currency={currency} />],
          ]}
        />
      </Section>
      {documents.length > 0 && (
        <Section title={text('documents')} isFlush>
          {missing && <p className="notice notice-warning">{missing}</p>}
          <Box as="ul">
            {documents.map((document) => (
              <Row as="li" hasLine gap="6px 18px" align="center" p="10px 18px" key={document.id}>
                <span>
                  {text(`kind_${document.kind}`)} <Code>{document.number}</Code>
                </span>
                <span className="soft">{formatMoment(document.issuedAt)}</span>
                {document.dueOn && (
                  <span className="soft">
                    {text('dueOn')} <Day on={document.dueOn} />
                  </span>
                )}
                {document.reason && <bdi className="soft">{document.reason}</bdi>}
                <Money amount={document.total} currency={document.currency} />
                <AllocationBadge allocation={document.allocation} />
                {(whose.customer || !document.allocation?.isHeld) && (
                  <Downloads
                    documentId={document.id}
                    name={document.number}
                    isEInvoice={document.isEInvoice}
                  >
                    {!document.allocation?.isHeld && (
                      <ResendMail
                        documentId={document.id}
                        name={document.number}
                        customer={customerOf(whose)}
                      />
                    )}
                  </Downloads>
                )}
                <MailStatus mailed={document.mailed} />
              </Row>
            ))}
          </Box>
        </Section>
      )}
      <Section title={text('lines')} isFlush>
        {lines.length === 0 ? (
          <EmptyState icon="receipt" title={text('noLines')} />
        ) : (
          <LineTable lines={lines} whose={whose} />
        )}
      </Section>
    </>
  );
}

const customerOf = ({ customer }: Omit<LineAddress, 'lineId'>) =>
  customer && { companyId: customer.companyId, externalId: customer.customerId };

function LineTable({
  lines,
  whose,
}: {
  lines: readonly Line[];
  whose: Omit<LineAddress, 'lineId'>;
}) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <ScrollPart label={text('lines')}>
      <SimpleTable hasCards className={styles.invoiceLines}>
        <thead>
          <tr>
            <th scope="col">{text('what')}</th>
            <th scope="col">{text('time')}</th>
            <th scope="col" data-amount>
              {text('amount')}
            </th>
            <th scope="col">{text('explain')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                <bdi>{line.subjectName}</bdi>
                <div className="soft">{line.title}</div>
                {line.had && <div className="soft invoice-had">{line.had.told}</div>}
                {line.owner && <div className="soft">{text('usedBy', { name: line.owner })}</div>}
              </td>
              <td className="soft">
                {formatMoment(line.from)}
                {/* Separate charges have no duration. */}
                {line.to !== line.from && ` – ${formatMoment(line.to)}`}
              </td>
              <td data-amount>
                <Money amount={line.amount} currency={line.currency} />
                {line.credited !== '0' && (
                  <div className="soft">
                    {text('credited', { amount: formatMoney(line.credited, line.currency) })}
                  </div>
                )}
              </td>
              <td>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${text('explain')}: ${line.subjectName}, ${line.title}`}
                  onClick={() => setOpened(line.id)}
                >
                  {text('explain')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
      {opened !== null && (
        <LineExplanation address={{ ...whose, lineId: opened }} onClose={() => setOpened(null)} />
      )}
    </ScrollPart>
  );
}
