import { billingStateTitle } from '../../../../../web/billingStates/titles.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { languageTitle } from '../../../../../web/texts/texts.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Device, LocationAndIp } from '../../../../../web/ui/values/Location.tsx';
import { Code, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { UserState, userPath } from '../user.tsx';
import type { TabProps, UserData } from './UserDetail.tsx';

/** The user's details, state, security settings, and sub-accounts. */
export default function Info({ user }: TabProps) {
  return (
    <div className="columns">
      <Stack gap={20} alignContent="start">
        <Section title={text('who')}>
          <KeyValue
            rows={[
              [text('email'), <Code key="email">{user.email}</Code>],
              [text('name'), user.name],
              [text('role'), text(`role.${user.role}`)],
              [text('site'), user.site],
              [text('parent'), <Parent key="parent" user={user} />],
              [
                text('language'),
                user.language ? languageTitle(user.language) : text('languageSite'),
              ],
              [text('created'), <RelativeTime key="created" at={user.createdAt} />],
              [
                text('lastLogin'),
                user.lastLoginAt ? (
                  <RelativeTime key="login" at={user.lastLoginAt} />
                ) : (
                  text('never')
                ),
              ],
            ]}
          />
        </Section>
        <State user={user} />
        {user.role === 'user' && user.parentId === null && <SubAccounts user={user} />}
      </Stack>
      <Stack gap={20} alignContent="start">
        <Protection user={user} />
        <Logins user={user} />
      </Stack>
    </div>
  );
}

function Parent({ user }: TabProps) {
  if (user.parentId === null) return <span className="soft">{text('noParent')}</span>;
  return (
    <Link className="link" to={userPath({ id: user.parentId, siteId: user.siteId })}>
      <bdi dir="ltr">{user.parent}</bdi>
    </Link>
  );
}

function State({ user }: TabProps) {
  return (
    <Section title={text('stateSection')}>
      <KeyValue
        rows={[
          [text('state'), <UserState key="state" user={user} />],
          [text('stateReason'), user.stateReason],
          [
            text('since'),
            user.disabledAt ? (
              <RelativeTime key="off" at={user.disabledAt} />
            ) : (
              user.stateSince && <RelativeTime key="at" at={user.stateSince} />
            ),
          ],
          [text('disabledBy'), user.disabledBy && <Code key="by">{user.disabledBy}</Code>],
          [text('billingState'), billingStateTitle(user.billingState)],
          [text('externalState'), text(`external.${user.externalState}` as 'external.0')],
        ]}
      />
    </Section>
  );
}

function factorsOf({ tfa }: UserData): string {
  const names = [
    tfa.app && text('factorApp'),
    tfa.email && text('factorEmail'),
    tfa.sms && text('factorSms'),
  ].filter(Boolean);
  return names.length > 0 ? names.join(', ') : text('noFactor');
}

function Protection({ user }: TabProps) {
  return (
    <Section title={text('security')}>
      <KeyValue
        rows={[
          [
            text('tfa'),
            <Badge key="tfa" tone={user.usesTfa ? 'good' : 'warning'}>
              {text(user.usesTfa ? 'tfaOn' : 'tfaOff')}
            </Badge>,
          ],
          [text('factors'), user.usesTfa ? factorsOf(user) : text('noFactor')],
          [text('allowedIps'), text(user.tfa.allowedIps ? 'allowedIpsOn' : 'allowedIpsOff')],
          [text('emailState'), text(user.isEmailValidated ? 'emailValid' : 'emailNotValid')],
          [
            text('passwordSince'),
            user.passwordChangedAt && <RelativeTime key="password" at={user.passwordChangedAt} />,
          ],
        ]}
      />
    </Section>
  );
}

const loginTones: Record<string, Tone> = {
  signedIn: 'good',
  wrongPassword: 'warning',
  wrongCode: 'warning',
  blocked: 'bad',
  ipRefused: 'bad',
};

function Logins({ user }: TabProps) {
  const logins = useCall('userLogins', { params: { userId: user.id } });
  return (
    <Section title={text('logins')} isFlush>
      {!logins.data ? (
        <div className="section-body">
          <Skeleton count={4} />
        </div>
      ) : logins.data.items.length === 0 ? (
        <EmptyState icon="history" title={text('noLogins')} />
      ) : (
        <LineList>
          {logins.data.items.slice(0, 10).map((login) => (
            <li key={login.id}>
              <Badge tone={loginTones[login.outcome] ?? 'neutral'}>
                {text(`login.${login.outcome}` as 'login.signedIn')}
              </Badge>
              <span className="soft">
                <LocationAndIp place={login.place} ip={login.ip} /> ·{' '}
                {login.device && (
                  <>
                    <Device name={login.device} /> ·{' '}
                  </>
                )}
                <RelativeTime at={login.at} />
              </span>
            </li>
          ))}
        </LineList>
      )}
    </Section>
  );
}

function SubAccounts({ user }: TabProps) {
  return (
    <Section title={text('childrenSection')} isFlush>
      {user.childAccounts.length === 0 ? (
        <EmptyState icon="users" title={text('noChildren')} />
      ) : (
        <LineList>
          {user.childAccounts.map((subAccount) => (
            <li key={subAccount.id}>
              <Link className="link" to={userPath({ id: subAccount.id, siteId: user.siteId })}>
                <bdi dir="ltr">{subAccount.email}</bdi>
              </Link>
              <span className="soft">
                {subAccount.isEnabled ? subAccount.name : text('disabled')}{' '}
                {subAccount.isLocked && text('locked')}
              </span>
            </li>
          ))}
        </LineList>
      )}
    </Section>
  );
}
