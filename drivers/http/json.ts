/** Safe access to an untrusted response in which each step can be missing. */
export interface JsonReader {
  at(...path: (string | number)[]): JsonReader;
  /** '' if it isn't a string. */
  text(): string;
  /**
   * A string, or a number digit by digit as it was sent, because long numbers are rounded
   * otherwise. '' for anything else.
   */
  written(): string;
  number(): number | null;
  isTrue(): boolean;
  list(): JsonReader[];
  isThere(): boolean;
}

/** A number as the response contains it. */
class SourceNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

const preserveDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value;

function wrapJson(value: unknown): JsonReader {
  const text = typeof value === 'string' ? value : '';
  return {
    at: (...path) =>
      wrapJson(
        path.reduce<unknown>(
          (inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key],
          value,
        ),
      ),
    text: () => text,
    written: () => (value instanceof SourceNumber ? value.digits : text),
    number: () => (value instanceof SourceNumber ? Number(value.digits) : null),
    isTrue: () => value === true,
    list: () => (Array.isArray(value) ? value.map(wrapJson) : []),
    isThere: () => value !== undefined && value !== null,
  };
}

/** Parses a response. A response that isn't JSON counts as empty. */
export function parsed(text: string): JsonReader {
  try {
    return wrapJson(JSON.parse(text, preserveDigits));
  } catch {
    return wrapJson(null);
  }
}
