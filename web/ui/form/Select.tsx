import { type ReactNode, useId } from 'react';
import './select.css';

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange(value: string): void;
  error?: ReactNode;
  /** The form field, which gets the focus after an error (`useForm`). */
  'data-path'?: string;
}

/** A labeled select. A value that is no longer available stays visible. */
export function Select({ label, value, options, onChange, error, 'data-path': path }: SelectProps) {
  const errorId = useId();
  const isOffered = options.some(([option]) => option === value);
  return (
    <label className="select">
      <span>{label}</span>
      <select
        value={value}
        data-path={path}
        {...(error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        onChange={(event) => onChange(event.target.value)}
      >
        {!isOffered && <option value={value}>{value}</option>}
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
      {error && (
        <span id={errorId} className="form-problem">
          {error}
        </span>
      )}
    </label>
  );
}
