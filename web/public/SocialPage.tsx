import { Suspense } from 'react';
import { SocialProcess } from './social.ts';

/** Back from a provider: the social slice takes it from here. */
export default function SocialPage() {
  return (
    <Suspense>
      <SocialProcess />
    </Suspense>
  );
}
