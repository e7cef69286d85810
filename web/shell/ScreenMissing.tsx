import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { common } from '../texts/en/common.ts';
import { textsOf } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { loadAnew, portalAnswers } from './chunks.ts';
import '../ui/ui.css';

const text = textsOf<typeof common>('common');

/** In place of a screen whose part of the program did not arrive. It comes by itself once the connection is back. */
export function ScreenMissing() {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const again = () => void loadAnew();
    again();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  const tryAgain = async () => {
    setAsking(true);
    if (await portalAnswers()) location.reload();
    else setAsking(false);
  };
  return (
    <div className="state state-error" role="alert">
      <Icon name="alert" size={34} />
      <h1>{text('screenMissingTitle')}</h1>
      <p>{text('screenMissingHint')}</p>
      <Button variant="default" loading={isAsking} onClick={() => void tryAgain()}>
        {text('retry')}
      </Button>
    </div>
  );
}
