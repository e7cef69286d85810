import { type ReactNode, useId } from 'react';

interface SizePickerProps {
  label: string;
  /** The sizes offered, from the smallest. */
  sizes: readonly number[];
  value: number;
  /** The size as text. */
  format(size: number): string;
  onChange(size: number): void;
  action?: ReactNode;
}

/** A slider over the offered sizes, with the selected one as text. */
export function SizePicker({ label, sizes, value, format, onChange, action }: SizePickerProps) {
  const id = useId();
  const position = Math.max(0, sizes.indexOf(value));
  return (
    <div className="size-picker">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className="number">
        <bdi>{format(value)}</bdi>
      </output>
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
    </div>
  );
}
