import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import type { ServerData } from './ServerDetail.tsx';
import { text } from './text.ts';

const tones: Record<ServerData['power'], Tone> = {
  on: 'good',
  off: 'neutral',
  suspended: 'warning',
};

/** The server's state as one word. */
export function State({ server }: { server: ServerData }) {
  if (server.status === 'bin') return <Badge tone="neutral">{text('inBinShort')}</Badge>;
  if (server.status === 'failed') return <Badge tone="bad">{text('needsAttention')}</Badge>;
  if (server.status === 'creating') return <Badge tone="busy">{text('creating')}</Badge>;
  return (
    <Badge tone={server.status === 'busy' ? 'busy' : tones[server.power]}>
      {text(server.power)}
    </Badge>
  );
}

/** The server's engine and its mode, in the user's language. */
export const platformText = (server: ServerData): string =>
  server.acceleration === 'none' ? accelerationText(server) : `QEMU · ${accelerationText(server)}`;

/** How the server is run, in plain language. */
export function accelerationText(server: ServerData): string {
  if (server.acceleration === 'none') return text('simulated');
  return text(server.acceleration === 'emulation' ? 'emulated' : 'accelerated');
}
