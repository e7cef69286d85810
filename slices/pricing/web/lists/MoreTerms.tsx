import { Button, Checkbox } from '@mantine/core';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import type { DraftItem } from './draft.ts';
import { text } from './text.ts';

interface MoreProps {
  item: DraftItem;
  onChange(part: Partial<DraftItem>): void;
}

type Tier = DraftItem['tiers'][number];
const mostTiers = 10;
/** What is bought once has one price. */
const bought = {
  ...{ hourly: null, poweredOff: 'charge', offHourly: null, offMonthly: null },
  ...{ included: '0', tiers: [], minimum: null },
} as const satisfies Partial<DraftItem>;

/** What is included, the least a month costs, and other prices from a quantity on. */
export function MoreTerms({ item, onChange }: MoreProps) {
  const { title, tiers, included, minimum } = item;
  const isSoftware = item.code.startsWith('image.') && item.code !== 'image.gb';
  const isPlain = !item.isPurchase && included === '0' && tiers.length === 0 && minimum === null;
  const changeTier = (index: number, part: Partial<Tier>) =>
    onChange({
      tiers: tiers.map((tier, place) => (place === index ? { ...tier, ...part } : tier)),
    });
  return (
    <details className="pricelist-more" open={!isPlain || undefined}>
      <summary>{text(isSoftware ? 'moreOfSoftware' : 'more')}</summary>
      {isSoftware && (
        <Checkbox
          label={text('isPurchase')}
          description={text('isPurchaseHint')}
          checked={item.isPurchase}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? { ...bought, isPurchase: true } : { isPurchase: false },
            )
          }
        />
      )}
      <div className="pricelist-terms">
        <Field
          label={text('included')}
          value={included === '0' ? '' : included}
          onText={(given) => onChange({ included: given || '0' })}
        />
        <Field
          label={text('minimum')}
          value={minimum ?? ''}
          onText={(given) => onChange({ minimum: given || null })}
        />
      </div>
      {tiers.map((tier, index) => (
        <div key={index} className="pricelist-tier">
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
            onClick={() => onChange({ tiers: tiers.filter((_, place) => place !== index) })}
          />
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={tiers.length >= mostTiers}
        onClick={() =>
          onChange({ tiers: [...tiers, { from: '', hourly: item.hourly, monthly: item.monthly }] })
        }
      >
        {text('addTier')}
      </Button>
    </details>
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
      <span className="pricelist-field">{label}</span>
      <input
        className="pricelist-price"
        inputMode="decimal"
        dir="ltr"
        value={value}
        maxLength={16}
        onChange={(event) => onText(event.currentTarget.value.trim())}
      />
    </label>
  );
}
