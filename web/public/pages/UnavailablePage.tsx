import { useEffect, useState } from 'react';
import { call } from '../../client.ts';
import { Message } from '../parts/Message.tsx';
import { text } from '../text.ts';

const pollMs = 3_000;

/**
 * Replaces every screen during a database outage. Opens the requested screen when the database is
 * back.
 */
export function UnavailablePage() {
  const [isChecking, setChecking] = useState(false);
  const checkReady = async () => {
    await call('ready');
    location.reload();
  };
  useEffect(() => {
    const timer = setInterval(() => void checkReady().catch(() => undefined), pollMs);
    return () => clearInterval(timer);
  }, []);
  const checkNow = () => {
    setChecking(true);
    void checkReady()
      .catch(() => undefined)
      .finally(() => setChecking(false));
  };
  return (
    <Message icon="broken" title={text('awayTitle')} below={null}>
      <p role="status">{text('away')}</p>
      <button type="button" className="public-submit" disabled={isChecking} onClick={checkNow}>
        {text('tryAgain')}
      </button>
    </Message>
  );
}
