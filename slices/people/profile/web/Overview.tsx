import type { IconName } from '../../../../contract/icons.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Grid, Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import type { SecurityData } from './Profile.tsx';
import styles from './profile.module.css';
import { text } from './text.ts';

interface Check {
  id: 'factor' | 'recovery' | 'passkey' | 'password';
  icon: IconName;
  isRight: boolean;
  /** The recommended action if the check fails. */
  step: string;
}

export function checksOf(security: SecurityData): Check[] {
  const hasFactor =
    security.useTFA &&
    (security.useTFAGoogle || security.passkeys.length > 0 || security.useTFASMS);
  return [
    { id: 'factor', icon: 'shield', isRight: hasFactor, step: '#authenticator' },
    {
      id: 'recovery',
      icon: 'list-check',
      isRight: security.recoveryCodesLeft >= 3,
      step: '#recovery',
    },
    {
      id: 'passkey',
      icon: 'fingerprint',
      isRight: security.passkeys.length > 0,
      step: '#passkeys',
    },
    {
      id: 'password',
      icon: 'key',
      isRight: !security.allowEmail || security.hasPassword,
      step: '#password',
    },
  ];
}

/** The security status of the account and the next recommended step, visible on every tab. */
export function Overview({ security }: { security: SecurityData }) {
  const checks = checksOf(security);
  const right = checks.filter(({ isRight }) => isRight).length;
  return (
    <section className={styles.guard} aria-label={text('guardTitle')}>
      <Row
        className={styles.guardSum}
        isNowrap
        align="center"
        gap={14}
        p="16px 22px"
        data-level={right === checks.length ? 'good' : right < 2 ? 'bad' : 'fair'}
      >
        <Icon name="shield" size={30} />
        <Stack gap={2}>
          <Text as="strong" size="lg" tone="plain">
            {text(right === checks.length ? 'guardGood' : right < 2 ? 'guardBad' : 'guardFair')}
          </Text>
          <span>{text('guardCount', { right, all: checks.length })}</span>
        </Stack>
      </Row>
      <Grid
        as="ul"
        className={styles.guardList}
        min={190}
        gap="12px 20px"
        align="start"
        alignContent="center"
        p="14px 22px"
      >
        {checks.map(({ id, icon, isRight, step }) => (
          <Row as="li" isNowrap gap={10} align="start" key={id} data-right={isRight}>
            <Icon name={isRight ? 'circle-check' : icon} size={18} />
            <div>
              <span>{text(isRight ? `${id}Right` : `${id}Wrong`)}</span>
              {!isRight && (
                <Link className="link" to="/profile/security" hash={step.slice(1)}>
                  {text(`${id}Step`)}
                </Link>
              )}
            </div>
          </Row>
        ))}
      </Grid>
    </section>
  );
}
