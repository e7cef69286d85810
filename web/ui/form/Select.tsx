import './select.css';

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange(value: string): void;
}

/** A labeled select. A value that is no longer available stays visible. */
export function Select({ label, value, options, onChange }: SelectProps) {
  const isOffered = options.some(([option]) => option === value);
  return (
    <label className="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!isOffered && <option value={value}>{value}</option>}
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
