import { Modal } from '@mantine/core';
import type { Answer } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ErrorState, Lines } from '../../../web/ui/states.tsx';
import { Code, formatMoment, Money } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

/** Which line of which invoice: of a customer one looks after, or one's own. */
export interface LineAddress {
  customer?: { companyId: string; period: string; customerId: string };
  invoiceId: string;
  lineId: number;
}
type Explanation = Answer<'explainInvoiceLine'>;

/** Why a line costs what it costs: what was had when, at which prices, the formula and the rounding. */
export function LineExplanation({ address: { customer, invoiceId, lineId }, onClose }: { address: LineAddress; onClose(): void }) {
  const id = String(lineId);
  const own = useCall('explainOwnInvoiceLine', { params: { invoiceId, lineId: id } }, { isEnabled: !customer });
  const managed = useCall(
    'explainInvoiceLine',
    { params: { ...(customer ?? { companyId: '', period: '', customerId: '' }), lineId: id } },
    { isEnabled: customer !== undefined },
  );
  const found = customer ? managed : own;
  return (
    <Modal opened size="lg" onClose={onClose} title={text('explainTitle')} closeButtonProps={{ 'aria-label': text('close') }}>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.isError && <Lines count={5} />}
      {found.data && <Reckoning explanation={found.data} />}
    </Modal>
  );
}

function Reckoning({ explanation: { line, reckoning, events, decimals, agrees } }: { explanation: Explanation }) {
  return (
    <div className="invoice-part">
      <p>
        <bdi>{line.subjectName}</bdi>, {line.title} (<bdi>{reckoning.unit}</bdi>)
      </p>
      <h3>{text('events')}</h3>
      <ul className="invoice-events">
        {events.map((event) => (
          <li key={`${event.from}${event.quantity}`}>
            <span>
              {formatMoment(event.from)} – {event.to ? formatMoment(event.to) : text('goesOn')}
            </span>
            <span>
              <bdi dir="ltr">{event.quantity}</bdi> × <Code>{event.unitPrice ?? '–'}</Code> {text(`mode_${event.mode}`)}
            </span>
            <span className="soft">
              {text('fromList', { version: event.version, when: formatMoment(event.validFrom) })} <bdi>{event.priceList}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <h3>{text('formula')}</h3>
      <ul className="invoice-events">
        {reckoning.parts.map((part) => (
          <li key={`${part.from}${part.formula}`}>
            <Code>{part.formula}</Code>
          </li>
        ))}
        {reckoning.minimum && reckoning.minimumAdded !== '0' && (
          <li>{text('minimum', { minimum: reckoning.minimum, added: reckoning.minimumAdded })}</li>
        )}
      </ul>
      <h3>{text('rounding')}</h3>
      <p>
        <Code>{reckoning.exact}</Code> → <Money amount={line.amount} currency={line.currency} />
        <br />
        <span className="soft">{text('roundingHint', { decimals })}</span>
      </p>
      <p>
        <Badge tone={agrees ? 'good' : 'bad'}>{text(agrees ? 'agrees' : 'differs')}</Badge>
      </p>
    </div>
  );
}
