import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { errorAt } from './form/fieldErrors.ts';
import { datacenterOf } from './form/form.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem } from './Parts.tsx';
import { text } from './text.ts';

/** The network interfaces, each with its network and, where needed, its address. */
export function Network({ form, options, errors, onChange }: FormSectionProps) {
  const { nics, nicAddresses } = form;
  const max = datacenterOf(options, form.datacenterId)?.limits.nicsMax ?? 1;
  const networks = options.networks.filter(
    ({ datacenterId }) => datacenterId === form.datacenterId,
  );
  const data = [
    { value: 'auto', label: text('autoNetwork') },
    ...networks.map(({ id, name, cidrs }) => ({
      value: id,
      label: `${name} · ${cidrs.join(', ')}`,
    })),
  ];
  const addressAt = (position: number): string => nicAddresses[position] ?? '';
  const withAddress = (place: number, address: string): string[] =>
    nics.map((_, index) => (index === place ? address : addressAt(index)));
  return (
    <Stack isForm gap={16}>
      {nics.map((networkId, index) => (
        <Grid key={index} min={190} isFill gap={16} align="start">
          <NativeSelect
            label={text('card', { number: index + 1 })}
            error={errorAt(errors, `nics.${index}.networkId`)}
            value={networkId}
            data={data}
            onChange={(event) =>
              onChange({
                nics: nics.map((old, position) =>
                  position === index ? event.currentTarget.value : old,
                ),
                nicAddresses: withAddress(index, ''),
              })
            }
          />
          <Grid columns="1fr auto" gap={4} align="end">
            <TextInput
              label={text('cardAddress', { number: index + 1 })}
              placeholder={text('nextFree')}
              error={errorAt(errors, `nics.${index}.address`)}
              value={addressAt(index)}
              dir="ltr"
              onChange={(event) =>
                onChange({ nicAddresses: withAddress(index, event.currentTarget.value) })
              }
            />
            {nics.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={text('removeCard', { number: index + 1 })}
                onClick={() =>
                  onChange({
                    nics: nics.filter((_, position) => position !== index),
                    nicAddresses: nics
                      .map((_, position) => addressAt(position))
                      .filter((_, position) => position !== index),
                  })
                }
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            )}
          </Grid>
        </Grid>
      ))}
      <FieldProblem>{errors.byKey.get('nics')}</FieldProblem>
      {nics.length < max && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={15} />}
          onClick={() => onChange({ nics: [...nics, 'auto'] })}
        >
          {text('addCard')}
        </Button>
      )}
    </Stack>
  );
}
