import { Grid, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import { formatGb, formatMb } from '../../../../../web/ui/values/values.tsx';
import styles from './create.module.css';
import { type Preset, presetOf, withPreset } from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { PickTile } from './Parts.tsx';
import { text } from './text.ts';

/** Hourly prices need more digits than the currency's smallest unit. */
export const hourlyDigits = 5;

/** Common sizes that the selected datacenter offers, each with its price. */
export function Presets({ form, options, onChange }: FormSectionProps) {
  const presets = options.presets.filter(({ datacenterId }) => datacenterId === form.datacenterId);
  const chosen = presetOf(form, presets);
  return (
    <Grid min={180} gap={12} role="radiogroup" aria-label={text('size')}>
      {presets.map((preset) => (
        <PickTile
          key={preset.id}
          name="preset"
          isChosen={preset === chosen}
          onPick={() => onChange(withPreset(form, preset, options))}
        >
          <PresetFacts preset={preset} />
        </PickTile>
      ))}
    </Grid>
  );
}

function PresetFacts({ preset: { title, cores, ramMb, diskGb, price } }: { preset: Preset }) {
  return (
    <>
      <strong>{title}</strong>
      <Text
        as="span"
        className={styles.pickPrice}
        size="1.25rem"
        weight={600}
        letterSpacing="-0.015em"
      >
        <bdi className="number">{formatMoney(price.monthly, price.currency)}</bdi>{' '}
        <span className="soft">{text('perMonth')}</span>
      </Text>
      <Grid
        as="ul"
        columns="minmax(0, 1fr)"
        columnsOnPhone="repeat(3, max-content)"
        gap="2px 14px"
        mt={6}
        mb={6}
      >
        <li>{text('cores', { count: cores })}</li>
        <li>{text('presetRam', { size: formatMb(ramMb) })}</li>
        <li>{text('presetDisk', { size: formatGb(diskGb) })}</li>
      </Grid>
      <Text as="span" className="number" isBlock size="xs" lineHeight={1.45} tone="soft">
        {text('hourPrice', { price: formatMoney(price.hourly, price.currency, hourlyDigits) })}
      </Text>
    </>
  );
}
