import { lazy, Suspense, useEffect } from 'react';
import { profileParts } from '../../../web/profileParts.ts';
import type { TabProps } from './Profile.tsx';
import { Addresses } from './security/Addresses.tsx';
import { Passkeys } from './security/Passkeys.tsx';
import { Password } from './security/Password.tsx';
import { Phones } from './security/Phones.tsx';
import { SecondFactor } from './security/SecondFactor.tsx';

const parts = profileParts.map(({ id, load }) => ({ id, Part: lazy(load) }));

/** How one signs in and what stands in the way of others. */
export default function Security({ profile, security, cameBackFrom }: TabProps) {
  // The parts come later than the address that names one of them.
  useEffect(() => {
    if (location.hash.length > 1)
      document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div className="profile-sections">
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
    </div>
  );
}
