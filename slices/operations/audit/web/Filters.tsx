import { useEffect, useState } from 'react';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { dayIn, startOfDay } from '../../../../web/ui/values/zonedTime.ts';
import styles from './audit.module.css';
import { text } from './text.ts';
import '../../../../web/table/table.css';

const typingPauseMs = 300;

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A text filter, applied shortly after the last key press. */
export function TypedFilter({ label, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <span className={`table-search ${styles.logFilter}`}>
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </span>
  );
}

interface ChoiceProps extends FieldProps {
  options: readonly { value: string; title: string }[];
}

/** A filter with a fixed list of values. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className="table-filter"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{`${label}: ${text('all')}`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  );
}

/** A filter for the start of the period. */
export function SinceFilter({ value, onChange }: Omit<FieldProps, 'label'>) {
  const zone = browserTimeZone();
  const moment = Date.parse(value);
  return (
    <DateField
      isFilter
      kind="day"
      label={text('sinceFilter')}
      zone={zone}
      value={Number.isNaN(moment) ? '' : dayIn(zone, new Date(moment))}
      onChange={(day) => onChange(day ? startOfDay(zone, day) : '')}
    />
  );
}
