import { Button } from '@mantine/core';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import styles from './generatedPassword.module.css';
import { clearPassword, useGeneratedPassword } from './generatedPassword.ts';
import { text } from './text.ts';

/** Shows the password of a newly created server once more to the user who created it. */
export function GeneratedPassword({ serverId }: { serverId?: string }) {
  const password = useGeneratedPassword(serverId);
  if (!password) return null;
  return (
    <section
      className={`notice notice-warning ${styles.madePassword}`}
      aria-label={text('madeTitle')}
    >
      <Icon name="key" />
      <div>
        <strong>{text('madeTitle')}</strong>
        <dl>
          {password.user !== null && (
            <div>
              <dt>{text('madeUser')}</dt>
              <dd>
                <Code>{password.user}</Code>
                <CopyButton value={password.user} label={text('madeUser')} />
              </dd>
            </div>
          )}
          <div>
            <dt>{text('madeWord')}</dt>
            <dd>
              <Code>{password.password}</Code>
              <CopyButton value={password.password} label={text('madeWord')} />
            </dd>
          </div>
        </dl>
        <p>{text('madeHint')}</p>
      </div>
      <Button variant="default" size="xs" onClick={clearPassword}>
        {text('madeDone')}
      </Button>
    </section>
  );
}
