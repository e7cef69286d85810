import { type ReactNode, useId } from 'react';
import { Grid, Text } from '../../../../web/ui/layout/Layout.tsx';
import styles from './pricing.module.css';

interface SizePickerProps {
  label: string;
  /** The offered sizes, in ascending order. */
  sizes: readonly number[];
  value: number;
  /** The size as text. */
  format(size: number): string;
  onChange(size: number): void;
  action?: ReactNode;
}

/** A slider over the offered sizes, with the selected size as text. */
export function SizePicker({ label, sizes, value, format, onChange, action }: SizePickerProps) {
  const id = useId();
  const position = Math.max(0, sizes.indexOf(value));
  return (
    <Grid className={styles.sizePicker} columns="1fr auto auto" align="center">
      <Text as="label" weight={600} htmlFor={id}>
        {label}
      </Text>
      <Text htmlFor={id} as="output" className="number" weight={600} tone="brand">
        <bdi>{format(value)}</bdi>
      </Text>
      {action}
      <input
        id={id}
        type="range"
        min={0}
        max={sizes.length - 1}
        value={position}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(sizes[Number(event.currentTarget.value)] ?? value)}
      />
    </Grid>
  );
}
