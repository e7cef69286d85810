import { type Answer, type Calls, call } from '../../../../web/client.ts';

export type Server = Answer<'getServer'>;
export type Connect = Answer<'getConnect'>;
export type Kind = Connect['kinds'][number]['kind'];
export type Recorded = Connect['kinds'][number]['recorded'];

export type ConsoleState = { at: 'opening' } | { at: 'open' } | { at: 'closed'; reason: string };

export interface OpenedConsole {
  socket: WebSocket;
  recorded: Recorded;
}

/**
 * Asks for a one-time ticket and opens the console's stream with it. Throws a `CallError` when the
 * portal refuses.
 */
export async function openConsoleSocket(
  serverId: string,
  body: Calls['openConsole']['in']['body'],
): Promise<OpenedConsole> {
  const { path, recorded } = await call('openConsole', { params: { serverId }, body });
  const socket = new WebSocket(
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`,
  );
  socket.binaryType = 'arraybuffer';
  return { socket, recorded };
}

/**
 * A broken connection reopens automatically. One the portal closed with a reason (4000 and up)
 * waits for the user.
 */
export const refusedFrom = 4000;

/** The portal's messages in text frames of consoles into the guest. */
export type News =
  | { at: 'signIn' }
  | { at: 'open' }
  | { at: 'hostKey'; fingerprint: string; isNew: boolean }
  | { at: 'ended'; code: number; info: string };

/** Null for what is no news: a drawing instruction. */
export function newsOf(frame: string): News | null {
  return frame.startsWith('{') ? (JSON.parse(frame) as News) : null;
}
