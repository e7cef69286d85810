import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../web/client.ts';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { unprintableNote } from '../../../web/ui/PrintedInput.tsx';
import { ScrollPart } from '../../../web/ui/ScrollPart.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Code, formatMoment, Money } from '../../../web/ui/values.tsx';
import { type LineAddress, LineExplanation } from './LineExplanation.tsx';
import { MailAgain, Mailed } from './Mailed.tsx';
import { AllocationMark, Day, Downloads, StateBadge } from './parts.tsx';
import { text } from './text.ts';

export type Invoice = Answer<'getInvoice'>;
type Line = Invoice['lines'][number];

/**
 * An invoice with totals, documents and lines with explanations. `whose`: the customer, by default
 * the caller.
 */
export function WholeInvoice({
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
          <ul className="invoice-documents">
            {documents.map((document) => (
              <li key={document.id}>
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
                <AllocationMark allocation={document.allocation} />
                {(whose.customer || !document.allocation?.isHeld) && (
                  <Downloads
                    documentId={document.id}
                    name={document.number}
                    isEInvoice={document.isEInvoice}
                  >
                    {!document.allocation?.isHeld && (
                      <MailAgain
                        documentId={document.id}
                        name={document.number}
                        customer={customerOf(whose)}
                      />
                    )}
                  </Downloads>
                )}
                <Mailed mailed={document.mailed} />
              </li>
            ))}
          </ul>
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
    <ScrollPart className="invoice-scroll" label={text('lines')}>
      <table className="invoice-table invoice-lines">
        <thead>
          <tr>
            <th scope="col">{text('what')}</th>
            <th scope="col">{text('time')}</th>
            <th scope="col" className="invoice-amount">
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
                {/* What is charged by itself has no time that it lasted. */}
                {line.to !== line.from && ` – ${formatMoment(line.to)}`}
              </td>
              <td className="invoice-amount">
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
      </table>
      {opened !== null && (
        <LineExplanation address={{ ...whose, lineId: opened }} onClose={() => setOpened(null)} />
      )}
    </ScrollPart>
  );
}
