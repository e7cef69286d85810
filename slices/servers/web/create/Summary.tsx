import { Button } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { ShowAsCode } from '../../../../web/code/ShowAsCode.tsx';
import { leftToRight } from '../../../../web/texts/texts.ts';
import { errorText } from '../../../../web/ui/errorText.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { formatMoney } from '../../../../web/ui/money.ts';
import { RemedyLink } from '../../../../web/ui/RemedyLink.tsx';
import type { Remedy } from '../../../../web/ui/remedy.ts';
import { Section } from '../../../../web/ui/Section.tsx';
import { formatDisks, formatMb, Money } from '../../../../web/ui/values.tsx';
import { billingLine } from './Billing.tsx';
import { datacenterOf, imageOf, type Options, type ServerForm } from './form.ts';
import { hourlyDigits } from './Presets.tsx';
import { text } from './text.ts';
import { toBody } from './toBody.ts';
import type { useEstimate } from './useEstimate.ts';

interface SummaryProps {
  form: ServerForm;
  options: Options;
  /** Name of the server that is copied; null: made from an image. */
  copied: string | null;
  estimate: ReturnType<typeof useEstimate>;
  isBusy: boolean;
  /** Why it cannot be made at all. */
  obstacle: string | null;
  /** What was refused and belongs to no field. */
  refusals: readonly string[];
  /** Where that is put right. */
  remedy: Remedy | null;
  hasFieldErrors: boolean;
}

/**
 * What was chosen, what it costs, and the button. Stays in sight; on a phone price and button are a
 * bar at the bottom.
 */
export function Summary(props: SummaryProps) {
  const { form, options, copied } = props;
  const datacenter = datacenterOf(options, form.datacenterId);
  const image = imageOf(options, form.imageId);
  return (
    <aside className="create-summary">
      <Section title={text('summary')}>
        <dl className="summary-facts">
          <Fact
            name={text('summaryName')}
            value={form.quantity > 1 ? `${form.name}-1 … ${form.name}-${form.quantity}` : form.name}
          />
          <Fact
            name={text(copied === null ? 'image' : 'copyOf')}
            value={copied ?? image?.name ?? '–'}
          />
          <Fact name={text('datacenter')} value={datacenter?.name ?? '–'} />
          <Fact
            name={text('cpuType')}
            value={`${leftToRight(form.cpuType)} · ${text('cores', { count: form.cores })}`}
          />
          <Fact name={text('memory')} value={formatMb(form.ramMb)} />
          <Fact name={text('disks')} value={formatDisks(form.disks)} />
          <Fact name={text('billingMode')} value={billingLine(form, options)} />
        </dl>
        {datacenter && datacenter.acceleration !== 'kvm' && (
          <p className="notice summary-notice">
            <Icon name="info" size={16} />
            <span>{text(datacenter.acceleration === 'none' ? 'simulated' : 'emulation')}</span>
          </p>
        )}
        <Price estimate={props.estimate} isWithoutImage={copied === null && !image} />
        <Trouble {...props} />
        <CreateButton {...props} />
        <ShowAsCode work={() => call('createServers', { body: toBody(form) })} />
      </Section>
    </aside>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

function Price({
  estimate,
  isWithoutImage,
}: {
  estimate: SummaryProps['estimate'];
  isWithoutImage: boolean;
}) {
  const { data, error, isPlaceholderData } = estimate;
  return (
    <div className="summary-price" aria-live="polite" aria-busy={isPlaceholderData}>
      {data && (
        <>
          <p>
            <strong>
              <Money amount={data.monthly} currency={data.currency} />
            </strong>{' '}
            <span className="soft">{text('perMonth')}</span>
          </p>
          <p className="soft number">
            {text('perHour', { price: formatMoney(data.hourly, data.currency, hourlyDigits) })}
          </p>
          {Number(data.once) > 0 && (
            <p className="soft number">
              {text('andOnce', { price: formatMoney(data.once, data.currency) })}
            </p>
          )}
          <p className="soft number">
            {text('thisMonth', { price: formatMoney(data.thisMonth, data.currency) })}
          </p>
          {isWithoutImage && <p className="soft">{text('withoutImage')}</p>}
        </>
      )}
      {error && <p className="form-problem">{text('priceFailed', { reason: errorText(error) })}</p>}
    </div>
  );
}

/** Errors that belong to no field. */
function Trouble({
  obstacle,
  refusals,
  remedy,
  hasFieldErrors,
}: Pick<SummaryProps, 'obstacle' | 'refusals' | 'remedy' | 'hasFieldErrors'>) {
  if (obstacle === null && refusals.length === 0 && !hasFieldErrors) return null;
  return (
    <div className="notice notice-problem summary-notice" role="alert">
      <Icon name="alert" size={16} />
      <div>
        {obstacle === null && <strong>{text('refused')}</strong>}
        {[
          ...(obstacle === null ? [] : [obstacle]),
          ...refusals,
          ...(hasFieldErrors ? [text('refusedFields')] : []),
        ].map((line) => (
          <div key={line}>{line}</div>
        ))}
        <RemedyLink way={remedy} />
      </div>
    </div>
  );
}

function CreateButton({
  form,
  isBusy,
  obstacle,
}: Pick<SummaryProps, 'form' | 'isBusy' | 'obstacle'>) {
  return (
    <Button type="submit" size="md" fullWidth loading={isBusy} disabled={obstacle !== null}>
      {text('create', { count: form.quantity })}
    </Button>
  );
}

/** On a phone: what it costs and the button, always within reach of the thumb. */
export function CreateBar({
  estimate: { data },
  ...props
}: Pick<SummaryProps, 'estimate' | 'form' | 'isBusy' | 'obstacle'>) {
  return (
    <div className="create-bar">
      <div className="create-bar-price">
        {data && (
          <>
            <strong>
              <Money amount={data.monthly} currency={data.currency} />
            </strong>
            <span className="soft">{text('perMonth')}</span>
          </>
        )}
      </div>
      <CreateButton {...props} />
    </div>
  );
}
