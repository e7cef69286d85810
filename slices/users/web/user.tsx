import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../web/client.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { text } from './text.ts';
import './users.css';

export type User = Answer<'listUsers'>['items'][number];

export const userPath = (user: { id: string; siteId: string }): string =>
  `/users/${user.siteId}/${user.id}`;

const tones: Record<User['state'], Tone> = {
  ...{ Ok: 'good', Warning: 'warning', Locked: 'bad' },
  ...{ 'Suspended-Policy': 'bad', 'Suspended-Billing': 'bad' },
};

/** The account's own state, or what keeps it from being used at all. */
export function UserState({ user }: { user: Pick<User, 'state' | 'isEnabled'> }) {
  if (!user.isEnabled) return <Badge tone="neutral">{text('disabled')}</Badge>;
  return <Badge tone={tones[user.state]}>{text(`state.${user.state}`)}</Badge>;
}

/** The address, and below it the name and what stands out. */
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
        <span className="user-line">
          {marks.map((mark) => (
            <bdi key={mark}>{mark}</bdi>
          ))}
        </span>
      )}
    </>
  );
}
