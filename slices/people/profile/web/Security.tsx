import { lazy, Suspense, useEffect } from 'react';
import { profileParts } from '../../../../web/parts/profileParts.ts';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import type { TabProps } from './Profile.tsx';
import styles from './profile.module.css';
import { Addresses } from './security/Addresses.tsx';
import { Passkeys } from './security/Passkeys.tsx';
import { Password } from './security/Password.tsx';
import { Phones } from './security/Phones.tsx';
import { SecondFactor } from './security/SecondFactor.tsx';

const parts = profileParts.map(({ id, load }) => ({ id, Part: lazy(load) }));

/** Sign-in methods and security settings. */
export default function Security({ profile, security, cameBackFrom }: TabProps) {
  // The sections load after the URL that refers to one of them.
  useEffect(() => {
    if (location.hash.length > 1)
      document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Stack className={styles.profileSections} gap={20}>
      <SecondFactor security={security} />
      <Passkeys security={security} />
      {parts.map(({ id, Part }) => (
        <Suspense key={id} fallback={null}>
          <Part {...(cameBackFrom ? { justConnected: cameBackFrom } : {})} />
        </Suspense>
      ))}
      <div className="columns">
        <Phones security={security} />
        <Addresses security={security} />
      </div>
      <Password security={security} email={profile.userEmail} />
    </Stack>
  );
}
