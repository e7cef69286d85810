import { NativeSelect } from '@mantine/core';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { LookValues, SectionProps } from './Branding.tsx';

const cornerRadii = [0, 2, 4, 6, 8, 10, 12, 16, 20, 24];
const sizes = [12, 13, 14, 15, 16, 17, 18, 19, 20];
/** Keeps the value of an older look as an option if it's no longer offered. */
const withValue = (options: readonly number[], value: number): number[] =>
  [...new Set([...options, value])].sort((a, b) => a - b);

export function Shape({ look, onChange }: SectionProps) {
  return (
    <Section title={text('shapes')}>
      <Grid min={240} gap={16} align="start">
        <NativeSelect
          label={text('borderRadius')}
          value={String(look.borderRadius)}
          data={withValue(cornerRadii, look.borderRadius).map((value) => ({
            value: String(value),
            label: value === 0 ? text('corners0') : text('cornersN', { count: value }),
          }))}
          onChange={(event) => onChange({ borderRadius: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={text('fontSize')}
          value={String(look.fontSize)}
          data={withValue(sizes, look.fontSize).map((value) => ({
            value: String(value),
            label: text('pixels', { count: value }),
          }))}
          onChange={(event) => onChange({ fontSize: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={text('viewMode')}
          value={look.viewMode}
          data={(['Full', 'Mini'] as const).map((value) => ({ value, label: text(value) }))}
          onChange={(event) =>
            onChange({ viewMode: event.currentTarget.value as LookValues['viewMode'] })
          }
        />
      </Grid>
    </Section>
  );
}
