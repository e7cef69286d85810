import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isPortalReachable, reloadOnce } from './chunks.ts';
import { ScreenCrash } from './ScreenCrash.tsx';
import '../../ui/ui.css';

const text = textsOf<typeof common>('common');

/**
 * Shown instead of a screen whose chunk didn't load. If the portal is unavailable, this is shown,
 * and the screen loads automatically once the connection is back. A missing chunk although the
 * portal responds is a crash like any other.
 */
export function ScreenMissing({ error }: { error: Error }) {
  const [isRetrying, setRetrying] = useState(false);
  const [isGone, setGone] = useState(false);
  const reload = async () => {
    setRetrying(true);
    if (await isPortalReachable()) location.reload();
    else setRetrying(false);
  };
  useEffect(() => {
    const retry = () => void reload();
    addEventListener('online', retry);
    void reloadOnce().then(async (isLoading) => setGone(!isLoading && (await isPortalReachable())));
    return () => removeEventListener('online', retry);
  }, []);
  if (isGone) return <ScreenCrash error={error} />;
  return (
    <div className="state state-error" role="alert">
      <Icon name="alert" size={34} />
      <h1>{text('screenMissingTitle')}</h1>
      <p>{text('screenMissingHint')}</p>
      <Button variant="default" loading={isRetrying} onClick={() => void reload()}>
        {text('retry')}
      </Button>
    </div>
  );
}
