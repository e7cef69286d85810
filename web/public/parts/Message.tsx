import type { ReactNode } from 'react';
import { text } from '../text.ts';
import { Frame } from './Frame.tsx';
import type { IconName } from './icons.tsx';

interface MessageProps {
  icon: IconName;
  isGood?: boolean;
  title: string;
  children?: ReactNode;
  /** The link to continue. Defaults to the sign-in page. */
  below?: ReactNode;
}

/** A screen that only shows a message. */
export function Message({
  icon,
  isGood,
  title,
  children,
  below = <a href="/login">{text('backToSignIn')}</a>,
}: MessageProps) {
  return (
    <Frame title={title} icon={icon} {...(isGood ? { isGood } : {})} below={below}>
      <div className="public-lead">{children}</div>
    </Frame>
  );
}
