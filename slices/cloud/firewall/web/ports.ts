export interface PortRange {
  from: number;
  to: number;
}

const part = /^(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?$/;

/**
 * Parses text such as `80, 443, 8000-8100`. Returns null if any part isn't a port, and an empty
 * list for empty text.
 */
export function parsePorts(input: string): PortRange[] | null {
  const parts = input
    .split(/[,\s]+(?![-–])/)
    .map((text) => text.trim())
    .filter(Boolean);
  const ranges = parts.map((text) => {
    const match = part.exec(text);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    return match && from >= 1 && to <= 65_535 && from <= to ? { from, to } : null;
  });
  return ranges.every((range) => range !== null) ? ranges : null;
}

export const formatPorts = (ports: readonly PortRange[]): string =>
  ports.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');

/** Splits a list of addresses and ranges at commas and whitespace. */
export const parseRemotes = (input: string): string[] => input.split(/[,\s]+/).filter(Boolean);

/** Whether the text looks like an address or a range. The server validates it strictly. */
export const isRange = (text: string): boolean =>
  /^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/.test(text) && /[.:]/.test(text);
