import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Filter } from '../../../../web/table/columns.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Box } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { text } from './text.ts';

export type Mail = Answer<'listMails'>['items'][number];
export type Sms = Answer<'listSms'>['items'][number];
type State = Mail['state'];

const tones: Record<State, Tone> = {
  waiting: 'busy',
  sent: 'good',
  kept: 'warning',
  failed: 'bad',
};

export const StateBadge = ({ state }: { state: State }) => (
  <Badge tone={tones[state]}>{text(state)}</Badge>
);

/** The delivery state, with the problem below it. */
export function SendState({ row }: { row: Pick<Mail, 'state' | 'problem'> }) {
  return (
    <>
      <StateBadge state={row.state} />
      {row.problem && (
        <Box
          maxWidth="44ch"
          mt={2}
          size="xs"
          wrap="anywhere"
          data-failed={row.state === 'failed' || undefined}
        >
          {row.problem}
        </Box>
      )}
    </>
  );
}

export const stateFilter = (): Filter => ({
  key: 'state',
  title: text('state'),
  options: (['waiting', 'sent', 'kept', 'failed'] as const).map((value) => ({
    value,
    title: text(value),
  })),
});

type Tab = 'mails' | 'sms' | 'templates' | 'settings';

/** The page header and navigation of the message screens. */
export function MailHeader({
  current,
  title,
  detail,
}: {
  current: Tab;
  title: string;
  detail: string;
}) {
  return (
    <>
      <PageHeader title={title} detail={detail} />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={[
          { id: 'mails', title: text('tabMails'), to: '/mails' },
          { id: 'sms', title: text('tabSms'), to: '/mails/sms' },
          { id: 'templates', title: text('tabTemplates'), to: '/mails/templates' },
          { id: 'settings', title: text('tabSettings'), to: '/mails/settings' },
        ]}
      />
    </>
  );
}

/** A warning that no emails are sent, with a link to the settings. */
export function ConnectionNotice({ kind }: { kind: 'mail' | 'sms' }) {
  const settings = useCall('getMailSettings', {}, { pollMs: 60_000 });
  const connection = settings.data?.[kind];
  if (!connection || connection.settings || connection.inheritedFrom !== null) return null;
  return (
    <div className="notice notice-warning" role="status">
      <Icon name="info" />
      <span>
        {text(kind === 'mail' ? 'notConnectedMail' : 'notConnectedSms')}{' '}
        <a className="link" href="/mails/settings">
          {text('connect')}
        </a>
      </span>
    </div>
  );
}
