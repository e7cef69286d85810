import { Checkbox, Input } from '@mantine/core';
import { errorAt } from './fieldErrors.ts';
import type { PartProps } from './partProps.ts';
import { text } from './text.ts';

/** Public keys: those used before to tick, new ones to paste. */
export function Keys({ form, options, errors, onChange }: PartProps) {
  const { knownKeys } = form;
  return (
    <div className="fields">
      {options.sshKeys.length > 0 && (
        <fieldset className="known-keys">
          <legend>{text('knownKeys')}</legend>
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
        </fieldset>
      )}
      <Input.Wrapper id="new-keys" label={text('newKeys')} error={errorAt(errors, 'sshKeys')}>
        <Input
          id="new-keys"
          component="textarea"
          multiline
          rows={3}
          className="code-area"
          dir="ltr"
          spellCheck={false}
          placeholder="ssh-ed25519 AAAA… me@laptop"
          error={errorAt(errors, 'sshKeys') !== undefined}
          value={form.newKeys}
          onChange={(event) => onChange({ newKeys: event.currentTarget.value })}
        />
      </Input.Wrapper>
    </div>
  );
}

/** Type and the end of a key, which is what tells two apart. */
function shortened(key: string): string {
  const [type = '', body = ''] = key.split(' ');
  return `${type} …${body.slice(-12)}`;
}
