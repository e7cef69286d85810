import { lazy } from 'react';
import type { Kind } from './openSocket.ts';
import type { ConsoleSession } from './parts/ConsoleFrame.tsx';

/** Each console loads its library as a separate chunk: xterm, noVNC, Guacamole. */
const SerialConsole = lazy(() => import('./SerialConsole.tsx'));
const ScreenConsole = lazy(() => import('./ScreenConsole.tsx'));
const SshConsole = lazy(() => import('./SshConsole.tsx'));
const DesktopConsole = lazy(() => import('./desktop/DesktopConsole.tsx'));

export function ConsoleOf({ kind, seat }: { kind: Kind; seat: ConsoleSession }) {
  const key = `${seat.server.id}-${kind}`;
  if (kind === 'serial') return <SerialConsole key={key} seat={seat} />;
  if (kind === 'vnc') return <ScreenConsole key={key} seat={seat} />;
  if (kind === 'ssh') return <SshConsole key={key} seat={seat} />;
  return <DesktopConsole key={key} seat={seat} kind={kind} />;
}
