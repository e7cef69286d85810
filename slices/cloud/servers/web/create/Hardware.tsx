import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { formatDisks, formatGb, formatMb } from '../../../../../web/ui/values/values.tsx';
import { errorAt } from './form/fieldErrors.ts';
import {
  type CpuType,
  clampToLimits,
  datacenterOf,
  imageOf,
  type ServerForm,
} from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem } from './Parts.tsx';
import { text } from './text.ts';

const typeNames: Record<CpuType, 'typeA' | 'typeB' | 'typeT' | 'typeD'> = {
  A: 'typeA',
  B: 'typeB',
  T: 'typeT',
  D: 'typeD',
};
const addedDiskGb = 50;

/** The sizes as a single line: `B2 · 4 GB · 20 + 50 GB`. */
export const sizeLine = ({ cpuType, cores, ramMb, disks }: ServerForm): string =>
  leftToRight(`${cpuType}${cores} · ${formatMb(ramMb)} · ${formatDisks(disks)}`);

/** The offered sizes, plus the current one even if it is no longer offered. */
const choices = (available: readonly number[], current: number, format: (size: number) => string) =>
  [...new Set([...available, current])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: format(size) }));

/** Processor, memory and disks, limited to what the datacenter offers. */
export function Hardware(props: FormSectionProps) {
  const { form, options, errors, onChange } = props;
  const limits = datacenterOf(options, form.datacenterId)?.limits;
  if (!limits) return null;
  const cores = limits.cpuTypes.find(({ type }) => type === form.cpuType)?.cores ?? [];
  const minRamMb = imageOf(options, form.imageId)?.minRamMb ?? 0;
  return (
    <Stack isForm gap={16}>
      <Grid min={190} isFill gap={16} align="start">
        <NativeSelect
          label={text('cpuType')}
          error={errorAt(errors, 'cpuType')}
          value={form.cpuType}
          data={limits.cpuTypes.map(({ type }) => ({ value: type, label: text(typeNames[type]) }))}
          onChange={(event) =>
            onChange(
              clampToLimits({ ...form, cpuType: event.currentTarget.value as CpuType }, options),
            )
          }
        />
        <NativeSelect
          label={text('coreCount')}
          error={errorAt(errors, 'cores')}
          value={String(form.cores)}
          data={choices(cores, form.cores, String)}
          onChange={(event) => onChange({ cores: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={text('memory')}
          error={errorAt(errors, 'ramMb')}
          value={String(form.ramMb)}
          data={choices(
            limits.ramMb.filter((size) => size >= minRamMb),
            form.ramMb,
            formatMb,
          )}
          onChange={(event) => onChange({ ramMb: Number(event.currentTarget.value) })}
        />
      </Grid>
      <Disks {...props} limits={limits} />
    </Stack>
  );
}

function Disks({
  form,
  options,
  errors,
  onChange,
  limits,
}: FormSectionProps & {
  limits: { diskGb: number[]; osDiskMaxGb: number; diskMaxGb: number; disksMax: number };
}) {
  const { disks } = form;
  const isCopy = form.cloneOf !== null;
  const minimum = imageOf(options, form.imageId)?.minDiskGb ?? 0;
  const diskSizesFor = (index: number) =>
    limits.diskGb.filter((size) =>
      index === 0 ? size >= minimum && size <= limits.osDiskMaxGb : size <= limits.diskMaxGb,
    );
  const set = (index: number, sizeGb: number) =>
    onChange({ disks: disks.map((old, position) => (position === index ? sizeGb : old)) });
  return (
    <Stack isForm gap={16}>
      <Grid min={190} isFill gap={16} align="start">
        {disks.map((sizeGb, index) => (
          <Grid key={index} columns="1fr auto" gap={4} align="end">
            <NativeSelect
              label={index === 0 ? text('systemDisk') : text('disk', { number: index + 1 })}
              error={errorAt(errors, `disks.${index}.sizeGb`)}
              value={String(sizeGb)}
              data={choices(diskSizesFor(index), sizeGb, formatGb)}
              onChange={(event) => set(index, Number(event.currentTarget.value))}
            />
            {index > 0 && !isCopy && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={text('removeDisk', { number: index + 1 })}
                onClick={() =>
                  onChange({ disks: disks.filter((_, position) => position !== index) })
                }
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            )}
          </Grid>
        ))}
      </Grid>
      <FieldProblem>{errors.byKey.get('disks')}</FieldProblem>
      {!isCopy && disks.length < limits.disksMax && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => onChange({ disks: [...disks, addedDiskGb] })}
        >
          {text('addDisk')}
        </Button>
      )}
    </Stack>
  );
}
