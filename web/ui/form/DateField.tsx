import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { dateInTimeZone, zoneName } from '../values/zonedTime.ts';
import './dateField.css';

interface DateFieldProps {
  kind: 'day' | 'moment' | 'month' | 'time';
  label: string;
  /**
   * In the format of the browser's own field: `2030-04-08`, `2030-04-08T12:30:00`, `2030-04` or
   * `12:30`. Empty if there is no value.
   */
  value: string;
  /** The time zone, shown next to the field. */
  zone: string;
  /** Additional help text. */
  hint?: string;
  error?: string | undefined;
  /** Whether times include seconds. */
  hasSeconds?: boolean;
  /** Whether the field is in a row of filters rather than in a form. */
  isFilter?: boolean;
  onChange(value: string): void;
}

const types = { day: 'date', moment: 'datetime-local', month: 'month', time: 'time' } as const;

/** The only field type for dates and times. The UTC offset shown is that of the entered time. */
export function DateField({
  kind,
  label,
  value,
  zone,
  hint,
  error,
  hasSeconds,
  isFilter,
  onChange,
}: DateFieldProps) {
  const noteId = useId();
  const at =
    kind === 'day' || kind === 'moment'
      ? dateInTimeZone(zone, kind === 'day' ? `${value}T12:00` : value)
      : null;
  const note = <bdi dir="ltr">{zoneName(zone, at ?? undefined)}</bdi>;
  const field = {
    type: types[kind],
    value,
    ...(hasSeconds ? { step: 1 } : {}),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const description = hint ? (
    <>
      {hint} {note}
    </>
  ) : (
    note
  );
  if (!isFilter)
    return <TextInput label={label} description={description} error={error} dir="ltr" {...field} />;
  return (
    <label className="date-filter">
      <span>{label}</span>
      <input className="table-filter" aria-describedby={noteId} {...field} />
      <span id={noteId} className="soft">
        {note}
      </span>
    </label>
  );
}
