import { Button } from '@mantine/core';
import { call } from '../../../../../web/client.ts';
import { ShowAsCode } from '../../../../../web/code/ShowAsCode.tsx';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { RemedyLink } from '../../../../../web/ui/feedback/RemedyLink.tsx';
import type { Remedy } from '../../../../../web/ui/feedback/remedy.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Box, Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import { formatDisks, formatMb, Money } from '../../../../../web/ui/values/values.tsx';
import { billingSummary } from './Billing.tsx';
import styles from './create.module.css';
import { datacenterOf, imageOf, type Options, type ServerForm } from './form/form.ts';
import { toBody } from './form/toBody.ts';
import { hourlyDigits } from './Presets.tsx';
import { text } from './text.ts';
import type { useEstimate } from './useEstimate.ts';

interface SummaryProps {
  form: ServerForm;
  options: Options;
  /** Name of the server to copy. Null when the server is created from an image. */
  copied: string | null;
  estimate: ReturnType<typeof useEstimate>;
  isBusy: boolean;
  /** Why the server can't be created at all. */
  obstacle: string | null;
  /** Errors without a field. */
  refusals: readonly string[];
  /** Where the problem can be fixed. */
  remedy: Remedy | null;
  hasFieldErrors: boolean;
}

/**
 * The selection, its cost and the button. Always visible. On a phone, the price and button are in a
 * bar at the bottom.
 */
export function Summary(props: SummaryProps) {
  const { form, options, copied } = props;
  const datacenter = datacenterOf(options, form.datacenterId);
  const image = imageOf(options, form.imageId);
  return (
    <Box as="aside" className={styles.createSummary} stickyTop={76}>
      <Section title={text('summary')}>
        <Stack as="dl" gap={9}>
          <SummaryItem
            name={text('summaryName')}
            value={form.quantity > 1 ? `${form.name}-1 … ${form.name}-${form.quantity}` : form.name}
          />
          <SummaryItem
            name={text(copied === null ? 'image' : 'copyOf')}
            value={copied ?? image?.name ?? '–'}
          />
          <SummaryItem name={text('datacenter')} value={datacenter?.name ?? '–'} />
          <SummaryItem
            name={text('cpuType')}
            value={`${leftToRight(form.cpuType)} · ${text('cores', { count: form.cores })}`}
          />
          <SummaryItem name={text('memory')} value={formatMb(form.ramMb)} />
          <SummaryItem name={text('disks')} value={formatDisks(form.disks)} />
          <SummaryItem name={text('billingMode')} value={billingSummary(form, options)} />
        </Stack>
        {datacenter && datacenter.acceleration !== 'kvm' && (
          <Text className="notice" mt={16} size="sm">
            <Icon name="info" size={16} />
            <span>{text(datacenter.acceleration === 'none' ? 'simulated' : 'emulation')}</span>
          </Text>
        )}
        <Price estimate={props.estimate} isWithoutImage={copied === null && !image} />
        <PriceProblem {...props} />
        <CreateButton {...props} />
        <ShowAsCode work={() => call('createServers', { body: toBody(form) })} />
      </Section>
    </Box>
  );
}

function SummaryItem({ name, value }: { name: string; value: string }) {
  return (
    <Grid columns="auto 1fr" gap={16}>
      <Text as="dt" tone="soft">
        {name}
      </Text>
      <Text as="dd" textAlign="end" wrap="anywhere">
        <bdi>{value}</bdi>
      </Text>
    </Grid>
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
    <Box
      minHeight={58}
      mt={16}
      mb={16}
      pt={14}
      hasLineAbove
      aria-live="polite"
      aria-busy={isPlaceholderData}
    >
      {data && (
        <>
          <Text>
            <Text as="strong" size="1.875rem" weight={600} letterSpacing="-0.02em">
              <Money amount={data.monthly} currency={data.currency} />
            </Text>{' '}
            <span className="soft">{text('perMonth')}</span>
          </Text>
          <Text className="number" tone="soft">
            {text('perHour', { price: formatMoney(data.hourly, data.currency, hourlyDigits) })}
          </Text>
          {Number(data.once) > 0 && (
            <Text className="number" tone="soft">
              {text('andOnce', { price: formatMoney(data.once, data.currency) })}
            </Text>
          )}
          <Text className="number" tone="soft">
            {text('thisMonth', { price: formatMoney(data.thisMonth, data.currency) })}
          </Text>
          {isWithoutImage && <Text tone="soft">{text('withoutImage')}</Text>}
        </>
      )}
      {error && (
        <Text className="form-problem">{text('priceFailed', { reason: errorText(error) })}</Text>
      )}
    </Box>
  );
}

/** Errors that don't belong to a field. */
function PriceProblem({
  obstacle,
  refusals,
  remedy,
  hasFieldErrors,
}: Pick<SummaryProps, 'obstacle' | 'refusals' | 'remedy' | 'hasFieldErrors'>) {
  if (obstacle === null && refusals.length === 0 && !hasFieldErrors) return null;
  return (
    <Box className="notice notice-problem" mb={16} size="sm" role="alert">
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
    </Box>
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

/** The cost and the button on a phone, always within reach of the thumb. */
export function CreateBar({
  estimate: { data },
  ...props
}: Pick<SummaryProps, 'estimate' | 'form' | 'isBusy' | 'obstacle'>) {
  return (
    <div className={styles.createBar}>
      <Stack lineHeight={1.25}>
        {data && (
          <>
            <strong>
              <Money amount={data.monthly} currency={data.currency} />
            </strong>
            <span className="soft">{text('perMonth')}</span>
          </>
        )}
      </Stack>
      <CreateButton {...props} />
    </div>
  );
}
