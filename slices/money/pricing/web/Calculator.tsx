import { ActionIcon, Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { Grid, Row } from '../../../../web/ui/layout/Layout.tsx';
import styles from './pricing.module.css';
import '@mantine/core/styles/NumberInput.css';
import type { Answer } from '../../../../web/client.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { formatGb } from '../../../../web/ui/values/values.tsx';
import { Choices } from './Choices.tsx';
import {
  addressCounts,
  type Choice,
  coreCounts,
  diskSizes,
  maxDisks,
  maxHours,
  maxServers,
  ramSizes,
  usualHours,
} from './choice.ts';
import { SizePicker } from './SizePicker.tsx';
import { text } from './text.ts';

interface CalculatorProps {
  prices: Answer<'getPrices'>;
  choice: Choice;
  onChange(change: Partial<Choice>): void;
}

const addedDiskGb = 50;

/** The configuration of a server. */
export function Calculator({ prices, choice, onChange }: CalculatorProps) {
  const itemsOf = (group: string) =>
    prices.groups.find((candidate) => candidate.group === group)?.items ?? [];
  // The price of stored images isn't part of a server's price.
  const images = itemsOf('image').filter(({ code }) => code !== 'image.gb');
  const isSold = (group: string) => itemsOf(group).length > 0;
  const priceOf = (price: string | null) =>
    price === null ? text('notSold') : formatMoney(price, prices.currency);
  return (
    <form className={styles.calculator} onSubmit={(event) => event.preventDefault()}>
      <Choices
        label={text('processor')}
        name="cpu"
        value={choice.cpu}
        onChange={(cpu) => onChange({ cpu })}
        cards={itemsOf('cpu').map(({ code, title, monthly }) => ({
          value: code.slice('cpu.'.length),
          title,
          hint: text('perCore', { price: priceOf(monthly) }),
        }))}
      />
      <Grid min={260} gap="22px 32px" align="end">
        <SizePicker
          label={text('cores')}
          sizes={coreCounts}
          value={choice.cores}
          format={(count) => text('coresValue', { count })}
          onChange={(cores) => onChange({ cores })}
        />
        <SizePicker
          label={text('memory')}
          sizes={ramSizes}
          value={choice.ram}
          format={formatGb}
          onChange={(ram) => onChange({ ram })}
        />
      </Grid>
      <Disks disks={choice.disks} onChange={(disks) => onChange({ disks })} />
      <Grid min={260} gap="22px 32px" align="end">
        <SizePicker
          label={text('addresses')}
          sizes={addressCounts}
          value={choice.addresses}
          format={String}
          onChange={(addresses) => onChange({ addresses })}
        />
        <NativeSelect
          label={text('traffic')}
          value={choice.traffic}
          onChange={(event) => onChange({ traffic: event.currentTarget.value })}
          data={[
            { value: '', label: text('noTraffic') },
            ...itemsOf('traffic').map(({ code, title }) => ({
              value: code.slice('traffic.'.length),
              label: title,
            })),
          ]}
        />
      </Grid>
      <Grid min={260} gap="22px 32px" align="end">
        {images.length > 0 && (
          <NativeSelect
            label={text('image')}
            value={choice.image}
            onChange={(event) => onChange({ image: event.currentTarget.value })}
            data={[
              { value: '', label: text('freeImage') },
              ...images.map(({ code, title }) => ({
                value: code.slice('image.'.length),
                label: title,
              })),
            ]}
          />
        )}
        <NumberInput
          label={text('servers')}
          min={1}
          max={maxServers}
          value={choice.servers}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(servers) =>
            onChange({ servers: Math.min(maxServers, Math.max(1, Number(servers) || 1)) })
          }
        />
      </Grid>
      <fieldset className={styles.extras}>
        <legend>{text('extras')}</legend>
        {isSold('backup') && (
          <Checkbox
            label={text('backup')}
            checked={choice.hasBackup}
            onChange={(event) => onChange({ hasBackup: event.currentTarget.checked })}
          />
        )}
        {isSold('managed') && (
          <Checkbox
            label={text('managed')}
            checked={choice.isManaged}
            onChange={(event) => onChange({ isManaged: event.currentTarget.checked })}
          />
        )}
      </fieldset>
      {(prices.billingModes === 'monthlyAndHourly' || choice.mode === 'monthly') && (
        <Choices
          label={text('billing')}
          name="mode"
          value={choice.mode}
          onChange={(mode) => onChange({ mode: mode as Choice['mode'] })}
          cards={[
            { value: 'hourly', title: text('hourly'), hint: text('hourlyHint') },
            { value: 'monthly', title: text('monthly'), hint: text('monthlyHint') },
          ]}
        />
      )}
      {choice.mode === 'hourly' && (
        <div>
          <SizePicker
            label={text('hours')}
            sizes={hourCounts}
            value={choice.hours}
            format={(count) =>
              count === maxHours ? text('wholeMonth') : text('hoursValue', { count })
            }
            onChange={(hours) => onChange({ hours })}
          />
          <Row gap={6} mt={8}>
            {usualHours.map((hours) => (
              <Button
                key={hours}
                size="compact-xs"
                variant={choice.hours === hours ? 'light' : 'default'}
                onClick={() => onChange({ hours })}
              >
                {text(`hours${hours}` as 'hours176')}
              </Button>
            ))}
          </Row>
        </div>
      )}
    </form>
  );
}

const hourCounts = Array.from({ length: maxHours }, (_, index) => index + 1);

function Disks({ disks, onChange }: { disks: readonly number[]; onChange(disks: number[]): void }) {
  return (
    <fieldset className={styles.disks}>
      <legend>{text('disks')}</legend>
      {disks.map((size, index) => (
        <SizePicker
          key={index}
          label={text('disk', { number: index + 1 })}
          sizes={diskSizes}
          value={size}
          format={formatGb}
          onChange={(next) =>
            onChange(disks.map((old, position) => (position === index ? next : old)))
          }
          action={
            disks.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text('removeDisk', { number: index + 1 })}
                onClick={() => onChange(disks.filter((_, position) => position !== index))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            )
          }
        />
      ))}
      {disks.length < maxDisks && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => onChange([...disks, addedDiskGb])}
        >
          {text('addDisk')}
        </Button>
      )}
    </fieldset>
  );
}
