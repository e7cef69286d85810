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
 * Requests a one-time ticket and opens the console's stream with it. Throws a `CallError` when the
 * portal rejects the request.
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
 * The lowest close code with a reason from the portal (4000 and up). Such connections wait for the
 * user, while broken ones reopen automatically.
 */
export const firstRejectionCode = 4000;

/** The portal's messages in text frames of consoles into the guest. */
export type ConsoleMessage =
  | { at: 'signIn' }
  | { at: 'open' }
  | { at: 'hostKey'; fingerprint: string; isNew: boolean }
  | { at: 'ended'; code: number; info: string };

/** The parsed message. Null for frames that aren't messages, such as drawing instructions. */
export function parseConsoleMessage(frame: string): ConsoleMessage | null {
  return frame.startsWith('{') ? (JSON.parse(frame) as ConsoleMessage) : null;
}
