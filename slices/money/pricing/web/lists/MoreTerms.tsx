import { Button, Checkbox } from '@mantine/core';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Text } from '../../../../../web/ui/layout/Layout.tsx';
import type { DraftItem } from './draft.ts';
import styles from './lists.module.css';
import { text } from './text.ts';

interface MoreProps {
  item: DraftItem;
  onChange(part: Partial<DraftItem>): void;
}

type Tier = DraftItem['tiers'][number];
const maxTiers = 10;
/** The terms of a one-time purchase, which has only one price. */
const purchaseTerms = {
  ...{ hourly: null, poweredOff: 'charge', offHourly: null, offMonthly: null },
  ...{ included: '0', tiers: [], minimum: null },
} as const satisfies Partial<DraftItem>;

/** Included amount, monthly minimum, and tiers. */
export function MoreTerms({ item, onChange }: MoreProps) {
  const { title, tiers, included, minimum } = item;
  const isSoftware = item.code.startsWith('image.') && item.code !== 'image.gb';
  const isPlain = !item.isPurchase && included === '0' && tiers.length === 0 && minimum === null;
  const changeTier = (index: number, patch: Partial<Tier>) =>
    onChange({
      tiers: tiers.map((tier, position) => (position === index ? { ...tier, ...patch } : tier)),
    });
  return (
    <Box
      as="details"
      className={styles.pricelistMore}
      gridColumn="1 / -1"
      size="sm"
      open={!isPlain || undefined}
    >
      <Text as="summary" size="xs" tone="soft">
        {text(isSoftware ? 'moreOfSoftware' : 'more')}
      </Text>
      {isSoftware && (
        <Checkbox
          label={text('isPurchase')}
          description={text('isPurchaseHint')}
          checked={item.isPurchase}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { ...purchaseTerms, isPurchase: true }
                : { isPurchase: false },
            )
          }
        />
      )}
      <Grid className={styles.pricelistTerms} min={240} gap={16} align="start">
        <Field
          label={text('included')}
          value={included === '0' ? '' : included}
          onText={(value) => onChange({ included: value || '0' })}
        />
        <Field
          label={text('minimum')}
          value={minimum ?? ''}
          onText={(value) => onChange({ minimum: value || null })}
        />
      </Grid>
      {tiers.map((tier, index) => (
        <div key={index} className={styles.pricelistTier}>
          <Field
            label={text('tierFrom')}
            value={tier.from}
            onText={(from) => changeTier(index, { from })}
          />
          {item.hourly !== null && (
            <Field
              label={text('hourly')}
              value={tier.hourly ?? ''}
              onText={(hourly) => changeTier(index, { hourly: hourly || null })}
            />
          )}
          {item.monthly !== null && (
            <Field
              label={text('monthly')}
              value={tier.monthly ?? ''}
              onText={(monthly) => changeTier(index, { monthly: monthly || null })}
            />
          )}
          <IconButton
            icon="x"
            label={text('removeTier', { number: index + 1, item: title })}
            onClick={() => onChange({ tiers: tiers.filter((_, position) => position !== index) })}
          />
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={tiers.length >= maxTiers}
        onClick={() =>
          onChange({ tiers: [...tiers, { from: '', hourly: item.hourly, monthly: item.monthly }] })
        }
      >
        {text('addTier')}
      </Button>
    </Box>
  );
}

function Field({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText(given: string): void;
}) {
  return (
    <label>
      <Text as="span" isBlock mb={4} size="xs" tone="soft">
        {label}
      </Text>
      <Control
        as="input"
        isWide
        inputMode="decimal"
        dir="ltr"
        value={value}
        maxLength={16}
        onChange={(event) => onText(event.currentTarget.value.trim())}
      />
    </label>
  );
}
