import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './budgets.module.css';
import { text } from './text.ts';
import { type Draft, maxThresholds, nextDraft } from './thresholds.ts';

interface Props {
  value: readonly Draft[];
  problemAt(field: string): string | undefined;
  onChange(drafts: Draft[]): void;
}

/** Fields for the thresholds of a budget, one row each. */
export function ThresholdFields({ value, problemAt, onChange }: Props) {
  const change = (position: number, patch: Partial<Draft>) =>
    onChange(value.map((one, index) => (index === position ? { ...one, ...patch } : one)));
  return (
    <Stack className={styles.budgetThresholds} gap={14}>
      <h3>{text('when')}</h3>
      <p className="soft">{text('thresholdsHint')}</p>
      {value.map((draft, position) => (
        <fieldset
          key={draft.key}
          className={styles.budgetThreshold}
          aria-label={text('thresholdNumber', { number: position + 1 })}
        >
          <TextInput
            label={text('percent')}
            value={draft.percent}
            inputMode="numeric"
            dir="ltr"
            maxLength={4}
            error={problemAt(`thresholds.${position}.percent`)}
            onChange={(event) => change(position, { percent: event.currentTarget.value })}
          />
          <NativeSelect
            label={text('basis')}
            value={draft.basis}
            data={[
              { value: 'actual', label: text('actual') },
              { value: 'forecast', label: text('forecastBasis') },
            ]}
            onChange={(event) =>
              change(position, { basis: event.currentTarget.value as Draft['basis'] })
            }
          />
          <Stack className={styles.budgetActs} gap={6}>
            <Checkbox
              label={text('blocks')}
              checked={draft.blocks}
              onChange={(event) => change(position, { blocks: event.currentTarget.checked })}
            />
            <Checkbox
              label={text('powersOff')}
              checked={draft.powersOff}
              onChange={(event) => change(position, { powersOff: event.currentTarget.checked })}
            />
          </Stack>
          <IconButton
            icon="trash"
            label={text('removeThreshold', { number: position + 1 })}
            onClick={() => onChange(value.filter((_, index) => index !== position))}
          />
        </fieldset>
      ))}
      {value.some(({ blocks }) => blocks) && <p className="soft">{text('blocksHint')}</p>}
      {value.some(({ powersOff }) => powersOff) && <p className="soft">{text('powersOffHint')}</p>}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={15} />}
          disabled={value.length >= maxThresholds}
          onClick={() => onChange([...value, nextDraft(value)])}
        >
          {text('addThreshold')}
        </Button>
      </div>
      {value.length === 0 && problemAt('thresholds') && (
        <p className="form-problem">{problemAt('thresholds')}</p>
      )}
    </Stack>
  );
}
