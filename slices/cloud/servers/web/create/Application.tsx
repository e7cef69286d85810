import {
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { type Package, type Value, withApp } from './form/application.ts';
import { errorAt } from './form/fieldErrors.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { FieldProblem, PickTile } from './Parts.tsx';
import { text } from './text.ts';

/** The app and its parameters. */
export function Application({
  packages,
  ...part
}: FormSectionProps & { packages: readonly Package[] }) {
  const { form, options, errors, onChange } = part;
  const chosen = packages.find(({ id }) => id === form.app?.packageId);
  return (
    <Stack isForm gap={16}>
      <Grid min={230} isFill gap={12} role="radiogroup" aria-label={text('application')}>
        {packages.map((one) => (
          <PickTile
            key={one.id}
            name="package"
            isChosen={one.id === chosen?.id}
            onPick={() => onChange(withApp(form, one, options))}
          >
            <strong>
              <bdi>{one.title}</bdi>
            </strong>
            <Text as="span" isBlock size="xs" lineHeight={1.45} tone="soft">
              {one.description}
            </Text>
          </PickTile>
        ))}
      </Grid>
      <FieldProblem>{errorAt(errors, 'app.packageId')}</FieldProblem>
      {chosen && chosen.parameters.length > 0 && (
        <Grid min={260} isFill align="start" gap="14px 20px">
          {chosen.parameters.map((parameter) => (
            <Parameter
              key={`${chosen.id} ${parameter.name}`}
              parameter={parameter}
              value={form.app?.parameters[parameter.name] ?? parameter.value}
              problem={errorAt(errors, `app.parameters.${parameter.name}`)}
              onChange={(value) =>
                form.app &&
                onChange({
                  app: {
                    ...form.app,
                    parameters: { ...form.app.parameters, [parameter.name]: value },
                  },
                })
              }
            />
          ))}
        </Grid>
      )}
    </Stack>
  );
}

interface ParameterProps {
  parameter: Package['parameters'][number];
  value: Value;
  problem: string | undefined;
  onChange(value: Value): void;
}

const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

function Parameter({ parameter, value, problem, onChange }: ParameterProps) {
  const { type, title, hint, isRequired, options, min, max, maxLength } = parameter;
  const field = {
    label: title,
    ...(hint ? { description: hint } : {}),
    error: problem,
    withAsterisk: isRequired,
    inputWrapperOrder: inputOrder,
  };
  const textValue = String(value);
  const limit = maxLength === null ? {} : { maxLength };
  if (type === 'boolean')
    return (
      <Checkbox
        label={title}
        description={hint}
        error={problem}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (type === 'choice')
    return (
      <NativeSelect
        {...field}
        value={textValue}
        data={options.map((option) => ({ value: option.value, label: option.title }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (type === 'number')
    return (
      <NumberInput
        {...field}
        value={typeof value === 'number' ? value : ''}
        {...(min === null ? {} : { min })}
        {...(max === null ? {} : { max })}
        onChange={onChange}
      />
    );
  if (type === 'password')
    return (
      <PasswordInput
        {...field}
        {...limit}
        dir="ltr"
        autoComplete="new-password"
        value={textValue}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (type === 'multiline')
    return (
      <Textarea
        {...field}
        {...limit}
        rows={4}
        value={textValue}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const direction = type === 'email' || type === 'host' ? { dir: 'ltr' } : {};
  return (
    <TextInput
      {...field}
      {...limit}
      {...direction}
      value={textValue}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
