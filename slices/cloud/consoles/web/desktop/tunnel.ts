import Guacamole from 'guacamole-common-js';

export type Tunnel = InstanceType<typeof Guacamole.Tunnel>;

/** Encodes a Guacamole instruction, which is text with the length of each value in characters. */
const encodeInstruction = (elements: readonly (string | number)[]): string =>
  `${elements.map((element) => `${[...String(element)].length}.${element}`).join(',')};`;

export interface PushTunnel {
  tunnel: Tunnel;
  /** Receives instructions in chunks. */
  receive(text: string): void;
}

/** A tunnel that receives instructions from a console's socket or a recording. */
export function pushTunnel(send: (text: string) => void, onDisconnect: () => void): PushTunnel {
  const tunnel = new Guacamole.Tunnel();
  const parser = new Guacamole.Parser();
  parser.oninstruction = (opcode, parameters) => tunnel.oninstruction?.(opcode, parameters);
  tunnel.connect = () => tunnel.setState(Guacamole.Tunnel.State.OPEN);
  tunnel.sendMessage = (...elements) => send(encodeInstruction(elements));
  tunnel.disconnect = () => {
    tunnel.setState(Guacamole.Tunnel.State.CLOSED);
    onDisconnect();
  };
  return { tunnel, receive: (text) => parser.receive(text) };
}
