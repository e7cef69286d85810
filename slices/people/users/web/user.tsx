import type { Answer } from '../../../../web/client.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { text } from './text.ts';

export type User = Answer<'listUsers'>['items'][number];

export const userPath = (user: { id: string; siteId: string }) =>
  `/users/${user.siteId}/${user.id}` as const;

const tones: Record<User['state'], Tone> = {
  ...{ Ok: 'good', Warning: 'warning', Locked: 'bad' },
  ...{ 'Suspended-Policy': 'bad', 'Suspended-Billing': 'bad' },
};

/** The account's own state, or the reason it can't be used at all. */
export function UserState({ user }: { user: Pick<User, 'state' | 'isEnabled'> }) {
  if (!user.isEnabled) return <Badge tone="neutral">{text('disabled')}</Badge>;
  return <Badge tone={tones[user.state]}>{text(`state.${user.state}`)}</Badge>;
}

/** The email address, with the name and badges below. */
export function UserName({ user }: { user: User }) {
  const marks = [
    user.name,
    user.isWaiting ? text('waiting') : '',
    user.isLocked ? text('locked') : '',
  ].filter((mark) => mark !== '');
  return (
    <>
      <Link className="link" to={userPath(user)}>
        <bdi dir="ltr">{user.email}</bdi>
      </Link>
      {marks.length > 0 && (
        <Row as="span" gap="0 10px" size="xs" weight={400} tone="soft">
          {marks.map((mark) => (
            <bdi key={mark}>{mark}</bdi>
          ))}
        </Row>
      )}
    </>
  );
}
