import { useEffect, useState } from 'react';
import { call } from '../../client.ts';
import { Message } from '../parts/Message.tsx';
import { text } from '../text.ts';

const askEveryMs = 3_000;

/**
 * Replaces every screen during a database outage. Opens the requested screen when the database is
 * back.
 */
export function AwayPage() {
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    await call('ready');
    location.reload();
  };
  useEffect(() => {
    const timer = setInterval(() => void ask().catch(() => undefined), askEveryMs);
    return () => clearInterval(timer);
  }, []);
  const askNow = () => {
    setAsking(true);
    void ask()
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return (
    <Message icon="broken" title={text('awayTitle')} below={null}>
      <p role="status">{text('away')}</p>
      <button type="button" className="public-submit" disabled={isAsking} onClick={askNow}>
        {text('tryAgain')}
      </button>
    </Message>
  );
}
