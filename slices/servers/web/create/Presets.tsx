import { formatMoney } from '../../../../web/ui/money.ts';
import { formatGb, formatMb } from '../../../../web/ui/values.tsx';
import { type Preset, presetOf, withPreset } from './form.ts';
import { Pick } from './Parts.tsx';
import type { PartProps } from './partProps.ts';
import { text } from './text.ts';

/** Prices by the hour are finer than the smallest coin. */
export const hourlyDigits = 5;

/** Sizes that fit most needs and that the chosen datacenter has, each with its price. */
export function Presets({ form, options, onChange }: PartProps) {
  const offered = options.presets.filter(({ datacenterId }) => datacenterId === form.datacenterId);
  const chosen = presetOf(form, offered);
  return (
    <div className="picks picks-presets" role="radiogroup" aria-label={text('size')}>
      {offered.map((preset) => (
        <Pick
          key={preset.id}
          name="preset"
          isChosen={preset === chosen}
          onPick={() => onChange(withPreset(form, preset, options))}
        >
          <PresetFacts preset={preset} />
        </Pick>
      ))}
    </div>
  );
}

function PresetFacts({ preset: { title, cores, ramMb, diskGb, price } }: { preset: Preset }) {
  return (
    <>
      <strong>{title}</strong>
      <span className="pick-price">
        <bdi className="number">{formatMoney(price.monthly, price.currency)}</bdi>{' '}
        <span className="soft">{text('perMonth')}</span>
      </span>
      <ul className="pick-facts">
        <li>{text('cores', { count: cores })}</li>
        <li>{text('presetRam', { size: formatMb(ramMb) })}</li>
        <li>{text('presetDisk', { size: formatGb(diskGb) })}</li>
      </ul>
      <span className="pick-note number">
        {text('hourPrice', { price: formatMoney(price.hourly, price.currency, hourlyDigits) })}
      </span>
    </>
  );
}
