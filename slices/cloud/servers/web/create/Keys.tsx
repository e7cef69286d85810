import { Checkbox, Input } from '@mantine/core';
import { codeArea } from '../../../../../web/ui/layout/Control.tsx';
import { Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { errorAt } from './form/fieldErrors.ts';
import type { FormSectionProps } from './form/partProps.ts';
import { text } from './text.ts';

/** Public keys: previously used keys to select, and a field for new ones. */
export function Keys({ form, options, errors, onChange }: FormSectionProps) {
  const { knownKeys } = form;
  return (
    <Stack isForm gap={16}>
      {options.sshKeys.length > 0 && (
        <Stack as="fieldset" gap={10}>
          <Text as="legend" mb={8} size="sm" weight={500}>
            {text('knownKeys')}
          </Text>
          {options.sshKeys.map(({ name, key }) => (
            <Checkbox
              key={key}
              label={<bdi dir="ltr">{name}</bdi>}
              description={
                <bdi dir="ltr" className="code">
                  {shortened(key)}
                </bdi>
              }
              checked={knownKeys.includes(key)}
              onChange={(event) =>
                onChange({
                  knownKeys: event.currentTarget.checked
                    ? [...knownKeys, key]
                    : knownKeys.filter((other) => other !== key),
                })
              }
            />
          ))}
        </Stack>
      )}
      <Input.Wrapper id="new-keys" label={text('newKeys')} error={errorAt(errors, 'sshKeys')}>
        <Input
          id="new-keys"
          component="textarea"
          multiline
          rows={3}
          className={codeArea}
          dir="ltr"
          spellCheck={false}
          placeholder="ssh-ed25519 AAAA… me@laptop"
          error={errorAt(errors, 'sshKeys') !== undefined}
          value={form.newKeys}
          onChange={(event) => onChange({ newKeys: event.currentTarget.value })}
        />
      </Input.Wrapper>
    </Stack>
  );
}

/** The type and end of a key, which identify it. */
function shortened(key: string): string {
  const [type = '', body = ''] = key.split(' ');
  return `${type} …${body.slice(-12)}`;
}
