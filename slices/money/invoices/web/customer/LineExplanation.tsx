import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import {
  Code,
  formatMoment,
  Money,
  transitionArrow,
} from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';

/** A line of an invoice, of the signed-in customer or of one that the user administers. */
export interface LineAddress {
  /** `period` is null for an invoice without a month. */
  customer?: { companyId: string; period: string | null; customerId: string };
  invoiceId: string;
  lineId: number;
}
type Explanation = Answer<'explainInvoiceLine'>;

/** How a line was calculated: usage, prices, formula, and rounding. */
export function LineExplanation({
  address: { customer, invoiceId, lineId },
  onClose,
}: {
  address: LineAddress;
  onClose(): void;
}) {
  const id = String(lineId);
  const ownExplanation = useCall(
    'explainOwnInvoiceLine',
    { params: { invoiceId, lineId: id } },
    { isEnabled: !customer },
  );
  const { companyId = '', customerId = '', period = null } = customer ?? {};
  const monthExplanation = useCall(
    'explainInvoiceLine',
    { params: { companyId, customerId, period: period ?? '', lineId: id } },
    { isEnabled: period !== null },
  );
  const noExplanation = useCall(
    'explainCustomerInvoiceLine',
    { params: { companyId, externalId: customerId, invoiceId, lineId: id } },
    { isEnabled: customer !== undefined && period === null },
  );
  const found = !customer ? ownExplanation : period === null ? noExplanation : monthExplanation;
  return (
    <Dialog size="lg" onClose={onClose} title={text('explainTitle')}>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.isError && <Skeleton count={5} />}
      {found.data && <Calculation explanation={found.data} />}
    </Dialog>
  );
}

function Calculation({ explanation }: { explanation: Explanation }) {
  const { line, calculation, discount, manual, decimals, agrees } = explanation;
  const exact = calculation?.exact ?? (discount ? `-${discount.exact}` : line.amount);
  return (
    <Stack gap={10}>
      {calculation && <Charge line={line} calculation={calculation} events={explanation.events} />}
      {discount && <DiscountExplanation line={line} discount={discount} />}
      {manual && <Manual line={line} manual={manual} />}
      <h3>{text('rounding')}</h3>
      <p>
        <Code>{exact}</Code> {transitionArrow()}{' '}
        <Money amount={line.amount} currency={line.currency} />
        <br />
        <span className="soft">{text('roundingHint', { decimals })}</span>
      </p>
      <p>
        <Badge tone={agrees ? 'good' : 'bad'}>{text(agrees ? 'agrees' : 'differs')}</Badge>
      </p>
    </Stack>
  );
}

/** The reason and date of a manual charge. Only the company's administrators see who created it. */
function Manual({
  line,
  manual,
}: {
  line: Explanation['line'];
  manual: NonNullable<Explanation['manual']>;
}) {
  const { reason, chargedAt, chargedBy, approvedBy } = manual;
  return (
    <>
      <p>
        <bdi>{reason}</bdi>, {line.title}
      </p>
      <KeyValue
        rows={[
          [text('chargedAt'), formatMoment(chargedAt)],
          ...(chargedBy ? [[text('chargedBy'), <Code key="by">{chargedBy}</Code>] as const] : []),
          ...(approvedBy
            ? [[text('approvedBy'), <Code key="approved">{approvedBy}</Code>] as const]
            : []),
        ]}
      />
    </>
  );
}

/** The lines that the discount applies to, with their amounts. */
function DiscountExplanation({
  line,
  discount,
}: {
  line: Explanation['line'];
  discount: NonNullable<Explanation['discount']>;
}) {
  return (
    <>
      <p>
        <bdi>{line.subjectName}</bdi>, {line.title}
        <br />
        <span className="soft">
          {discount.groups === null
            ? text('offAll')
            : text('offGroups', { groups: discount.groups.join(', ') })}
        </span>
      </p>
      <h3>{text('formula')}</h3>
      <p>
        <Code>{discount.formula}</Code>
        <br />
        <span className="soft">{text(`off_${discount.kind}`)}</span>
      </p>
      <h3>{text('offLines')}</h3>
      <Stack as="ul" gap={10}>
        {discount.shares.map((share) => (
          <Row as="li" gap="4px 14px" align="center" wrap="anywhere" key={share.lineId}>
            <span>
              <bdi>{share.subjectName}</bdi>, {share.title}
            </span>
            <span>
              {text('offShare', {
                part: formatMoney(`-${share.part}`, line.currency),
                amount: formatMoney(share.amount, line.currency),
              })}
            </span>
          </Row>
        ))}
      </Stack>
    </>
  );
}

type ExplainedCharge = Pick<Explanation, 'line' | 'events'> & {
  calculation: NonNullable<Explanation['calculation']>;
};

function Charge({ line, calculation, events }: ExplainedCharge) {
  return (
    <>
      <p>
        <bdi>{line.subjectName}</bdi>, {line.title} (<bdi>{calculation.unit}</bdi>)
      </p>
      <h3>{text('events')}</h3>
      <Stack as="ul" gap={10}>
        {events.map((event) => (
          <Row
            as="li"
            gap="4px 14px"
            align="center"
            wrap="anywhere"
            key={`${event.from}${event.quantity}`}
          >
            <span>
              {formatMoment(event.from)} – {event.to ? formatMoment(event.to) : text('goesOn')}
            </span>
            <span>
              <bdi dir="ltr">{event.quantity}</bdi> × <Code>{event.unitPrice ?? '–'}</Code>{' '}
              {text(`mode_${event.mode}`)}
            </span>
            <span className="soft">
              {text('fromList', {
                list: event.priceList,
                version: event.version,
                when: formatMoment(event.validFrom),
              })}
            </span>
          </Row>
        ))}
      </Stack>
      <h3>{text('formula')}</h3>
      <Stack as="ul" gap={10}>
        {calculation.parts.map((part) => (
          <Row
            as="li"
            gap="4px 14px"
            align="center"
            wrap="anywhere"
            key={`${part.from}${part.formula}`}
          >
            <Code>{part.formula}</Code>
          </Row>
        ))}
        {calculation.minimum && calculation.minimumAdded !== '0' && (
          <Row as="li" gap="4px 14px" align="center" wrap="anywhere">
            {text('minimum', { minimum: calculation.minimum, added: calculation.minimumAdded })}
          </Row>
        )}
      </Stack>
    </>
  );
}
