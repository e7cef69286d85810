import { TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { text } from './text.ts';

interface HostFieldProps {
  label: string;
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

/** How long after the last key press the hostname is checked, in ms. */
const debounceMs = 350;

/** A hostname input that checks availability during typing. */
export function HostField({ label, value, problem, onChange }: HostFieldProps) {
  const [debouncedValue, setDebouncedValue] = useState('');
  const stateId = useId();
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  const answer = useCall(
    'hostState',
    { query: { host: debouncedValue } },
    { isEnabled: debouncedValue.length > 2 },
  );
  const isCurrent = debouncedValue !== '' && debouncedValue === value.trim();
  return (
    <div>
      <TextInput
        label={label}
        placeholder={text('hostPlaceholder')}
        error={problem}
        value={value}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        aria-describedby={stateId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text
        id={stateId}
        minHeight="1.5em"
        lineHeight={1.5}
        mt={6}
        size="xs"
        tone="soft"
        aria-live="polite"
      >
        {value.trim().length > 2 &&
          !problem &&
          (isCurrent && answer.data ? <Verdict {...answer.data} /> : text('hostChecking'))}
      </Text>
    </div>
  );
}

/** Specification section 9: 1 available, 2 in use, 3 illegal. */
function Verdict({ host, state, problem }: { host: string; state: number; problem: string }) {
  if (state === 1) return <Badge tone="good">{text('hostFree', { host })}</Badge>;
  return (
    <Badge tone={state === 2 ? 'bad' : 'warning'}>
      {state === 2 ? text('hostTaken') : problem}
    </Badge>
  );
}
