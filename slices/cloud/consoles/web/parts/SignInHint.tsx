import { Link } from '../../../../../web/ui/Link.tsx';
import type { Server } from '../openSocket.ts';
import { text } from '../text.ts';

/**
 * How to sign in, as far as the portal has set the credentials, and where to set a new password.
 */
export function SignInHint({ server }: { server: Server }) {
  if (server.loginUser === null) return null;
  return (
    <p className="soft">
      {text(signInText(server.signIn), { user: server.loginUser })}{' '}
      <Link className="link" to={`/servers/${server.id}/configure`}>
        {text('setPassword')}
      </Link>
    </p>
  );
}

function signInText({ password, keys }: Server['signIn']) {
  if (password === null) return 'signInUnknown';
  if (password) return keys > 0 ? 'signInPasswordOrKey' : 'signInPassword';
  return 'signInKey';
}
